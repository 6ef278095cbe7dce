package dev.upb.benchmarks.report;

import java.util.Locale;

/** One benchmark before and after a change. Times are in nanoseconds. */
public record Delta(String name, Samples old, Samples now) {
    /** A p-value below this is worth saying that there is a difference. */
    private static final double SIGNIFICANT = 0.05;

    /** Returns how likely samples differ this much by chance alone. */
    public double p() {
        return MannWhitney.p(old.values(), now.values());
    }

    /** Returns the cells of a line: name, old time, new time, how much it changed or {@code ~}, p-value and numbers of samples. */
    String[] cells() {
        double p = p();
        return new String[] {
            name,
            time(old),
            time(now),
            p < SIGNIFICANT ? percent(old.median(), now.median()) : "~",
            String.format(Locale.ROOT, "(p=%.3f, n=%d+%d)", p, old.count(), now.count())
        };
    }

    private static String time(Samples samples) {
        double nanos = samples.median();
        String value = nanos < 1e3
                ? Figures.significant(nanos, 3) + "ns"
                : nanos < 1e6 ? Figures.significant(nanos / 1e3, 3) + "µs" : Figures.significant(nanos / 1e6, 3) + "ms";
        return String.format(Locale.ROOT, "%s ± %.0f%%", value, samples.spreadPercent());
    }

    /** Returns the change from {@code before} to {@code after} with its sign. */
    static String percent(double before, double after) {
        return before == 0 ? "new" : String.format(Locale.ROOT, "%+.2f%%", 100 * (after - before) / before);
    }
}
