package dev.upb.benchmarks;

import com.google.protobuf.DynamicMessage;
import dev.upb.benchmarks.proto.Visit;
import dev.upb.reflection.Message;
import org.openjdk.jmh.annotations.Benchmark;

/** An {@code int32} of a message in each message: ours makes a handle for it. */
public class ReadMessage extends VisitAccess {
    @Benchmark
    @Override
    public int upb() {
        int sum = 0;
        for (Message message : ours) {
            sum += message.getMessage(record).getInt(count);
        }
        return sum;
    }

    @Benchmark
    @Override
    public int generated() {
        int sum = 0;
        for (Visit message : generated) {
            sum += message.getRecord().getCount();
        }
        return sum;
    }

    @Benchmark
    @Override
    public int dynamicMessage() {
        int sum = 0;
        for (DynamicMessage message : dynamic) {
            sum += (Integer) ((DynamicMessage) message.getField(theirRecord)).getField(theirCount);
        }
        return sum;
    }

    @Benchmark
    @Override
    public int plainField() {
        int sum = 0;
        for (Plain object : plain) {
            sum += object.record.count;
        }
        return sum;
    }
}
