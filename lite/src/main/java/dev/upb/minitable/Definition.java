package dev.upb.minitable;

/** What a message or field is called: the part of its definition that error texts need. Attached to a table by the layer that knows names. */
public interface Definition {
    /** Returns the name without its scope. */
    String name();

    /** Returns the name with package and scope, without a leading dot. */
    String fullName();
}
