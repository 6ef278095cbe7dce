package dev.upb.wire;

import dev.upb.base.Depths;

/** How to encode. Immutable. */
public final class EncodeOptions {
    /** Depth of 100 levels, maps and extensions in the order of the message, unknown fields written, required fields not checked. */
    public static final EncodeOptions DEFAULT = new EncodeOptions(Depths.DEFAULT, false, true, false);

    private final int maxDepth;
    private final boolean deterministic;
    private final boolean unknownFields;
    private final boolean checksRequired;

    private EncodeOptions(int maxDepth, boolean deterministic, boolean unknownFields, boolean checksRequired) {
        this.maxDepth = maxDepth;
        this.deterministic = deterministic;
        this.unknownFields = unknownFields;
        this.checksRequired = checksRequired;
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
        return new EncodeOptions(Depths.check(depth), deterministic, unknownFields, checksRequired);
    }

    public boolean isDeterministic() {
        return deterministic;
    }

    /**
     * Sets whether map entries are sorted by key (numbers by value, strings by their UTF-8 bytes) and extensions by number, so that equal
     * messages of one schema give equal bytes. Unknown fields keep their order. Off by default.
     */
    public EncodeOptions withDeterministic(boolean sort) {
        return new EncodeOptions(maxDepth, sort, unknownFields, checksRequired);
    }

    public boolean writesUnknownFields() {
        return unknownFields;
    }

    /** Sets whether unknown fields are written. On by default. */
    public EncodeOptions withUnknownFields(boolean write) {
        return new EncodeOptions(maxDepth, deterministic, write, checksRequired);
    }

    public boolean checksRequired() {
        return checksRequired;
    }

    /** Sets whether a message that lacks a required field, anywhere in the tree, is refused. Off by default. */
    public EncodeOptions withRequiredCheck(boolean check) {
        return new EncodeOptions(maxDepth, deterministic, unknownFields, check);
    }
}
