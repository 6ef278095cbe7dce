package dev.upb.benchmarks.report;

/**
 * What is known of one contestant.
 *
 * @param name in the results, such as {@code ParseDescriptor/reused/table}
 * @param label what tells it from others of its group, such as {@code generated}
 * @param nanos time of one operation, a value a fork
 * @param allocated heap bytes that one operation allocates, a value a fork
 * @param inputBytes bytes that one operation reads or writes, 0 if that is not the question
 */
public record Measurement(String name, String label, Samples nanos, Samples allocated, long inputBytes) {
    /** Returns the throughput in 10^6 bytes a second, 0 if bytes are not the question. */
    public double megabytesPerSecond() {
        return inputBytes * 1e3 / nanos.median();
    }
}
