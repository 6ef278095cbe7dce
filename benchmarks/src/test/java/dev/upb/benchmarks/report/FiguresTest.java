package dev.upb.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    void significantDigitsAreKeptAndNoneBeforeThePointIsLost() {
        assertThat(Figures.significant(0, 3)).isEqualTo("0");
        assertThat(Figures.significant(0.000_123_45, 3)).isEqualTo("0.000123");
        assertThat(Figures.significant(1.999_6, 4)).isEqualTo("2.000");
        assertThat(Figures.significant(123_456.7, 3)).isEqualTo("123457");
    }

    @Test
    void compactNumbersHaveNoZerosToSpare() {
        assertThat(Figures.compact(1)).isEqualTo("1");
        assertThat(Figures.compact(0.1)).isEqualTo("0.1");
        assertThat(Figures.compact(100)).isEqualTo("100");
        assertThat(Figures.compact(1000)).isEqualTo("1k");
        assertThat(Figures.compact(2500)).isEqualTo("2.5k");
        assertThat(Figures.compact(100_000)).isEqualTo("100k");
        assertThat(Figures.compact(10_000_000)).isEqualTo("10M");
    }
}
