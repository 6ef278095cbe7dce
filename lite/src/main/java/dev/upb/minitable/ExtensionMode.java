package dev.upb.minitable;

/** Whether a message takes extensions, and how they go on the wire. */
public enum ExtensionMode {
    NONE,
    /** As ordinary fields. */
    EXTENDABLE,
    /** As items of a MessageSet: groups of a type id and a message. */
    MESSAGE_SET
}
