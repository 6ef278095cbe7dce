package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.proto.SInt64Values;

/** See {@link DecodeBenchmark}. */
public class DecodeSInt64 extends DecodeBenchmark {
    @Override
    Message message() {
        return SInt64Values.getDefaultInstance();
    }
}
