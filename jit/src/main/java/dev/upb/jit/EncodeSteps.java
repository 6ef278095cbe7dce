package dev.upb.jit;

import dev.upb.base.LittleEndian;
import dev.upb.base.Varints;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.FieldWord;
import dev.upb.minitable.MiniTable;
import dev.upb.wire.internal.EncodeState;

/**
 * What generated encoders call for what is not short: most write a value and its tag in front of {@code at} and return the offset of the
 * first byte. A tag is given as {@link FieldWord#lead} has it, its size apart.
 */
final class EncodeSteps {
    private EncodeSteps() {}

    /** Says whether {@code out} is still the buffer, and has room for {@code size} bytes. */
    static boolean isRoomy(EncodeState s, int at, byte[] out, int size) {
        return at - s.low >= size && s.buffer == out;
    }

    /** A varint of any size with its tag in front. */
    static int lead(byte[] out, int at, long value, long bits, int size) {
        return tag(out, EncodeState.prepend(out, at, value), bits, size);
    }

    private static int tag(byte[] out, int at, long bits, int size) {
        LittleEndian.putLong(out, at - 8, bits << 8);
        return at - size + 1;
    }

    static long zigZag32(int value) {
        return Varints.zigZag(value) & 0xFFFFFFFFL;
    }

    static long zigZag64(long value) {
        return Varints.zigZag(value);
    }

    static int fixed32(byte[] out, int at, byte[] b, int slot, long bits, int size) {
        LittleEndian.putInt(out, at - 4, LittleEndian.getInt(b, slot));
        return tag(out, at - 4, bits, size);
    }

    static int fixed64(byte[] out, int at, byte[] b, int slot, long bits, int size) {
        LittleEndian.putLong(out, at - 8, LittleEndian.getLong(b, slot));
        return tag(out, at - 8, bits, size);
    }

    /** Says whether there is room for the bytes of a slot and {@code need} more. */
    static boolean fits(EncodeState s, int at, long value, int need) {
        return Slots.size(value) <= at - s.low - need;
    }

    /** Bytes of any length. */
    static int bytes(byte[] out, int at, byte[] b, long value, long bits, int leadSize) {
        int size = Slots.size(value);
        return lead(out, EncodeState.prependBytes(out, at, b, Slots.offset(value), size), size, bits, leadSize);
    }

    /** The fields from {@code first} to before {@code end}, by the table tier. */
    static int rest(EncodeState s, int at, int message, MiniTable table, int first, int end, int depth) {
        s.position = at;
        s.putFields(message, table, first, end, depth);
        return s.position;
    }

    /**
     * Size and tag of a sub-message that was written since the end of the buffer was {@code before} bytes away, and what comes before it: the
     * first {@code elements} of its field, if that is repeated, and the fields from {@code first}.
     */
    static int restAfterChild(
            EncodeState s,
            int at,
            int before,
            int message,
            MiniTable table,
            int first,
            int index,
            int elements,
            int depth) {
        s.position = at;
        s.putLead(s.written() - before, table.field(index).tag());
        s.putChildren(message, table.field(index), elements, depth);
        return rest(s, s.position, message, table, first, index, depth);
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
