package dev.upb.benchmarks;

import dev.upb.benchmarks.inputs.Agreement;
import dev.upb.mem.Arena;
import org.openjdk.jmh.annotations.Benchmark;

/** An arena for one allocation, beside what the JVM needs for its smallest object. */
public class CreateArena extends Benchmarked {
    private final byte[] block = new byte[64 << 10];

    @Override
    public void setUp() {
        Agreement.require(upbPooled() > 0 && upbCallersBlock() > 0, "arena", "no memory");
    }

    /** With a block from the pool, where it goes back to. */
    @Benchmark
    public int upbPooled() {
        try (Arena arena = Arena.create()) {
            return arena.allocate(1);
        }
    }

    /** On a block that is there. */
    @Benchmark
    public int upbCallersBlock() {
        try (Arena arena = Arena.ofBlock(block)) {
            return arena.allocate(1);
        }
    }

    @Benchmark
    public Object emptyObject() {
        return new Object();
    }
}
