package dev.upb.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Blackhole;

/** See {@link FindField}. */
public class FindFieldByName extends FindField {
    @Benchmark
    public void upb(Blackhole blackhole) {
        for (String name : names) {
            blackhole.consume(ours.findField(name));
        }
    }

    @Benchmark
    public void descriptor(Blackhole blackhole) {
        for (String name : names) {
            blackhole.consume(theirs.findFieldByName(name));
        }
    }
}
