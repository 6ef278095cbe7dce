package dev.upb.benchmarks;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Agreement;
import dev.upb.benchmarks.inputs.Workloads;
import dev.upb.wire.EncodeOptions;
import dev.upb.wire.Encoder;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The message of {@link ParseDescriptor}, back to bytes. */
public class SerializeDescriptor extends SerializeBenchmark {
    private byte[] target;
    private Message read;

    @Override
    Message message() {
        return Workloads.descriptor();
    }

    @Override
    public void setUp() throws Exception {
        super.setUp();
        read = FileDescriptorProto.parseFrom(bytes);
        Agreement.check(ours, read);
        target = new byte[bytes.length];
        Agreement.require(upbReused() == bytes.length && Arrays.equals(target, bytes), "target", "bytes");
    }

    /** Into the same array each time. */
    @Benchmark
    public int upbReused() {
        return Encoder.encode(ours, target, 0, EncodeOptions.DEFAULT);
    }

    /**
     * A message of which every string was read, or was set: protobuf-java has them as {@code String} now, and encodes them each time. Fields of
     * proto3 are so from the start.
     */
    @Benchmark
    public byte[] generatedWithStrings() {
        return read.toByteArray();
    }

    /** A message that was never serialised: its sizes are not known yet. Parsing it is not timed, but what that allocates is counted. */
    @State(Scope.Thread)
    public static class Unsized {
        private final byte[] bytes = Workloads.descriptor().toByteArray();
        private FileDescriptorProto message;

        @Setup(Level.Invocation)
        public void parse() throws Exception {
            message = FileDescriptorProto.parseFrom(bytes);
        }
    }

    @Benchmark
    public byte[] generatedFirstTime(Unsized unsized) {
        return unsized.message.toByteArray();
    }
}
