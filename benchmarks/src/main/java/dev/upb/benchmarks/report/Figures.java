package dev.upb.benchmarks.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as they are printed: with as many digits as mean something, and never in scientific notation. */
public final class Figures {
    private Figures() {}

    /** Returns at least {@code digits} digits, and all of those before the point: 0.01235, 12.35, 123456. */
    public static String significant(double value, int digits) {
        if (value == 0) {
            return "0";
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_UP));
        int scale = digits - (rounded.precision() - rounded.scale());
        return scale <= 0
                ? String.valueOf(Math.round(value))
                : rounded.setScale(scale).toPlainString();
    }

    /** Returns microseconds with four digits. */
    public static String micros(double nanos) {
        return significant(nanos / 1000, 4);
    }

    /** Returns a whole number with commas. */
    public static String grouped(double value) {
        return String.format(Locale.ROOT, "%,d", Math.round(value));
    }

    /** Returns a whole number with a suffix where it has many zeros: 500, 10k, 1M. */
    public static String compact(double value) {
        return value >= 1e6 ? trimmed(value / 1e6) + "M" : value >= 1e3 ? trimmed(value / 1e3) + "k" : trimmed(value);
    }

    private static String trimmed(double value) {
        return new BigDecimal(value)
                .round(new MathContext(3, RoundingMode.HALF_UP))
                .stripTrailingZeros()
                .toPlainString();
    }
}
