package dev.upb.ops;

import dev.upb.base.Depths;
import dev.upb.base.FieldType;
import dev.upb.base.LittleEndian;
import dev.upb.mem.internal.Heap;
import dev.upb.message.MiniMessage;
import dev.upb.message.internal.Extras;
import dev.upb.message.internal.RawArray;
import dev.upb.message.internal.RawMap;
import dev.upb.message.internal.RawMessage;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import java.util.Arrays;

/**
 * Equality of messages by value: fields by number, floats bit by bit (a NaN equals the same NaN, 0.0 differs from -0.0), maps whatever their
 * order, empty lists as not set, extensions, and unknown fields.
 *
 * <p>The two messages may be of different tables: they are equal if the fields that are set have equal numbers, types and values. Whether their
 * types go by the same name is for the caller to know. Unknown fields are equal if they are so field by field, those of one number in order;
 * how varints were written does not matter.
 */
public final class Compare {
    private final Heap left;
    private final Heap right;
    private final boolean unknownFields;

    private Compare(Heap left, Heap right, boolean unknownFields) {
        this.left = left;
        this.right = right;
        this.unknownFields = unknownFields;
    }

    /** Whether two messages are equal, unknown fields included. */
    public static boolean equal(MiniMessage a, MiniMessage b) {
        return equal(a, b, true);
    }

    /** Whether the known fields and extensions of two messages are equal. */
    public static boolean equalIgnoringUnknown(MiniMessage a, MiniMessage b) {
        return equal(a, b, false);
    }

    private static boolean equal(MiniMessage a, MiniMessage b, boolean unknownFields) {
        Compare compare = new Compare(a.heap(), b.heap(), unknownFields);
        try {
            return compare.messages(a.offset(), a.table(), b.offset(), b.table(), Depths.MAX);
        } catch (StackOverflowError e) {
            throw Depths.tooDeep();
        }
    }

    /** Returns a hash that is the same for equal messages. Unknown fields have no part in it. */
    public static int hash(MiniMessage message) {
        Heap heap = message.heap();
        try {
            return new Compare(heap, heap, false).hash(message.offset(), message.table(), Depths.MAX);
        } catch (StackOverflowError e) {
            throw Depths.tooDeep();
        }
    }

    private boolean messages(int a, MiniTable tableA, int b, MiniTable tableB, int depth) {
        if (depth < 0) {
            throw Depths.tooDeep();
        }
        if (left == right && a == b) {
            return true;
        }
        int i = 0;
        int j = 0;
        while (i < tableA.fieldCount() || j < tableB.fieldCount()) {
            int numberA = i < tableA.fieldCount() ? tableA.field(i).number() : Integer.MAX_VALUE;
            int numberB = j < tableB.fieldCount() ? tableB.field(j).number() : Integer.MAX_VALUE;
            MiniTableField fieldA = numberA <= numberB ? tableA.field(i++) : null;
            MiniTableField fieldB = numberB <= numberA ? tableB.field(j++) : null;
            boolean setA = fieldA != null && RawMessage.has(left.bytes, a, fieldA);
            boolean setB = fieldB != null && RawMessage.has(right.bytes, b, fieldB);
            if (setA != setB) {
                return false;
            }
            if (setA && !values(a + fieldA.offset(), fieldA, b + fieldB.offset(), fieldB, depth)) {
                return false;
            }
        }
        return extensions(a, b, depth) && (!unknownFields || UnknownTree.equal(left, a, right, b));
    }

    private boolean values(int slotA, MiniTableField fieldA, int slotB, MiniTableField fieldB, int depth) {
        if (fieldA.mode() != fieldB.mode() || fieldA.type() != fieldB.type()) {
            return false;
        }
        if (!fieldA.isRepeated()) {
            return scalars(slotA, fieldA, slotB, fieldB, depth);
        }
        int a = LittleEndian.getInt(left.bytes, slotA);
        int b = LittleEndian.getInt(right.bytes, slotB);
        return fieldA.isMap() ? maps(a, fieldA, b, fieldB, depth) : arrays(a, fieldA, b, fieldB, depth);
    }

    private boolean scalars(int slotA, MiniTableField fieldA, int slotB, MiniTableField fieldB, int depth) {
        byte[] a = left.bytes;
        byte[] b = right.bytes;
        FieldType type = fieldA.type();
        if (type.isMessage()) {
            int childA = LittleEndian.getInt(a, slotA);
            int childB = LittleEndian.getInt(b, slotB);
            return childA == 0 || childB == 0
                    ? childA == childB
                    : messages(childA, fieldA.subTable(), childB, fieldB.subTable(), depth - 1);
        }
        int fromA = slotA;
        int fromB = slotB;
        int sizeA = type.slotSize();
        int sizeB = sizeA;
        if (!type.isPackable()) {
            long stringA = LittleEndian.getLong(a, slotA);
            long stringB = LittleEndian.getLong(b, slotB);
            fromA = Slots.offset(stringA);
            fromB = Slots.offset(stringB);
            sizeA = Slots.size(stringA);
            sizeB = Slots.size(stringB);
        }
        return Arrays.equals(a, fromA, fromA + sizeA, b, fromB, fromB + sizeB);
    }

