package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.proto.Fixed64Values;

/** See {@link DecodeBenchmark}. */
public class DecodeFixed64 extends DecodeBenchmark {
    @Override
    Message message() {
        return Fixed64Values.getDefaultInstance();
    }
}
