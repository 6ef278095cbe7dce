package dev.upb.jit;

import dev.upb.base.LittleEndian;
import dev.upb.base.Varints;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.MiniTable;
import dev.upb.wire.internal.EncodeState;

/**
 * What generated encoders call for a field that is set: each writes a value and its tag in front of {@code at} and returns the offset of the
 * first byte. Small enough to be inlined where they are hot.
 */
final class EncodeSteps {
    private EncodeSteps() {}

    /** Makes room for {@code size} bytes and {@link EncodeState#SLACK} more. */
    private static int grow(EncodeState s, int at, int size) {
        s.position = at;
        s.grow(size + EncodeState.SLACK);
        return s.position;
    }

    private static int room(EncodeState s, int at) {
        return at - s.low < EncodeState.SLACK ? grow(s, at, 0) : at;
    }

    /** A tag in front of a varint. Both in one store where they have a byte each; the tag is a constant of the caller. */
    private static int lead(byte[] out, int at, int tag, int value) {
        if (((tag | value) & ~0x7F) == 0) {
            LittleEndian.putShort(out, at - 2, (short) (tag | value << 8));
            return at - 2;
        }
        return leadLong(out, at, tag, value & 0xFFFFFFFFL);
    }

    private static int lead(byte[] out, int at, int tag, long value) {
        if ((tag & ~0x7F | value & ~0x7FL) == 0) {
            LittleEndian.putShort(out, at - 2, (short) (tag | value << 8));
            return at - 2;
        }
        return leadLong(out, at, tag, value);
    }

    /** Apart, so that the common case stays small enough to be inlined. */
    private static int leadLong(byte[] out, int at, int tag, long value) {
        return EncodeState.prepend(out, EncodeState.prepend(out, at, value), tag);
    }

    static int bool(EncodeState s, byte[] b, int at, int slot, int tag) {
        int first = room(s, at);
        return lead(s.buffer, first, tag, b[slot]);
    }

    static int int32(EncodeState s, byte[] b, int at, int slot, int tag) {
        int first = room(s, at);
        return lead(s.buffer, first, tag, (long) LittleEndian.getInt(b, slot));
    }

    static int uint32(EncodeState s, byte[] b, int at, int slot, int tag) {
        int first = room(s, at);
        return lead(s.buffer, first, tag, LittleEndian.getInt(b, slot));
    }

    static int varint64(EncodeState s, byte[] b, int at, int slot, int tag) {
        int first = room(s, at);
        return lead(s.buffer, first, tag, LittleEndian.getLong(b, slot));
    }

    static int zigZag32(EncodeState s, byte[] b, int at, int slot, int tag) {
        int first = room(s, at);
        return lead(s.buffer, first, tag, Varints.zigZag(LittleEndian.getInt(b, slot)));
    }

    static int zigZag64(EncodeState s, byte[] b, int at, int slot, int tag) {
        int first = room(s, at);
        return lead(s.buffer, first, tag, Varints.zigZag(LittleEndian.getLong(b, slot)));
    }

    static int fixed32(EncodeState s, byte[] b, int at, int slot, int tag) {
        int first = room(s, at) - 4;
        byte[] out = s.buffer;
        LittleEndian.putInt(out, first, LittleEndian.getInt(b, slot));
        return EncodeState.prepend(out, first, tag);
    }

    static int fixed64(EncodeState s, byte[] b, int at, int slot, int tag) {
        int first = room(s, at) - 8;
        byte[] out = s.buffer;
        LittleEndian.putLong(out, first, LittleEndian.getLong(b, slot));
        return EncodeState.prepend(out, first, tag);
    }

    static int bytes(EncodeState s, byte[] b, int at, int slot, int tag) {
        long value = LittleEndian.getLong(b, slot);
        int size = Slots.size(value);
        int first = size > at - s.low - EncodeState.SLACK ? grow(s, at, size) : at;
        byte[] out = s.buffer;
        first = EncodeState.prependBytes(out, first, b, Slots.offset(value), size);
        return lead(out, first, tag, size);
    }

    /** Writes the size of what was written since the end of the buffer was {@code before} bytes away, and a tag. */
    static int length(EncodeState s, int at, int before, int tag) {
        int size = s.end - at - before;
        int first = room(s, at);
        return lead(s.buffer, first, tag, size);
    }

    static int rare(EncodeState s, byte[] b, int at, int message, MiniTable table, int index, int depth) {
        s.position = at;
        s.putRare(b, message, table, index, depth);
        return s.position;
    }

    static int extras(EncodeState s, int at, int message, MiniTable table, int depth) {
        s.position = at;
        s.putExtras(message, table, depth);
        return s.position;
    }

    /** A message whose type is in another class. */
    static int child(EncodeState s, int at, int child, MiniTable table, int depth) {
        s.position = at;
        s.putMessage(child, table, depth);
        return s.position;
    }
}
