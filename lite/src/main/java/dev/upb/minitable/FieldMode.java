package dev.upb.minitable;

/** How many values a field holds. */
public enum FieldMode {
    /** At most one. */
    SCALAR,
    /** A list. */
    ARRAY,
    /** A map; on the wire a list of entry messages. */
    MAP
}
