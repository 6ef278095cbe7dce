package dev.upb.benchmarks.report;

/** One result: ours beside a rival's, of the same run. */
public record Row(Measurement ours, Measurement rival) {
    /** Returns how many times as long the rival takes; above 1 we are faster. */
    public double ratio() {
        return rival.nanos().median() / ours.nanos().median();
    }

    /**
     * Returns seven fields with tabs between them: name, our time in µs, the rival's name, its time, the ratio, and the heap bytes allocated by
     * one operation, ours and the rival's.
     */
    public String line() {
        return String.join(
                "\t",
                ours.name(),
                Figures.micros(ours.nanos().median()),
                rival.label(),
                Figures.micros(rival.nanos().median()),
                Figures.significant(ratio(), 3),
                String.valueOf(Math.round(ours.allocated().median())),
                String.valueOf(Math.round(rival.allocated().median())));
    }
}
