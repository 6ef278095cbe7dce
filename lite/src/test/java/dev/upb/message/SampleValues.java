package dev.upb.message;

import dev.upb.base.ByteString;
import dev.upb.base.FieldType;
import dev.upb.base.ValueKind;
import dev.upb.minitable.FieldRef;
import java.util.List;

/** Values of each type, zero first, edges after it; and the accessors of a kind behind one signature. */
final class SampleValues {
    private SampleValues() {}

    /** Returns boxed values of a type that is no message. */
    static List<Object> of(FieldType type) {
        return switch (type.kind()) {
            case INT, ENUM -> List.of(0, 1, -1, 127, 128, Integer.MAX_VALUE, Integer.MIN_VALUE);
            case LONG -> List.of(0L, 1L, -1L, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE);
            case FLOAT ->
                List.of(
                        0f,
                        -0f,
                        1.5f,
                        Float.NaN,
                        Float.MIN_VALUE,
                        Float.MAX_VALUE,
                        Float.NEGATIVE_INFINITY,
                        Float.POSITIVE_INFINITY);
            case DOUBLE ->
                List.of(
                        0d,
                        -0d,
                        1.5,
                        Double.NaN,
                        Double.MIN_VALUE,
                        Double.MAX_VALUE,
                        Double.NEGATIVE_INFINITY,
                        Double.POSITIVE_INFINITY);
            case BOOL -> List.of(false, true);
            case STRING -> List.of("", "a", "12345678", "é€😀", "\0", "x".repeat(5000));
            case BYTES ->
                List.of(
                        ByteString.EMPTY,
                        ByteString.of((byte) 0),
                        ByteString.of(new byte[] {1, -1, 0}),
                        ByteString.of(new byte[5000]));
            case MESSAGE -> throw new IllegalArgumentException("messages are made, not listed");
        };
    }

    /** Returns keys of a type that can be one. */
    static List<Object> keysOf(FieldType type) {
        return of(type);
    }

    static Object zero(FieldType type) {
        return of(type).get(0);
    }

    /** Reads with the getter that boxes nothing. */
    static Object getTyped(MiniMessage message, FieldRef field, ValueKind kind) {
        return switch (kind) {
            case INT -> message.getInt(field);
            case ENUM -> message.getEnum(field);
            case LONG -> message.getLong(field);
            case FLOAT -> message.getFloat(field);
            case DOUBLE -> message.getDouble(field);
            case BOOL -> message.getBool(field);
            case STRING -> message.getString(field);
            case BYTES -> ByteString.of(message.getBytes(field));
            case MESSAGE -> message.getMessage(field);
        };
    }

    /** Writes with the setter that boxes nothing. */
    static void setTyped(MiniMessage message, FieldRef field, ValueKind kind, Object value) {
        switch (kind) {
            case INT -> message.setInt(field, (Integer) value);
            case ENUM -> message.setEnum(field, (Integer) value);
            case LONG -> message.setLong(field, (Long) value);
            case FLOAT -> message.setFloat(field, (Float) value);
            case DOUBLE -> message.setDouble(field, (Double) value);
            case BOOL -> message.setBool(field, (Boolean) value);
            case STRING -> message.setString(field, (String) value);
            case BYTES -> message.setBytes(field, ((ByteString) value).toByteArray());
            case MESSAGE -> message.setMessage(field, (MiniMessage) value);
        }
    }

    static Object getTyped(RepeatedField<?> list, int index, ValueKind kind) {
        return switch (kind) {
            case INT, ENUM -> list.getInt(index);
            case LONG -> list.getLong(index);
            case FLOAT -> list.getFloat(index);
            case DOUBLE -> list.getDouble(index);
            case BOOL -> list.getBool(index);
            case STRING -> list.getString(index);
            case BYTES -> list.getByteString(index);
            case MESSAGE -> list.getMessage(index);
        };
    }

    /** Appends with the method that boxes nothing, where there is one. */
    static void addTyped(RepeatedField<Object> list, ValueKind kind, Object value) {
        switch (kind) {
            case INT, ENUM -> list.addInt((Integer) value);
            case LONG -> list.addLong((Long) value);
            case FLOAT -> list.addFloat((Float) value);
            case DOUBLE -> list.addDouble((Double) value);
            case BOOL -> list.addBool((Boolean) value);
            case STRING, BYTES, MESSAGE -> list.add(value);
        }
    }

    static void setTyped(RepeatedField<Object> list, int index, ValueKind kind, Object value) {
        switch (kind) {
            case INT, ENUM -> list.setInt(index, (Integer) value);
            case LONG -> list.setLong(index, (Long) value);
            case FLOAT -> list.setFloat(index, (Float) value);
            case DOUBLE -> list.setDouble(index, (Double) value);
            case BOOL -> list.setBool(index, (Boolean) value);
            case STRING, BYTES, MESSAGE -> list.set(index, value);
        }
    }
}
