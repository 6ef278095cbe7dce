package dev.upb.benchmarks.report;

import java.util.Arrays;

/** What the forks of one benchmark measured, one value each. Immutable. */
public final class Samples {
    private final double[] sorted;

    private Samples(double[] sorted) {
        this.sorted = sorted;
    }

    /**
     * Makes samples of values in any order.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static Samples of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no samples");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Samples(sorted);
    }

    public int count() {
        return sorted.length;
    }

    /** Returns the values, the smallest first. */
    public double[] values() {
        return sorted.clone();
    }

    /** Returns the value in the middle, the lower of two: what disturbs a measurement only ever adds to it. */
    public double median() {
        return sorted[(sorted.length - 1) / 2];
    }

    public double smallest() {
        return sorted[0];
    }

    /** Returns half of the range in percent of the median. */
    public double spreadPercent() {
        double range = sorted[sorted.length - 1] - sorted[0];
        return range == 0 ? 0 : 50 * range / median();
    }
}
