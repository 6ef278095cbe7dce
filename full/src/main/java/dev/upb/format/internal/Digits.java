package dev.upb.format.internal;

import dev.upb.base.LittleEndian;

/** Decimal digits of unsigned numbers. All methods return the offset behind what they wrote. */
public final class Digits {
    /** Most digits of a 64-bit number. */
    public static final int MAX = 20;

    private static final int EIGHT_DIGITS = 100_000_000;
    /** The two digits of 0 to 99, the first one in the lower byte. */
    private static final short[] PAIRS = pairs();

    private Digits() {}

    private static short[] pairs() {
        short[] pairs = new short[100];
        for (int i = 0; i < 100; i++) {
            pairs[i] = (short) ('0' + i / 10 | '0' + i % 10 << 8);
        }
        return pairs;
    }

    /** Writes an unsigned number without leading zeros. */
    public static int put(byte[] target, int at, long value) {
        if (value >= 0 && value < EIGHT_DIGITS) {
            return putSmall(target, at, (int) value);
        }
        long high = (value >>> 1) / (EIGHT_DIGITS / 2); // Halved first, so that it is right for 2^63 and above.
        int end = put(target, at, high);
        return putPadded(target, end, (int) (value - high * EIGHT_DIGITS), 8);
    }

    private static int putSmall(byte[] target, int at, int value) {
        if (value < 10) {
            target[at] = (byte) ('0' + value);
            return at + 1;
        }
        return putPadded(target, at, value, count(value));
    }

    private static int count(int value) {
        if (value < 10_000) {
            return value < 100 ? 2 : value < 1000 ? 3 : 4;
        }
        return value < 1_000_000 ? value < 100_000 ? 5 : 6 : value < 10_000_000 ? 7 : 8;
    }

    /** Writes the lowest {@code width} digits of a number that is not negative, with zeros in front. */
    public static int putPadded(byte[] target, int at, int value, int width) {
        int rest = value;
        int to = at + width;
        while (to - at >= 2) {
            int next = rest / 100;
            to -= 2;
            LittleEndian.putShort(target, to, PAIRS[rest - next * 100]);
            rest = next;
        }
        if (to > at) {
            target[at] = (byte) ('0' + rest % 10);
        }
        return at + width;
    }
}
