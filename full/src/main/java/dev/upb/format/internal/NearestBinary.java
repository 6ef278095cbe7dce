package dev.upb.format.internal;

import java.math.BigInteger;

/**
 * The {@code double} or {@code float} nearest to a decimal number, half to even: the way back from {@link ShortestDecimal}.
 *
 * <p>The number is multiplied by the power of ten to 128 bits. That leaves its rounding undecided for very few numbers; those are left to the
 * caller. See Daniel Lemire, "Number Parsing at a Gigabyte per Second", 2021.
 */
final class NearestBinary {
    /** Returned where the nearest number can't be told this way. */
    static final long UNDECIDED = -1;

    private static final int DOUBLE_FRACTION_BITS = 52;
    private static final int FLOAT_FRACTION_BITS = 23;

    private static final int MIN_POWER = -342;
    private static final int MAX_POWER = 308;
    /** Of each power of ten the 128 highest bits, the highest one set; upper half first. */
    private static final long[] POWERS = powers();

    private static final double[] EXACT_POWERS = exactPowers();
    /** Largest exponent of a power of ten that a double, or a float, holds exactly. */
    private static final int MAX_EXACT_DOUBLE = 22;

    private static final int MAX_EXACT_FLOAT = 10;

    private NearestBinary() {}

    private static double[] exactPowers() {
        double[] powers = new double[MAX_EXACT_DOUBLE + 1];
        double power = 1;
        for (int i = 0; i < powers.length; i++) {
            powers[i] = power;
            power *= 10;
        }
        return powers;
    }

    private static long[] powers() {
        long[] powers = new long[2 * (MAX_POWER - MIN_POWER + 1)];
        BigInteger five = BigInteger.valueOf(5);
        BigInteger power = BigInteger.ONE; // The factor that is a power of two moves no bits.
        for (int exponent = 0; exponent <= MAX_POWER; exponent++) {
            put(
                    powers,
                    exponent,
                    power.bitLength() <= 128
                            ? power.shiftLeft(128 - power.bitLength())
                            : power.shiftRight(power.bitLength() - 128));
            power = power.multiply(five);
        }
        power = BigInteger.ONE;
        for (int exponent = -1; exponent >= MIN_POWER; exponent--) {
            power = power.multiply(five);
            // Where the power divides a number of 64 bits, a quotient that is exact must not come out too small.
            BigInteger roundedUp = exponent >= -27 ? BigInteger.ONE : BigInteger.ZERO;
            put(
                    powers,
                    exponent,
                    BigInteger.ONE
                            .shiftLeft(power.bitLength() + 127)
                            .divide(power)
                            .add(roundedUp));
        }
        return powers;
    }

    private static void put(long[] powers, int exponent, BigInteger bits) {
        powers[2 * (exponent - MIN_POWER)] = bits.shiftRight(64).longValue();
        powers[2 * (exponent - MIN_POWER) + 1] = bits.longValue();
    }

    /**
     * Returns the bits of the double nearest to {@code digits * 10^exponent}, those of infinity if it is too large, or {@link #UNDECIDED}.
     *
     * @param digits unsigned
     */
    static long toDouble(long digits, int exponent) {
        if (digits >= 0 && digits <= 1L << DOUBLE_FRACTION_BITS + 1 && Math.abs(exponent) <= MAX_EXACT_DOUBLE) {
            // Both are exact, so one operation rounds right.
            double power = EXACT_POWERS[Math.abs(exponent)];
            return Double.doubleToRawLongBits(exponent < 0 ? digits / power : digits * power);
        }
        return round(digits, exponent, DOUBLE_FRACTION_BITS, 11, -4, 23);
    }

    /** As {@link #toDouble}, for a float. */
    static long toFloat(long digits, int exponent) {
        if (digits >= 0 && digits <= 1L << FLOAT_FRACTION_BITS + 1 && Math.abs(exponent) <= MAX_EXACT_FLOAT) {
            float power = (float) EXACT_POWERS[Math.abs(exponent)];
            return Float.floatToRawIntBits(exponent < 0 ? digits / power : digits * power);
        }
        return round(digits, exponent, FLOAT_FRACTION_BITS, 8, -17, 10);
    }

    /**
     * Rounds {@code digits * 10^exponent} to a number of the given format.
     *
     * @param minTie least exponent at which a number of 64 bits can lie right between two numbers of the format
     * @param maxTie largest such exponent
     */
    private static long round(long digits, int exponent, int fractionBits, int exponentBits, int minTie, int maxTie) {
        int infinity = (1 << exponentBits) - 1;
        int bias = infinity >> 1;
        if (digits == 0 || exponent < MIN_POWER) {
            return 0; // Less than half of the smallest number, whatever 64 bits the digits are.
        }
        if (exponent > MAX_POWER) {
            return (long) infinity << fractionBits;
        }
        int shift = Long.numberOfLeadingZeros(digits);
        long factor = digits << shift;
        int at = 2 * (exponent - MIN_POWER);
        long high = multiplyHigh(factor, POWERS[at]);
        long low = factor * POWERS[at];
        long undecidedBits = -1L >>> fractionBits + 3;
        if ((high & undecidedBits) == undecidedBits) { // What was cut off may still carry into the bits that count.
            long more = multiplyHigh(factor, POWERS[at + 1]);
            low += more;
            if (Long.compareUnsigned(low, more) < 0) {
                high++;
            }
            if (low == -1 && (exponent < -27 || exponent > 55)) {
                return UNDECIDED;
            }
        }
        int upper = (int) (high >>> 63);
        int right = upper + 64 - fractionBits - 3;
        long rounded = high >>> right; // The bits that count and one more.
        int biased = floorLog2Pow10(exponent) + 63 + upper - shift + bias;
        if (biased <= 0) { // Subnormal, or zero.
            if (-biased + 1 >= 64) {
                return 0;
            }
            rounded >>>= -biased + 1;
            rounded = rounded + (rounded & 1) >>> 1;
            return rounded; // If it has grown to a normal number, its highest bit is the exponent's lowest.
        }
        boolean exact = Long.compareUnsigned(low, 1) <= 0;
        if (exact && exponent >= minTie && exponent <= maxTie && (rounded & 3) == 1 && rounded << right == high) {
            rounded &= ~1L; // Right between two numbers; the lower one is even.
        }
        rounded = rounded + (rounded & 1) >>> 1;
        if (rounded >>> fractionBits + 1 != 0) {
            rounded = 1L << fractionBits;
            biased++;
        }
        if (biased >= infinity) {
            return (long) infinity << fractionBits;
        }
        return rounded & (1L << fractionBits) - 1 | (long) biased << fractionBits;
    }

    private static int floorLog2Pow10(int exponent) {
        return ShortestDecimal.floorLog2Pow10(exponent);
    }

    /** Returns the upper half of the product of two unsigned numbers. */
    private static long multiplyHigh(long a, long b) {
        return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
    }
}
