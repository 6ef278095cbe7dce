package dev.upb.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SamplesTest {
    @Test
    void medianIsTheMiddleOrTheLowerOfTwo() {
        assertThat(Samples.of(9, 1, 5).median()).isEqualTo(5);
        assertThat(Samples.of(9, 1, 5, 2).median()).isEqualTo(2);
    }

    @Test
    void smallestIsFoundInAnyOrder() {
        assertThat(Samples.of(9, 1, 5, 2).smallest()).isEqualTo(1);
    }

    @Test
    void spreadIsHalfOfTheRange() {
        assertThat(Samples.of(90, 100, 110).spreadPercent()).isEqualTo(10);
        assertThat(Samples.of(7).spreadPercent()).isZero();
    }

    @Test
    void thereMustBeSome() {
        assertThatThrownBy(Samples::of).isInstanceOf(IllegalArgumentException.class);
    }
}
