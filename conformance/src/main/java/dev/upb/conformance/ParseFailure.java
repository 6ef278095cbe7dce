package dev.upb.conformance;

/** Input that the library has rejected, whatever the format. */
final class ParseFailure extends Exception {
    private static final long serialVersionUID = 1L;

    ParseFailure(RuntimeException cause) {
        super(cause.getMessage(), cause);
    }
}
