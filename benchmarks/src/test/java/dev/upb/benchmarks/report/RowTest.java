package dev.upb.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RowTest {
    private static Measurement measurement(String name, String label, double allocated, double... nanos) {
        return new Measurement(name, label, Samples.of(nanos), Samples.of(allocated), 14_056);
    }

    @Test
    void lineHasSevenFieldsBetweenTabs() {
        Row row = new Row(
                measurement("ParseDescriptor/reused/table", "reused/table", 0.02, 12_000, 12_345.67, 14_000),
                measurement("ParseDescriptor/generated", "generated", 111_234.4, 33_000, 37_037));
        assertThat(row.line()).isEqualTo("ParseDescriptor/reused/table\t12.35\tgenerated\t33.00\t2.67\t0\t111234");
    }

    @Test
    void smallAndLargeTimesKeepFourDigits() {
        Row row = new Row(
                measurement("CreateArena/pooled", "pooled", 24, 12.3456),
                measurement("CreateArena/emptyObject", "emptyObject", 16, 123_456_789));
        assertThat(row.line()).isEqualTo("CreateArena/pooled\t0.01235\temptyObject\t123457\t10000064\t24\t16");
    }

    @Test
    void ratioAboveOneMeansThatWeAreFaster() {
        assertThat(new Row(measurement("a", "a", 0, 2), measurement("b", "b", 0, 6)).ratio())
                .isEqualTo(3);
    }

    @Test
    void throughputIsInMillionsOfBytes() {
        assertThat(measurement("a", "a", 0, 14_056).megabytesPerSecond()).isEqualTo(1000);
    }
}
