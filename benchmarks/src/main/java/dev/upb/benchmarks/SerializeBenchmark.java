package dev.upb.benchmarks;

import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Agreement;
import dev.upb.benchmarks.inputs.Specimen;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * From a message that was parsed before to a new array of bytes. The rivals' messages are the same object each time, and remember the size
 * of every message below them from the first time on: the hardest case for us, who count anew.
 */
@Tiered
public abstract class SerializeBenchmark extends Benchmarked {
    dev.upb.reflection.Message ours;
    Message theirs;
    private DynamicMessage dynamic;
    byte[] bytes;

    /** Returns the message to serialise. */
    abstract Message message() throws Exception;

    @Override
    public void setUp() throws Exception {
        Specimen specimen = Specimen.of(message());
        bytes = specimen.bytes();
        ours = specimen.type().decode(bytes);
        // Not the one that is compared: who asks for a string makes protobuf-java keep it instead of its bytes.
        theirs = specimen.message().getParserForType().parseFrom(bytes);
        dynamic = DynamicMessage.parseFrom(theirs.getDescriptorForType(), bytes);
        String name = theirs.getDescriptorForType().getName();
        Agreement.check(ours, specimen.message());
        Agreement.require(Arrays.equals(ours.encode(), theirs.toByteArray()), name, "bytes");
        Agreement.require(Arrays.equals(dynamic.toByteArray(), bytes), name, "bytes of the dynamic message");
    }

    @Override
    public long inputBytes() {
        return bytes.length;
    }

    @Benchmark
    public byte[] upb() {
        return ours.encode();
    }

    @Benchmark
    public byte[] generated() {
        return theirs.toByteArray();
    }

    @Benchmark
    public byte[] dynamicMessage() {
        return dynamic.toByteArray();
    }
}
