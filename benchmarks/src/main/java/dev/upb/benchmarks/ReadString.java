package dev.upb.benchmarks;

import com.google.protobuf.DynamicMessage;
import dev.upb.benchmarks.proto.Record;
import dev.upb.reflection.Message;
import org.openjdk.jmh.annotations.Benchmark;

/** The length of a string of each message. The rivals keep the {@code String} that they made the first time; we make it each time. */
public class ReadString extends FieldAccess {
    @Benchmark
    public int upb() {
        int sum = 0;
        for (Message message : ours) {
            sum += message.getString(name).length();
        }
        return sum;
    }

    @Benchmark
    public int generated() {
        int sum = 0;
        for (Record message : generated) {
            sum += message.getName().length();
        }
        return sum;
    }

    @Benchmark
    public int dynamicMessage() {
        int sum = 0;
        for (DynamicMessage message : dynamic) {
            sum += ((String) message.getField(theirName)).length();
        }
        return sum;
    }
}
