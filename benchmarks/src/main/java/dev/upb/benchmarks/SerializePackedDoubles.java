package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Workloads;

/** The message of {@link ParsePackedDoubles}, back to bytes. */
public class SerializePackedDoubles extends SerializeBenchmark {
    @Override
    Message message() {
        return Workloads.packedDoubles();
    }
}
