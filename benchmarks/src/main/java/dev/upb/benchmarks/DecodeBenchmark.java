package dev.upb.benchmarks;

import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.upb.benchmarks.inputs.Agreement;
import dev.upb.benchmarks.inputs.Specimen;
import dev.upb.benchmarks.inputs.Workloads;
import dev.upb.mem.Arena;
import dev.upb.reflection.MessageDef;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/** One repeated field of one type, not packed, until the values take {@code size} bytes: the cost of a value, and of starting at all. */
@Tiered
public abstract class DecodeBenchmark extends Benchmarked {
    /** Bytes of values, tags apart. */
    @Param({"8", "64", "512"})
    public int size;

    private final Arena arena = Arena.create();
    private MessageDef type;
    private byte[] bytes;
    private Parser<? extends Message> parser;

    /** Returns a default instance of the type. */
    abstract Message message();

    @Override
    public void setUp() throws Exception {
        Specimen specimen = Specimen.of(Workloads.values(message(), size));
        type = specimen.type();
        bytes = specimen.bytes();
        parser = specimen.message().getParserForType();
        Agreement.check(type.decode(bytes), parser.parseFrom(bytes));
    }

    @Override
    public long inputBytes() {
        return bytes.length;
    }

    @Benchmark
    public int upb() {
        arena.reset();
        return type.decode(arena, bytes).offset();
    }

    @Benchmark
    public Message generated() throws Exception {
        return parser.parseFrom(bytes);
    }
}
