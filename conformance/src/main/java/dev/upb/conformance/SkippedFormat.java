package dev.upb.conformance;

/** A format that the library does not have. */
final class SkippedFormat extends Exception {
    private static final long serialVersionUID = 1L;

    SkippedFormat(String name) {
        super("no support for " + name);
    }
}
