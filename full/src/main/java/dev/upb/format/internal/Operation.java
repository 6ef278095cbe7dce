package dev.upb.format.internal;

import dev.upb.base.FieldType;
import dev.upb.minitable.MiniTableField;
import dev.upb.reflection.FieldDef;

/** What a field holds, as numbers to switch over. */
public final class Operation {
    /** A message whose type is missing: never set. */
    public static final int UNLINKED = 0;

    public static final int BOOL = 1;
    public static final int INT32 = 2;
    public static final int UINT32 = 3;
    public static final int INT64 = 4;
    public static final int UINT64 = 5;
    public static final int FLOAT = 6;
    public static final int DOUBLE = 7;
    /** A string that is known to be well-formed UTF-8. */
    public static final int STRING = 8;
    /** A string that may not be. */
    public static final int UNCHECKED_STRING = 9;

    public static final int BYTES = 10;
    public static final int ENUM = 11;
    /** The enum {@code google.protobuf.NullValue}. */
    public static final int NULL = 12;

    public static final int MESSAGE = 13;
    /** Added to an operation for a list. */
    public static final int REPEATED = 16;

    public static final int MAP = 32;

    /** By {@link FieldType#number()}. */
    private static final byte[] OF_TYPE = {
        UNLINKED,
        DOUBLE,
        FLOAT,
        INT64,
        UINT64,
        INT32,
        UINT64,
        UINT32,
        BOOL,
        STRING, // double to string
        MESSAGE,
        MESSAGE,
        BYTES,
        UINT32,
        ENUM,
        INT32,
        INT64,
        INT32,
        INT64 // group to sint64
    };

    private Operation() {}

    /** Returns the operation of a field as it is linked now. */
    public static int of(FieldDef def) {
        MiniTableField field = def.miniTableField();
        if (field.type().isMessage() && !field.isLinked()) {
            return UNLINKED;
        }
        int operation = def.enumType() != null && def.enumType().isNullValue() ? NULL : ofElement(field);
        return field.isMap() ? MAP : field.isRepeated() ? operation + REPEATED : operation;
    }

    /** Returns what a single value of a field is, where all enums are alike. */
    public static int ofElement(MiniTableField field) {
        int operation = OF_TYPE[field.type().number()];
        return operation == STRING && !field.validatesUtf8() ? UNCHECKED_STRING : operation;
    }
}
