/**
 * Protocol Buffers in arenas, without names: mini-tables, messages, the binary format.
 *
 * <p>The {@code internal} packages are for the other modules of this library only, which may be absent.
 */
@SuppressWarnings("module") // The modules that the internal packages are exported to come later, or never.
module dev.upb.lite {
    exports dev.upb.base;
    exports dev.upb.mem;
    exports dev.upb.minitable;
    exports dev.upb.minidescriptor;
    exports dev.upb.message;
    exports dev.upb.wire;
    exports dev.upb.ops;
    exports dev.upb.mem.internal to
            dev.upb,
            dev.upb.jit;
    exports dev.upb.message.internal to
            dev.upb,
            dev.upb.jit;
    exports dev.upb.wire.internal to
            dev.upb.jit;

    uses dev.upb.wire.internal.CodecCompiler;
}
