package dev.upb.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final Machine MACHINE = new Machine("Abacus", 2, "Linux amd64", "A Java 17", 0.1);

    private static final Row ROW = new Row(
            new Measurement("ParseX/table", "table", Samples.of(2000, 1000), Samples.of(0, 0), 3000),
            new Measurement("ParseX/generated", "generated", Samples.of(3000, 6000), Samples.of(1234, 1234), 3000));

    @TempDir
    Path folder;

    @Test
    void tableHasTimesSpeedSpreadAllocationAndRatio() {
        assertThat(new Report(MACHINE, "2 forks each", List.of(ROW), List.of()).markdown())
                .startsWith("Abacus, 2 cores, Linux amd64, A Java 17; 2 forks each.\n")
                .endsWith("| ParseX/table | 1.000 | 50 % | 3,000 | 0 | generated | 3.000 | 50 % | 1,234 | 3.00× |\n");
    }

    @Test
    void jsonHasEverySample() throws IOException {
        new Report(MACHINE, "2 forks each", List.of(ROW), List.of()).write(folder);
        JsonObject file = JsonParser.parseString(Files.readString(folder.resolve("results.json")))
                .getAsJsonObject();
        assertThat(file.getAsJsonObject("machine").get("processor").getAsString())
                .isEqualTo("Abacus");
        JsonObject result = file.getAsJsonArray("results").get(0).getAsJsonObject();
        assertThat(result.get("name").getAsString()).isEqualTo("ParseX/table");
        assertThat(result.get("ratio").getAsDouble()).isEqualTo(3);
        JsonArray nanos = result.getAsJsonObject("rival").getAsJsonArray("nanos");
        assertThat(nanos.get(0).getAsDouble()).isEqualTo(3000);
        assertThat(nanos.get(1).getAsDouble()).isEqualTo(6000);
    }

    @Test
    void chartShowsItsBars() throws IOException {
        new Report(MACHINE, "2 forks each", List.of(ROW), List.of(new BarChart.Bar("ParseX", 3))).write(folder);
        assertThat(Files.readString(folder.resolve("ratios.svg"))).contains(">ParseX<", ">3.0×<");
    }

    @Test
    void noChartIsWrittenOfNothing() throws IOException {
        new Report(MACHINE, "2 forks each", List.of(), List.of()).write(folder);
        assertThat(folder.resolve("ratios.svg")).doesNotExist();
        assertThat(folder.resolve("results.md")).exists();
    }
}
