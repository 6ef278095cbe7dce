package dev.upb.format.internal;

import dev.upb.base.LittleEndian;

/**
 * A decimal number of any length, as JSON or text format writes it: read once, then taken as an integer, a double or a float. Memory is constant, time linear
 * in its length. For one thread.
 */
public final class DecimalNumber {
    /** Results of {@link #toInteger}. */
    public static final int OK = 0;

    public static final int NOT_INTEGER = 1;
    public static final int OUT_OF_RANGE = 2;

    /** Digits that 64 bits hold, whatever they are. */
    private static final int MAX_DIGITS = 19;
    /** Beyond this, an exponent only has its sign: no text is long enough to make up for it. */
    private static final long LARGEST_EXPONENT = 1_000_000_000_000L;
    /** No double, and nothing half-way between two, has more digits than 767; what follows these can only break a tie. */
    private static final int TELLING_DIGITS = 800;

    private static final long[] POWERS_OF_TEN = powersOfTen();

    /** Whether digits on one side of the point are enough. */
    private final boolean lenient;

    private boolean negative;
    /** The first digits, at most 19 from the first that is not 0, as an unsigned number. */
    private long digits;
    /** The number is {@link #digits} times 10 to this, and a bit more if it is {@link #cut}. */
    private long exponent;
    /** Whether digits other than 0 did not fit. */
    private boolean cut;
    /** Where the digits begin and end in the text. */
    private int start;

    private int end;
    private long exponentInText;
    private int fractionDigits;

    /** The last result of {@link #toInteger}. */
    private long integer;

    /**
     * Makes a number to be read.
     *
     * @param lenient whether digits on one side of the point are enough, as in text format
     */
    public DecimalNumber(boolean lenient) {
        this.lenient = lenient;
    }

    private static long[] powersOfTen() {
        long[] powers = new long[MAX_DIGITS + 1];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = powers[i - 1] * 10; // The last one as an unsigned number.
        }
        return powers;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /**
     * Reads the number at {@code at}, which something that is no part of a number must follow.
     *
     * @return the offset behind it, or the complement of the offset of what can't be there
     */
    public int read(byte[] text, int at) {
        int ptr = at;
        negative = text[ptr] == '-';
        if (negative) {
            ptr++;
        }
        start = ptr;
        long value = 0;
        while (isDigit(text[ptr])) {
            value = value * 10 + (text[ptr++] - '0');
        }
        int integerDigits = ptr - start;
        if (integerDigits == 0 && !(lenient && text[ptr] == '.')) {
            return ~ptr;
        }
        if (text[start] == '0' && integerDigits > 1) {
            return ~start; // A leading zero.
        }
        fractionDigits = 0;
        if (text[ptr] == '.') {
            int point = ptr++;
            if (ptr <= text.length - 8 && isEightDigits(LittleEndian.getLong(text, ptr))) {
                value = value * 100_000_000 + eightDigits(LittleEndian.getLong(text, ptr));
                ptr += 8;
            }
            while (isDigit(text[ptr])) {
                value = value * 10 + (text[ptr++] - '0');
            }
            fractionDigits = ptr - point - 1;
            if (fractionDigits == 0 && !(lenient && integerDigits > 0)) {
                return ~ptr;
            }
        }
        end = ptr;
        exponentInText = 0;
        if ((text[ptr] | 0x20) == 'e') {
            ptr++;
            boolean negativeExponent = text[ptr] == '-';
            if (negativeExponent || text[ptr] == '+') {
                ptr++;
            }
            if (!isDigit(text[ptr])) {
                return ~ptr;
            }
            long magnitude = 0;
            for (; isDigit(text[ptr]); ptr++) {
                if (magnitude < LARGEST_EXPONENT) {
                    magnitude = magnitude * 10 + (text[ptr] - '0');
                }
            }
            exponentInText = negativeExponent ? -magnitude : magnitude;
        }
        cut = false;
        if (integerDigits + fractionDigits <= MAX_DIGITS) {
            digits = value;
            exponent = exponentInText - fractionDigits;
        } else {
            readLong(text);
        }
        return ptr;
    }

    private static boolean isEightDigits(long chunk) {
        // Adding 0x46 to a byte above '9', or taking '0' from one below it, sets its high bit.
        return ((chunk + 0x4646464646464646L | chunk - 0x3030303030303030L) & 0x8080808080808080L) == 0;
    }

    /** Returns the number that eight digits, the first one lowest, make. */
    private static long eightDigits(long chunk) {
        long pairs = (chunk - 0x3030303030303030L) * 10 + (chunk - 0x3030303030303030L >>> 8); // Every other byte.
        long hundreds = (pairs & 0x000000FF000000FFL) * (100 + (1_000_000L << 32));
        long ones = (pairs >>> 16 & 0x000000FF000000FFL) * (1 + (10_000L << 32));
        return hundreds + ones >>> 32;
    }

