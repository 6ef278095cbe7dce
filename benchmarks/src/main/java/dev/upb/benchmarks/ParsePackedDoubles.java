package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Workloads;

/** One long packed field: what is left is copying, and checking. */
public class ParsePackedDoubles extends ParseBenchmark {
    @Override
    Message message() {
        return Workloads.packedDoubles();
    }
}
