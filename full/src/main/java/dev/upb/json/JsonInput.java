package dev.upb.json;

import dev.upb.base.LittleEndian;
import dev.upb.format.internal.PathFailure;
import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.Slots;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Moves a text into a heap, where it is parsed in place and where strings then stay. Results are offset and size as in {@link Slots}; zero
 * bytes follow, see {@link Heap#INPUT_PADDING}.
 */
final class JsonInput {
    private static final int FIRST_CHUNK = 8192;
    /** Room kept for the message itself where the text is larger than this; a smaller one gets its own size again. */
    private static final int MAX_RESERVE = 1 << 17;

    private static final long ONES = 0x0101010101010101L;
    private static final long QUESTION_MARKS = ONES * '?';

    private JsonInput() {}

    /** Takes {@code text[offset .. offset + size)}, which is an array or a {@link ByteBuffer}; that is not moved. */
    static long load(Heap heap, Object text, int offset, int size) {
        heap.reserve((long) size + Math.min(size, MAX_RESERVE) + Heap.INPUT_PADDING);
        int at = heap.allocateInput(size);
        if (text instanceof byte[] bytes) {
            System.arraycopy(bytes, offset, heap.bytes, at, size);
        } else {
            ((ByteBuffer) text).get(offset, heap.bytes, at, size);
        }
        return padded(heap, at, size);
    }

    private static long padded(Heap heap, int at, int size) {
        LittleEndian.putLong(heap.bytes, at + size, 0);
        LittleEndian.putLong(heap.bytes, at + size + 8, 0);
        return Slots.string(at, size);
    }

    /** Returns the UTF-8 of a text; the first surrogate without its partner becomes a byte that UTF-8 does not have. */
    static byte[] utf8(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8); // Much faster than a loop over the characters.
        int surrogate = hasReplacement(utf8) ? PathFailure.loneSurrogate(text) : -1;
        if (surrogate >= 0) {
            utf8[surrogate] = -1;
        }
        return utf8;
    }

    /** Whether there is a question mark, which also stands for what can't be encoded. */
    private static boolean hasReplacement(byte[] utf8) {
        int at = 0;
        for (; at <= utf8.length - 8; at += 8) {
            long marks = LittleEndian.getLong(utf8, at) ^ QUESTION_MARKS;
            if ((marks - ONES & ~marks & ONES << 7) != 0) {
                return true;
            }
        }
        while (at < utf8.length && utf8[at] != '?') {
            at++;
        }
        return at < utf8.length;
    }

    /** Takes all that the stream has. Memory grows with what arrives; if reading fails, it is given back. */
    static long load(Heap heap, InputStream text) throws IOException {
        int mark = heap.position();
        try {
            return read(heap, text);
        } catch (IOException | RuntimeException e) {
            heap.rewind(mark);
            throw e;
        }
    }

    private static long read(Heap heap, InputStream text) throws IOException {
        int room = FIRST_CHUNK;
        int at = heap.allocateInput(room);
        int filled = 0;
        while (true) {
            if (filled == room) {
                int larger = heap.checkedSize(2L * room + Heap.INPUT_PADDING);
                at = heap.reallocate(at, room + Heap.INPUT_PADDING, larger);
                room = larger - Heap.INPUT_PADDING;
            }
            int count = text.read(heap.bytes, at + filled, room - filled);
            if (count == 0) { // Against the contract of streams, but seen; read() blocks.
                int single = text.read();
                if (single >= 0) {
                    heap.bytes[at + filled] = (byte) single;
                }
                count = single < 0 ? -1 : 1;
            }
            if (count < 0) {
                break;
            }
            filled += count;
        }
        heap.shrinkLast(at, room + Heap.INPUT_PADDING, filled + Heap.INPUT_PADDING);
        return padded(heap, at, filled);
    }
}
