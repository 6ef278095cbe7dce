package dev.upb.message.internal;

import dev.upb.base.Depths;
import dev.upb.base.FieldType;
import dev.upb.base.LittleEndian;
import dev.upb.mem.internal.Heap;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;

/**
 * Deep copies, within a heap or to another. Within a heap the bytes of strings are shared, for they never change; to another heap nothing is
 * shared.
 */
public final class Copier {
    private final Heap from;
    private final Heap to;

    private Copier(Heap from, Heap to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Returns a copy of a message.
     *
     * @throws IllegalStateException if it nests deeper than {@link Depths#MAX}; nothing is allocated then, as for any other failure
     */
    public static int copy(Heap from, int message, MiniTable table, Heap to) {
        int mark = to.position();
        try {
            return new Copier(from, to).copy(message, table, Depths.MAX);
        } catch (RuntimeException e) {
            to.rewind(mark);
            throw e;
        } catch (StackOverflowError e) {
            to.rewind(mark);
            throw Depths.tooDeep();
        }
    }

    /** Copies a value that is no list or map, and returns what to put in the slot of the same field of a message in the other heap. */
    public static long copyScalar(Heap from, long value, MiniTableField field, Heap to) {
        try {
            return new Copier(from, to).copyScalar(value, field.type(), field.subTable(), Depths.MAX);
        } catch (StackOverflowError e) {
            throw Depths.tooDeep();
        }
    }

    private int copy(int message, MiniTable table, int depth) {
        if (depth < 0) {
            throw Depths.tooDeep();
        }
        int size = table.size();
        int copy = to.allocate(size);
        System.arraycopy(from.bytes, message, to.bytes, copy, size);
        LittleEndian.putLong(to.bytes, copy, 0);
        for (int i = 0; i < table.fieldCount(); i++) {
            MiniTableField field = table.field(i);
            if (isByReference(field) && RawMessage.has(from.bytes, message, field)) {
                copySlot(message + field.offset(), copy + field.offset(), field, depth);
            } else if (field.isRepeated()) {
                LittleEndian.putInt(to.bytes, copy + field.offset(), 0); // Empty: needs no list.
            }
        }
        copyExtras(message, copy, depth);
        return copy;
    }

    private static boolean isByReference(MiniTableField field) {
        return field.isRepeated() || !field.type().isPackable();
    }

    private void copySlot(int slot, int target, MiniTableField field, int depth) {
        if (!field.isRepeated() && !field.type().isMessage()) {
            long copy = copyScalar(LittleEndian.getLong(from.bytes, slot), field.type(), null, depth);
            LittleEndian.putLong(to.bytes, target, copy);
            return;
        }
        int pointer = LittleEndian.getInt(from.bytes, slot);
        int copy = 0;
        if (pointer != 0) {
            if (field.isMap()) {
                copy = copyMap(pointer, field, depth);
            } else if (field.isRepeated()) {
                copy = copyArray(pointer, field, depth);
            } else {
                copy = copy(pointer, field.subTable(), depth - 1);
            }
        }
        LittleEndian.putInt(to.bytes, target, copy);
    }

    private long copyScalar(long value, FieldType type, MiniTable table, int depth) {
        if (type.isMessage()) {
            return (int) value == 0 ? 0 : copy((int) value, table, depth - 1);
        }
        return type.isPackable() ? value : copyString(value);
    }

    private long copyString(long slot) {
        int size = Slots.size(slot);
        if (from == to || size == 0) {
            return size == 0 ? 0 : slot;
        }
        int copy = to.allocate(size);
        System.arraycopy(from.bytes, Slots.offset(slot), to.bytes, copy, size);
        return Slots.string(copy, size);
    }

    private int copyArray(int array, MiniTableField field, int depth) {
        int shift = RawArray.shift(field.elementSize());
        int size = RawArray.size(from.bytes, array);
        int copy = RawArray.create(to, size, shift);
        int data = RawArray.data(from.bytes, array);
        int target = RawArray.data(to.bytes, copy);
        System.arraycopy(from.bytes, data, to.bytes, target, size << shift);
        LittleEndian.putInt(to.bytes, copy + RawArray.SIZE, size);
        if (field.type().isMessage()) {
            for (int i = 0; i < size; i++) {
                int element = copy(LittleEndian.getInt(from.bytes, data + i * 4), field.subTable(), depth - 1);
                LittleEndian.putInt(to.bytes, target + i * 4, element);
            }
        } else if (!field.type().isPackable() && from != to) {
            for (int i = 0; i < size; i++) {
                long element = copyString(LittleEndian.getLong(from.bytes, data + i * 8));
                LittleEndian.putLong(to.bytes, target + i * 8, element);
            }
        }
        return copy;
    }

    private int copyMap(int map, MiniTableField field, int depth) {
        MiniTableField value = field.subTable().mapValue();
        boolean stringKeys = field.subTable().mapKey().type() == FieldType.STRING;
        int copy = RawMap.create(to);
        int entry = RawMap.entryFrom(from.bytes, map, 0);
        while (entry != 0) {
            long key = LittleEndian.getLong(from.bytes, entry);
            long keyCopy = stringKeys ? copyString(key) : key;
            long valueCopy = copyScalar(
                    LittleEndian.getLong(from.bytes, entry + RawMap.VALUE), value.type(), value.subTable(), depth - 1);
            int target = RawMap.put(to, copy, keyCopy, stringKeys);
            LittleEndian.putLong(to.bytes, target + RawMap.VALUE, valueCopy);
            entry = RawMap.entryAfter(from.bytes, map, entry);
        }
        return copy;
    }

    private void copyExtras(int message, int copy, int depth) {
        int count = Extras.count(from.bytes, message);
        for (int i = 0; i < count; i++) {
            int slot = Extras.slot(from.bytes, message, i);
            MiniTableExtension extension = Extras.extension(from, message, i);
            if (extension != null) {
                if (Extras.isSet(from, message, i)) {
                    int target = Extras.findOrAdd(to, copy, extension);
                    if (isByReference(extension)) {
                        copySlot(slot, target, extension, depth);
                    } else {
                        LittleEndian.putLong(to.bytes, target, LittleEndian.getLong(from.bytes, slot));
                    }
                }
            } else if (Extras.isUnknown(from.bytes, message, i)) {
                long piece = copyString(LittleEndian.getLong(from.bytes, slot));
                if (Slots.size(piece) > 0) {
                    Extras.addUnknown(to, copy, Slots.offset(piece), Slots.size(piece));
                }
            }
        }
    }
}
