package dev.upb.message.internal;

import dev.upb.base.LittleEndian;
import dev.upb.mem.internal.Heap;
import dev.upb.minitable.MiniTableExtension;

/**
 * What a message holds beyond its table, in one list: first the extensions, then the unknown fields, each in the order of arrival. So looking
 * for an extension never costs more than there are extensions, however many unknown fields a hostile input mixes in.
 *
 * <p>The list is {capacity, count} and entries of 16 bytes {kind, number, value slot}. Kind 0 is a piece of unknown bytes; any other is an
 * extension, whose table is the heap's object with that number. A piece may hold many fields, and may be aliased by the input that it came
 * from.
 */
public final class Extras {
    private static final int CAPACITY = 0;
    private static final int COUNT = 4;
    private static final int HEADER_SIZE = 8;
    private static final int ENTRY_SIZE = 16;
    private static final int FIRST_CAPACITY = 2;

    private static final int KIND = 0;
    private static final int NUMBER = 4;
    private static final int VALUE = 8;

    private static final int UNKNOWN = 0;

    private Extras() {}

    /** Returns the number of entries; each has an index below it. */
    public static int count(byte[] bytes, int message) {
        int list = LittleEndian.getInt(bytes, message);
        return list == 0 ? 0 : LittleEndian.getInt(bytes, list + COUNT);
    }

    private static int entry(byte[] bytes, int message, int index) {
        return LittleEndian.getInt(bytes, message) + HEADER_SIZE + index * ENTRY_SIZE;
    }

    public static boolean isUnknown(byte[] bytes, int message, int index) {
        return LittleEndian.getInt(bytes, entry(bytes, message, index) + KIND) == UNKNOWN;
    }

    /** Returns the extension of an entry, or null if it is none. */
    public static MiniTableExtension extension(Heap heap, int message, int index) {
        int kind = LittleEndian.getInt(heap.bytes, entry(heap.bytes, message, index) + KIND);
        return kind == UNKNOWN ? null : (MiniTableExtension) heap.object(kind);
    }

    /** Returns the offset of an entry's value slot: an extension's value, or the place of unknown bytes, see {@link Slots}. */
    public static int slot(byte[] bytes, int message, int index) {
        return entry(bytes, message, index) + VALUE;
    }

    private static int append(Heap heap, int message, int kind, int number) {
        int list = LittleEndian.getInt(heap.bytes, message);
        int count = 0;
        if (list == 0) {
            list = heap.allocate(HEADER_SIZE + FIRST_CAPACITY * ENTRY_SIZE);
            LittleEndian.putInt(heap.bytes, list + CAPACITY, FIRST_CAPACITY);
            LittleEndian.putInt(heap.bytes, message, list);
        } else {
            count = LittleEndian.getInt(heap.bytes, list + COUNT);
            int capacity = LittleEndian.getInt(heap.bytes, list + CAPACITY);
            if (count == capacity) {
                int size = HEADER_SIZE + capacity * ENTRY_SIZE;
                list = heap.reallocate(list, size, heap.checkedSize(HEADER_SIZE + 2L * capacity * ENTRY_SIZE));
                LittleEndian.putInt(heap.bytes, list + CAPACITY, 2 * capacity);
                LittleEndian.putInt(heap.bytes, message, list);
            }
        }
        byte[] b = heap.bytes;
        LittleEndian.putInt(b, list + COUNT, count + 1);
        int entry = list + HEADER_SIZE + count * ENTRY_SIZE;
        LittleEndian.putInt(b, entry + KIND, kind);
        LittleEndian.putInt(b, entry + NUMBER, number);
        LittleEndian.putLong(b, entry + VALUE, 0);
        return entry + VALUE;
    }

    /** Adds unknown bytes that lie in the heap. Bytes that follow the last ones of this message are joined to them. */
    public static void addUnknown(Heap heap, int message, int offset, int size) {
        byte[] b = heap.bytes;
        int last = count(b, message) - 1;
        if (last >= 0 && isUnknown(b, message, last)) {
            int slot = slot(b, message, last);
            long piece = LittleEndian.getLong(b, slot);
            if (Slots.offset(piece) + Slots.size(piece) == offset) {
                LittleEndian.putLong(b, slot, Slots.string(Slots.offset(piece), Slots.size(piece) + size));
                return;
            }
        }
        int slot = append(heap, message, UNKNOWN, 0);
        LittleEndian.putLong(heap.bytes, slot, Slots.string(offset, size));
    }

