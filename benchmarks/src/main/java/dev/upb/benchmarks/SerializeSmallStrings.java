package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Workloads;

/** The message of {@link ParseSmallStrings}, back to bytes. */
public class SerializeSmallStrings extends SerializeBenchmark {
    @Override
    Message message() {
        return Workloads.smallStrings();
    }
}
