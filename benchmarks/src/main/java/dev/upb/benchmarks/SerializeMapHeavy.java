package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Workloads;

/** The message of {@link ParseMapHeavy}, back to bytes. */
public class SerializeMapHeavy extends SerializeBenchmark {
    @Override
    Message message() {
        return Workloads.mapHeavy();
    }
}
