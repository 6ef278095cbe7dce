package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Workloads;

/** The message of {@link ParseDeep}, back to bytes. */
public class SerializeDeep extends SerializeBenchmark {
    @Override
    Message message() {
        return Workloads.deep();
    }
}
