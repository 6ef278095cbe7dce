package dev.upb.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import dev.upb.base.Depths;
import dev.upb.mem.Arena;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.Cases;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.wire.DecodeOptions;
import dev.upb.wire.EncodeOptions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The types that inputs are read as: the first byte of an input chooses, {@code 'A'} the first of the list, the rest is the message. */
final class FuzzTypes {
    private static final DefPool CORPUS = corpusPool();
    private static final DefPool CASES = DefPool.ofFileDescriptorSet(Cases.schemaBytes());

    /** Inputs depend on the order: new types go to the end. */
    private static final List<MessageDef> TYPES = Stream.of(
                    "matrix2.Explicit",
                    "matrix2.Required",
                    "matrix2.RequiredBelow",
                    "matrix2.Expanded",
                    "matrix2.Packed",
                    "matrix2.InOneof",
                    "matrix2.MapValues",
                    "matrix2.MapKeys",
                    "matrix2.Extendable",
                    "matrix2.MessageSetHolder",
                    "matrix2.JsonNames",
                    "matrix2.Recursive",
                    "matrix2.Wide",
                    "matrix3.Implicit",
                    "matrix3.Explicit",
                    "matrix3.Oneofs",
                    "matrix3.MapValues",
                    "matrix3.Recursive",
                    "matrix2023.ClosedEnums",
                    "matrix2023.Strings",
                    "matrix2023.Extendable",
                    "matrix2023.Delimited",
                    "matrix2024.Packed",
                    "matrix2024.InOneof",
                    "wkt.Singular",
                    "wkt.Repeated",
                    "wkt.Maps",
                    "wkt.InOneof",
                    "google.protobuf.Any",
                    "google.protobuf.Value",
                    "google.protobuf.FileDescriptorSet",
                    "p2.M",
                    "p3.M",
                    "p3.E")
            .map(FuzzTypes::named)
            .toList();

    /** What is accepted as text may nest deeper in binary form than the default: a level of JSON in a {@code Struct} is three of messages. */
    private static final DecodeOptions DECODE_OPTIONS = DecodeOptions.DEFAULT.withMaxDepth(Depths.MAX);

    private static final EncodeOptions ENCODE_OPTIONS = EncodeOptions.DEFAULT.withMaxDepth(Depths.MAX);

    private FuzzTypes() {}

    private static DefPool corpusPool() {
        Map<String, FileDescriptorProto> files = new LinkedHashMap<>();
        for (FileDescriptorSet set : List.of(Corpus.wellKnownSet(), Corpus.ownSet(), Corpus.descriptorSet())) {
            set.getFileList().forEach(file -> files.putIfAbsent(file.getName(), file));
        }
        return DefPool.ofFileDescriptorSet(FileDescriptorSet.newBuilder()
                .addAllFile(files.values())
                .build()
                .toByteArray());
    }

    /** Returns a type by its name, without {@code upb.testkit}. */
    static MessageDef named(String name) {
        if (name.startsWith("google.")) {
            return CORPUS.message(name);
        }
        return name.startsWith("p") ? CASES.message(name) : CORPUS.message("upb.testkit." + name);
    }

    static MessageDef typeOf(byte[] input) {
        return TYPES.get(Math.floorMod(input[0] - 'A', TYPES.size()));
    }

    static byte[] withoutType(byte[] input) {
        return Arrays.copyOfRange(input, 1, input.length);
    }

    /** Checks that a message has a binary form, and that reading it gives an equal message. */
    static void assertBinaryRoundTrip(Message message) {
        byte[] bytes = message.encode(ENCODE_OPTIONS);
        try (Arena arena = Arena.create()) {
            DecodeOptions options =
                    DECODE_OPTIONS.withExtensions(message.type().pool().extensionRegistry());
            Message read = message.type().decode(arena, bytes, options);
            assertThat(read).isEqualTo(message);
        }
    }
}
