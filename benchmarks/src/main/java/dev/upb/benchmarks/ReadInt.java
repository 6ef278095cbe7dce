package dev.upb.benchmarks;

import com.google.protobuf.DynamicMessage;
import dev.upb.benchmarks.proto.Record;
import dev.upb.reflection.Message;
import org.openjdk.jmh.annotations.Benchmark;

/** An {@code int32} of each message, added up. */
public class ReadInt extends FieldAccess {
    @Benchmark
    public int upb() {
        int sum = 0;
        for (Message message : ours) {
            sum += message.getInt(count);
        }
        return sum;
    }

    @Benchmark
    public int generated() {
        int sum = 0;
        for (Record message : generated) {
            sum += message.getCount();
        }
        return sum;
    }

    @Benchmark
    public int dynamicMessage() {
        int sum = 0;
        for (DynamicMessage message : dynamic) {
            sum += (Integer) message.getField(theirCount);
        }
        return sum;
    }

    @Benchmark
    public int plainField() {
        int sum = 0;
        for (Plain object : plain) {
            sum += object.count;
        }
        return sum;
    }
}
