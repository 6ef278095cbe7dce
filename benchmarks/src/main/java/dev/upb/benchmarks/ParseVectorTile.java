package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Workloads;

/** A map tile: large packed fields, many strings, a thousand small messages. */
public class ParseVectorTile extends ParseBenchmark {
    @Override
    Message message() {
        return Workloads.vectorTile();
    }
}
