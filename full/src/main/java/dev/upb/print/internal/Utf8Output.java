package dev.upb.print.internal;

import dev.upb.base.EncodeException;
import dev.upb.base.EncodeStatus;
import java.util.Arrays;

/** A growing array of UTF-8, and how what all formats have in common is written to it. Not thread safe. */
public abstract class Utf8Output {
    /** Bytes that may be written behind what room was asked for; they don't count. */
    protected static final int SLACK = 16;

    private static final int FIRST_SIZE = 4096;
    /** An array that grew beyond this is left to the collector. */
    private static final int LARGEST_KEPT = 1 << 18;
    /** The largest array that HotSpot gives, rounded down. */
    private static final int LARGEST = Integer.MAX_VALUE - 15;

    /** Holds the output at this time. */
    protected byte[] bytes = new byte[FIRST_SIZE];
    /** Number of bytes written. */
    protected int size;

    /** Makes an empty output. */
    protected Utf8Output() {}

    public final byte[] bytes() {
        return bytes;
    }

    public final int size() {
        return size;
    }

    /** Empties the output. */
    public final void reset() {
        size = 0;
        if (bytes.length > LARGEST_KEPT) {
            bytes = new byte[FIRST_SIZE];
        }
    }

    /** Makes room for {@code more} bytes, and for {@link #SLACK} behind them. */
    protected final void ensure(long more) {
        if (more > bytes.length - SLACK - size) {
            grow(more);
        }
    }

    private void grow(long more) {
        long needed = size + more + SLACK;
        if (needed > LARGEST) {
            throw tooLarge();
        }
        try {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(2L * bytes.length, LARGEST)));
        } catch (OutOfMemoryError e) {
            throw tooLarge();
        }
    }

    /** Returns the exception for output that no array can hold. */
    public static EncodeException tooLarge() {
        return new EncodeException(
                EncodeStatus.MAX_SIZE_EXCEEDED, "the text is larger than an array, or than the Java heap can give");
    }

    public final void put(char ascii) {
        ensure(1);
        bytes[size++] = (byte) ascii;
    }

    public final void put(char first, char second) {
        ensure(2);
        bytes[size++] = (byte) first;
        bytes[size++] = (byte) second;
    }

    public final void putSpaces(int count) {
        ensure(count);
        Arrays.fill(bytes, size, size + count, (byte) ' ');
        size += count;
    }

    /** Writes text of ASCII characters as it is. */
    @SuppressWarnings(
            "deprecation") // What this method does with other characters is why; of ASCII it is the fastest copy.
    public final void putAscii(String text) {
        int length = text.length();
        ensure(length);
        text.getBytes(0, length, bytes, size);
        size += length;
    }

    public final void putSigned(long value) {
        if (value < 0) {
            put('-');
            putUnsigned(-value); // The smallest number is its own negative, and right as an unsigned one.
        } else {
            putUnsigned(value);
        }
    }

    public final void putUnsigned(long value) {
        ensure(Digits.MAX);
        size = Digits.put(bytes, size, value);
    }

    /** Writes a number; {@link #putNotFinite} those that have no digits. */
    public final void putDouble(double value) {
        ensure(ShortestDecimal.MAX_SIZE);
        if (Double.isFinite(value)) {
            size = ShortestDecimal.put(bytes, size, value);
        } else {
            putNotFinite(value);
        }
    }

    /** Writes a number with the digits that a float needs; {@link #putNotFinite} those that have none. */
    public final void putFloat(float value) {
        ensure(ShortestDecimal.MAX_SIZE);
        if (Float.isFinite(value)) {
            size = ShortestDecimal.put(bytes, size, value);
        } else {
            putNotFinite(value);
        }
    }

    /** Writes an infinity or NaN. */
    protected abstract void putNotFinite(double value);
}
