package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.proto.StringValues;

/** See {@link DecodeBenchmark}. */
public class DecodeString extends DecodeBenchmark {
    @Override
    Message message() {
        return StringValues.getDefaultInstance();
    }
}
