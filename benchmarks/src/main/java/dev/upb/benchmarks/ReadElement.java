package dev.upb.benchmarks;

import com.google.protobuf.DynamicMessage;
import dev.upb.benchmarks.proto.Visit;
import dev.upb.reflection.Message;
import org.openjdk.jmh.annotations.Benchmark;

/** An element of a list of {@code int32}s of each message: ours makes a view of the list. */
public class ReadElement extends VisitAccess {
    @Benchmark
    @Override
    public int upb() {
        int sum = 0;
        for (Message message : ours) {
            sum += message.getRepeated(codes).getInt(ELEMENT);
        }
        return sum;
    }

    @Benchmark
    @Override
    public int generated() {
        int sum = 0;
        for (Visit message : generated) {
            sum += message.getCodes(ELEMENT);
        }
        return sum;
    }

    @Benchmark
    @Override
    public int dynamicMessage() {
        int sum = 0;
        for (DynamicMessage message : dynamic) {
            sum += (Integer) message.getRepeatedField(theirCodes, ELEMENT);
        }
        return sum;
    }

    @Benchmark
    @Override
    public int plainField() {
        int sum = 0;
        for (Plain object : plain) {
            sum += object.codes[ELEMENT];
        }
        return sum;
    }
}
