package dev.upb.wire;

import dev.upb.base.DecodeException;
import dev.upb.base.DecodeStatus;
import dev.upb.mem.Arena;
import dev.upb.mem.internal.Heap;
import dev.upb.message.MiniMessage;
import dev.upb.message.internal.RawMessage;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.MiniTable;
import dev.upb.wire.internal.DecodeState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import java.util.Objects;

/**
 * Decodes the binary format.
 *
 * <p>{@code decode} makes a new message, {@code decodeInto} merges into one that is there: singular fields are overwritten, sub-messages
 * merged, lists appended to, as the specification says. Input is copied into the arena once, in one piece; strings, bytes and unknown fields
 * of the message are parts of that copy. Nothing else is allocated on the Java heap but the handle that is returned.
 *
 * <p>If {@code decode} fails, the arena is as it was before, and there is no new message. If {@code decodeInto} fails, the message can be used,
 * but holds some of what came before the error, and the field with the error may have any value.
 *
 * <p>All methods throw {@link DecodeException} for input that is no such message, {@link dev.upb.base.ArenaExhaustedException} if the arena
 * can't hold it, and {@link IllegalStateException} if the arena is closed. Byte buffers are read from position to limit, and neither is
 * moved. Streams and channels are read to their end, and not closed.
 *
 * @see <a href="https://protobuf.dev/programming-guides/encoding/">Encoding</a>
 */
public final class Decoder {
    private Decoder() {}

    public static MiniMessage decode(MiniTable table, Arena arena, byte[] input, DecodeOptions options) {
        return decode(table, arena, input, 0, input.length, options);
    }

    /** Decodes {@code input[offset .. offset + size)}. */
    public static MiniMessage decode(
            MiniTable table, Arena arena, byte[] input, int offset, int size, DecodeOptions options) {
        Heap heap = arena.heap();
        return new MiniMessage(heap, decodeRaw(table, heap, input, offset, size, options), table);
    }

    public static MiniMessage decode(MiniTable table, Arena arena, ByteBuffer input, DecodeOptions options) {
        Heap heap = arena.heap();
        return new MiniMessage(heap, decodeRaw(table, heap, input, options), table);
    }

    public static MiniMessage decode(MiniTable table, Arena arena, InputStream input, DecodeOptions options)
            throws IOException {
        Heap heap = arena.heap();
        return new MiniMessage(heap, decodeRaw(table, heap, input, options), table);
    }

    public static MiniMessage decode(MiniTable table, Arena arena, ReadableByteChannel input, DecodeOptions options)
            throws IOException {
        Heap heap = arena.heap();
        return new MiniMessage(heap, decodeRaw(table, heap, input, options), table);
    }

    public static void decodeInto(MiniMessage message, byte[] input, DecodeOptions options) {
        decodeInto(message, input, 0, input.length, options);
    }

    /** Merges {@code input[offset .. offset + size)}. */
    public static void decodeInto(MiniMessage message, byte[] input, int offset, int size, DecodeOptions options) {
        Objects.checkFromIndexSize(offset, size, input.length);
        Heap heap = mutableHeap(message);
        merge(message, heap, InputLoader.load(heap, input, offset, size), options);
    }

    public static void decodeInto(MiniMessage message, ByteBuffer input, DecodeOptions options) {
        Heap heap = mutableHeap(message);
        merge(message, heap, InputLoader.load(heap, input), options);
    }

    public static void decodeInto(MiniMessage message, InputStream input, DecodeOptions options) throws IOException {
        Heap heap = mutableHeap(message);
        merge(message, heap, new StreamLoader(heap, input).load(Integer.MAX_VALUE), options);
    }

    public static void decodeInto(MiniMessage message, ReadableByteChannel input, DecodeOptions options)
            throws IOException {
        Heap heap = mutableHeap(message);
        merge(message, heap, new StreamLoader(heap, input).load(Integer.MAX_VALUE), options);
    }

    private static Heap mutableHeap(MiniMessage message) {
        if (message.isFrozen()) {
            throw new IllegalStateException("a frozen message can't be merged into");
        }
        return message.heap();
    }

