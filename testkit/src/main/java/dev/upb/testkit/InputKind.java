package dev.upb.testkit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;

/**
 * A way to hand bytes to a decoder. Each kind belongs to one {@link Form} and answers only that form's method;
 * {@link #feed} picks it.
 *
 * <p>Where an input lies inside something larger, what follows it are bytes that would complete a cut varint or make
 * one more valid field: a decoder that looks past its limit gets another result, not merely a crash.
 */
public enum InputKind {
    /** A whole array. */
    ARRAY(Form.ARRAY),
    /** A range that starts at an odd offset of a larger array. */
    ARRAY_RANGE(Form.ARRAY),
    /** A heap buffer over a whole array. */
    HEAP_BUFFER(Form.BUFFER),
    /** A little-endian heap buffer with array offset, position and limit inside a larger array. */
    HEAP_BUFFER_SLICE(Form.BUFFER),
    /** A heap buffer that does not show its array, at a position other than 0. */
    READ_ONLY_BUFFER(Form.BUFFER),
    /** A direct buffer with position and limit inside a larger one. */
    DIRECT_BUFFER(Form.BUFFER),
    /** A stream that gives all that is asked for. */
    STREAM(Form.STREAM),
    /** A stream that gives one byte per read. */
    STREAM_ONE_BYTE(Form.STREAM),
    /** A stream that gives 1 to 8 bytes per read, in a fixed pseudo-random sequence. */
    STREAM_PIECES(Form.STREAM),
    /** A channel that gives all that fits. */
    CHANNEL(Form.CHANNEL),
    /** A channel that gives one byte per read. */
    CHANNEL_ONE_BYTE(Form.CHANNEL),
    /** A channel that gives 1 to 8 bytes per read, in a fixed pseudo-random sequence. */
    CHANNEL_PIECES(Form.CHANNEL);

    /** What a decoder is handed. */
    public enum Form {
        ARRAY,
        BUFFER,
        STREAM,
        CHANNEL
    }

    /**
     * The bytes {@code [offset..offset + length)} of an array.
     *
     * @param offset in bytes
     * @param length in bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // A view, passed on and dropped.
    public record Range(byte[] array, int offset, int length) {}

    /** The decoder under test: one method per form. */
    public interface Sink<T> {
        T array(byte[] array, int offset, int length);

        T buffer(ByteBuffer buffer);

        T stream(InputStream stream) throws IOException;

        T channel(ReadableByteChannel channel) throws IOException;
    }

    private static final int BEFORE = 7;
    private static final byte[] AFTER = {0x01, 0x08, 0x01, 0x7f, 0x00, 0x0c, 0x12, 0x01, 0x41};
    private static final int LARGEST_PIECE = 8;
    private static final long PIECES_SEED = 20_260_101L;

    private final Form form;

    InputKind(Form form) {
        this.form = form;
    }

    public Form form() {
        return form;
    }

    /** Hands {@code bytes} to the method of {@code sink} for the form of this kind and returns its result. */
    public <T> T feed(byte[] bytes, Sink<T> sink) throws IOException {
        switch (form) {
            case ARRAY -> {
                Range range = range(bytes);
                return sink.array(range.array, range.offset, range.length);
            }
            case BUFFER -> {
                return sink.buffer(buffer(bytes));
            }
            case STREAM -> {
                return sink.stream(stream(bytes));
            }
            case CHANNEL -> {
                return sink.channel(channel(bytes));
            }
        }
        throw new AssertionError(form);
    }

    /**
     * Returns a copy of {@code bytes} in an array of this kind.
     *
     * @throws IllegalStateException if the form is not {@link Form#ARRAY}
     */
    public Range range(byte[] bytes) {
        return switch (this) {
            case ARRAY -> new Range(bytes.clone(), 0, bytes.length);
            case ARRAY_RANGE -> new Range(surrounded(bytes), BEFORE, bytes.length);
            default -> throw wrongForm(Form.ARRAY);
        };
    }

    /**
     * Returns a buffer of this kind whose remaining bytes are a copy of {@code bytes}.
     *
     * @throws IllegalStateException if the form is not {@link Form#BUFFER}
     */
    public ByteBuffer buffer(byte[] bytes) {
        int limit = BEFORE + bytes.length;
        return switch (this) {
            case HEAP_BUFFER -> ByteBuffer.wrap(bytes.clone());
            case HEAP_BUFFER_SLICE -> {
                byte[] array = surrounded(bytes);
                ByteBuffer slice = ByteBuffer.wrap(array, 2, array.length - 2).slice();
                yield slice.position(BEFORE - 2).limit(limit - 2).order(ByteOrder.LITTLE_ENDIAN);
            }
            case READ_ONLY_BUFFER ->
                ByteBuffer.wrap(surrounded(bytes), BEFORE, bytes.length).asReadOnlyBuffer();
            case DIRECT_BUFFER -> {
                byte[] array = surrounded(bytes);
                yield ByteBuffer.allocateDirect(array.length)
                        .put(array)
                        .position(BEFORE)
                        .limit(limit);
            }
            default -> throw wrongForm(Form.BUFFER);
        };
    }

    /**
     * Returns a stream of this kind over a copy of {@code bytes}.
     *
     * @throws IllegalStateException if the form is not {@link Form#STREAM}
     */
    public InputStream stream(byte[] bytes) {
        return switch (this) {
            case STREAM -> new ByteArrayInputStream(bytes.clone());
            case STREAM_ONE_BYTE -> ThrottledInputStream.oneByte(bytes);
            case STREAM_PIECES -> ThrottledInputStream.pieces(bytes, LARGEST_PIECE, PIECES_SEED);
            default -> throw wrongForm(Form.STREAM);
        };
    }

    /**
     * Returns a channel of this kind over a copy of {@code bytes}.
     *
     * @throws IllegalStateException if the form is not {@link Form#CHANNEL}
     */
    public ReadableByteChannel channel(byte[] bytes) {
        return switch (this) {
            case CHANNEL -> Channels.newChannel(new ByteArrayInputStream(bytes.clone()));
            case CHANNEL_ONE_BYTE -> ThrottledChannel.oneByte(bytes);
            case CHANNEL_PIECES -> ThrottledChannel.pieces(bytes, LARGEST_PIECE, PIECES_SEED);
            default -> throw wrongForm(Form.CHANNEL);
        };
    }

    private static byte[] surrounded(byte[] bytes) {
        ByteBuffer all = ByteBuffer.allocate(BEFORE + bytes.length + AFTER.length);
        for (int i = 0; i < BEFORE; i++) {
            all.put((byte) (0x80 | i * 37));
        }
        return all.put(bytes).put(AFTER).array();
    }

    private IllegalStateException wrongForm(Form wanted) {
        return new IllegalStateException(this + " has form " + form + ", not " + wanted);
    }
}
