package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.proto.BoolValues;

/** See {@link DecodeBenchmark}. */
public class DecodeBool extends DecodeBenchmark {
    @Override
    Message message() {
        return BoolValues.getDefaultInstance();
    }
}
