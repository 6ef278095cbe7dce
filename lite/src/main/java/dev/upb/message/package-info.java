/**
 * Messages, lists and maps as a Java program sees them: small handles on memory of an arena.
 *
 * <p>Key types: {@link dev.upb.message.MiniMessage}, {@link dev.upb.message.RepeatedField}, {@link dev.upb.message.MapField}, {@link
 * dev.upb.message.UnknownFields}. A handle whose arena was reset or closed throws {@link java.lang.IllegalStateException}. Everything belongs
 * to the thread of its arena; frozen messages may be read by many. Imports {@code base}, {@code mem}, {@code minitable} and the {@code
 * internal} packages of {@code mem} and {@code message}.
 */
package dev.upb.message;
