package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.proto.MessageValues;

/** See {@link DecodeBenchmark}. */
public class DecodeMessage extends DecodeBenchmark {
    @Override
    Message message() {
        return MessageValues.getDefaultInstance();
    }
}
