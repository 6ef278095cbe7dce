package dev.upb.mem;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.base.LittleEndian;
import dev.upb.mem.internal.Heap;
import dev.upb.mem.internal.HeapPool;
import java.util.Objects;

/**
 * Memory for messages: handed out by moving a cursor, given back all at once.
 *
 * <p>An arena is one {@code byte[]} that grows by copying to a larger one. What it hands out is an offset in bytes, always a multiple of 8,
 * that stays valid through growth; 0 is never handed out and stands for null. Every size is rounded up to a multiple of 8, and the bytes are
 * zero.
 *
 * <p>{@link #reset()} and {@link #close()} give everything back. Messages, repeated fields and maps from before then throw
 * {@link IllegalStateException}; they never show other data. To keep a message longer than its arena, copy it to another one.
 *
 * <p>An arena that is never closed is freed by the collector, with all that is in it. Closing lets the next {@link #create()} use its block
 * again. An arena and its messages belong to one thread at a time.
 */
public final class Arena implements AutoCloseable {
    /** Null after close. */
    private Heap heap;

    private final boolean pooled;

    private Arena(Heap heap, boolean pooled) {
        this.heap = heap;
        this.pooled = pooled;
        heap.owner = this;
    }

    /** Makes an arena with a small first block, taken from a pool where there is one, that grows up to 2 GiB. */
    public static Arena create() {
        return new Arena(HeapPool.take(), true);
    }

    /**
     * Makes an arena whose first block has room for {@code capacity} bytes.
     *
     * @throws ArenaExhaustedException if the Java heap can't give that much
     */
    public static Arena create(int capacity) {
        return builder().initialCapacity(capacity).build();
    }

    /** Makes an arena that starts in the caller's block, and grows elsewhere. The block is the arena's until it is closed. */
    public static Arena ofBlock(byte[] block) {
        return builder().initialBlock(block).build();
    }

