package dev.upb.minitable;

import dev.upb.base.FieldType;
import dev.upb.base.Varints;

/**
 * A field packed in one {@code long}, so that a codec's loop loads all it needs at once: offset (bits 0 to 15), presence code (16 to 31,
 * signed), operation (32 to 39), index of the field in its table (48 to 63).
 */
public final class FieldWord {
    /** Not a known field, or one that is not linked: its bytes go to the unknown fields. */
    public static final int UNKNOWN = 0;

    public static final int BOOL = 1;
    public static final int VARINT32 = 2;
    public static final int VARINT64 = 3;
    public static final int ZIGZAG32 = 4;
    public static final int ZIGZAG64 = 5;
    public static final int FIXED32 = 6;
    public static final int FIXED64 = 7;
    public static final int CLOSED_ENUM = 8;
    /** A string that must be well-formed UTF-8. */
    public static final int STRING = 9;
    /** Bytes, or a string that is not checked. */
    public static final int BYTES = 10;

    public static final int MESSAGE = 11;
    public static final int GROUP = 12;
    /** As {@link #VARINT32}, but not widened by its sign when it is written. */
    public static final int UINT32 = 13;
    /** Added to an operation for a repeated field. */
    public static final int REPEATED = 16;

    public static final int MAP = 32;

    /** By the number of a field's type. */
    private static final byte[] OPERATIONS = {
        UNKNOWN, FIXED64, FIXED32, VARINT64, VARINT64, VARINT32, FIXED64, FIXED32, BOOL, STRING, GROUP, MESSAGE, BYTES,
        UINT32, VARINT32, FIXED32, FIXED64, ZIGZAG32, ZIGZAG64
    };

    private FieldWord() {}

    static long of(MiniTableField field) {
        return field.offset() & 0xFFFFL
                | (field.presenceCode() & 0xFFFFL) << 16
                | (long) operation(field) << 32
                | (long) field.index() << 48;
    }

    /**
     * Returns a tag as an encoder writes it in front of a varint of one byte: in a word of which that varint is the highest byte, with the
     * bytes of the tag below it. The lowest byte is the size of both, 2 to 6; it is not written, or overwritten.
     */
    public static long lead(int tag) {
        int size = Varints.size(tag) + 1;
        long bytes = 0;
        long rest = tag & 0xFFFFFFFFL;
        for (int i = 1; i < size; i++) {
            long more = i < size - 1 ? 0x80 : 0;
            bytes |= (rest & 0x7F | more) << (Long.BYTES - 1 - size + i) * Byte.SIZE;
            rest >>>= 7;
        }
        return bytes | size;
    }

    /** Returns the operation of a field as it is linked now. */
    public static int operation(MiniTableField field) {
        FieldType type = field.type();
        if (type.isMessage() && !field.isLinked()) {
            return UNKNOWN;
        }
        if (field.isMap()) {
            return MAP;
        }
        int operation = OPERATIONS[type.number()];
        if (type == FieldType.STRING && !field.validatesUtf8()) {
            operation = BYTES;
        } else if (field.isClosedEnum()) {
            operation = CLOSED_ENUM;
        }
        return field.isRepeated() ? operation + REPEATED : operation;
    }

    public static int offset(long word) {
        return (int) word & 0xFFFF;
    }

    /** Returns the presence code, see {@link MiniTableField#presenceCode()}. */
    public static int presence(long word) {
        return (short) (word >>> 16);
    }

    public static int operation(long word) {
        return (int) (word >>> 32) & 0xFF;
    }

    public static int index(long word) {
        return (int) (word >>> 48);
    }
}
