package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Workloads;

/** The message of {@link ParseVectorTile}, back to bytes. */
public class SerializeVectorTile extends SerializeBenchmark {
    @Override
    Message message() {
        return Workloads.vectorTile();
    }
}
