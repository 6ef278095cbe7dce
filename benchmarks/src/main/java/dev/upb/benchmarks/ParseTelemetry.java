package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Workloads;

/** A batch of spans: small messages five levels deep, oneofs, short strings and identifiers. */
public class ParseTelemetry extends ParseBenchmark {
    @Override
    Message message() {
        return Workloads.telemetry();
    }
}
