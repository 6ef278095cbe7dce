package dev.upb.mem.internal;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.base.LittleEndian;
import java.util.Arrays;

/**
 * One growing {@code byte[]} with a cursor. A pointer is a 32-bit offset into it; offsets survive growth, and offset 0 is null.
 *
 * <p>Handles remember the {@link #epoch} at which they were made. It changes whenever the memory is given back, so that a stale handle is
 * told apart by one comparison, also after the heap went on to another user through the {@link HeapPool}.
 *
 * <p>Not thread safe.
 */
public final class Heap {
    /** Every size is rounded up to a multiple of this many bytes. */
    public static final int ALIGNMENT = 8;
    /** Bytes that can be read behind anything that was allocated by {@link #allocateInput}: a tag (5) and a varint (10), rounded up. */
    public static final int INPUT_PADDING = 16;
    /** The largest array that HotSpot gives, rounded down. */
    public static final int MAX_CAPACITY = (Integer.MAX_VALUE - 8) & -ALIGNMENT;
    /** First offset that is handed out; what lies below makes 0 the null pointer. */
    public static final int FIRST = ALIGNMENT;

    private static final int CLEANED_AT_ONCE = 1024;

    private static final byte[] NO_BYTES = {};

    /** The memory. Replaced by a larger copy on growth. */
    public byte[] bytes;
    /** Changed by {@link #reset()}: what was allocated at an earlier epoch is gone. */
    public long epoch;
    /** The arena that this heap belongs to, as the layer above knows it. */
    public Object owner;
    /** State that a codec keeps for its next call on this heap; taken out while in use. */
    public Object codecState;

    /** Next free byte, a multiple of 8. */
    private int position = FIRST;
    /** End of what may be handed out without a closer look. */
    private int limit;
    /** Bytes at or above this offset are known to be zero. */
    private int dirty;
    /** So are those from the cursor up to here, if this is above the cursor. */
    private int clean;
    /** Largest size that {@link #bytes} may grow to. */
    private int maxCapacity;
    /** Allocations until one fails, or negative: none fails on purpose. */
    private int countdown = -1;
    /** Java objects that arena memory refers to by index plus 1, such as the tables of extensions. */
    private Object[] objects;

    private int objectCount;

    /**
     * Makes a heap on {@code block}.
     *
     * @param maxCapacity largest size in bytes that it may grow to
     * @param zeroed whether the block holds zeros only
     */
    public Heap(byte[] block, int maxCapacity, boolean zeroed) {
        this.bytes = block;
        this.maxCapacity = maxCapacity;
        this.limit = Math.max(FIRST, Math.min(block.length, maxCapacity) & -ALIGNMENT);
        this.dirty = block.length;
        this.clean = zeroed ? Integer.MAX_VALUE : 0;
        if (block.length < FIRST) {
            this.limit = FIRST; // Nothing fits; the first allocation grows or fails.
        }
    }

    /**
     * Returns the offset of {@code size} bytes of any content.
     *
     * @throws ArenaExhaustedException if there is no room; nothing has changed then
     */
    public int allocate(int size) {
        int rounded = size + (ALIGNMENT - 1) & -ALIGNMENT;
        int at = position;
        if (rounded < size || rounded > limit - at) {
            return allocateSlow(size);
        }
        position = at + rounded;
        return at;
    }

    /** As {@link #allocate}, but the bytes are zero. */
    public int allocateZeroed(int size) {
        int at = allocate(size);
        if (position > clean) {
            clean(at);
        }
        return at;
    }

    /** Zeroes what was just handed out from {@code at} on, and some of what comes next: one large fill costs less than many small ones. */
    private void clean(int at) {
        int from = Math.max(at, clean);
        int end = (int) Math.min(Math.max(position, (long) from + CLEANED_AT_ONCE), dirty);
        if (from < end) {
            Arrays.fill(bytes, from, end, (byte) 0);
        }
        clean = end < dirty ? end : Integer.MAX_VALUE;
    }

    /** Moves the cursor back; what lies above it is dirty then. */
    private void moveBack(int earlier) {
        dirty = clean == Integer.MAX_VALUE ? position : Math.max(dirty, position);
        dirty = Math.min(dirty, bytes.length);
        clean = 0;
        position = earlier;
    }

    /** Returns {@code size} if it is one that an arena can hold at all. */
    public int checkedSize(long size) {
        if (size > MAX_CAPACITY) {
            throw exhausted(size);
        }
        return (int) size;
    }

    /** Returns the offset of {@code size} bytes behind which {@link #INPUT_PADDING} more can be read. */
    public int allocateInput(int size) {
        if (size > Integer.MAX_VALUE - INPUT_PADDING - ALIGNMENT) {
            throw exhausted(size);
        }
        return allocate(size + INPUT_PADDING);
    }

    /**
     * Returns the offset of {@code newSize} bytes that begin with those at {@code offset}: in place where the old bytes are the last
     * allocation or already have the room, otherwise a copy. New bytes have any content.
     */
    public int reallocate(int offset, int oldSize, int newSize) {
        int oldRounded = roundUp(oldSize);
        if (newSize <= oldRounded && newSize >= 0) {
            shrinkLast(offset, oldSize, newSize);
            return offset;
        }
        if (isLast(offset, oldRounded) && oldSize > 0) {
            int rounded = newSize + (ALIGNMENT - 1) & -ALIGNMENT;
            if (rounded >= newSize && rounded <= limit - offset) {
                position = offset + rounded;
                return offset;
            }
            if (rounded >= newSize && countdown < 0) {
                allocateSlow(rounded - oldRounded); // Grows the array; the new room joins on to the old.
                return offset;
            }
        }
        int copy = allocate(newSize);
        System.arraycopy(bytes, offset, bytes, copy, oldSize);
        return copy;
    }

