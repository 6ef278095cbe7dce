package dev.upb.wire;

/** Lets tests of other packages say which tier is to run; users can't. */
public final class TierChoice {
    private TierChoice() {}

    /** Returns options that use the code of compiled types, or keep to the tables. */
    public static DecodeOptions of(DecodeOptions options, boolean compiled) {
        return options.withCompiledTier(compiled);
    }

    public static EncodeOptions of(EncodeOptions options, boolean compiled) {
        return options.withCompiledTier(compiled);
    }
}
