package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Workloads;
import dev.upb.benchmarks.proto.Wide300;

/** A message of 300 fields, all of them set: too many for one method of a compiler that has limits. */
public class ParseWide extends ParseBenchmark {
    @Override
    Message message() {
        return Workloads.wide(Wide300.getDefaultInstance());
    }
}