    /** Takes the first digits of a number that has more than fit. */
    private void readLong(byte[] text) {
        long value = 0;
        int taken = 0;
        long left = 0;
        for (int i = start; i < end; i++) {
            int digit = text[i] - '0';
            if (text[i] == '.' || taken == 0 && digit == 0) {
                continue;
            }
            if (taken < MAX_DIGITS) {
                value = value * 10 + digit;
                taken++;
            } else {
                left++;
                cut |= digit != 0;
            }
        }
        digits = value;
        exponent = exponentInText - fractionDigits + left;
    }

    /**
     * Tells whether the number that was read is an integer in range, written in any way.
     *
     * @param signed whether 64 bits with a sign are the range, otherwise without one
     * @return {@link #OK}, {@link #NOT_INTEGER} or {@link #OUT_OF_RANGE}; what it is, {@link #integer()} says
     */
    public int toInteger(byte[] text, boolean signed) {
        long magnitude = digits;
        if (cut) {
            if (exponent > 1) {
                return OUT_OF_RANGE;
            }
            if (exponent <= 0 || !isOnlyTwentyDigits(text)) {
                return NOT_INTEGER;
            }
            if (Long.compareUnsigned(digits, Long.divideUnsigned(-1 - twentieth, 10)) > 0) {
                return OUT_OF_RANGE;
            }
            magnitude = digits * 10 + twentieth;
        } else if (magnitude != 0 && exponent < 0) {
            if (exponent < -MAX_DIGITS) {
                return NOT_INTEGER;
            }
            long power = POWERS_OF_TEN[(int) -exponent];
            magnitude = Long.divideUnsigned(digits, power);
            if (magnitude * power != digits) {
                return NOT_INTEGER;
            }
        } else if (magnitude != 0 && exponent > 0) {
            if (exponent > MAX_DIGITS
                    || Long.compareUnsigned(digits, Long.divideUnsigned(-1, POWERS_OF_TEN[(int) exponent])) > 0) {
                return OUT_OF_RANGE;
            }
            magnitude = digits * POWERS_OF_TEN[(int) exponent];
        }
        integer = negative ? -magnitude : magnitude;
        if (signed) {
            return magnitude >= 0 || negative && magnitude == Long.MIN_VALUE ? OK : OUT_OF_RANGE;
        }
        return negative && magnitude != 0 ? OUT_OF_RANGE : OK;
    }

    /** The digit behind the first 19. */
    private int twentieth;

    /** Finds {@link #twentieth}; false if digits other than 0 follow it. */
    private boolean isOnlyTwentyDigits(byte[] text) {
        int seen = 0;
        for (int i = start; i < end; i++) {
            int digit = text[i] - '0';
            if (text[i] == '.' || seen == 0 && digit == 0) {
                continue;
            }
            seen++;
            if (seen == MAX_DIGITS + 1) {
                twentieth = digit;
            } else if (seen > MAX_DIGITS + 1 && digit != 0) {
                return false;
            }
        }
        return true;
    }

    public long integer() {
        return integer;
    }

    /** Returns the nearest double, which may be infinite. */
    public double toDouble(byte[] text) {
        long bits = NearestBinary.toDouble(digits, boundedExponent());
        if (cut && bits != NearestBinary.toDouble(digits + 1, boundedExponent())) {
            bits = NearestBinary.UNDECIDED;
        }
        double magnitude =
                bits == NearestBinary.UNDECIDED ? Double.parseDouble(tellingText(text)) : Double.longBitsToDouble(bits);
        return negative ? -magnitude : magnitude;
    }

    /** Returns the nearest float, which may be infinite; rounded once, not by way of a double. */
    public float toFloat(byte[] text) {
        long bits = NearestBinary.toFloat(digits, boundedExponent());
        if (cut && bits != NearestBinary.toFloat(digits + 1, boundedExponent())) {
            bits = NearestBinary.UNDECIDED;
        }
        float magnitude = bits == NearestBinary.UNDECIDED
                ? Float.parseFloat(tellingText(text))
                : Float.intBitsToFloat((int) bits);
        return negative ? -magnitude : magnitude;
    }

    /** The exponent, or one that is as good as it. */
    private int boundedExponent() {
        return (int) Math.max(-10_000, Math.min(10_000, exponent));
    }

    /** Returns a text of bounded length that rounds as the number without its sign does. */
    private String tellingText(byte[] text) {
        StringBuilder telling = new StringBuilder(TELLING_DIGITS + 20);
        long left = 0;
        boolean more = false;
        for (int i = start; i < end; i++) {
            if (text[i] == '.' || telling.length() == 0 && text[i] == '0') {
                continue;
            }
            if (telling.length() < TELLING_DIGITS) {
                telling.append((char) text[i]);
            } else {
                left++;
                more |= text[i] != '0';
            }
        }
        if (more) {
            telling.append('1');
            left--;
        }
        return telling.append('e')
                .append(exponentInText - fractionDigits + left)
                .toString();
    }
}
