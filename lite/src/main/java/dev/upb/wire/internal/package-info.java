/**
 * The table-driven codec, and the seam to the compiled one. For this library's modules only.
 *
 * <p>Key types: {@link dev.upb.wire.internal.DecodeState}, {@link dev.upb.wire.internal.EncodeState}, {@link
 * dev.upb.wire.internal.MessageCodec}. A state is for one thread at a time; codecs are immutable. Imports {@code base}, {@code minitable} and the
 * {@code internal} packages of {@code mem} and {@code message}.
 */
package dev.upb.wire.internal;
