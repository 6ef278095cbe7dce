package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Workloads;

/** An address book: nothing but short strings, and their UTF-8 to be validated. */
public class ParseSmallStrings extends ParseBenchmark {
    @Override
    Message message() {
        return Workloads.smallStrings();
    }
}
