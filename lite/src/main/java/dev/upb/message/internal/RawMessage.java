package dev.upb.message.internal;

import dev.upb.base.Depths;
import dev.upb.base.FieldType;
import dev.upb.base.LittleEndian;
import dev.upb.mem.internal.Heap;
import dev.upb.minitable.FieldMode;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import java.util.Arrays;

/**
 * A message: a header of 8 bytes {offset of its {@link Extras}, flags}, then the fields as its {@link MiniTable} lays them out. A field that
 * is not set is zero.
 */
public final class RawMessage {
    public static final int EXTRAS = 0;
    public static final int FLAGS = 4;
    /** Set in the flags of a message that can't be changed. */
    public static final int FROZEN = 1;

    private RawMessage() {}

    public static int create(Heap heap, MiniTable table) {
        return heap.allocateZeroed(table.size());
    }

    public static boolean isFrozen(byte[] bytes, int message) {
        return (bytes[message + FLAGS] & FROZEN) != 0;
    }

    /** Whether a field of the table is set: by its presence, or, if it has none, by not being zero or empty. */
    public static boolean has(byte[] bytes, int message, MiniTableField field) {
        int presence = field.presenceCode();
        if (presence > 0) {
            return (bytes[message + (presence >>> 3)] >>> (presence & 7) & 1) != 0;
        }
        if (presence < 0) {
            return LittleEndian.getInt(bytes, message + ~presence) == field.number();
        }
        int slot = message + field.offset();
        if (field.mode() == FieldMode.SCALAR) {
            return switch (field.elementSize()) {
                case 1 -> bytes[slot] != 0;
                case 4 -> LittleEndian.getInt(bytes, slot) != 0;
                default -> isLargeSet(bytes, slot, field.type());
            };
        }
        int container = LittleEndian.getInt(bytes, slot);
        if (container == 0) {
            return false;
        }
        return field.isMap() ? RawMap.size(bytes, container) > 0 : RawArray.size(bytes, container) > 0;
    }

    private static boolean isLargeSet(byte[] bytes, int slot, FieldType type) {
        long value = LittleEndian.getLong(bytes, slot);
        return type == FieldType.STRING || type == FieldType.BYTES ? Slots.size(value) != 0 : value != 0;
    }

    /** Marks a field as set: its hasbit, or the case of its oneof. A field without presence needs no mark. */
    public static void setPresence(byte[] bytes, int message, MiniTableField field) {
        int presence = field.presenceCode();
        if (presence > 0) {
            bytes[message + (presence >>> 3)] |= (byte) (1 << (presence & 7));
        } else if (presence < 0) {
            LittleEndian.putInt(bytes, message + ~presence, field.number());
        }
    }

    /** Makes a field not set; for a member of a oneof only if it is the one that is set. */
    public static void clear(byte[] bytes, int message, MiniTableField field) {
        int presence = field.presenceCode();
        if (presence > 0) {
            bytes[message + (presence >>> 3)] &= (byte) ~(1 << (presence & 7));
        } else if (presence < 0) {
            if (LittleEndian.getInt(bytes, message + ~presence) != field.number()) {
                return;
            }
            LittleEndian.putInt(bytes, message + ~presence, 0);
        }
        int slot = message + field.offset();
        int size = field.isRepeated() ? Integer.BYTES : field.elementSize();
        Arrays.fill(bytes, slot, slot + size, (byte) 0);
    }

    /** Makes the message empty, its unknown fields and extensions included. */
    public static void clear(byte[] bytes, int message, MiniTable table) {
        Arrays.fill(bytes, message, message + table.size(), (byte) 0);
    }

    /**
     * Makes the message and all below it unchangeable.
     *
     * @param depth levels of messages that may still follow below this one
     * @throws IllegalStateException if there are more; some messages are frozen then
     */
    public static void freeze(Heap heap, int message, MiniTable table, int depth) {
        byte[] b = heap.bytes;
        if (depth < 0) {
            throw Depths.tooDeep();
        }
        if (isFrozen(b, message)) {
            return;
        }
        b[message + FLAGS] |= FROZEN;
        for (int i = 0; i < table.fieldCount(); i++) {
            MiniTableField field = table.field(i);
            if ((field.isRepeated() || field.type().isMessage() && field.isLinked()) && has(b, message, field)) {
                freezeValue(heap, message + field.offset(), field, depth);
            } else if (field.isRepeated()) {
                freezeEmpty(b, message + field.offset(), field);
            }
        }
        for (int i = 0; i < Extras.count(b, message); i++) {
            MiniTableExtension extension = Extras.extension(heap, message, i);
            if (extension != null && (extension.isRepeated() || extension.type().isMessage())) {
                freezeValue(heap, Extras.slot(b, message, i), extension, depth);
            }
        }
    }

    private static void freezeEmpty(byte[] b, int slot, MiniTableField field) {
        int container = LittleEndian.getInt(b, slot);
        if (container != 0) {
            b[container + (field.isMap() ? RawMap.FLAGS : RawArray.FLAGS)] |= FROZEN;
        }
    }

    private static void freezeValue(Heap heap, int slot, MiniTableField field, int depth) {
        byte[] b = heap.bytes;
        int pointer = LittleEndian.getInt(b, slot);
        if (pointer == 0) {
            return;
        }
        switch (field.mode()) {
            case SCALAR -> freeze(heap, pointer, field.subTable(), depth - 1);
            case ARRAY -> {
                b[pointer + RawArray.FLAGS] |= RawArray.FROZEN;
                if (field.type().isMessage()) {
                    int data = RawArray.data(b, pointer);
                    for (int i = 0; i < RawArray.size(b, pointer); i++) {
                        freeze(heap, LittleEndian.getInt(b, data + i * 4), field.subTable(), depth - 1);
                    }
                }
            }
            case MAP -> {
                b[pointer + RawMap.FLAGS] |= RawMap.FROZEN;
                MiniTableField value = field.subTable().mapValue();
                if (value.type().isMessage()) {
                    int entry = RawMap.entryFrom(b, pointer, 0);
                    while (entry != 0) {
                        int message = LittleEndian.getInt(b, entry + RawMap.VALUE);
                        if (message != 0) {
                            freeze(heap, message, value.subTable(), depth - 2);
                        }
                        entry = RawMap.entryFrom(b, pointer, RawMap.placeOf(b, pointer, entry) + 1);
                    }
                }
            }
        }
    }
}
