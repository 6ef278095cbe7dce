package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Workloads;
import dev.upb.benchmarks.proto.Wide300;

/** The message of {@link ParseWide}, back to bytes. */
public class SerializeWide extends SerializeBenchmark {
    @Override
    Message message() {
        return Workloads.wide(Wide300.getDefaultInstance());
    }
}