    private boolean arrays(int a, MiniTableField fieldA, int b, MiniTableField fieldB, int depth) {
        int size = RawArray.size(left.bytes, a);
        if (size != RawArray.size(right.bytes, b)) {
            return false;
        }
        int shift = RawArray.shift(fieldA.elementSize());
        int dataA = RawArray.data(left.bytes, a);
        int dataB = RawArray.data(right.bytes, b);
        if (fieldA.type().isPackable()) {
            int bytes = size << shift;
            return Arrays.equals(left.bytes, dataA, dataA + bytes, right.bytes, dataB, dataB + bytes);
        }
        for (int i = 0; i < size; i++) {
            if (!scalars(dataA + (i << shift), fieldA, dataB + (i << shift), fieldB, depth)) {
                return false;
            }
        }
        return true;
    }

    private boolean maps(int a, MiniTableField fieldA, int b, MiniTableField fieldB, int depth) {
        MiniTableField key = fieldA.subTable().mapKey();
        MiniTableField valueA = fieldA.subTable().mapValue();
        MiniTableField valueB = fieldB.subTable().mapValue();
        if (key.type() != fieldB.subTable().mapKey().type()
                || valueA.type() != valueB.type()
                || RawMap.size(left.bytes, a) != RawMap.size(right.bytes, b)) {
            return false;
        }
        int entry = RawMap.entryFrom(left.bytes, a, 0);
        while (entry != 0) {
            long slot = LittleEndian.getLong(left.bytes, entry);
            int other = key.type() == FieldType.STRING
                    ? RawMap.find(right.bytes, b, left.bytes, Slots.offset(slot), Slots.size(slot))
                    : RawMap.find(right.bytes, b, slot);
            if (other == 0 || !scalars(entry + RawMap.VALUE, valueA, other + RawMap.VALUE, valueB, depth - 1)) {
                return false;
            }
            entry = RawMap.entryAfter(left.bytes, a, entry);
        }
        return true;
    }

    private boolean extensions(int a, int b, int depth) {
        if (countExtensions(left, a) != countExtensions(right, b)) {
            return false;
        }
        int count = Extras.count(left.bytes, a);
        for (int i = 0; i < count; i++) {
            if (Extras.isSet(left, a, i)) {
                MiniTableExtension extension = Extras.extension(left, a, i);
                int other = indexOfExtension(right, b, extension.number());
                if (other < 0
                        || !values(
                                Extras.slot(left.bytes, a, i),
                                extension,
                                Extras.slot(right.bytes, b, other),
                                Extras.extension(right, b, other),
                                depth)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int countExtensions(Heap heap, int message) {
        int set = 0;
        for (int i = 0; i < Extras.count(heap.bytes, message); i++) {
            set += Extras.isSet(heap, message, i) ? 1 : 0;
        }
        return set;
    }

    private static int indexOfExtension(Heap heap, int message, int number) {
        for (int i = 0; i < Extras.count(heap.bytes, message); i++) {
            if (Extras.isSet(heap, message, i)
                    && Extras.extension(heap, message, i).number() == number) {
                return i;
            }
        }
        return -1;
    }

    private int hash(int message, MiniTable table, int depth) {
        if (depth < 0) {
            throw Depths.tooDeep();
        }
        int hash = 0;
        for (int i = 0; i < table.fieldCount(); i++) {
            MiniTableField field = table.field(i);
            if (RawMessage.has(left.bytes, message, field)) {
                hash += hashField(message + field.offset(), field, depth);
            }
        }
        for (int i = 0; i < Extras.count(left.bytes, message); i++) {
            if (Extras.isSet(left, message, i)) {
                hash += hashField(Extras.slot(left.bytes, message, i), Extras.extension(left, message, i), depth);
            }
        }
        return hash;
    }

    /** The sum over fields makes the order of extensions and map entries not matter. */
    private int hashField(int slot, MiniTableField field, int depth) {
        int hash = 0;
        if (!field.isRepeated()) {
            hash = hashScalar(slot, field, depth);
        } else if (!field.isMap()) {
            int array = LittleEndian.getInt(left.bytes, slot);
            int data = RawArray.data(left.bytes, array);
            for (int i = 0; i < RawArray.size(left.bytes, array); i++) {
                hash = hash * 31 + hashScalar(data + i * field.elementSize(), field, depth);
            }
        } else {
            int map = LittleEndian.getInt(left.bytes, slot);
            MiniTableField key = field.subTable().mapKey();
            MiniTableField value = field.subTable().mapValue();
            int entry = RawMap.entryFrom(left.bytes, map, 0);
            while (entry != 0) {
                hash += hashScalar(entry, key, depth) * 31 ^ hashScalar(entry + RawMap.VALUE, value, depth - 1);
                entry = RawMap.entryAfter(left.bytes, map, entry);
            }
        }
        return (field.number() * 37 + hash) * 0x9E3779B9;
    }

    private int hashScalar(int slot, MiniTableField field, int depth) {
        byte[] b = left.bytes;
        if (field.type().isMessage()) {
            int child = LittleEndian.getInt(b, slot);
            return child == 0 ? 0 : hash(child, field.subTable(), depth - 1);
        }
        long bits = Slots.load(b, slot, field.elementSize());
        if (field.type().isPackable()) {
            return Long.hashCode(bits);
        }
        int hash = 1;
        for (int i = 0; i < Slots.size(bits); i++) {
            hash = hash * 31 + b[Slots.offset(bits) + i];
        }
        return hash;
    }
}
