package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.proto.Int32Values;

/** See {@link DecodeBenchmark}. */
public class DecodeInt32 extends DecodeBenchmark {
    @Override
    Message message() {
        return Int32Values.getDefaultInstance();
    }
}
