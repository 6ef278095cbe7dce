package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.proto.GroupValues;

/** See {@link DecodeBenchmark}. */
public class DecodeGroup extends DecodeBenchmark {
    @Override
    Message message() {
        return GroupValues.getDefaultInstance();
    }
}
