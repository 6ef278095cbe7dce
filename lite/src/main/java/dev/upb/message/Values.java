package dev.upb.message;

import dev.upb.base.ByteString;
import dev.upb.minitable.MiniTableField;

/** Types of boxed values, with errors that name both the value and the field. */
final class Values {
    private Values() {}

    static <T> T cast(Object value, Class<T> type, MiniTableField field) {
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(field + " takes " + type.getSimpleName() + ", not "
                    + (value == null ? "null" : value.getClass().getSimpleName()));
        }
        return type.cast(value);
    }

    static byte[] bytes(Object value, MiniTableField field) {
        return value instanceof byte[] array
                ? array
                : cast(value, ByteString.class, field).toByteArray();
    }
}
