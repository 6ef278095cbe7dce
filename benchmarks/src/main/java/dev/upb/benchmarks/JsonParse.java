package dev.upb.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.upb.benchmarks.inputs.Agreement;
import dev.upb.benchmarks.inputs.Schemas;
import dev.upb.benchmarks.inputs.Workloads;
import dev.upb.json.JsonParser;
import dev.upb.mem.Arena;
import dev.upb.reflection.MessageDef;
import org.openjdk.jmh.annotations.Benchmark;

/** The JSON of {@link JsonPrint}, as {@code JsonFormat} writes it, back to a message. */
public class JsonParse extends Benchmarked {
    private final JsonFormat.Parser parser = JsonFormat.parser();
    private final Arena arena = Arena.create();
    private MessageDef type;
    private String text;
    private byte[] bytes;

    @Override
    public void setUp() throws Exception {
        FileDescriptorProto message = Workloads.descriptor();
        type = Schemas.load(message.getDescriptorForType());
        text = JsonFormat.printer().omittingInsignificantWhitespace().print(message);
        bytes = text.getBytes(UTF_8);
        Agreement.require(jsonFormat().equals(message), "JSON", "values");
        Agreement.check(JsonParser.DEFAULT.parse(type, text), message);
        Agreement.check(JsonParser.DEFAULT.parse(type, bytes), message);
    }

    @Override
    public long inputBytes() {
        return bytes.length;
    }

    /** From a string, as the rival does, into an arena that is used for every message. */
    @Benchmark
    public int upbString() {
        arena.reset();
        return JsonParser.DEFAULT.parse(type, arena, text).offset();
    }

    /** From UTF-8: what a server has. */
    @Benchmark
    public int upbBytes() {
        arena.reset();
        return JsonParser.DEFAULT.parse(type, arena, bytes).offset();
    }

    @Benchmark
    public Message jsonFormat() throws Exception {
        FileDescriptorProto.Builder builder = FileDescriptorProto.newBuilder();
        parser.merge(text, builder);
        return builder.build();
    }
}
