package dev.upb.benchmarks.runner;

import java.util.function.LongSupplier;

/**
 * How long each fork may take. Without a deadline always the same; with one, what is left is shared among the forks that are left, and where
 * that is too little, further rounds are left out.
 */
final class Schedule {
    /** Less than this, and most of a measurement would be the interpreter's. */
    static final double SHORTEST_FORK = 0.5;

    static final double LONGEST_QUICK_FORK = 3;

    /** What a process takes to start and to check its answers, until that was measured. */
    private static final double FIRST_OVERHEAD = 1.0;

    private final LongSupplier clock;
    private final double seconds;
    private final long deadline;
    private int forksLeft;
    private double overhead = FIRST_OVERHEAD;

    private Schedule(LongSupplier clock, double seconds, long deadline, int forks) {
        this.clock = clock;
        this.seconds = seconds;
        this.deadline = deadline;
        this.forksLeft = forks;
    }

    /** Each fork measures for {@code seconds}. */
    static Schedule unhurried(double seconds) {
        return new Schedule(System::nanoTime, seconds, Long.MAX_VALUE, Integer.MAX_VALUE);
    }

    /**
     * All is done in {@code budget} seconds from now on.
     *
     * @param forks how many there are to be
     * @param clock in nanoseconds
     */
    static Schedule until(double budget, int forks, LongSupplier clock) {
        return new Schedule(clock, 0, clock.getAsLong() + (long) (budget * 1e9), forks);
    }

    private boolean isHurried() {
        return deadline != Long.MAX_VALUE;
    }

    /** Returns the seconds that each of the next forks may measure. */
    double secondsPerFork() {
        if (!isHurried()) {
            return seconds;
        }
        double share = secondsLeft() / Math.max(1, forksLeft) - overhead;
        return Math.max(SHORTEST_FORK, Math.min(LONGEST_QUICK_FORK, share));
    }

    /** Whether {@code forks} more can be run in time. */
    boolean allows(int forks) {
        return !isHurried() || secondsLeft() >= forks * (overhead + SHORTEST_FORK);
    }

    private double secondsLeft() {
        return (deadline - clock.getAsLong()) / 1e9;
    }

    /** Notes that a fork was run that measured for {@code measured} seconds and took {@code total} in all. */
    void finished(double measured, double total) {
        forksLeft--;
        // Half old, half new: classes differ in what they prepare.
        overhead = (overhead + Math.max(0, total - measured)) / 2;
    }

    /** Notes that forks will not be run. */
    void skipped(int forks) {
        forksLeft -= forks;
    }
}
