package dev.upb.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Counts the heap bytes that the current thread allocates. Allocation that the JIT compiler removes does not count, so
 * the answer depends on warm-up: {@link #smallest} warms up and reports the best of many runs.
 */
public final class AllocationMeter {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private AllocationMeter() {}

    /** Code to measure. */
    @FunctionalInterface
    public interface Body {
        void run() throws Exception;
    }

    /** Returns the bytes allocated by one run of {@code body} on the current thread. */
    public static long measure(Body body) throws Exception {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        if (before < 0) {
            throw new IllegalStateException("this JVM does not count allocated bytes");
        }
        body.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    /**
     * Runs {@code body} {@code warmUps} times unmeasured, then {@code runs} times measured, and returns the smallest
     * number of bytes that one of those allocated. A body that needs no heap gives 0.
     *
     * @param runs at least 1
     */
    public static long smallest(int warmUps, int runs, Body body) throws Exception {
        if (runs < 1) {
            throw new IllegalArgumentException("runs < 1: " + runs);
        }
        for (int i = 0; i < warmUps; i++) {
            body.run();
        }
        long smallest = Long.MAX_VALUE;
        for (int i = 0; i < runs; i++) {
            smallest = Math.min(smallest, measure(body));
        }
        return smallest;
    }
}
