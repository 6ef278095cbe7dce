package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Workloads;

/** A message in a message, 90 levels: each level a length, a frame of the stack, and little data. */
public class ParseDeep extends ParseBenchmark {
    @Override
    Message message() {
        return Workloads.deep();
    }
}
