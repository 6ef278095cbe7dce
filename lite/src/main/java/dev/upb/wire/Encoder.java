package dev.upb.wire;

import dev.upb.base.EncodeException;
import dev.upb.base.EncodeStatus;
import dev.upb.mem.internal.Heap;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.MiniTable;
import dev.upb.wire.internal.EncodeState;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Encodes the binary format: known fields by ascending number, then extensions, then unknown fields in the order in which they arrived.
 *
 * <p>Packed fields are written as the schema says. Map entries have both key and value. Strings are written as they are.
 *
 * <p>All methods throw {@link EncodeException} for a message that nests too deep, is too large, or, if that is checked, lacks a required
 * field. Nothing was written then, but the bytes of a caller's buffer behind its position may have changed.
 *
 * @see <a href="https://protobuf.dev/programming-guides/encoding/">Encoding</a>
 */
public final class Encoder {
    private Encoder() {}

    /** Returns the bytes in an array of their size. */
    public static byte[] encode(MiniMessage message, EncodeOptions options) {
        EncodeState state = EncodeState.take();
        try {
            int size = run(state, message, options);
            return Arrays.copyOfRange(state.buffer, state.position, state.position + size);
        } finally {
            state.release();
        }
    }

    /**
     * Writes to {@code target} from {@code offset} on, and returns the size. Allocates nothing. Bytes behind those written may change too.
     *
     * @throws IllegalArgumentException if they do not fit; the text says how many there are
     */
    public static int encode(MiniMessage message, byte[] target, int offset, EncodeOptions options) {
        Objects.checkFromToIndex(offset, target.length, target.length);
        return encodeTo(message, target, offset, target.length, options);
    }

    private static int encodeTo(MiniMessage message, byte[] target, int offset, int end, EncodeOptions options) {
        EncodeState state = EncodeState.take();
        try {
            checkRequired(message, options);
            MiniTable table = configure(state, message, options);
            int size = state.tryEncode(target, offset, end, message.heap(), message.offset(), table);
            if (size < 0) { // Did not fit, or not with the room to spare that the encoder wants: it went on in a buffer
                // of its own.
                size = state.written();
                if (size > end - offset) {
                    throw new IllegalArgumentException(
                            "the message takes " + size + " bytes; the target has " + (end - offset));
                }
                System.arraycopy(state.buffer, state.position, target, offset, size);
                return size;
            }
            System.arraycopy(target, end - size, target, offset, size);
            return size;
        } finally {
            state.release();
        }
    }

    /**
     * Writes at the buffer's position, and moves it.
     *
     * @throws BufferOverflowException if the bytes do not fit; the buffer's position is as before
     */
    public static void encode(MiniMessage message, ByteBuffer target, EncodeOptions options) {
        EncodeState state = EncodeState.take();
        try {
            int size = run(state, message, options);
            if (size > target.remaining()) {
                throw new BufferOverflowException();
            }
            target.put(state.buffer, state.position, size);
        } finally {
            state.release();
        }
    }

    /** Writes to a stream, in one piece; does not flush or close it. */
    public static void encode(MiniMessage message, OutputStream target, EncodeOptions options) throws IOException {
        EncodeState state = EncodeState.take();
        try {
            int size = run(state, message, options);
            target.write(state.buffer, state.position, size);
        } finally {
            state.release();
        }
    }

    /** Returns the size that {@link #encode} gives for the same options. */
    public static int encodedSize(MiniMessage message, EncodeOptions options) {
        EncodeState state = EncodeState.take();
        try {
            return run(state, message, options);
        } finally {
            state.release();
        }
    }

    /** Writes the size as a varint, then the message: one of a stream that {@link DelimitedReader} reads. Does not flush or close. */
    public static void encodeDelimited(MiniMessage message, OutputStream target, EncodeOptions options)
            throws IOException {
        EncodeState state = EncodeState.take();
        try {
            run(state, message, options);
            state.putLength();
            target.write(state.buffer, state.position, state.written());
        } finally {
            state.release();
        }
    }

    private static int run(EncodeState state, MiniMessage message, EncodeOptions options) {
        checkRequired(message, options);
        MiniTable table = configure(state, message, options);
        return state.encode(message.heap(), message.offset(), table);
    }

    private static MiniTable configure(EncodeState state, MiniMessage message, EncodeOptions options) {
        MiniTable table = message.table();
        CompiledTier.use(table);
        state.configure(
                options.maxDepth(),
                options.isDeterministic(),
                options.writesUnknownFields(),
                options.usesCompiledTier());
        return table;
    }

    private static void checkRequired(MiniMessage message, EncodeOptions options) {
        if (options.checksRequired()) {
            Heap heap = message.heap();
            List<String> missing;
            try {
                missing = RequiredCheck.missing(heap, message.offset(), message.table());
            } catch (IllegalStateException tooDeep) {
                throw new EncodeException(EncodeStatus.MAX_DEPTH_EXCEEDED, tooDeep.getMessage());
            }
            if (!missing.isEmpty()) {
                throw new EncodeException(
                        EncodeStatus.MISSING_REQUIRED, "missing required field: " + RequiredCheck.text(missing));
            }
        }
    }
}
