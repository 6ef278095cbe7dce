package dev.upb.message;

import dev.upb.base.ByteString;
import dev.upb.base.Utf8;
import dev.upb.base.ValueKind;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.MiniTableField;

/** Values as objects and as the content of their slots, with errors that name both the value and the field. */
final class Values {
    private Values() {}

    /**
     * Returns a value as an object.
     *
     * @param field the field, for a map the one of the message
     * @param part the same field; for a map its key or value
     * @param bytes what a string's slot leads to
     */
    static Object box(MiniMessage parent, MiniTableField field, MiniTableField part, byte[] bytes, long slot) {
        ValueKind kind = part.type().kind();
        if (kind == ValueKind.INT || kind == ValueKind.ENUM) {
            return (int) slot;
        }
        if (kind == ValueKind.STRING) {
            return Utf8.decode(bytes, Slots.offset(slot), Slots.size(slot));
        }
        if (kind == ValueKind.MESSAGE) {
            return message(parent, field, (int) slot);
        }
        if (kind == ValueKind.LONG) {
            return slot;
        }
        if (kind == ValueKind.BOOL) {
            return (byte) slot != 0;
        }
        if (kind == ValueKind.DOUBLE) {
            return Double.longBitsToDouble(slot);
        }
        if (kind == ValueKind.FLOAT) {
            return Float.intBitsToFloat((int) slot);
        }
        return ByteString.of(bytes, Slots.offset(slot), Slots.size(slot));
    }

    static MiniMessage message(MiniMessage parent, MiniTableField field, int pointer) {
        return pointer == 0 ? parent.emptyChild(field) : parent.child(field, pointer);
    }

    /** Returns the slot of a boxed value, copied into the heap where it is larger than that; field and part as for {@link #box}. */
    static long unbox(MiniMessage parent, MiniTableField field, MiniTableField part, Object value) {
        parent.checkCanChange();
        ValueKind kind = part.type().kind();
        if (kind == ValueKind.INT || kind == ValueKind.ENUM) {
            int number = cast(value, Integer.class, field);
            MiniMessage.checkEnum(part, number);
            return number;
        }
        if (kind == ValueKind.STRING) {
            return MiniMessage.newString(parent.heap, cast(value, String.class, field));
        }
        if (kind == ValueKind.MESSAGE) {
            return parent.adopt(cast(value, MiniMessage.class, field), field, part.subTable());
        }
        if (kind == ValueKind.LONG) {
            return cast(value, Long.class, field);
        }
        if (kind == ValueKind.BOOL) {
            return cast(value, Boolean.class, field) ? 1 : 0;
        }
        if (kind == ValueKind.DOUBLE) {
            return Double.doubleToRawLongBits(cast(value, Double.class, field));
        }
        if (kind == ValueKind.FLOAT) {
            return Float.floatToRawIntBits(cast(value, Float.class, field));
        }
        byte[] bytes = value instanceof byte[] array
                ? array
                : cast(value, ByteString.class, field).toByteArray();
        return MiniMessage.newBytes(parent.heap, bytes, 0, bytes.length);
    }

    static <T> T cast(Object value, Class<T> type, MiniTableField field) {
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(field + " takes " + type.getSimpleName() + ", not " + typeName(value));
        }
        return type.cast(value);
    }

    static String typeName(Object value) {
        return value == null ? "null" : value.getClass().getSimpleName();
    }
}
