package dev.upb.benchmarks.runner;

/** A benchmark could not be run, or its answers do not agree. */
final class BenchmarkFailure extends Exception {
    private static final long serialVersionUID = 1;

    BenchmarkFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
