package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.proto.OpenEnumValues;

/** See {@link DecodeBenchmark}. */
public class DecodeOpenEnum extends DecodeBenchmark {
    @Override
    Message message() {
        return OpenEnumValues.getDefaultInstance();
    }
}
