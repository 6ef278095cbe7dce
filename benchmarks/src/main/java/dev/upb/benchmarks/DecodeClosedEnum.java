package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.proto.ClosedEnumValues;

/** See {@link DecodeBenchmark}. */
public class DecodeClosedEnum extends DecodeBenchmark {
    @Override
    Message message() {
        return ClosedEnumValues.getDefaultInstance();
    }
}
