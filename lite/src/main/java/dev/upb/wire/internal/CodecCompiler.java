package dev.upb.wire.internal;

import dev.upb.minitable.MiniTable;

/** Compiles message types. The module that can is found as a service. */
public abstract class CodecCompiler {
    /** For the service's provider. */
    protected CodecCompiler() {}

    /**
     * Compiles a type and all types that its messages can hold, and attaches the code to their tables ({@link MiniTable#setCodec}). Types that
     * are compiled already, or can't be, are left as they are.
     */
    public abstract void compile(MiniTable table);
}
