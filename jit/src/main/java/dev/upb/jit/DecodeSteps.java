package dev.upb.jit;

import dev.upb.base.DecodeStatus;
import dev.upb.base.LittleEndian;
import dev.upb.base.Utf8;
import dev.upb.base.Varints;
import dev.upb.message.internal.RawArray;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.MiniTableEnum;
import dev.upb.wire.internal.DecodeState;

/**
 * What generated decoders call for a field whose tag was read: each reads one value at {@code ptr} to a slot and returns the offset behind it.
 * Small enough to be inlined where they are hot. As in the table tier, a scalar may reach beyond the end, which is seen afterwards.
 */
final class DecodeSteps {
    private static final long HIGH_BITS = 0x8080808080808080L;

    private DecodeSteps() {}

    static int bool(DecodeState s, byte[] b, int ptr, int slot, int start) {
        long v = b[ptr];
        int next = ptr + 1;
        if (v < 0) {
            next = s.readLongVarint(b, next, v, start);
            v = s.value;
        }
        b[slot] = (byte) (v != 0 ? 1 : 0);
        return next;
    }

    static int varint32(DecodeState s, byte[] b, int ptr, int slot, int start) {
        long v = b[ptr];
        int next = ptr + 1;
        if (v < 0) {
            next = s.readLongVarint(b, next, v, start);
            v = s.value;
        }
        LittleEndian.putInt(b, slot, (int) v);
        return next;
    }

    static int varint64(DecodeState s, byte[] b, int ptr, int slot, int start) {
        long v = b[ptr];
        int next = ptr + 1;
        if (v < 0) {
            next = s.readLongVarint(b, next, v, start);
            v = s.value;
        }
        LittleEndian.putLong(b, slot, v);
        return next;
    }

    /** Returns -1 if the enum does not have the number. */
    static int closedEnum(DecodeState s, byte[] b, int ptr, int slot, MiniTableEnum values, int start) {
        long v = b[ptr];
        int next = ptr + 1;
        if (v < 0) {
            next = s.readLongVarint(b, next, v, start);
            v = s.value;
        }
        if (!values.contains((int) v)) {
            return -1;
        }
        LittleEndian.putInt(b, slot, (int) v);
        return next;
    }

    /** As {@link #closedEnum}, for an element of the list in {@code slot}. */
    static int closedEnumElement(DecodeState s, int ptr, int slot, MiniTableEnum values, int start) {
        byte[] b = s.heap.bytes;
        long v = b[ptr];
        int next = ptr + 1;
        if (v < 0) {
            next = s.readLongVarint(b, next, v, start);
            v = s.value;
        }
        if (!values.contains((int) v)) {
            return -1;
        }
        int element = append32(s, slot);
        LittleEndian.putInt(s.heap.bytes, element, (int) v);
        return next;
    }

    static int zigZag32(DecodeState s, byte[] b, int ptr, int slot, int start) {
        int next = varint32(s, b, ptr, slot, start);
        LittleEndian.putInt(b, slot, Varints.unZigZag(LittleEndian.getInt(b, slot)));
        return next;
    }

    static int zigZag64(DecodeState s, byte[] b, int ptr, int slot, int start) {
        int next = varint64(s, b, ptr, slot, start);
        LittleEndian.putLong(b, slot, Varints.unZigZag(LittleEndian.getLong(b, slot)));
        return next;
    }

    static int fixed32(byte[] b, int ptr, int slot) {
        LittleEndian.putInt(b, slot, LittleEndian.getInt(b, ptr));
        return ptr + 4;
    }

    static int fixed64(byte[] b, int ptr, int slot) {
        LittleEndian.putLong(b, slot, LittleEndian.getLong(b, ptr));
        return ptr + 8;
    }

    static int string(DecodeState s, byte[] b, int ptr, int end, int slot, int start) {
        int at = ptr + 1;
        int size = b[ptr];
        if (size < 0) {
            at = s.readLongSize(b, at, size, start);
            size = (int) s.value;
        }
        if (size > end - at) {
            throw s.truncated(start);
        }
        if (!isAscii(b, at, size)) {
            checkUtf8(s, b, at, size, start);
        }
        LittleEndian.putLong(b, slot, Slots.string(at, size));
        return at + size;
    }

    static int bytes(DecodeState s, byte[] b, int ptr, int end, int slot, int start) {
        int at = ptr + 1;
        int size = b[ptr];
        if (size < 0) {
            at = s.readLongSize(b, at, size, start);
            size = (int) s.value;
        }
        if (size > end - at) {
            throw s.truncated(start);
        }
        LittleEndian.putLong(b, slot, Slots.string(at, size));
        return at + size;
    }

    /** A string that is checked only on request. */
    static int uncheckedString(DecodeState s, byte[] b, int ptr, int end, int slot, int start) {
        return s.validatesAllStrings() ? string(s, b, ptr, end, slot, start) : bytes(s, b, ptr, end, slot, start);
    }

    /** Whether all bytes are ASCII. Reads up to 7 bytes behind them, which is input or its padding. */
    private static boolean isAscii(byte[] b, int offset, int size) {
        int at = offset;
        int last = offset + size - 8;
        while (at <= last) {
            if ((LittleEndian.getLong(b, at) & HIGH_BITS) != 0) {
                return false;
            }
            at += 8;
        }
        // What is left, 0 to 7 bytes, is shifted up to the top; what follows them falls out.
        return size == 0 || (LittleEndian.getLong(b, at) & HIGH_BITS & ~(-1L << ((offset + size - at) << 3))) == 0;
    }

    private static void checkUtf8(DecodeState s, byte[] b, int offset, int size, int start) {
        if (!Utf8.isValid(b, offset, size)) {
            throw s.error(DecodeStatus.BAD_UTF8, start, null);
        }
    }

    /** Returns the slot of a new element of a list in a slot of the message. */
    private static int append(DecodeState s, int slot, int shift) {
        return RawArray.append(s.heap, s.mutableArray(slot, shift), shift);
    }

    static int append8(DecodeState s, int slot) {
        return append(s, slot, 0);
    }

    static int append32(DecodeState s, int slot) {
        return append(s, slot, 2);
    }

    static int append64(DecodeState s, int slot) {
        return append(s, slot, 3);
    }

    static void mark(byte[] b, int at, int mask) {
        b[at] |= (byte) mask;
    }
}
