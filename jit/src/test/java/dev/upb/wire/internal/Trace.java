package dev.upb.wire.internal;

/** Opens {@link DecodeState#trace()} to the tests of other packages. */
public final class Trace {
    private Trace() {}

    /** Returns what ran on this thread since the last call. */
    public static String take() {
        return DecodeState.trace();
    }
}
