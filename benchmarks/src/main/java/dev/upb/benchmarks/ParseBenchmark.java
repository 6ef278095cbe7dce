package dev.upb.benchmarks;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.upb.benchmarks.inputs.Agreement;
import dev.upb.benchmarks.inputs.Specimen;
import dev.upb.mem.Arena;
import dev.upb.reflection.MessageDef;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * From bytes to a message. Our methods return the message's offset and not the handle: the loop then needs the result and yet lets the
 * compiler remove the handle, as it does in a program that reads a few fields and goes on.
 */
@Tiered
public abstract class ParseBenchmark extends Benchmarked {
    final Arena arena = Arena.create();
    MessageDef type;
    byte[] bytes;
    private Parser<? extends Message> parser;
    private Descriptor descriptor;

    /** Returns the message to parse. */
    abstract Message message() throws Exception;

    @Override
    public void setUp() throws Exception {
        Specimen specimen = Specimen.of(message());
        type = specimen.type();
        bytes = specimen.bytes();
        parser = specimen.message().getParserForType();
        descriptor = specimen.message().getDescriptorForType();
        Agreement.check(type.decode(bytes), parser.parseFrom(bytes));
        DynamicMessage dynamic = DynamicMessage.parseFrom(descriptor, bytes);
        Agreement.require(Arrays.equals(dynamic.toByteArray(), bytes), descriptor.getName(), "dynamic message");
    }

    @Override
    public long inputBytes() {
        return bytes.length;
    }

    /** Into an arena that is used for every message. */
    @Benchmark
    public int upbReused() {
        arena.reset();
        return type.decode(arena, bytes).offset();
    }

    @Benchmark
    public Message generated() throws Exception {
        return parser.parseFrom(bytes);
    }

    @Benchmark
    public Message dynamicMessage() throws Exception {
        return DynamicMessage.parseFrom(descriptor, bytes);
    }
}
