package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Workloads;

/** Three maps, of strings, numbers and messages. */
public class ParseMapHeavy extends ParseBenchmark {
    @Override
    Message message() {
        return Workloads.mapHeavy();
    }
}
