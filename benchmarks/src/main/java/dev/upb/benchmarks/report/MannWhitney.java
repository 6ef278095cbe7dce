package dev.upb.benchmarks.report;

import java.util.Arrays;

/**
 * The Mann-Whitney U test: how likely two sets of samples differ as much as they do although what they measure does not. It compares ranks
 * only, so it needs no assumption about how timings are distributed, and one stray value has little weight.
 */
public final class MannWhitney {
    /** Up to this many samples of both sides together the p-value is exact; beyond, and where values are equal, a normal approximation. */
    private static final int EXACT_LIMIT = 60;

    private MannWhitney() {}

    /** Returns how often a value of {@code first} is larger than one of {@code second}, over all pairs; equal ones count a half. */
    public static double u(double[] first, double[] second) {
        double u = 0;
        for (double a : first) {
            for (double b : second) {
                u += a > b ? 1 : a == b ? 0.5 : 0;
            }
        }
        return u;
    }

    /**
     * Returns the two-sided p-value, 0 to 1.
     *
     * @throws IllegalArgumentException if one side has no samples
     */
    public static double p(double[] first, double[] second) {
        if (first.length == 0 || second.length == 0) {
            throw new IllegalArgumentException(first.length + " and " + second.length + " samples; both need some");
        }
        double u = u(first, second);
        double[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        Arrays.sort(all);
        boolean tied = false;
        for (int i = 1; i < all.length; i++) {
            tied |= all[i] == all[i - 1];
        }
        return tied || all.length > EXACT_LIMIT
                ? approximate(u, first.length, second.length, all)
                : exact((int) u, first.length, second.length);
    }

    private static double exact(int u, int m, int n) {
        double[] ways = ways(m, n);
        double total = 0;
        double atMost = 0;
        int smaller = Math.min(u, m * n - u);
        for (int i = 0; i < ways.length; i++) {
            total += ways[i];
            atMost += i <= smaller ? ways[i] : 0;
        }
        return Math.min(1, 2 * atMost / total);
    }

    /**
     * Returns for each value of U in how many orders of m + n values it is had. The largest value is of the first side, and larger than all n of
     * the second; or of the second, and adds nothing: {@code ways(m, n, u) = ways(m - 1, n, u - n) + ways(m, n - 1, u)}.
     */
    private static double[] ways(int m, int n) {
        double[][] row = new double[n + 1][];
        for (int j = 0; j <= n; j++) {
            row[j] = new double[] {1};
        }
        for (int i = 1; i <= m; i++) {
            double[][] next = new double[n + 1][];
            next[0] = new double[] {1};
            for (int j = 1; j <= n; j++) {
                double[] counts = new double[i * j + 1];
                for (int k = 0; k < counts.length; k++) {
                    counts[k] = (k >= j ? row[j][k - j] : 0) + (k < next[j - 1].length ? next[j - 1][k] : 0);
                }
                next[j] = counts;
            }
            row = next;
        }
        return row[n];
    }

    /** With correction for ties, and for U having whole values only. */
    private static double approximate(double u, int m, int n, double[] sorted) {
        double count = sorted.length;
        double ties = 0;
        for (int i = 0; i < sorted.length; ) {
            int end = i;
            while (end < sorted.length && sorted[end] == sorted[i]) {
                end++;
            }
            double equal = end - i;
            ties += equal * equal * equal - equal;
            i = end;
        }
        double variance = m * (double) n / 12 * (count + 1 - ties / (count * (count - 1)));
        double distance = Math.abs(u - m * n / 2.0) - 0.5;
        // All equal: nothing speaks for a difference.
        return variance == 0 || distance <= 0 ? 1 : 2 * upperTail(distance / Math.sqrt(variance));
    }

    /** Returns the chance of a standard normal value above {@code z}, 0 or more; the error is below 10^-7 (Zelen and Severo). */
    private static double upperTail(double z) {
        double t = 1 / (1 + 0.231_641_9 * z);
        double polynomial = t
                * (0.319_381_530
                        + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
        return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * polynomial;
    }
}
