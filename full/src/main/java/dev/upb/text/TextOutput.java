package dev.upb.text;

import dev.upb.base.LittleEndian;
import dev.upb.base.Utf8;
import dev.upb.format.internal.PrintOutput;

/** Output of text format: how single values are written. Not thread safe. */
abstract class TextOutput extends PrintOutput {
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = ONES << 7;
    private static final long QUOTES = ONES * '"';
    private static final long APOSTROPHES = ONES * '\'';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long DELETES = ONES * 0x7F;
    private static final long SPACES = ONES * ' ';

    /** Writes {@code 0x} and so many hex digits. */
    void putHex(long value, int digits) {
        put('0', 'x');
        ensure(digits);
        for (int shift = 4 * digits - 4; shift >= 0; shift -= 4) {
            bytes[size++] = (byte) Character.forDigit((int) (value >>> shift) & 15, 16);
        }
    }

    @Override
    protected void putNotFinite(double value) {
        putAscii(Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf");
    }

    /**
     * Writes bytes as a string, with quotes. Quotes, backslashes and control characters are escaped; bytes beyond ASCII are too, but for UTF-8
     * in a string.
     *
     * @param utf8 whether this is a string
     * @param valid whether it is known to be well-formed
     */
    void putString(byte[] source, int offset, int count, boolean utf8, boolean valid) {
        ensure(count + 2L);
        byte[] target = bytes;
        int to = size;
        int at = offset;
        int end = offset + count;
        long stopAtHighBits = valid ? 0 : HIGH_BITS;
        target[to++] = '"';
        while (at < end) {
            if (at <= end - 8) {
                long chunk = LittleEndian.getLong(source, at);
                long found = special(chunk) | chunk & stopAtHighBits;
                LittleEndian.putLong(target, to, chunk);
                if (found == 0) {
                    at += 8;
                    to += 8;
                    continue;
                }
                int plain = Long.numberOfTrailingZeros(found) >>> 3;
                at += plain;
                to += plain;
            } else if (source[at] >= ' ' && !isEscaped(source[at]) || valid && source[at] < 0) {
                target[to++] = source[at++];
                continue;
            }
            size = to;
            at = putSpecial(source, at, end, utf8);
            ensure(end - at + 2L);
            target = bytes;
            to = size;
        }
        target[to++] = '"';
        size = to;
    }

    private static boolean isEscaped(byte b) {
        return b == '"' || b == '\'' || b == '\\' || b == 0x7F;
    }

    /** Returns a long whose lowest set bit is the high bit of the first ASCII byte that must be escaped; 0 if there is none. */
    private static long special(long chunk) {
        // A byte minus 1, or minus a space, borrows into its high bit only if it is less; a borrow from below shows in
        // later bytes only.
        long quotes = (chunk ^ QUOTES) - ONES | (chunk ^ APOSTROPHES) - ONES;
        long others = (chunk ^ BACKSLASHES) - ONES | (chunk ^ DELETES) - ONES;
        return (chunk - SPACES | quotes | others) & ~chunk & HIGH_BITS;
    }

    /** Writes what can't be copied without a look, and returns where it ends. */
    private int putSpecial(byte[] source, int at, int end, boolean utf8) {
        byte b = source[at];
        ensure(4);
        if (b < 0) {
            int sequence = utf8 ? Utf8.sequenceSize(source, at, end) : 0;
            if (sequence != 0) {
                System.arraycopy(source, at, bytes, size, sequence);
                size += sequence;
                return at + sequence;
            }
        }
        switch (b) {
            case '\n' -> put('\\', 'n');
            case '\r' -> put('\\', 'r');
            case '\t' -> put('\\', 't');
            case '"', '\'', '\\' -> put('\\', (char) b);
            default -> {
                put('\\', (char) ('0' + (b >> 6 & 3)));
                put((char) ('0' + (b >> 3 & 7)), (char) ('0' + (b & 7)));
            }
        }
        return at + 1;
    }
}
