package dev.upb.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Blackhole;

/** See {@link FindField}. */
public class FindFieldByNumber extends FindField {
    @Benchmark
    public void upb(Blackhole blackhole) {
        for (int number : numbers) {
            blackhole.consume(ours.findField(number));
        }
    }

    @Benchmark
    public void descriptor(Blackhole blackhole) {
        for (int number : numbers) {
            blackhole.consume(theirs.findFieldByNumber(number));
        }
    }
}
