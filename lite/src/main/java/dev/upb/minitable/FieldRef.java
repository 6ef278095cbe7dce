package dev.upb.minitable;

/**
 * Something that names a field of a message: a {@link MiniTableField}, or a definition with more knowledge of the same field. Messages take
 * it to say which field is meant.
 */
public interface FieldRef {
    /** Returns the field itself; the same object each time. */
    MiniTableField miniTableField();
}
