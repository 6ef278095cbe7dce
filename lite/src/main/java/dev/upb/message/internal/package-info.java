/**
 * How messages, lists, maps, unknown fields and extensions lie in a heap, for the modules of this library only. Everything here works on
 * offsets and checks neither lifetimes nor field types: that is the job of the handles in {@code message}, and of the codecs.
 *
 * <p>Key types: {@link dev.upb.message.internal.RawMessage}, {@link dev.upb.message.internal.RawArray}, {@link
 * dev.upb.message.internal.RawMap}, {@link dev.upb.message.internal.Extras}. Imports {@code base}, {@code mem.internal}, {@code minitable}.
 */
package dev.upb.message.internal;
