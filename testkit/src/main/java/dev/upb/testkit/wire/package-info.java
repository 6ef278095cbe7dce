/**
 * A wire format of its own: messages as ordered lists of numbered values, written to bytes and read back without any
 * schema and without protobuf-java.
 *
 * <p>{@link dev.upb.testkit.wire.WireMessage} is the model and keeps each overlong varint, so that reading and writing
 * are exact inverses. {@link dev.upb.testkit.wire.WireWriter} also writes what is no message: stray end tags, cut
 * varints, lengths that lie. {@link dev.upb.testkit.wire.Hex} turns text into bytes. Imports nothing but the JDK.
 */
package dev.upb.testkit.wire;