    private static void merge(MiniMessage message, Heap heap, long input, DecodeOptions options) {
        try {
            run(heap, input, message.offset(), message.table(), options);
        } catch (DecodeException e) {
            throw withPath(e, heap, input, message.table(), options);
        }
    }

    /** Decodes {@code input[offset .. offset + size)} and returns the offset of the message; likewise all below. For this library's modules. */
    @SuppressWarnings("exports") // The type is not exported on purpose: only this library can use it.
    public static int decodeRaw(MiniTable table, Heap heap, byte[] input, int offset, int size, DecodeOptions options) {
        Objects.checkFromIndexSize(offset, size, input.length);
        int mark = heap.position();
        try {
            return create(heap, InputLoader.load(heap, input, offset, size), table, options);
        } catch (RuntimeException e) {
            heap.rewind(mark);
            throw e;
        }
    }

    @SuppressWarnings("exports") // See above.
    public static int decodeRaw(MiniTable table, Heap heap, ByteBuffer input, DecodeOptions options) {
        int mark = heap.position();
        try {
            return create(heap, InputLoader.load(heap, input), table, options);
        } catch (RuntimeException e) {
            heap.rewind(mark);
            throw e;
        }
    }

    @SuppressWarnings("exports") // See above.
    public static int decodeRaw(MiniTable table, Heap heap, InputStream input, DecodeOptions options)
            throws IOException {
        return decodeLoaded(table, heap, new StreamLoader(heap, input), options);
    }

    @SuppressWarnings("exports") // See above.
    public static int decodeRaw(MiniTable table, Heap heap, ReadableByteChannel input, DecodeOptions options)
            throws IOException {
        return decodeLoaded(table, heap, new StreamLoader(heap, input), options);
    }

    private static int decodeLoaded(MiniTable table, Heap heap, StreamLoader loader, DecodeOptions options)
            throws IOException {
        long input = loader.load(Integer.MAX_VALUE);
        try {
            return create(heap, input, table, options);
        } catch (RuntimeException e) {
            heap.rewind(loader.mark());
            throw e;
        }
    }

    /** Decodes input that lies in the heap already, followed by zero bytes. */
    static int create(Heap heap, long input, MiniTable table, DecodeOptions options) {
        int message = RawMessage.create(heap, table);
        try {
            run(heap, input, message, table, options);
        } catch (DecodeException e) {
            throw withPath(e, heap, input, table, options);
        }
        return message;
    }

    private static void run(Heap heap, long input, int message, MiniTable table, DecodeOptions options) {
        // Taken out of the heap while in use, so that a decode within a decode gets one of its own.
        DecodeState state = heap.codecState instanceof DecodeState kept ? kept : new DecodeState();
        heap.codecState = null;
        try {
            CompiledTier.use(table);
            state.configure(
                    options.extensions(),
                    options.validatesAllStrings(),
                    options.maxDepth(),
                    options.usesCompiledTier());
            state.decode(heap, Slots.offset(input), Slots.size(input), message, table);
        } finally {
            heap.codecState = state;
        }
        if (options.checksRequired()) {
            checkRequired(heap, Slots.size(input), message, table);
        }
    }

    private static void checkRequired(Heap heap, int inputSize, int message, MiniTable table) {
        List<String> missing;
        try {
            missing = RequiredCheck.missing(heap, message, table);
        } catch (IllegalStateException tooDeep) {
            throw new DecodeException(DecodeStatus.MAX_DEPTH_EXCEEDED, 0, "", tooDeep.getMessage());
        }
        if (!missing.isEmpty()) {
            throw new DecodeException(
                    DecodeStatus.MISSING_REQUIRED, inputSize, missing.get(0), RequiredCheck.text(missing));
        }
    }

    private static DecodeException withPath(
            DecodeException e, Heap heap, long input, MiniTable table, DecodeOptions options) {
        if (e.fieldPath() != null) {
            return e;
        }
        int start = Slots.offset(input);
        int end = start + Slots.size(input);
        String path = FieldPaths.find(heap.bytes, start, end, start + (int) e.offset(), table, options.extensions());
        DecodeException located = e.withFieldPath(path);
        located.setStackTrace(e.getStackTrace());
        return located;
    }
}
