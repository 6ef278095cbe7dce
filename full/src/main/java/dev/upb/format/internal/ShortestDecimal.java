package dev.upb.format.internal;

import java.math.BigInteger;

/**
 * Floating-point numbers with as few digits as tell them from their neighbours, and of those texts the one closest to the exact value; two
 * digits at least, as in {@code 1.0}. The form is that of {@link Double#toString(double)} since Java 19, on every Java: earlier ones print
 * more digits than needed.
 *
 * <p>The method is Raffaello Giulietti's, "The Schubfach way to render doubles": the number and the ends of the interval of reals that round to
 * it are scaled by a power of ten, in 126-bit arithmetic and rounded to odd, so that the interval holds one multiple of ten at most, and one
 * integer at least. The powers are computed when they are first needed, instead of being kept in a table of ten kilobytes.
 */
public final class ShortestDecimal {
    /** Most bytes that are written for one number. */
    public static final int MAX_SIZE = 25;

    private static final int DOUBLE_MIN_EXPONENT = -1074;
    private static final int FLOAT_MIN_EXPONENT = -149;
    /** Below these multiples of the smallest number, one digit would do: two are found by looking for ten times the number. */
    private static final int DOUBLE_TINY = 3;

    private static final int FLOAT_TINY = 8;

    private static final long MASK_63 = Long.MAX_VALUE;
    private static final int MIN_POWER = -293;
    private static final int MAX_POWER = 325;
    /**
     * Powers of ten, each times a power of two, rounded up, in 2^125 to 2^126: 63 bits in each half, the upper one first. Filled on demand by
     * any thread; a power is the same whoever computes it.
     */
    private static final long[][] POWERS = new long[MAX_POWER - MIN_POWER + 1][];

    private ShortestDecimal() {}

    /** Writes a finite number and returns the offset behind it. */
    public static int put(byte[] target, int at, double value) {
        long bits = Double.doubleToRawLongBits(value);
        return put(target, at, bits, (int) (bits >>> 52) & 0x7FF, 52, DOUBLE_MIN_EXPONENT, DOUBLE_TINY);
    }

    /** Writes a finite number and returns the offset behind it. */
    public static int put(byte[] target, int at, float value) {
        int bits = Float.floatToRawIntBits(value);
        return put(target, at, bits, bits >>> 23 & 0xFF, 23, FLOAT_MIN_EXPONENT, FLOAT_TINY);
    }

    private static int put(byte[] target, int at, long bits, int biased, int fractionBits, int minExponent, int tiny) {
        long fraction = bits & (1L << fractionBits) - 1;
        int to = at;
        if (bits < 0) {
            target[to++] = '-';
        }
        if (biased == 0) {
            if (fraction == 0) {
                return format(target, to, 0, 0);
            }
            return fraction < tiny
                    ? putShortest(target, to, fraction * 10, minExponent, false, -1)
                    : putShortest(target, to, fraction, minExponent, false, 0);
        }
        long units = fraction | 1L << fractionBits;
        int exponent = biased - 1 + minExponent;
        if (exponent < 0 && exponent > -53 && (units & (1L << -exponent) - 1) == 0) {
            // An integer below 2^53 needs all its digits but zeros at the end.
            return format(target, to, units >> -exponent, 0);
        }
        return putShortest(target, to, units, exponent, fraction == 0 && biased > 1, 0);
    }

