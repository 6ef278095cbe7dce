package dev.upb.mem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.mem.internal.Heap;
import dev.upb.mem.internal.HeapPool;
import dev.upb.testkit.random.Seeded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArenaTest {
    private static byte[] dirty(int size) {
        byte[] block = new byte[size];
        Arrays.fill(block, (byte) 0xA5);
        return block;
    }

    private static byte[] read(Arena arena, int offset, int size) {
        byte[] bytes = new byte[size];
        arena.read(offset, bytes, 0, size);
        return bytes;
    }

    private static void fill(Arena arena, int offset, int size) {
        arena.write(offset, dirty(size), 0, size);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 8", "7, 8", "8, 8", "9, 16", "15, 16", "16, 16", "17, 24", "4095, 4096"})
    void sizeIsRoundedUpToAMultipleOfEight(int size, int taken) {
        try (Arena arena = Arena.create()) {
            int first = arena.allocate(size);
            int second = arena.allocate(8);

            assertThat(first).isPositive().matches(offset -> offset % 8 == 0);
            assertThat(second - first).isEqualTo(taken);
            assertThat(arena.spaceUsed()).isEqualTo(taken + 8);
        }
    }

    @Test
    void zeroIsNeverHandedOut() {
        try (Arena arena = Arena.create()) {
            assertThat(arena.allocate(0)).isEqualTo(8);
            assertThat(arena.allocate(8)).isEqualTo(8);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, Integer.MAX_VALUE - 6, Integer.MAX_VALUE - 7, Integer.MAX_VALUE - 8})
    void sizeNearTheLargestIntIsRefusedAndNothingChanges(int size) {
        try (Arena arena = Arena.create()) {
            arena.allocate(16);
            assertThatExceptionOfType(ArenaExhaustedException.class)
                    .isThrownBy(() -> arena.allocate(size))
                    .withMessageContaining(Integer.toString(size));

            assertThat(arena.spaceUsed()).isEqualTo(16);
            assertThat(arena.allocate(8)).isEqualTo(24);
        }
    }

    @Test
    void negativeSizesAreRefused() {
        try (Arena arena = Arena.create()) {
            int offset = arena.allocate(8);

            assertThatIllegalArgumentException().isThrownBy(() -> arena.allocate(-1));
            assertThatIllegalArgumentException().isThrownBy(() -> arena.reallocate(offset, 8, -1));
            assertThatIllegalArgumentException().isThrownBy(() -> arena.reallocate(offset, -1, 8));
            assertThatIllegalArgumentException().isThrownBy(() -> arena.shrinkLast(offset, 8, -1));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Arena.builder().byteBudget(-1));
            assertThatIllegalArgumentException().isThrownBy(() -> Arena.create(-1));
        }
    }

    @Test
    void nullBlockIsRefused() {
        assertThatNullPointerException().isThrownBy(() -> Arena.builder().initialBlock(null));
    }

    @Test
    void oddSizesBeforeWideValuesNeverOverlap() {
        Seeded.forEach(200, seeded -> {
            try (Arena arena = Arena.create()) {
                List<int[]> pieces = new ArrayList<>();
                for (int i = 0; i < 200; i++) {
                    int size = seeded.below(40);
                    int offset = arena.allocate(size);
                    byte[] content = new byte[size];
                    Arrays.fill(content, (byte) i);
                    arena.write(offset, content, 0, size);
                    pieces.add(new int[] {offset, size});
                }
                for (int i = 0; i < pieces.size(); i++) {
                    byte[] content = new byte[pieces.get(i)[1]];
                    Arrays.fill(content, (byte) i);
                    assertThat(read(arena, pieces.get(i)[0], content.length)).isEqualTo(content);
                }
            }
        });
    }

    @Test
    void contentAndOffsetsSurviveGrowth() {
        try (Arena arena = Arena.create()) {
            int offset = arena.allocate(8);
            arena.putLong(offset, 0x1122334455667788L);
            long before = arena.spaceAllocated();

            arena.allocate(1 << 20);

            assertThat(arena.spaceAllocated()).isGreaterThan(before).isGreaterThanOrEqualTo(arena.spaceUsed());
            assertThat(arena.getLong(offset)).isEqualTo(0x1122334455667788L);
            assertThat(arena.getByte(offset)).isEqualTo((byte) 0x88);
        }
    }

    static Stream<Consumer<Arena>> waysToGiveBack() {
        return Stream.of(
                arena -> {
                    fill(arena, arena.allocate(100), 100);
                    arena.reset();
                },
                arena -> {
                    int offset = arena.allocate(100);
                    fill(arena, offset, 100);
                    arena.shrinkLast(offset, 100, 3);
                },
                arena -> {
                    int offset = arena.allocate(100);
                    fill(arena, offset, 100);
                    arena.reallocate(offset, 100, 0);
                },
                arena -> {
                    int mark = arena.heap().position();
                    fill(arena, arena.allocate(100), 100);
                    arena.heap().rewind(mark);
                },
                arena -> {
                    fill(arena, arena.allocate(100), 100);
                    arena.reset();
                    arena.allocate(16);
                    arena.reset();
                });
    }

    @ParameterizedTest
    @MethodSource("waysToGiveBack")
    void memoryThatWasGivenBackIsHandedOutAsZeros(Consumer<Arena> giveBack) {
        for (Arena arena : new Arena[] {
            Arena.create(), Arena.create(100), Arena.ofBlock(dirty(1024)), Arena.ofFixedBlock(dirty(1021))
        }) {
            giveBack.accept(arena);

            for (int size : new int[] {1, 24, 200}) {
                assertThat(read(arena, arena.allocate(size), size)).containsOnly(0);
            }
            arena.close();
        }
    }

    @Test
    void randomUseNeverHandsOutAnythingButZeros() {
        Seeded.forEach(500, seeded -> {
            Arena arena = switch (seeded.below(4)) {
                case 0 -> Arena.create();
                case 1 -> Arena.create(seeded.below(3000));
                case 2 -> Arena.ofBlock(dirty(seeded.below(3000)));
                default -> Arena.builder().byteBudget(1 << 20).build();
            };
            try (arena) {
                int last = 0;
                int lastSize = 0;
                for (int i = 0; i < 100; i++) {
                    switch (seeded.below(8)) {
                        case 0 -> {
                            arena.reset();
                            lastSize = 0;
                        }
                        case 1 -> {
                            if (lastSize > 0) {
                                int smaller = seeded.below(lastSize + 1);
                                arena.shrinkLast(last, lastSize, smaller);
                                lastSize = smaller;
                            }
                        }
                        case 2 -> {
                            if (lastSize > 0) {
                                int newSize = seeded.below(2 * lastSize + 1);
                                int kept = Math.min(lastSize, newSize);
                                byte[] content = read(arena, last, kept);
                                last = arena.reallocate(last, lastSize, newSize);
                                assertThat(read(arena, last, kept)).isEqualTo(content);
                                assertThat(read(arena, last + kept, newSize - kept))
                                        .as("new bytes")
                                        .matches(bytes -> isZero(bytes));
                                lastSize = newSize;
                            }
                        }
                        default -> {
                            lastSize = seeded.below(seeded.oneIn(10) ? 5000 : 100);
                            last = arena.allocate(lastSize);
                            assertThat(read(arena, last, lastSize)).matches(bytes -> isZero(bytes));
                        }
                    }
                    if (lastSize > 0) {
                        fill(arena, last, lastSize);
                    }
                }
            }
        });
    }

    private static boolean isZero(byte[] bytes) {
        for (byte b : bytes) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    @Test
    void lastAllocationGrowsInPlace() {
        try (Arena arena = Arena.create(4096)) {
            int offset = arena.allocate(10);
            fill(arena, offset, 10);

            assertThat(arena.reallocate(offset, 10, 100)).isEqualTo(offset);
            assertThat(arena.spaceUsed()).isEqualTo(104);
            assertThat(read(arena, offset, 10)).isEqualTo(dirty(10));
            assertThat(read(arena, offset + 10, 90)).containsOnly(0);
        }
    }

    @Test
    void lastAllocationGrowsPastTheBlockWithoutASecondCopyInTheArena() {
        try (Arena arena = Arena.create(64)) {
            int offset = arena.allocate(40);
            fill(arena, offset, 40);

            assertThat(arena.reallocate(offset, 40, 5000)).isEqualTo(offset);
            assertThat(arena.spaceUsed()).isEqualTo(5000);
            assertThat(read(arena, offset, 40)).isEqualTo(dirty(40));
            assertThat(read(arena, offset + 40, 4960)).containsOnly(0);
        }
    }

    @Test
    void earlierAllocationMovesWhenItGrows() {
        try (Arena arena = Arena.create()) {
            int offset = arena.allocate(16);
            fill(arena, offset, 16);
            arena.allocate(8);

            int moved = arena.reallocate(offset, 16, 24);

            assertThat(moved).isEqualTo(offset + 24);
            assertThat(read(arena, moved, 16)).isEqualTo(dirty(16));
            assertThat(arena.getLong(moved + 16)).isZero();
        }
    }

    @Test
    void growingWithinTheRoundedSizeStaysInPlace() {
        try (Arena arena = Arena.create()) {
            int offset = arena.allocate(9);
            arena.allocate(8);

            assertThat(arena.reallocate(offset, 9, 16)).isEqualTo(offset);
        }
    }

    @Test
    void shrinkingTheLastAllocationGivesItsTailBack() {
        try (Arena arena = Arena.create()) {
            int offset = arena.allocate(100);
            arena.shrinkLast(offset, 100, 9);

            assertThat(arena.allocate(8)).isEqualTo(offset + 16);
        }
    }

    @Test
    void shrinkingAnEarlierAllocationChangesNothing() {
        try (Arena arena = Arena.create()) {
            int offset = arena.allocate(100);
            arena.allocate(8);
            arena.shrinkLast(offset, 100, 9);

            assertThat(arena.spaceUsed()).isEqualTo(112);
            assertThat(arena.reallocate(offset, 100, 9)).isEqualTo(offset);
            assertThat(arena.spaceUsed()).isEqualTo(112);
        }
    }

    @Test
    void shrinkingToALargerSizeIsRefused() {
        try (Arena arena = Arena.create()) {
            int offset = arena.allocate(8);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> arena.shrinkLast(offset, 8, 9))
                    .withMessageContaining("9")
                    .withMessageContaining("8");
        }
    }

    @Test
    void fixedBlockFailsWhenItIsFullAndStaysUsable() {
        byte[] block = new byte[40]; // 8 bytes in front that stand for null, and 32.
        try (Arena arena = Arena.ofFixedBlock(block)) {
            arena.allocate(24);
            assertThatExceptionOfType(ArenaExhaustedException.class)
                    .isThrownBy(() -> arena.allocate(9))
                    .withMessageContaining("40 bytes");

            assertThat(arena.spaceUsed()).isEqualTo(24);
            int last = arena.allocate(8);
            arena.putLong(last, -1);
            assertThat(arena.spaceAllocated()).isEqualTo(40);
            assertThat(Arrays.copyOfRange(block, last, 40)).containsOnly(-1);
            assertThatExceptionOfType(ArenaExhaustedException.class).isThrownBy(() -> arena.allocate(1));
            assertThatExceptionOfType(ArenaExhaustedException.class).isThrownBy(() -> arena.reallocate(last, 8, 16));
            assertThat(arena.getLong(last)).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 15})
    void fixedBlockTooSmallForAnythingGivesEmptyAllocationsOnly(int size) {
        try (Arena arena = Arena.ofFixedBlock(new byte[size])) {
            int offset = arena.allocate(0);
            arena.read(offset, new byte[0], 0, 0);
            arena.write(offset, new byte[0], 0, 0);

            assertThat(arena.spaceUsed()).isZero();
            assertThatExceptionOfType(ArenaExhaustedException.class).isThrownBy(() -> arena.allocate(1));
        }
    }

    @Test
    void callersBlockIsUsedFirstAndThenLeft() {
        byte[] block = dirty(64);
        try (Arena arena = Arena.ofBlock(block)) {
            int offset = arena.allocate(8);
            arena.putLong(offset, 7);
            assertThat(block[offset]).isEqualTo((byte) 7);

            arena.allocate(100);

            assertThat(arena.getLong(offset)).isEqualTo(7);
            assertThat(arena.spaceAllocated()).isGreaterThanOrEqualTo(116);
        }
    }

    @Test
    void memoryNeverExceedsTheByteBudget() {
        try (Arena arena = Arena.builder().byteBudget(10_000).build()) {
            assertThatExceptionOfType(ArenaExhaustedException.class)
                    .isThrownBy(() -> {
                        while (true) {
                            arena.allocate(72);
                        }
                    })
                    .withMessageContaining("10000 bytes");
            assertThat(arena.spaceAllocated()).isLessThanOrEqualTo(10_000);
            assertThat(arena.spaceUsed()).isGreaterThan(10_000 - 8 - 72 - 8);

            arena.reset();
            assertThat(arena.allocate(9_992 - 8)).isEqualTo(8);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 7, 8, 15})
    void budgetThatHoldsNothingRefusesTheFirstByte(long budget) {
        try (Arena arena = Arena.builder().byteBudget(budget).build()) {
            assertThatExceptionOfType(ArenaExhaustedException.class).isThrownBy(() -> arena.allocate(1));
        }
    }

    @Test
    void initialCapacityBeyondTheBudgetIsRefused() {
        Arena.Builder builder = Arena.builder().byteBudget(100).initialCapacity(101);

        assertThatExceptionOfType(ArenaExhaustedException.class)
                .isThrownBy(builder::build)
                .withMessageContaining("101")
                .withMessageContaining("100");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 1000, 4096})
    void initialCapacityNeedsNoGrowth(int capacity) {
        try (Arena arena = Arena.create(capacity)) {
            long before = arena.spaceAllocated();
            arena.allocate(capacity);

            assertThat(arena.spaceAllocated()).isEqualTo(before);
        }
    }

    @Test
    void capacityBeyondTheLargestArrayIsRefused() {
        assertThatExceptionOfType(ArenaExhaustedException.class).isThrownBy(() -> Arena.create(Integer.MAX_VALUE));
    }

    @Test
    void blockSmallerThanTheInitialCapacityIsReplacedAtOnce() {
        try (Arena arena =
                Arena.builder().initialBlock(new byte[16]).initialCapacity(1000).build()) {
            long before = arena.spaceAllocated();
            arena.allocate(1000);

            assertThat(arena.spaceAllocated()).isEqualTo(before);
        }
    }

    @Test
    void budgetBelowTheBlockLimitsWhatIsUsedOfIt() {
        try (Arena arena =
                Arena.builder().initialBlock(new byte[1000]).byteBudget(100).build()) {
            arena.allocate(88);

            assertThatExceptionOfType(ArenaExhaustedException.class).isThrownBy(() -> arena.allocate(1));
        }
    }

    @Test
    void resetStartsFromTheFirstOffsetAndKeepsTheMemory() {
        try (Arena arena = Arena.create()) {
            int first = arena.allocate(100_000);
            long allocated = arena.spaceAllocated();
            arena.reset();

            assertThat(arena.spaceUsed()).isZero();
            assertThat(arena.spaceAllocated()).isEqualTo(allocated);
            assertThat(arena.allocate(8)).isEqualTo(first);
            assertThat(arena.isClosed()).isFalse();
        }
    }

    @Test
    void accessOutsideWhatWasHandedOutIsRefused() {
        try (Arena arena = Arena.create()) {
            int offset = arena.allocate(16);

            assertThatIllegalArgumentException().isThrownBy(() -> arena.getLong(0));
            assertThatIllegalArgumentException().isThrownBy(() -> arena.getByte(offset + 16));
            assertThatIllegalArgumentException().isThrownBy(() -> arena.putByte(-1, (byte) 0));
            assertThatIllegalArgumentException().isThrownBy(() -> arena.getInt(offset + 13));
            assertThatIllegalArgumentException().isThrownBy(() -> arena.putLong(offset + 9, 0));
            assertThatIllegalArgumentException().isThrownBy(() -> arena.putInt(Integer.MAX_VALUE, 0));
            assertThatIllegalArgumentException().isThrownBy(() -> arena.read(offset, new byte[17], 0, 17));
            assertThatIllegalArgumentException().isThrownBy(() -> arena.write(offset, new byte[8], 0, -1));
            assertThatIllegalArgumentException().isThrownBy(() -> arena.reallocate(offset, 24, 32));
            assertThatIllegalArgumentException().isThrownBy(() -> arena.shrinkLast(offset + 8, 16, 8));
        }
    }

    @Test
    void memoryOfBeforeAResetIsOutOfReach() {
        try (Arena arena = Arena.create()) {
            int offset = arena.allocate(16);
            arena.reset();

            assertThatIllegalArgumentException().isThrownBy(() -> arena.getByte(offset));
        }
    }

    @Test
    void unalignedValuesAreStoredLowestByteFirst() {
        try (Arena arena = Arena.create()) {
            int offset = arena.allocate(16);
            arena.putInt(offset + 1, 0x04030201);
            arena.putLong(offset + 5, 0x0C0B0A0908070605L);

            assertThat(read(arena, offset, 14)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0);
            assertThat(arena.getInt(offset + 2)).isEqualTo(0x05040302);
        }
    }

    @Test
    void closedArenaRefusesEverythingButClosingAgain() {
        Arena arena = Arena.create();
        int offset = arena.allocate(8);
        arena.close();
        arena.close();

        assertThat(arena.isClosed()).isTrue();
        List<Runnable> calls = List.of(
                () -> arena.allocate(0),
                () -> arena.allocate(8),
                () -> arena.reallocate(offset, 8, 16),
                () -> arena.shrinkLast(offset, 8, 0),
                () -> arena.getByte(offset),
                () -> arena.putByte(offset, (byte) 0),
                () -> arena.getInt(offset),
                () -> arena.putInt(offset, 0),
                () -> arena.getLong(offset),
                () -> arena.putLong(offset, 0),
                () -> arena.read(offset, new byte[8], 0, 8),
                () -> arena.write(offset, new byte[8], 0, 8),
                arena::reset,
                arena::spaceUsed,
                arena::spaceAllocated,
                arena::heap);
        for (Runnable call : calls) {
            assertThatIllegalStateException().isThrownBy(call::run).withMessageContaining("closed");
        }
    }

    @Test
    void nextArenaNeverSeesWhatTheLastLeftInAPooledBlock() {
        Arena first = Arena.create();
        Heap heap = first.heap();
        fill(first, first.allocate(3000), 3000);
        first.close();

        try (Arena second = Arena.create()) {
            assertThat(second.heap()).as("the pool's heap").isSameAs(heap);
            assertThat(second.spaceUsed()).isZero();
            assertThat(read(second, second.allocate(3000), 3000)).containsOnly(0);
        }
    }

    @Test
    void largeBlockIsNotKeptByThePool() {
        Arena first = Arena.create();
        Heap heap = first.heap();
        first.allocate(HeapPool.LARGEST_BLOCK);
        first.close();

        assertThat(heap.capacity()).isZero();
        try (Arena second = Arena.create()) {
            assertThat(second.heap()).isNotSameAs(heap);
        }
    }

    @Test
    void closedArenaLetsGoOfACallersBlock() {
        byte[] block = new byte[64];
        Arena arena = Arena.ofBlock(block);
        Heap heap = arena.heap();
        arena.close();

        assertThat(heap.bytes).isNotSameAs(block);
    }
}
