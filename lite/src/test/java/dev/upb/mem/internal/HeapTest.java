package dev.upb.mem.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.upb.base.ArenaExhaustedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapTest {
    private static Heap heap(int size) {
        return new Heap(new byte[size], Heap.MAX_CAPACITY, true);
    }

    @Test
    void allocationOfTheGivenNumberFailsOnceAndChangesNothing() {
        for (int n = 0; n < 4; n++) {
            Heap heap = heap(1024);
            heap.failAllocation(n);
            for (int i = 0; i < n; i++) {
                assertThat(heap.allocate(8)).isEqualTo(8 + i * 8);
            }
            assertThatExceptionOfType(ArenaExhaustedException.class).isThrownBy(() -> heap.allocate(8));

            assertThat(heap.spaceUsed()).isEqualTo(n * 8);
            assertThat(heap.allocate(8)).isEqualTo(8 + n * 8);
        }
    }

    @Test
    void negativeNumberLetsAllAllocationsSucceed() {
        Heap heap = heap(1024);
        heap.failAllocation(0);
        heap.failAllocation(-1);

        assertThat(heap.allocate(8)).isEqualTo(8);
    }

    @Test
    void growthOfTheLastAllocationCountsAsOne() {
        Heap heap = heap(1024);
        int at = heap.allocate(8);
        heap.failAllocation(0);

        assertThatExceptionOfType(ArenaExhaustedException.class).isThrownBy(() -> heap.reallocate(at, 8, 16));
        assertThat(heap.spaceUsed()).isEqualTo(8);
        assertThat(heap.reallocate(at, 8, 16)).isEqualTo(at);
    }

    @Test
    void rewindGivesBackAllSinceTheMark() {
        Heap heap = heap(1024);
        heap.allocate(8);
        int mark = heap.position();
        int at = heap.allocate(100);
        heap.bytes[at] = 1;
        heap.rewind(mark);

        assertThat(heap.allocateZeroed(16)).isEqualTo(at);
        assertThat(heap.bytes[at]).isZero();
    }

    @Test
    void rewindAfterGrowthKeepsTheLargerArray() {
        Heap heap = heap(64);
        int mark = heap.position();
        heap.allocate(1000);
        int capacity = heap.capacity();
        heap.rewind(mark);

        assertThat(heap.capacity()).isEqualTo(capacity).isGreaterThanOrEqualTo(1008);
        assertThat(heap.spaceUsed()).isZero();
    }

    @Test
    void reservedRoomNeedsNoGrowth() {
        Heap heap = heap(64);
        heap.reserve(5000);
        byte[] bytes = heap.bytes;
        heap.allocate(2000);
        heap.allocate(3000);

        assertThat(heap.bytes).isSameAs(bytes);
    }

    @Test
    void manySmallReservationsDoNotCopyEachTime() {
        Heap heap = heap(64);
        int copies = 0;
        for (int i = 0; i < 10_000; i++) {
            byte[] before = heap.bytes;
            heap.reserve(100);
            heap.allocate(100);
            copies += heap.bytes == before ? 0 : 1;
        }

        assertThat(copies).isLessThan(30);
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 40, Long.MAX_VALUE / 2, Integer.MAX_VALUE})
    void reservationBeyondTheLimitChangesNothing(long size) {
        Heap heap = new Heap(new byte[64], 1000, true);
        heap.reserve(size);

        assertThat(heap.spaceUsed()).isZero();
        assertThat(heap.capacity()).isLessThanOrEqualTo(1000);
        assertThat(heap.allocate(8)).isEqualTo(8);
    }

    @Test
    void inputHasReadableBytesBehindIt() {
        Heap heap = heap(64);
        int at = heap.allocateInput(30);

        assertThat(heap.position()).isGreaterThanOrEqualTo(at + 30 + Heap.INPUT_PADDING);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, Integer.MAX_VALUE - 16, Integer.MAX_VALUE - 24})
    void inputThatDoesNotFitWithItsPaddingIsRefused(int size) {
        Heap heap = heap(64);

        assertThatExceptionOfType(ArenaExhaustedException.class).isThrownBy(() -> heap.allocateInput(size));
        assertThat(heap.spaceUsed()).isZero();
    }

    @Test
    void epochChangesWithEachReset() {
        Heap heap = heap(64);
        long first = heap.epoch;
        heap.reset();
        long second = heap.epoch;
        heap.discard();

        assertThat(second).isNotEqualTo(first);
        assertThat(heap.epoch).isNotEqualTo(first).isNotEqualTo(second);
    }

    @Test
    void discardedHeapHoldsNothingAndGivesNothing() {
        Heap heap = heap(64);
        heap.allocate(8);
        heap.discard();

        assertThat(heap.capacity()).isZero();
        assertThatExceptionOfType(ArenaExhaustedException.class).isThrownBy(() -> heap.allocate(1));
    }

    @Test
    void objectsAreFoundByTheirNumberUntilReset() {
        Heap heap = heap(64);
        Object[] objects = new Object[20];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = new Object();
            assertThat(heap.intern(objects[i])).isEqualTo(i + 1);
        }
        for (int i = 0; i < objects.length; i++) {
            assertThat(heap.intern(objects[i])).isEqualTo(i + 1);
            assertThat(heap.object(i + 1)).isSameAs(objects[i]);
        }
        heap.reset();

        assertThat(heap.intern(objects[7])).isEqualTo(1);
    }
}
