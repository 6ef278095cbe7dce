package dev.upb.mem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import dev.upb.base.ArenaExhaustedException;
import dev.upb.mem.internal.Heap;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Growth to the limit of 2 GiB holds the old array and the new: it needs a Java heap of 8 GB. */
@Tag("huge")
class ArenaHugeTest {
    private static final long GIB = 1L << 30;

    @BeforeEach
    void machineHasEnoughMemory() {
        OperatingSystemMXBean machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        assumeTrue(machine.getTotalMemorySize() >= 12 * GIB, "the machine has under 12 GB");
        assumeTrue(Runtime.getRuntime().maxMemory() >= 7 * GIB, "the Java heap is under 7 GB");
    }

    @Test
    void arenaGrowsToTwoGibibytesAndThenRefuses() {
        try (Arena arena = Arena.create()) {
            int first = arena.allocate(8);
            arena.putLong(first, 0x1122334455667788L);
            int big = arena.allocate(1 << 30);
            arena.putByte(big + (1 << 30) - 1, (byte) 1);
            int rest = (int) (Heap.MAX_CAPACITY - arena.spaceUsed() - 8);
            int last = arena.allocate(rest);
            arena.putByte(last + rest - 1, (byte) 2);

            assertThat(arena.spaceUsed()).isEqualTo(Heap.MAX_CAPACITY - 8L);
            assertThat(arena.spaceAllocated()).isEqualTo(Heap.MAX_CAPACITY);
            assertThat(arena.getLong(first)).isEqualTo(0x1122334455667788L);
            assertThat(arena.getByte(big + (1 << 30) - 1)).isEqualTo((byte) 1);
            assertThatExceptionOfType(ArenaExhaustedException.class)
                    .isThrownBy(() -> arena.allocate(1))
                    .withMessageContaining("2 GiB");
            assertThat(arena.allocate(0)).as("nothing still fits").isEqualTo(Heap.MAX_CAPACITY);
            assertThatExceptionOfType(ArenaExhaustedException.class)
                    .isThrownBy(() -> arena.reallocate(last, rest, Integer.MAX_VALUE));

            arena.shrinkLast(last, rest, 8);
            assertThat(arena.getLong(arena.allocate(100))).isZero();
        }
    }

    @Test
    void lastAllocationGrowsInPlacePastOneGibibyte() {
        try (Arena arena = Arena.create(1 << 29)) {
            int offset = arena.allocate(1 << 29);
            arena.putLong(offset, 5);

            assertThat(arena.reallocate(offset, 1 << 29, 1_900_000_000)).isEqualTo(offset);
            assertThat(arena.getLong(offset)).isEqualTo(5);
            assertThat(arena.spaceUsed()).isEqualTo(1_900_000_000);
        }
    }
}