    /** Returns the number of unknown bytes. */
    public static int unknownSize(byte[] bytes, int message) {
        return copyUnknown(bytes, message, null);
    }

    /** Returns a copy of the unknown bytes. */
    public static byte[] unknown(byte[] bytes, int message) {
        byte[] copy = new byte[unknownSize(bytes, message)];
        copyUnknown(bytes, message, copy);
        return copy;
    }

    private static int copyUnknown(byte[] bytes, int message, byte[] target) {
        int at = 0;
        for (int i = 0; i < count(bytes, message); i++) {
            if (isUnknown(bytes, message, i)) {
                long piece = LittleEndian.getLong(bytes, slot(bytes, message, i));
                if (target != null) {
                    System.arraycopy(bytes, Slots.offset(piece), target, at, Slots.size(piece));
                }
                at += Slots.size(piece);
            }
        }
        return at;
    }

    /** Returns the index of an extension, or -1. */
    public static int indexOf(Heap heap, int message, MiniTableExtension extension) {
        byte[] b = heap.bytes;
        int count = count(b, message);
        for (int i = 0; i < count; i++) {
            int entry = entry(b, message, i);
            int kind = LittleEndian.getInt(b, entry + KIND);
            if (kind == UNKNOWN) {
                return -1; // Extensions come first.
            }
            if (LittleEndian.getInt(b, entry + NUMBER) == extension.number() && heap.object(kind) == extension) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the offset of an extension's value slot, or 0 if the message does not have it. */
    public static int find(Heap heap, int message, MiniTableExtension extension) {
        int index = indexOf(heap, message, extension);
        return index < 0 ? 0 : slot(heap.bytes, message, index);
    }

    /** Returns the offset of an extension's value slot; added, with the value 0, if the message does not have it. */
    public static int findOrAdd(Heap heap, int message, MiniTableExtension extension) {
        int slot = find(heap, message, extension);
        return slot != 0 ? slot : insert(heap, message, heap.intern(extension), extension.number());
    }

    /** Adds an entry in front of the unknown fields. */
    private static int insert(Heap heap, int message, int kind, int number) {
        append(heap, message, kind, number);
        byte[] b = heap.bytes;
        int last = count(b, message) - 1;
        int at = 0;
        while (at < last && !isUnknown(b, message, at)) {
            at++;
        }
        int entry = entry(b, message, at);
        if (at < last) {
            System.arraycopy(b, entry, b, entry + ENTRY_SIZE, (last - at) * ENTRY_SIZE);
            LittleEndian.putInt(b, entry + KIND, kind);
            LittleEndian.putInt(b, entry + NUMBER, number);
            LittleEndian.putLong(b, entry + VALUE, 0);
        }
        return entry + VALUE;
    }

    /** Removes an extension; the entries behind it move up. */
    public static void remove(byte[] bytes, int message, int index) {
        int last = count(bytes, message) - 1;
        int entry = entry(bytes, message, index);
        System.arraycopy(bytes, entry + ENTRY_SIZE, bytes, entry, (last - index) * ENTRY_SIZE);
        LittleEndian.putInt(bytes, LittleEndian.getInt(bytes, message) + COUNT, last);
    }

    /** Removes all unknown fields. */
    public static void clearUnknown(byte[] bytes, int message) {
        int count = count(bytes, message);
        for (int i = 0; i < count; i++) {
            if (isUnknown(bytes, message, i)) {
                LittleEndian.putInt(bytes, LittleEndian.getInt(bytes, message) + COUNT, i); // Nothing else follows.
                return;
            }
        }
    }

    /** Whether an entry counts as a set extension: a list only if it is not empty. */
    public static boolean isSet(Heap heap, int message, int index) {
        MiniTableExtension extension = extension(heap, message, index);
        if (extension == null || !extension.isRepeated()) {
            return extension != null;
        }
        int array = LittleEndian.getInt(heap.bytes, slot(heap.bytes, message, index));
        return array != 0 && RawArray.size(heap.bytes, array) > 0;
    }
}
