package dev.upb.wire;

import dev.upb.base.Depths;
import dev.upb.minitable.ExtensionRegistry;
import java.util.Objects;

/** How to decode. Immutable. */
public final class DecodeOptions {
    /** Depth of 100 levels, no extensions known, required fields not checked, UTF-8 checked where the schema says so. */
    public static final DecodeOptions DEFAULT =
            new DecodeOptions(Depths.DEFAULT, ExtensionRegistry.empty(), false, false, true);

    private final int maxDepth;
    private final ExtensionRegistry extensions;
    private final boolean checksRequired;
    private final boolean validatesAllStrings;
    private final boolean compiledTier;

    private DecodeOptions(
            int maxDepth,
            ExtensionRegistry extensions,
            boolean checksRequired,
            boolean validatesAllStrings,
            boolean compiledTier) {
        this.maxDepth = maxDepth;
        this.extensions = extensions;
        this.checksRequired = checksRequired;
        this.validatesAllStrings = validatesAllStrings;
        this.compiledTier = compiledTier;
    }

    public int maxDepth() {
        return maxDepth;
    }

    /**
     * Sets how many levels of messages, groups (known or not) and map entries may nest below the top one; 100 by default.
     *
     * @param depth 0 to 10,000
     */
    public DecodeOptions withMaxDepth(int depth) {
        return new DecodeOptions(Depths.check(depth), extensions, checksRequired, validatesAllStrings, compiledTier);
    }

    public ExtensionRegistry extensions() {
        return extensions;
    }

    /** Sets the extensions to know; all others stay unknown fields. */
    public DecodeOptions withExtensions(ExtensionRegistry registry) {
        Objects.requireNonNull(registry, "registry");
        return new DecodeOptions(maxDepth, registry, checksRequired, validatesAllStrings, compiledTier);
    }

    public boolean checksRequired() {
        return checksRequired;
    }

    /** Sets whether a message that lacks a required field, anywhere in the finished tree, is rejected. Off by default. */
    public DecodeOptions withRequiredCheck(boolean check) {
        return new DecodeOptions(maxDepth, extensions, check, validatesAllStrings, compiledTier);
    }

    public boolean validatesAllStrings() {
        return validatesAllStrings;
    }

    /** Sets whether strings must be UTF-8 also where the schema does not ask for it (proto2). Off by default. */
    public DecodeOptions withAllStringsValidated(boolean validate) {
        return new DecodeOptions(maxDepth, extensions, checksRequired, validate, compiledTier);
    }

    boolean usesCompiledTier() {
        return compiledTier;
    }

    /** Sets whether compiled code may be used where there is some; it does the same as the tables, so this is for tests of just that. */
    DecodeOptions withCompiledTier(boolean use) {
        return new DecodeOptions(maxDepth, extensions, checksRequired, validatesAllStrings, use);
    }
}