    /** Gives back the tail of an allocation if it was the last one; otherwise does nothing. */
    public void shrinkLast(int offset, int oldSize, int newSize) {
        int oldRounded = roundUp(oldSize);
        if (isLast(offset, oldRounded)) {
            moveBack(offset + roundUp(newSize));
            if (countdown >= 0) {
                limit = position;
            }
        }
    }

    private boolean isLast(int offset, int roundedSize) {
        return offset + roundedSize == position;
    }

    private static int roundUp(int size) {
        return size + (ALIGNMENT - 1) & -ALIGNMENT;
    }

    /** Makes room so that the next {@code size} bytes of allocations need no growth, as far as the limits let it. */
    public void reserve(long size) {
        if (size > limit - position && countdown < 0) {
            long wanted = Math.min(position + size, maxCapacity);
            if (wanted > bytes.length && wanted <= MAX_CAPACITY) {
                // By a factor, as all growth: many small reservations must not copy the memory each time.
                long doubled = Math.min(Math.max(2L * bytes.length, wanted), maxCapacity);
                if (!tryGrow((int) doubled) && doubled > wanted) {
                    tryGrow((int) wanted);
                }
            }
        }
    }

    private int allocateSlow(int size) {
        if (countdown >= 0 && countdown-- == 0) {
            throw new ArenaExhaustedException("allocation of " + size + " bytes fails on request");
        }
        long end = (long) position + ((long) size + (ALIGNMENT - 1) & -ALIGNMENT);
        int capacity = Math.min(bytes.length, maxCapacity) & -ALIGNMENT;
        if (end > capacity) {
            if (size < 0 || end > maxCapacity) {
                throw exhausted(size);
            }
            long doubled = Math.min(Math.max(2L * bytes.length, end), maxCapacity);
            if (!tryGrow((int) doubled) && !tryGrow((int) end)) {
                throw exhausted(size);
            }
        }
        int at = position;
        position = (int) end;
        if (countdown >= 0) {
            limit = position;
        }
        return at;
    }

    /** Whether a larger array could be had. */
    private boolean tryGrow(int capacity) {
        byte[] larger;
        try {
            larger = new byte[capacity];
        } catch (OutOfMemoryError noMemory) {
            return false; // An arena that can't grow is an error of one message, not of the whole process.
        }
        System.arraycopy(bytes, 0, larger, 0, Math.min(position, bytes.length));
        LittleEndian.releaseFence(); // Readers of frozen messages must not see the array without them.
        bytes = larger;
        limit = countdown >= 0 ? position : capacity & -ALIGNMENT;
        clean = Integer.MAX_VALUE; // What lies above the cursor is fresh.
        return true;
    }

    private ArenaExhaustedException exhausted(long size) {
        String cause = maxCapacity >= MAX_CAPACITY
                ? "an arena holds at most 2 GiB and no more than the Java heap can give"
                : "its limit is " + maxCapacity + " bytes";
        return new ArenaExhaustedException(
                "arena has " + position + " bytes in use and can't hold " + size + " more: " + cause);
    }

    /** Gives back all that was allocated, and makes every handle stale. */
    public void reset() {
        epoch++;
        moveBack(FIRST);
        limit = countdown >= 0 ? position : Math.max(FIRST, Math.min(bytes.length, maxCapacity) & -ALIGNMENT);
        if (objectCount > 0) {
            Arrays.fill(objects, 0, objectCount, null);
            objectCount = 0;
        }
    }

    /** As {@link #reset()}, and lets go of the memory: nothing can be allocated any more. */
    public void discard() {
        reset();
        bytes = NO_BYTES;
        maxCapacity = 0;
        limit = FIRST;
        codecState = null;
        owner = null;
    }

    /** Moves to an array of the size in use if more than a fifth of it is spare: for memory that is kept and no longer grows. */
    public void trim() {
        if (bytes.length - position > position >> 2) {
            byte[] exact;
            try {
                exact = Arrays.copyOf(bytes, position);
            } catch (OutOfMemoryError noMemory) {
                return; // As it is, it serves as well.
            }
            LittleEndian.releaseFence();
            bytes = exact;
            limit = position;
            clean = Integer.MAX_VALUE;
        }
    }

    /** Returns the cursor, for {@link #rewind}. */
    public int position() {
        return position;
    }

    /** Gives back all that was allocated since {@link #position()} was {@code earlier}; nothing may refer to it any more. */
    public void rewind(int earlier) {
        moveBack(earlier);
        if (countdown >= 0) {
            limit = position;
        }
    }

    /** Returns the bytes handed out, rounding included. */
    public int spaceUsed() {
        return position - FIRST;
    }

    public int capacity() {
        return bytes.length;
    }

    /**
     * Lets allocation number {@code n} from now on fail, counting from 0, and all before it succeed; negative: none fails. For tests of
     * what a caller does then.
     */
    public void failAllocation(int n) {
        countdown = n;
        limit = n >= 0 ? position : Math.max(FIRST, Math.min(bytes.length, maxCapacity) & -ALIGNMENT);
    }

    /** Returns the number, 1 or more, under which {@link #object} gives back {@code object} until the next reset. */
    public int intern(Object object) {
        for (int i = objectCount - 1; i >= 0; i--) { // Few, and the last one is the likeliest.
            if (objects[i] == object) {
                return i + 1;
            }
        }
        if (objects == null) {
            objects = new Object[4];
        } else if (objectCount == objects.length) {
            objects = Arrays.copyOf(objects, objectCount * 2);
        }
        objects[objectCount++] = object;
        return objectCount;
    }

    public Object object(int number) {
        return objects[number - 1];
    }
}
