package dev.upb.base;

/** What a field's value is on the Java side. Unsigned integers are the signed Java type of the same width, with the same bits. */
public enum ValueKind {
    /** {@code int}: all 32-bit integer types. */
    INT,
    /** {@code long}: all 64-bit integer types. */
    LONG,
    /** {@code float}. */
    FLOAT,
    /** {@code double}. */
    DOUBLE,
    /** {@code boolean}. */
    BOOL,
    /** {@code int}: the number of an enum value. */
    ENUM,
    /** {@code String}, UTF-8 in memory. */
    STRING,
    /** {@code byte[]} where a copy is handed over, {@link ByteString} where a value is. */
    BYTES,
    /** A message or group. */
    MESSAGE
}