    /** Writes {@code units * 2^exponent * 10^shift}. */
    private static int putShortest(byte[] target, int at, long units, int exponent, boolean lowerGapIsHalf, int shift) {
        // Four times what is to be written, so that the ends of the interval, half a unit away or a quarter, are
        // integers too.
        long middle = units << 2;
        long lower = middle - (lowerGapIsHalf ? 1 : 2);
        long upper = middle + 2;
        // The largest power of ten that is not wider than the interval.
        int scale = lowerGapIsHalf ? floorLog10ThreeQuartersOfPow2(exponent) : floorLog10Pow2(exponent);
        long[] power = power(-scale);
        int left = exponent + floorLog2Pow10(-scale) + 2;
        long value = multiply(power, middle << left);
        long low = multiply(power, lower << left);
        long high = multiply(power, upper << left);
        long excluded = units & 1; // The ends round to the number only if it is even.
        long floor = value >> 2;
        if (floor >= 100) {
            long tens = floor / 10 * 10;
            boolean lowerFits = low + excluded <= tens << 2;
            boolean upperFits = (tens + 10 << 2) + excluded <= high;
            if (lowerFits != upperFits) {
                return format(target, at, lowerFits ? tens : tens + 10, scale + shift);
            }
        }
        boolean floorFits = low + excluded <= floor << 2;
        boolean ceilingFits = (floor + 1 << 2) + excluded <= high;
        boolean down;
        if (floorFits != ceilingFits) {
            down = floorFits;
        } else {
            long beyondHalf = value - (2 * floor + 1 << 1);
            down = beyondHalf < 0 || beyondHalf == 0 && (floor & 1) == 0;
        }
        return format(target, at, down ? floor : floor + 1, scale + shift);
    }

    /** Returns the product over 2^127, rounded to odd: the lowest bit is set if anything was cut off. */
    private static long multiply(long[] power, long factor) {
        long highProduct = Math.multiplyHigh(power[0], factor);
        long cut = (power[0] * factor >>> 1) + Math.multiplyHigh(power[1], factor);
        long sticky = (cut & MASK_63) + MASK_63 >>> 63;
        return highProduct + (cut >>> 63) | sticky;
    }

    private static long[] power(int exponent) {
        long[] power = POWERS[exponent - MIN_POWER];
        if (power == null) {
            BigInteger ten = BigInteger.TEN.pow(Math.abs(exponent));
            BigInteger scaled = exponent >= 0
                    ? ten.shiftRight(ten.bitLength() - 126) // To the left where negative.
                    : BigInteger.ONE.shiftLeft(125 + ten.bitLength()).divide(ten);
            scaled = scaled.add(BigInteger.ONE);
            power = new long[] {scaled.shiftRight(63).longValue(), scaled.longValue() & MASK_63};
            POWERS[exponent - MIN_POWER] = power;
        }
        return power;
    }

    // Products with rounded logarithms; exact for every exponent that occurs.

    static int floorLog10Pow2(int exponent) {
        return exponent * 1262611 >> 22;
    }

    static int floorLog10ThreeQuartersOfPow2(int exponent) {
        return exponent * 1262611 - 524031 >> 22;
    }

    public static int floorLog2Pow10(int exponent) {
        return exponent * 1741647 >> 19;
    }

    /** Writes {@code digits * 10^exponent}: plainly from 0.001 to below 10,000,000, otherwise with an exponent. */
    private static int format(byte[] target, int at, long digits, int exponent) {
        long shortened = digits;
        int shortenedExponent = exponent;
        while (shortened >= 10 && shortened % 10 == 0) {
            shortened /= 10;
            shortenedExponent++;
        }
        int end = Digits.put(target, at + 1, shortened); // One place is left for the point, or a zero.
        int count = end - at - 1;
        int leading = count - 1 + shortenedExponent; // Exponent of the first digit.
        if (leading < -3 || leading >= 7) {
            target[at] = target[at + 1];
            target[at + 1] = '.';
            if (count == 1) {
                target[end++] = '0';
            }
            target[end++] = 'E';
            if (leading < 0) {
                target[end++] = '-';
            }
            return Digits.put(target, end, Math.abs(leading));
        }
        if (leading < 0) {
            int zeros = -leading;
            System.arraycopy(target, at + 1, target, at + 1 + zeros, count);
            for (int i = 0; i <= zeros; i++) {
                target[at + i] = '0';
            }
            target[at + 1] = '.';
            return end + zeros;
        }
        for (int i = 0; i <= leading; i++) {
            target[at + i] = i < count ? target[at + i + 1] : (byte) '0';
        }
        target[at + leading + 1] = '.';
        if (count <= leading + 1) {
            target[at + leading + 2] = '0';
            return at + leading + 3;
        }
        return end;
    }
}
