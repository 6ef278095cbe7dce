package dev.upb.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AllocationMeterTest {
    private static volatile Object sink;

    @Test
    void countsWhatTheBodyAllocates() throws Exception {
        long bytes = AllocationMeter.measure(() -> sink = new byte[100_000]);
        assertThat(bytes).isBetween(100_000L, 120_000L);
        assertThat(sink).isNotNull();
    }

    @Test
    void bodyWithoutAllocationCountsZero() throws Exception {
        int[] counter = {0};
        assertThat(AllocationMeter.smallest(10, 10, () -> counter[0]++)).isZero();
        assertThat(counter[0]).isEqualTo(20);
    }

    @Test
    void arraysCountWithTheirHeaderRoundedUpToEightBytes() throws Exception {
        long bytes = AllocationMeter.smallest(10, 10, () -> sink = new byte[1001]);
        // 16 bytes of header on a 64-bit JVM with compressed class pointers, 20 or 24 without, 12 with compact headers.
        assertThat(bytes).isBetween(1016L, 1032L);
    }

    @Test
    void zeroRunsAreRefused() {
        assertThatThrownBy(() -> AllocationMeter.smallest(1, 0, () -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("runs < 1: 0");
    }
}
