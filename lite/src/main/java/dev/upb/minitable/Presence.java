package dev.upb.minitable;

/** How a message knows whether a field is set. */
public enum Presence {
    /** It does not: the field counts as set if its value is not zero, or if the list or map is not empty. */
    IMPLICIT,
    /** By a bit of its own. */
    HASBIT,
    /** By the case word of the oneof, which holds the number of the member that is set. */
    ONEOF,
    /** By being there: extensions. */
    EXTENSION
}
