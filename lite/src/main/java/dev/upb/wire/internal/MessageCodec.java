package dev.upb.wire.internal;

/**
 * The code that was compiled for one message type. It means exactly what the tables mean: same messages, same bytes, same errors at the same
 * offsets. Immutable.
 */
public abstract class MessageCodec {
    /** For subclasses in the module with the compiler. */
    protected MessageCodec() {}

    /**
     * Reads fields into a message, from {@code offset} up to {@code end}.
     *
     * @param depth levels that may still nest below this message
     * @return {@code end}
     */
    public abstract int decode(DecodeState state, int offset, int end, int message, int depth);

    /**
     * Writes the fields of a message in front of {@code position}.
     *
     * @param bytes the memory of the message
     * @return the position of the first byte written
     */
    public abstract int encode(EncodeState state, byte[] bytes, int position, int message, int depth);
}
