package dev.upb.base;

/** An arena is fixed-size and full, or has reached its byte budget or 2 GiB, or the Java heap can't give more. The arena is as before. */
public final class ArenaExhaustedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ArenaExhaustedException(String message) {
        super(message);
    }
}
