/** Compiles message types of upb-lite to bytecode. Has no API: see {@code dev.upb.wire.CompiledTier}. */
module dev.upb.jit {
    requires dev.upb.lite;
    requires org.objectweb.asm;

    provides dev.upb.wire.internal.CodecCompiler with
            dev.upb.jit.JitCompiler;
}