    /** Makes an arena that uses the caller's block and nothing else: when it is full, allocation fails. */
    public static Arena ofFixedBlock(byte[] block) {
        return builder().initialBlock(block).byteBudget(block.length).build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** What an arena starts with and may grow to. */
    public static final class Builder {
        private byte[] initialBlock;
        private int initialCapacity;
        private long byteBudget = Heap.MAX_CAPACITY;

        private Builder() {}

        /** The caller's memory to start in. It belongs to the arena until that is closed; its content doesn't matter. */
        public Builder initialBlock(byte[] block) {
            initialBlock = Objects.requireNonNull(block, "block");
            return this;
        }

        /** Bytes that the first block can hand out; 0, the default, lets the arena choose. */
        public Builder initialCapacity(int bytes) {
            if (bytes < 0) {
                throw new IllegalArgumentException("initialCapacity < 0: " + bytes);
            }
            initialCapacity = bytes;
            return this;
        }

        /** Largest size in bytes that the arena's memory may reach, first block included; 2 GiB by default. */
        public Builder byteBudget(long bytes) {
            if (bytes < 0) {
                throw new IllegalArgumentException("byteBudget < 0: " + bytes);
            }
            byteBudget = bytes;
            return this;
        }

        /**
         * Makes the arena.
         *
         * @throws ArenaExhaustedException if the Java heap can't give the initial capacity, or the budget forbids it
         */
        public Arena build() {
            int budget = (int) Math.min(byteBudget, Heap.MAX_CAPACITY);
            if (initialBlock != null) {
                Heap heap = new Heap(initialBlock, budget, false);
                heap.reserve(initialCapacity);
                return new Arena(heap, false);
            }
            if (initialCapacity == 0 && byteBudget >= Heap.MAX_CAPACITY) {
                return create();
            }
            long first = initialCapacity == 0
                    ? Math.min(HeapPool.FIRST_BLOCK, budget)
                    : (long) initialCapacity + Heap.FIRST + Heap.ALIGNMENT - 1 & -Heap.ALIGNMENT;
            if (first > budget) {
                throw new ArenaExhaustedException(
                        "initial capacity of " + initialCapacity + " bytes does not fit the budget of " + budget);
            }
            try {
                return new Arena(new Heap(new byte[(int) first], budget, true), false);
            } catch (OutOfMemoryError noMemory) {
                throw new ArenaExhaustedException("the Java heap can't give an arena of " + first + " bytes");
            }
        }
    }

    /**
     * Returns the memory, for the modules of this library.
     *
     * @throws IllegalStateException if the arena is closed
     */
    @SuppressWarnings("exports") // The type is not exported on purpose: only this library can use it.
    public Heap heap() {
        Heap h = heap;
        if (h == null) {
            throw new IllegalStateException("arena is closed");
        }
        return h;
    }

    /**
     * Returns the offset of {@code size} zero bytes.
     *
     * @throws ArenaExhaustedException if there is no room; the arena is as before
     */
    public int allocate(int size) {
        checkSize(size);
        return heap().allocateZeroed(size);
    }

    /**
     * Returns the offset of {@code newSize} bytes that begin with the first {@code min(oldSize, newSize)} bytes at {@code offset}; the rest
     * is zero. In place if the old bytes are the last allocation, otherwise a copy; the old bytes are not given back then.
     *
     * @param oldSize the size that was asked for when the bytes were allocated
     * @throws ArenaExhaustedException if there is no room; the arena is as before
     */
    public int reallocate(int offset, int oldSize, int newSize) {
        checkSize(newSize);
        Heap h = checkRange(offset, oldSize);
        int at = h.reallocate(offset, oldSize, newSize);
        if (newSize > oldSize) {
            java.util.Arrays.fill(h.bytes, at + oldSize, at + newSize, (byte) 0);
        }
        return at;
    }

    /** Gives back the tail of an allocation; without effect if it is not the last one. */
    public void shrinkLast(int offset, int oldSize, int newSize) {
        checkSize(newSize);
        if (newSize > oldSize) {
            throw new IllegalArgumentException("newSize " + newSize + " > oldSize " + oldSize);
        }
        checkRange(offset, oldSize).shrinkLast(offset, oldSize, newSize);
    }

    /** Returns the byte at {@code offset}, which must lie in what was handed out; likewise all accessors below. */
    public byte getByte(int offset) {
        return checkRange(offset, 1).bytes[offset];
    }

    public void putByte(int offset, byte value) {
        checkRange(offset, 1).bytes[offset] = value;
    }

    /** Returns 4 bytes, the lowest first. */
    public int getInt(int offset) {
        return LittleEndian.getInt(checkRange(offset, Integer.BYTES).bytes, offset);
    }

    public void putInt(int offset, int value) {
        LittleEndian.putInt(checkRange(offset, Integer.BYTES).bytes, offset, value);
    }

    /** Returns 8 bytes, the lowest first. */
    public long getLong(int offset) {
        return LittleEndian.getLong(checkRange(offset, Long.BYTES).bytes, offset);
    }

    public void putLong(int offset, long value) {
        LittleEndian.putLong(checkRange(offset, Long.BYTES).bytes, offset, value);
    }

    /** Copies {@code size} bytes of the arena to {@code target}. */
    public void read(int offset, byte[] target, int targetOffset, int size) {
        Heap h = checkRange(offset, size);
        if (size > 0) { // A block of under 8 bytes ends before the first offset.
            System.arraycopy(h.bytes, offset, target, targetOffset, size);
        }
    }

    /** Copies {@code size} bytes of {@code source} into the arena. */
    public void write(int offset, byte[] source, int sourceOffset, int size) {
        Heap h = checkRange(offset, size);
        if (size > 0) {
            System.arraycopy(source, sourceOffset, h.bytes, offset, size);
        }
    }

    private static void checkSize(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("size < 0: " + size);
        }
    }

    private Heap checkRange(int offset, int size) {
        Heap h = heap();
        if (offset < Heap.FIRST || size < 0 || offset > h.position() - size) {
            throw new IllegalArgumentException("bytes " + offset + " to " + ((long) offset + size)
                    + " are not in what the arena has handed out, " + Heap.FIRST + " to " + h.position());
        }
        return h;
    }

    /** Gives back everything. Messages of this arena become unusable; the memory stays for the next ones. */
    public void reset() {
        heap().reset();
    }

    /** Returns the bytes handed out since the last reset, rounding included. */
    public long spaceUsed() {
        return heap().spaceUsed();
    }

    /** Returns the bytes of memory that the arena holds, a caller's block included. */
    public long spaceAllocated() {
        return heap().capacity();
    }

    public boolean isClosed() {
        return heap == null;
    }

    /** Gives back everything; messages of this arena become unusable, and so does the arena. Closing twice is harmless. */
    @Override
    public void close() {
        Heap h = heap;
        if (h != null) {
            heap = null;
            if (pooled && h.capacity() <= HeapPool.LARGEST_BLOCK) {
                h.reset();
                HeapPool.give(h);
            } else {
                h.discard(); // A handle that somebody still keeps must not keep the memory.
            }
        }
    }
}
