package dev.upb.benchmarks;

import com.google.protobuf.Message;
import dev.upb.benchmarks.proto.Int64Values;

/** See {@link DecodeBenchmark}. */
public class DecodeInt64 extends DecodeBenchmark {
    @Override
    Message message() {
        return Int64Values.getDefaultInstance();
    }
}
