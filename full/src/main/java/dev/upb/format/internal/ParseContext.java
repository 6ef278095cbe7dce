package dev.upb.format.internal;

import dev.upb.base.LittleEndian;
import dev.upb.mem.internal.Heap;
import dev.upb.message.MiniMessage;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.MiniTable;
import dev.upb.wire.EncodeOptions;
import dev.upb.wire.Encoder;
import java.util.Arrays;

/**
 * What parses of all formats have: a text that lies in a heap, followed by {@link Heap#INPUT_PADDING} zero bytes, which are no part of any
 * token, so that reading stops at the end without looking for it; and what of the messages being read has been given.
 *
 * <p>As everywhere, no local variable holds the heap's array across a call that may allocate.
 */
public abstract class ParseContext {
    private static final int FIRST_SEEN = 32;
    /** A stack that grew beyond this is left to the collector. */
    private static final int LARGEST_SEEN = 1 << 12;

    protected Heap heap;
    protected int inputStart;
    protected int inputEnd;
    /** The value that was read last: a number's bits, or the slot of a string. */
    protected long value;

    protected final DecimalNumber number;
    /** Bits of the members and oneofs that the messages being read have had, one message's words behind those of the one around it. */
    private long[] seen = new long[FIRST_SEEN];

    protected int seenTop;

    /** Makes a context that numbers are read in as {@link DecimalNumber#DecimalNumber} says. */
    protected ParseContext(boolean lenientNumbers) {
        number = new DecimalNumber(lenientNumbers);
    }

    /** Begins with a text, given as a slot. */
    protected final void open(Heap target, long text) {
        heap = target;
        inputStart = Slots.offset(text);
        inputEnd = inputStart + Slots.size(text);
    }

    /** Forgets what a parse left. */
    protected void release() {
        heap = null;
        seenTop = 0;
        if (seen.length > LARGEST_SEEN) {
            seen = new long[FIRST_SEEN];
        }
    }

    // What was given.

    /** Adds words for a message whose bits, none of which is marked, begin at {@link #seenTop} as it is now. */
    protected final void pushSeen(int words) {
        int top = seenTop + words;
        if (top > seen.length) {
            seen = Arrays.copyOf(seen, Math.max(top, 2 * seen.length));
        }
        for (int i = seenTop; i < top; i++) {
            seen[i] = 0;
        }
        seenTop = top;
    }

    /** Marks a bit of the message whose bits begin at {@code seenBase}; false if it is marked already. */
    protected final boolean mark(int seenBase, int bit) {
        int word = seenBase + (bit >>> 6);
        long mask = 1L << bit;
        boolean isNew = (seen[word] & mask) == 0;
        seen[word] |= mask;
        return isNew;
    }

    // Bytes.

    /** Moves bytes into the heap; their slot is in {@link #value}. */
    protected final void take(byte[] bytes) {
        int at = heap.allocate(bytes.length);
        System.arraycopy(bytes, 0, heap.bytes, at, bytes.length);
        value = Slots.string(at, bytes.length);
    }

    /** Turns a message that takes all of the heap from {@code mark} on into its bytes, whose slot is in {@link #value}. */
    protected final void encode(int message, MiniTable table, int mark, EncodeOptions options) {
        byte[] bytes = Encoder.encode(new MiniMessage(heap, message, table), options);
        heap.rewind(mark);
        take(bytes);
    }

    /** Writes a value to a slot of {@code 1 << shift} bytes. */
    protected static void store(byte[] b, int slot, int shift, long bits) {
        if (shift == 2) {
            LittleEndian.putInt(b, slot, (int) bits);
        } else if (shift == 3) {
            LittleEndian.putLong(b, slot, bits);
        } else {
            b[slot] = (byte) bits;
        }
    }

    /** Writes the UTF-8 of a code point and returns the offset behind it. */
    protected static int putCodePoint(byte[] b, int at, int c) {
        int to = at;
        if (c < 0x80) {
            b[to++] = (byte) c;
            return to;
        }
        if (c < 0x800) {
            b[to++] = (byte) (0xC0 | c >> 6);
        } else {
            if (c < 0x10000) {
                b[to++] = (byte) (0xE0 | c >> 12);
            } else {
                b[to++] = (byte) (0xF0 | c >> 18);
                b[to++] = (byte) (0x80 | c >> 12 & 0x3F);
            }
            b[to++] = (byte) (0x80 | c >> 6 & 0x3F);
        }
        b[to++] = (byte) (0x80 | c & 0x3F);
        return to;
    }
}
