package dev.upb.benchmarks.report;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The results of a run, as files: JSON with every sample, a Markdown table, and a chart of the main ratios. */
public final class Report {
    private final Machine machine;
    private final String settings;
    private final List<Row> rows;
    private final List<BarChart.Bar> bars;

    /**
     * Makes a report.
     *
     * @param settings how often and how long was measured, in words
     * @param bars for the chart
     */
    public Report(Machine machine, String settings, List<Row> rows, List<BarChart.Bar> bars) {
        this.machine = machine;
        this.settings = settings;
        this.rows = List.copyOf(rows);
        this.bars = List.copyOf(bars);
    }

    /** Writes {@code results.json}, {@code results.md} and, if there is anything to show, {@code ratios.svg}. */
    public void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("results.json"), json());
        Files.writeString(folder.resolve("results.md"), markdown());
        if (!bars.isEmpty()) {
            String title = "How many times faster than protobuf-java 4.36.2";
            Files.writeString(folder.resolve("ratios.svg"), BarChart.svg(title, machine.toString(), bars));
        }
    }

    String json() {
        List<Map<String, Object>> results = new ArrayList<>();
        for (Row row : rows) {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("name", row.ours().name());
            result.put("inputBytes", row.ours().inputBytes());
            result.put("ratio", row.ratio());
            result.put("ours", values(row.ours()));
            result.put("rival", values(row.rival()));
            results.add(result);
        }
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("machine", machine);
        file.put("settings", settings);
        file.put("results", results);
        return new GsonBuilder()
                        .setPrettyPrinting()
                        .disableHtmlEscaping()
                        .create()
                        .toJson(file) + "\n";
    }

    private static Map<String, Object> values(Measurement measurement) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("label", measurement.label());
        values.put("nanos", measurement.nanos().values());
        values.put("allocatedBytes", measurement.allocated().values());
        return values;
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        text.append(machine).append("; ").append(settings).append(".\n\n");
        text.append("| what | µs | ± | MB/s | bytes allocated | rival | µs | ± | bytes allocated | ratio |\n");
        text.append("| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: |\n");
        for (Row row : rows) {
            double speed = row.ours().megabytesPerSecond();
            text.append("| ")
                    .append(row.ours().name())
                    .append(cells(row.ours(), speed == 0 ? "–" : Figures.grouped(speed)))
                    .append(" | ")
                    .append(row.rival().label())
                    .append(cells(row.rival(), null))
                    .append(" | ")
                    .append(Figures.significant(row.ratio(), 3))
                    .append("× |\n");
        }
        return text.toString();
    }

    private static String cells(Measurement measurement, String speed) {
        return String.format(
                Locale.ROOT,
                " | %s | %.0f %%%s | %s",
                Figures.micros(measurement.nanos().median()),
                measurement.nanos().spreadPercent(),
                speed == null ? "" : " | " + speed,
                Figures.grouped(measurement.allocated().median()));
    }
}
