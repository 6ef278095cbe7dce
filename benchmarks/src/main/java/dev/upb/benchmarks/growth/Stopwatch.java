package dev.upb.benchmarks.growth;

import dev.upb.benchmarks.report.Samples;

/** Times operations that take from 100 ns to a second. */
final class Stopwatch {
    private static final int BATCHES = 9;
    private static final double SHORTEST_BATCH = 0.005;

    /** Results go here, so that the compiler can't leave out the work. */
    @SuppressWarnings("UnusedVariable")
    private static volatile Object sink;

    private final double seconds;

    /** @param seconds how long one measurement takes, warming up included; at least one operation for that and one for each batch */
    Stopwatch(double seconds) {
        this.seconds = seconds;
    }

    /** An operation. */
    @FunctionalInterface
    interface Operation {
        Object run() throws Exception;
    }

    /** Returns nanoseconds of one operation: the median of several batches, after half of the time was used to warm up. */
    double measure(Operation operation) throws Exception {
        long runs = 0;
        long start = System.nanoTime();
        long warmUp = (long) (seconds * 0.5e9);
        long spent;
        do {
            sink = operation.run();
            runs++;
            spent = System.nanoTime() - start;
        } while (spent < warmUp);
        double batchNanos = Math.max(SHORTEST_BATCH, seconds / 2 / BATCHES) * 1e9;
        long perBatch = Math.max(1, (long) (batchNanos * runs / spent));
        double[] nanos = new double[BATCHES];
        for (int batch = 0; batch < BATCHES; batch++) {
            long from = System.nanoTime();
            for (long i = 0; i < perBatch; i++) {
                sink = operation.run();
            }
            nanos[batch] = (double) (System.nanoTime() - from) / perBatch;
        }
        return Samples.of(nanos).median();
    }
}
