package dev.upb.message.internal;

import dev.upb.base.LittleEndian;
import dev.upb.mem.internal.Heap;

/**
 * A list: a header of 16 bytes {offset of the elements, size, capacity, flags}, and elements of 1, 4 or 8 bytes in one block.
 */
public final class RawArray {
    public static final int DATA = 0;
    public static final int SIZE = 4;
    public static final int CAPACITY = 8;
    public static final int FLAGS = 12;

    public static final int HEADER_SIZE = 16;
    /** Set in the flags of a list that can't be changed. */
    public static final int FROZEN = 1;

    private static final int FIRST_CAPACITY = 4;

    private RawArray() {}

    /** Returns a new empty list with room for at least {@code capacity} elements of {@code 1 << shift} bytes. */
    public static int create(Heap heap, int capacity, int shift) {
        int room = Math.max(capacity, FIRST_CAPACITY);
        long size = HEADER_SIZE + ((long) room << shift);
        int array = heap.allocate(heap.checkedSize(size));
        byte[] b = heap.bytes;
        LittleEndian.putInt(b, array + DATA, array + HEADER_SIZE);
        LittleEndian.putInt(b, array + SIZE, 0);
        LittleEndian.putInt(b, array + CAPACITY, room);
        LittleEndian.putInt(b, array + FLAGS, 0);
        return array;
    }

    /** Returns the shift for an element size of 1, 4 or 8. */
    public static int shift(int elementSize) {
        return elementSize == 8 ? 3 : elementSize == 4 ? 2 : 0;
    }

    public static int size(byte[] bytes, int array) {
        return LittleEndian.getInt(bytes, array + SIZE);
    }

    public static int data(byte[] bytes, int array) {
        return LittleEndian.getInt(bytes, array + DATA);
    }

    /** Makes room for {@code capacity} elements in all. */
    public static void reserve(Heap heap, int array, int capacity, int shift) {
        int room = LittleEndian.getInt(heap.bytes, array + CAPACITY);
        if (capacity > room) {
            grow(heap, array, capacity, shift);
        }
    }

    private static void grow(Heap heap, int array, int capacity, int shift) {
        int data = data(heap.bytes, array);
        int room = LittleEndian.getInt(heap.bytes, array + CAPACITY);
        long larger = Math.max(capacity, Math.min(2L * room, (long) Heap.MAX_CAPACITY >> shift));
        int oldSize = room << shift;
        int newSize = heap.checkedSize(larger << shift);
        // The first block lies right behind the header: as one allocation it can grow in place too.
        boolean inline = data == array + HEADER_SIZE;
        int moved = inline
                ? heap.reallocate(array, HEADER_SIZE + oldSize, heap.checkedSize((long) HEADER_SIZE + newSize))
                : heap.reallocate(data, oldSize, newSize);
        if (!inline) {
            LittleEndian.putInt(heap.bytes, array + DATA, moved);
        } else if (moved != array) {
            LittleEndian.putInt(heap.bytes, array + DATA, moved + HEADER_SIZE);
        }
        LittleEndian.putInt(heap.bytes, array + CAPACITY, (int) larger);
    }

    /** Appends one element of any content and returns its offset. */
    public static int append(Heap heap, int array, int shift) {
        byte[] b = heap.bytes;
        int size = LittleEndian.getInt(b, array + SIZE);
        if (size == LittleEndian.getInt(b, array + CAPACITY)) {
            grow(heap, array, size + 1, shift);
            b = heap.bytes;
        }
        LittleEndian.putInt(b, array + SIZE, size + 1);
        return LittleEndian.getInt(b, array + DATA) + (size << shift);
    }
}
