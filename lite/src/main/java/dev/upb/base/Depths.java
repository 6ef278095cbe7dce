package dev.upb.base;

/**
 * Limits of nesting, alike for all that walks over messages: decoding, encoding, skipping, copying, comparing. The top message is at level 0;
 * each message, group or map entry below it adds one. With limit N, N levels are accepted and N + 1 are not.
 */
public final class Depths {
    /** What applies unless something else is set. */
    public static final int DEFAULT = 100;
    /** The largest limit that can be set, and the one of operations that have no setting: about what a thread's stack can take. */
    public static final int MAX = 10_000;

    private Depths() {}

    /**
     * Returns {@code depth}.
     *
     * @throws IllegalArgumentException if it is not in 0 to {@link #MAX}
     */
    public static int check(int depth) {
        if (depth < 0 || depth > MAX) {
            throw new IllegalArgumentException("depth " + depth + " is not in 0 to " + MAX);
        }
        return depth;
    }

    /** Returns the exception for a message that is deeper than {@link #MAX}, or than the stack allows. */
    public static IllegalStateException tooDeep() {
        return new IllegalStateException(
                "message nests deeper than " + MAX + " levels or than the thread's stack allows, or contains itself");
    }
}
