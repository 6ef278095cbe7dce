package dev.upb.format.internal;

import dev.upb.base.LittleEndian;
import dev.upb.base.Utf8;
import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.Slots;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Moves a text into a heap, where it is parsed in place and where strings then stay. Results are offset and size as in {@link Slots}; zero
 * bytes follow, see {@link Heap#INPUT_PADDING}.
 */
public final class TextInput {
    private static final int FIRST_CHUNK = 8192;
    /** Room kept for the message itself where the text is larger than this; a smaller one gets its own size again. */
    private static final int MAX_RESERVE = 1 << 17;

    private static final long ONES = 0x0101010101010101L;
    private static final long QUESTION_MARKS = ONES * '?';

    private TextInput() {}

    /** Takes {@code text[offset .. offset + size)}, which is an array or a {@link ByteBuffer}; that is not moved. */
    public static long load(Heap heap, Object text, int offset, int size) {
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

    /** Returns how large an arena should be that is for one text and its message. */
    public static int ownCapacity(MessageDef type, int size) {
        // A typical message takes less than its text, which is in the arena too.
        return (int) Math.min(2L * size + type.miniTable().size() + 2 * Heap.INPUT_PADDING, Integer.MAX_VALUE / 2);
    }

    /** Returns the heap of a message that is to be merged into. */
    public static Heap heapOf(Message message) {
        if (message.isFrozen()) {
            throw new IllegalStateException("a frozen message can't be merged into");
        }
        return message.heap();
    }

    /** Returns the UTF-8 of a text; the first surrogate without its partner becomes a byte that UTF-8 does not have. */
    public static byte[] utf8(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8); // Much faster than a loop over the characters.
        int surrogate = hasReplacement(utf8) ? loneSurrogate(text) : -1;
        if (surrogate >= 0) {
            utf8[surrogate] = -1;
        }
        return utf8;
    }

    /** Returns the offset, in the UTF-8 of a text, of the first surrogate without its partner; -1 if there is none. */
    public static int loneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            int c = text.codePointAt(i);
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                return Utf8.encodedSize(text.substring(0, i));
            }
            i += c >>> 16 == 0 ? 0 : 1;
        }
        return -1;
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
    public static long load(Heap heap, InputStream text) throws IOException {
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
            int count = readSome(text, heap.bytes, at + filled, room - filled);
            if (count < 0) {
                break;
            }
            filled += count;
        }
        heap.shrinkLast(at, room + Heap.INPUT_PADDING, filled + Heap.INPUT_PADDING);
        return padded(heap, at, filled);
    }

    /** Reads at least one byte; returns how many, or -1 at the end of the stream. */
    public static int readSome(InputStream in, byte[] target, int offset, int room) throws IOException {
        int count = in.read(target, offset, room);
        if (count == 0) { // Against the contract of streams, but seen; read() blocks.
            int single = in.read();
            target[offset] = (byte) single;
            count = single < 0 ? -1 : 1;
        }
        return count;
    }
}
