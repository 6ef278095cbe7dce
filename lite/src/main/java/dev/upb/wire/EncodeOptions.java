package dev.upb.wire;

import dev.upb.base.Depths;

/** How to encode. Immutable. */
public final class EncodeOptions {
    /** Depth of 100 levels, maps and extensions in the order of the message, unknown fields written, required fields not checked. */
    public static final EncodeOptions DEFAULT = new EncodeOptions(Depths.DEFAULT, false, true, false, true);

    private final int maxDepth;
    private final boolean deterministic;
    private final boolean unknownFields;
    private final boolean checksRequired;
    private final boolean compiledTier;

    private EncodeOptions(
            int maxDepth, boolean deterministic, boolean unknownFields, boolean checksRequired, boolean compiledTier) {
        this.maxDepth = maxDepth;
        this.deterministic = deterministic;
        this.unknownFields = unknownFields;
        this.checksRequired = checksRequired;
        this.compiledTier = compiledTier;
    }

    public int maxDepth() {
        return maxDepth;
    }

    /**
     * Sets how many levels of messages, groups and map entries may nest below the top one; 100 by default, as for decoding.
     *
     * @param depth 0 to 10,000
     */
    public EncodeOptions withMaxDepth(int depth) {
        return new EncodeOptions(Depths.check(depth), deterministic, unknownFields, checksRequired, compiledTier);
    }

    public boolean isDeterministic() {
        return deterministic;
    }

    /**
     * Sets whether map entries are sorted by key (numbers by value, strings by their UTF-8 bytes) and extensions by number, so that equal
     * messages of one schema give equal bytes. Unknown fields keep their order. Off by default.
     */
    public EncodeOptions withDeterministic(boolean sort) {
        return new EncodeOptions(maxDepth, sort, unknownFields, checksRequired, compiledTier);
    }

    public boolean writesUnknownFields() {
        return unknownFields;
    }

    /** Sets whether unknown fields are written. On by default. */
    public EncodeOptions withUnknownFields(boolean write) {
        return new EncodeOptions(maxDepth, deterministic, write, checksRequired, compiledTier);
    }

    public boolean checksRequired() {
        return checksRequired;
    }

    /** Sets whether a message that lacks a required field, anywhere in the tree, is refused. Off by default. */
    public EncodeOptions withRequiredCheck(boolean check) {
        return new EncodeOptions(maxDepth, deterministic, unknownFields, check, compiledTier);
    }

    boolean usesCompiledTier() {
        return compiledTier;
    }

    /** Sets whether compiled code may be used where there is some; it does the same as the tables, so this is for tests of just that. */
    EncodeOptions withCompiledTier(boolean use) {
        return new EncodeOptions(maxDepth, deterministic, unknownFields, checksRequired, use);
    }
}
