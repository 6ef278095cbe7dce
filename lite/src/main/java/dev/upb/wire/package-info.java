/**
 * The binary format: decoder, encoder, delimited streams, and a reader for messages without a schema.
 *
 * <p>Key types: {@link dev.upb.wire.Decoder}, {@link dev.upb.wire.Encoder}, {@link dev.upb.wire.DelimitedReader}, {@link
 * dev.upb.wire.WireReader}. Options are immutable and may be shared; everything else is for one thread. Imports {@code base}, {@code mem},
 * {@code minitable}, {@code message} and the {@code internal} packages of {@code mem} and {@code message}.
 */
package dev.upb.wire;
