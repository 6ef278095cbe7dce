package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.proto.BytesValues;

/** See {@link DecodeBenchmark}. */
public class DecodeBytes extends DecodeBenchmark {
    @Override
    Message message() {
        return BytesValues.getDefaultInstance();
    }
}
