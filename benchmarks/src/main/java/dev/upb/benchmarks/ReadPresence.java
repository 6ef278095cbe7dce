package dev.upb.benchmarks;

import com.google.protobuf.DynamicMessage;
import dev.upb.benchmarks.proto.Visit;
import dev.upb.reflection.Message;
import org.openjdk.jmh.annotations.Benchmark;

/** Whether a string of each message is set; it is in half of them. */
public class ReadPresence extends VisitAccess {
    @Benchmark
    @Override
    public int upb() {
        int sum = 0;
        for (Message message : ours) {
            sum += message.has(note) ? 1 : 0;
        }
        return sum;
    }

    @Benchmark
    @Override
    public int generated() {
        int sum = 0;
        for (Visit message : generated) {
            sum += message.hasNote() ? 1 : 0;
        }
        return sum;
    }

    @Benchmark
    @Override
    public int dynamicMessage() {
        int sum = 0;
        for (DynamicMessage message : dynamic) {
            sum += message.hasField(theirNote) ? 1 : 0;
        }
        return sum;
    }

    @Benchmark
    @Override
    public int plainField() {
        int sum = 0;
        for (Plain object : plain) {
            sum += object.note != null ? 1 : 0;
        }
        return sum;
    }
}
