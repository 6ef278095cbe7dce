package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.proto.SInt32Values;

/** See {@link DecodeBenchmark}. */
public class DecodeSInt32 extends DecodeBenchmark {
    @Override
    Message message() {
        return SInt32Values.getDefaultInstance();
    }
}
