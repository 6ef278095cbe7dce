package dev.upb.text;

import dev.upb.base.EncodeException;
import dev.upb.base.EncodeStatus;
import dev.upb.base.LittleEndian;
import dev.upb.base.Utf8;
import dev.upb.mem.internal.Heap;
import java.util.Arrays;

/** A growing array of UTF-8, and how single values are written to it. Not thread safe. */
final class TextOutput {
    private static final int FIRST_SIZE = 4096;
    /** An array that grew beyond this is left to the collector. */
    private static final int LARGEST_KEPT = 1 << 18;
    /** Bytes that may be written behind what room was asked for; they don't count. */
    private static final int SLACK = 8;

    private static final int MAX_DIGITS = 20;

    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = ONES << 7;
    private static final long QUOTES = ONES * '"';
    private static final long APOSTROPHES = ONES * '\'';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long DELETES = ONES * 0x7F;
    private static final long SPACES = ONES * ' ';

    private byte[] bytes = new byte[FIRST_SIZE];
    private int size;

    /** Returns the array that holds the output at this time. */
    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    /** Empties the output. */
    void reset() {
        size = 0;
        if (bytes.length > LARGEST_KEPT) {
            bytes = new byte[FIRST_SIZE];
        }
    }

    /** Makes room for {@code more} bytes, and for {@link #SLACK} behind them. */
    private void ensure(long more) {
        if (more > bytes.length - SLACK - size) {
            grow(more);
        }
    }

    private void grow(long more) {
        long needed = size + more + SLACK;
        if (needed > Heap.MAX_CAPACITY) {
            throw tooLarge();
        }
        try {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(2L * bytes.length, Heap.MAX_CAPACITY)));
        } catch (OutOfMemoryError e) {
            throw tooLarge();
        }
    }

    static EncodeException tooLarge() {
        return new EncodeException(
                EncodeStatus.MAX_SIZE_EXCEEDED, "the text is larger than an array, or than the Java heap can give");
    }

    void put(char ascii) {
        ensure(1);
        bytes[size++] = (byte) ascii;
    }

    void put(char first, char second) {
        ensure(2);
        bytes[size++] = (byte) first;
        bytes[size++] = (byte) second;
    }

    void putSpaces(int count) {
        ensure(count);
        Arrays.fill(bytes, size, size + count, (byte) ' ');
        size += count;
    }

    /** Writes text of ASCII characters as it is. */
    @SuppressWarnings(
            "deprecation") // What this method does with other characters is why; of ASCII it is the fastest copy.
    void putAscii(String text) {
        int length = text.length();
        ensure(length);
        text.getBytes(0, length, bytes, size);
        size += length;
    }

    void putSigned(long value) {
        if (value < 0) {
            put('-');
            putUnsigned(-value); // The smallest number is its own negative, and right as an unsigned one.
        } else {
            putUnsigned(value);
        }
    }

    void putUnsigned(long value) {
        ensure(MAX_DIGITS);
        long rest = value;
        int count = 1;
        if (rest < 0) { // More than 63 bits: the last digit first.
            rest = Long.divideUnsigned(rest, 10);
            count++;
        }
        for (long r = rest; r >= 10; r /= 10) {
            count++;
        }
        int at = size + count;
        size = at;
        if (value < 0) {
            bytes[--at] = (byte) ('0' + (value - rest * 10));
        }
        do {
            long next = rest / 10;
            bytes[--at] = (byte) ('0' + (rest - next * 10));
            rest = next;
        } while (rest != 0);
    }

    /** Writes {@code 0x} and so many hex digits. */
    void putHex(long value, int digits) {
        put('0', 'x');
        ensure(digits);
        for (int shift = 4 * digits - 4; shift >= 0; shift -= 4) {
            bytes[size++] = (byte) Character.forDigit((int) (value >>> shift) & 15, 16);
        }
    }

    void putDouble(double value) {
        ensure(NumberText.MAX_SIZE);
        if (Double.isFinite(value)) {
            size = NumberText.put(bytes, size, value);
        } else {
            putNotFinite(value);
        }
    }

    /** Writes a number with the digits that a float needs. */
    void putFloat(float value) {
        ensure(NumberText.MAX_SIZE);
        if (Float.isFinite(value)) {
            size = NumberText.put(bytes, size, value);
        } else {
            putNotFinite(value);
        }
    }

    private void putNotFinite(double value) {
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
