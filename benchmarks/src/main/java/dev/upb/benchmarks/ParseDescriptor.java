package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Workloads;
import dev.upb.mem.Arena;
import org.openjdk.jmh.annotations.Benchmark;

/** {@code descriptor.proto} described by itself, 14,056 bytes: the message that upb measures itself with. */
public class ParseDescriptor extends ParseBenchmark {
    @Override
    Message message() {
        return Workloads.descriptor();
    }

    /** Into an arena made for this message, and closed: its memory comes from the pool and goes back there. */
    @Benchmark
    public int upbFresh() {
        try (Arena fresh = Arena.create()) {
            return type.decode(fresh, bytes).offset();
        }
    }

    /** Into memory made for this message, which the collector frees. */
    @Benchmark
    public dev.upb.reflection.Message upbCollected() {
        return type.decode(bytes);
    }
}
