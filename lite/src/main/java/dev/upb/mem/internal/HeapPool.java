package dev.upb.mem.internal;

import dev.upb.base.StripedPool;

/**
 * Heaps that wait for their next arena, so that making and closing an arena allocates no memory block.
 *
 * <p>What the last user left in a block is never seen by the next one: arenas zero what they hand out.
 */
public final class HeapPool {
    /** Size of the block of a new heap. */
    public static final int FIRST_BLOCK = 4096;
    /** A heap that grew beyond this is left to the collector, so that the pool stays small. */
    public static final int LARGEST_BLOCK = 1 << 18;

    private static final StripedPool<Heap> POOL = new StripedPool<>();

    private HeapPool() {}

    /** Returns an empty heap that may grow to {@link Heap#MAX_CAPACITY}. */
    public static Heap take() {
        Heap heap = POOL.take();
        return heap != null ? heap : new Heap(new byte[FIRST_BLOCK], Heap.MAX_CAPACITY, true);
    }

    /** Hands over a heap of at most {@link #LARGEST_BLOCK} bytes that was {@linkplain Heap#reset() reset} and that nobody uses any more. */
    public static void give(Heap heap) {
        heap.owner = null;
        heap.failAllocation(-1);
        POOL.give(heap);
    }
}
