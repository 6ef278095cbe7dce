package dev.upb.wire;

import dev.upb.base.DecodeException;
import dev.upb.base.DecodeStatus;
import dev.upb.mem.Arena;
import dev.upb.mem.internal.Heap;
import dev.upb.message.MiniMessage;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.MiniTable;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Function;

/**
 * Reads a stream of messages, each with its size as a varint in front of it.
 *
 * <p>One arena serves all messages: {@link #next()} resets it, so that the message before can't be used any more; copy what is to be kept.
 * The reader reads ahead of the message it returns. Closing it closes the arena, not the stream.
 *
 * <p>Three ends are told apart: the end of the stream between two messages (null), inside one ({@link DecodeStatus#TRUNCATED}), and a size
 * above the limit ({@link DecodeStatus#TOO_LARGE}). Memory grows with the bytes that arrive, not with the size announced. Offsets in errors
 * count from the first byte of the stream. After an error, the reader is of no use.
 *
 * @param <M> the kind of message handle
 */
public final class DelimitedReader<M extends MiniMessage> implements AutoCloseable {
    private static final int BUFFER_SIZE = 1 << 16;

    private final MiniTable table;
    private final InputStream input;
    private final DecodeOptions options;
    private final Function<MiniMessage, M> wrapper;
    private final int maxMessageSize;
    private final Arena arena = Arena.create();

    private final byte[] buffer = new byte[BUFFER_SIZE];
    private int position;
    private int limit;
    /** Offset in the stream of the buffer's first byte. */
    private long base;

    private boolean failed;

    private DelimitedReader(
            MiniTable table,
            InputStream input,
            DecodeOptions options,
            int maxMessageSize,
            Function<MiniMessage, M> wrapper) {
        this.table = table;
        this.input = input;
        this.options = options;
        this.maxMessageSize = maxMessageSize;
        this.wrapper = wrapper;
    }

    /** Makes a reader of messages of one type, of any size up to 2^31 - 1. */
    public static DelimitedReader<MiniMessage> of(MiniTable table, InputStream input, DecodeOptions options) {
        return of(table, input, options, Integer.MAX_VALUE);
    }

    /** Makes a reader of messages of one type and of at most {@code maxMessageSize} bytes. */
    public static DelimitedReader<MiniMessage> of(
            MiniTable table, InputStream input, DecodeOptions options, int maxMessageSize) {
        return of(table, input, options, maxMessageSize, message -> message);
    }

    /**
     * Makes a reader of handles of another class.
     *
     * @param wrapper makes such a handle of a message
     */
    public static <M extends MiniMessage> DelimitedReader<M> of(
            MiniTable table,
            InputStream input,
            DecodeOptions options,
            int maxMessageSize,
            Function<MiniMessage, M> wrapper) {
        if (maxMessageSize < 0) {
            throw new IllegalArgumentException("maxMessageSize < 0: " + maxMessageSize);
        }
        return new DelimitedReader<>(table, input, options, maxMessageSize, wrapper);
    }

    /**
     * Returns the next message, or null at the end of the stream. The message before becomes stale.
     *
     * @throws DecodeException if the stream ends inside a message, or a message is malformed or too large
     */
    public M next() throws IOException {
        if (failed) {
            throw new IllegalStateException("the stream can't be read on behind an error");
        }
        arena.reset();
        failed = true;
        if (position == limit && !fill()) {
            failed = false;
            return null;
        }
        long start = position();
        int size = readSize(start);
        M message = wrapper.apply(size <= limit - position ? decodeBuffered(size) : decodeStreamed(start, size));
        failed = false;
        return message;
    }

    /** Returns the bytes of the stream that were read as messages so far, sizes included. */
    public long position() {
        return base + position;
    }

    private boolean fill() throws IOException {
        base += limit;
        position = 0;
        limit = 0;
        int count = input.read(buffer, 0, buffer.length);
        if (count == 0) { // Against the contract of streams, but seen; read() blocks.
            int single = input.read();
            if (single >= 0) {
                buffer[0] = (byte) single;
                count = 1;
            } else {
                count = -1;
            }
        }
        limit = Math.max(count, 0);
        return count > 0;
    }

    private int readSize(long start) throws IOException {
        long size = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            if (position == limit && !fill()) {
                throw new DecodeException(
                        DecodeStatus.TRUNCATED, start, null, "the stream ends inside the size of a message");
            }
            long next = buffer[position++];
            size |= (next & 0x7F) << shift;
            if (next >= 0) {
                if (size < 0 || size > maxMessageSize) {
                    throw new DecodeException(
                            DecodeStatus.TOO_LARGE,
                            start,
                            null,
                            "message of " + Long.toUnsignedString(size) + " bytes, limit " + maxMessageSize);
                }
                return (int) size;
            }
        }
        throw new DecodeException(DecodeStatus.MALFORMED, start, null, "size of more than 10 bytes");
    }

    private MiniMessage decodeBuffered(int size) {
        long start = position();
        int from = position;
        position += size;
        try {
            return Decoder.decode(table, arena, buffer, from, size, options);
        } catch (DecodeException e) {
            throw e.movedBy(start);
        }
    }

    private MiniMessage decodeStreamed(long start, int size) throws IOException {
        Heap heap = arena.heap();
        long bodyStart = position();
        long body = new StreamLoader(heap, new Body()).load(size);
        int loaded = Slots.size(body);
        if (loaded < size) {
            throw new DecodeException(
                    DecodeStatus.TRUNCATED,
                    start,
                    null,
                    "message of " + size + " bytes, but the stream ends after " + loaded);
        }
        try {
            return new MiniMessage(heap, Decoder.create(heap, body, table, options), table);
        } catch (DecodeException e) {
            throw e.movedBy(bodyStart);
        }
    }

    /** What is left in the buffer, then the stream itself. */
    private final class Body extends InputStream {
        @Override
        public int read() throws IOException {
            if (position < limit) {
                return buffer[position++] & 0xFF;
            }
            int single = input.read();
            base += single < 0 ? 0 : 1;
            return single;
        }

        @Override
        public int read(byte[] target, int offset, int size) throws IOException {
            if (position < limit) {
                int count = Math.min(size, limit - position);
                System.arraycopy(buffer, position, target, offset, count);
                position += count;
                return count;
            }
            int count = input.read(target, offset, size);
            base += Math.max(count, 0);
            return count;
        }
    }

    /** Closes the arena; the last message becomes stale. */
    @Override
    public void close() {
        arena.close();
    }
}
