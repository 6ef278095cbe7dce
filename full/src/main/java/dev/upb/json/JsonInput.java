package dev.upb.json;

import dev.upb.base.LittleEndian;
import dev.upb.base.Utf8;
import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.Slots;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

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

    static long load(Heap heap, byte[] text, int textOffset, int size) {
        int at = allocate(heap, size);
        System.arraycopy(text, textOffset, heap.bytes, at, size);
        return Slots.string(at, size);
    }

    /** Takes what lies between position and limit, and moves neither. */
    static long load(Heap heap, ByteBuffer text) {
        int size = text.remaining();
        int at = allocate(heap, size);
        text.get(text.position(), heap.bytes, at, size);
        return Slots.string(at, size);
    }

    /** Takes a text whose surrogates without partner, if any, become malformed UTF-8. */
    static long load(Heap heap, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8); // Much faster than a loop over the characters.
        if (hasReplacement(utf8) && hasLoneSurrogate(text)) {
            utf8 = withSurrogates(text);
        }
        return load(heap, utf8, 0, utf8.length);
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

    private static boolean hasLoneSurrogate(String text) {
        try {
            Utf8.encodedSize(text);
            return false;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    private static byte[] withSurrogates(String text) {
        byte[] utf8 = new byte[Math.multiplyExact(text.length(), 3)];
        int size = 0;
        for (int i = 0; i < text.length(); i++) {
            int c = text.codePointAt(i);
            if (Character.isSurrogate((char) c) && c < 0x10000) {
                utf8[size++] = (byte) 0xED;
                utf8[size++] = (byte) (0x80 | c >> 6 & 0x3F);
                utf8[size++] = (byte) (0x80 | c & 0x3F);
            } else {
                size = Utf8.encode(Character.toString(c), utf8, size);
                i += Character.charCount(c) - 1;
            }
        }
        return Arrays.copyOf(utf8, size);
    }

    private static int allocate(Heap heap, int size) {
        heap.reserve((long) size + Math.min(size, MAX_RESERVE) + Heap.INPUT_PADDING);
        int at = heap.allocateInput(size);
        clearPadding(heap.bytes, at + size);
        return at;
    }

    private static void clearPadding(byte[] b, int end) {
        LittleEndian.putLong(b, end, 0);
        LittleEndian.putLong(b, end + 8, 0);
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
        clearPadding(heap.bytes, at + filled);
        return Slots.string(at, filled);
    }
}
