package dev.upb.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What all benchmarks have in common. How often and how long is the runner's choice. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public abstract class Benchmarked {
    /**
     * Makes the inputs, and shows that all methods give the same answer.
     *
     * @throws AssertionError if they don't
     */
    @Setup
    public abstract void setUp() throws Exception;

    /** Returns the bytes that one operation reads or writes, 0 if they are not the question. For after {@link #setUp}. */
    public long inputBytes() {
        return 0;
    }
}
