package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Workloads;

/** The message of {@link ParseTelemetry}, back to bytes. */
public class SerializeTelemetry extends SerializeBenchmark {
    @Override
    Message message() {
        return Workloads.telemetry();
    }
}
