package dev.upb.benchmarks;

import dev.upb.benchmarks.proto.Record;
import dev.upb.reflection.Message;
import org.openjdk.jmh.annotations.Benchmark;

/** An {@code int32} of each message, set. Of generated classes, the builders are what can be changed. */
public class WriteInt extends FieldAccess {
    private int value;

    @Benchmark
    public int upb() {
        int next = ++value;
        for (Message message : ours) {
            message.setInt(count, next);
        }
        return next;
    }

    @Benchmark
    public int generated() {
        int next = ++value;
        for (Record.Builder message : builders) {
            message.setCount(next);
        }
        return next;
    }

    @Benchmark
    public int plainField() {
        int next = ++value;
        for (Plain object : plain) {
            object.count = next;
        }
        return next;
    }
}
