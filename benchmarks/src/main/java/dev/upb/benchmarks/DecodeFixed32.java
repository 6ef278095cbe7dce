package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.proto.Fixed32Values;

/** See {@link DecodeBenchmark}. */
public class DecodeFixed32 extends DecodeBenchmark {
    @Override
    Message message() {
        return Fixed32Values.getDefaultInstance();
    }
}
