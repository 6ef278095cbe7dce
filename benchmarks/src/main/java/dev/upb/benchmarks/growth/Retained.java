package dev.upb.benchmarks.growth;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.ref.Reference;
import java.util.concurrent.Callable;

/** Measures what objects keep alive: makes many of them, and looks how much fuller the heap is after a collection. */
final class Retained {
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

    private Retained() {}

    /** Returns the bytes of heap that one object keeps alive, on average over {@code count}. */
    static double bytes(int count, Callable<?> maker) throws Exception {
        maker.call(); // Whatever is made once only.
        Object[] objects = new Object[count];
        try {
            long before = used();
            for (int i = 0; i < count; i++) {
                objects[i] = maker.call();
            }
            return (double) (used() - before) / count;
        } finally {
            Reference.reachabilityFence(objects); // Nothing else needs them at the second collection.
        }
    }

    private static long used() {
        System.gc();
        return MEMORY.getHeapMemoryUsage().getUsed();
    }
}
