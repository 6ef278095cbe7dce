/**
 * The compiled tier: for each message type a decoder and an encoder in bytecode, in which offsets, tags and sub-types are constants.
 *
 * <p>{@link dev.upb.jit.JitCompiler} is found as a service. {@code ClassGenerator} makes one hidden class for a batch of types, {@code DecoderGenerator} and
 * {@code EncoderGenerator} its methods; what they have in common for all types is plain Java in {@code DecodeSteps} and {@code EncodeSteps}, which
 * HotSpot inlines. What is rare (unknown fields, extensions, groups, unknown numbers of closed enums) they hand to the table tier, field by
 * field. Imports {@code base}, {@code minitable} and the {@code internal} packages of lite; ASM.
 */
package dev.upb.jit;
