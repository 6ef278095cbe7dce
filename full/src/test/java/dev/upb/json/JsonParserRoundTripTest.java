package dev.upb.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.upb.mem.Arena;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.random.RandomMessage;
import dev.upb.testkit.random.RandomSchema;
import dev.upb.testkit.random.Seeded;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** From binary to JSON and back, here and by way of protobuf-java. */
class JsonParserRoundTripTest {
    private static final JsonFormat.Printer THEIR_PRINTER = JsonFormat.printer().usingTypeRegistry(JsonTypes.REGISTRY);
    private static final JsonFormat.Parser THEIR_PARSER = JsonFormat.parser().usingTypeRegistry(JsonTypes.REGISTRY);

    private static final JsonPrinter SORTING = JsonPrinter.DEFAULT.withSortedMapKeys(true);

    static Stream<JsonPrinter> printers() {
        JsonPrinter printer = JsonPrinter.DEFAULT;
        return Stream.of(
                printer,
                printer.withIndent(true).withProtoNames(true),
                printer.withEnumsAsNumbers(true).withInt64AsNumbers(true),
                printer.withDefaults(true).withSortedMapKeys(true));
    }

    @ParameterizedTest
    @MethodSource("printers")
    void messagesOfTheCorpusComeBackFromJson(JsonPrinter printer) throws Exception {
        for (Corpus.Entry entry : Corpus.entries()) {
            assertComesBack(printer, entry.message(), JsonTypes.POOL.message(entry.type()), Corpus.extensions());
        }
    }

    private static void assertComesBack(
            JsonPrinter printer, Message message, MessageDef type, ExtensionRegistry extensions) throws Exception {
        dev.upb.reflection.Message before = type.decode(message.toByteArray());
        before.discardUnknownFields();
        String json = printer.print(before);
        try (Arena arena = Arena.create()) {
            dev.upb.reflection.Message after = JsonParser.DEFAULT.parse(type, arena, json);
            assertThat(SORTING.print(after)).isEqualTo(SORTING.print(before));
            Descriptor theirType = message.getDescriptorForType();
            assertThat(DynamicMessage.parseFrom(theirType, after.encode(), extensions))
                    .as(json)
                    .isEqualTo(DynamicMessage.parseFrom(theirType, before.encode(), extensions));
        }
    }

    @Test
    void randomMessagesComeBackFromJson() {
        RandomMessage generator =
                RandomMessage.defaults().withExtensions(Corpus.extensions()).withUnknownPercent(10);
        List<Descriptor> types = Corpus.ownTypes();
        Seeded.forEach(2000, seeded -> {
            Message message = generator.next(seeded, seeded.pick(types));
            MessageDef type =
                    JsonTypes.POOL.message(message.getDescriptorForType().getFullName());
            assertComesBack(seeded.pick(printers().toList()), message, type, Corpus.extensions());
        });
    }

    @Test
    void randomMessagesOfRandomSchemasComeBackFromJson() {
        Seeded.forEach(300, seeded -> {
            FileDescriptor file = RandomSchema.build(RandomSchema.next(seeded));
            DefPool pool = DefPool.ofFileDescriptorSet(FileDescriptorSet.newBuilder()
                    .addFile(file.toProto())
                    .build()
                    .toByteArray());
            for (Descriptor type : file.getMessageTypes()) {
                Message message = RandomMessage.defaults().next(seeded, type);
                assertComesBack(
                        seeded.pick(printers().toList()),
                        message,
                        pool.message(type.getFullName()),
                        ExtensionRegistry.getEmptyRegistry());
            }
        });
    }

    @Test
    void whatProtobufJavaPrintsIsReadAsTheSameMessage() {
        List<Descriptor> types = Corpus.ownTypes();
        Seeded.forEach(2000, seeded -> {
            Message message = RandomMessage.defaults().next(seeded, seeded.pick(types));
            MessageDef type =
                    JsonTypes.POOL.message(message.getDescriptorForType().getFullName());
            JsonFormat.Printer printer =
                    seeded.nextBoolean() ? THEIR_PRINTER : THEIR_PRINTER.preservingProtoFieldNames();
            String json =
                    printer.print(message).replace("\"a\"b\\c\":", "\"a\\\"b\\\\c\":"); // Names are not escaped there.
            dev.upb.reflection.Message read = JsonParser.DEFAULT.parse(type, json);
            assertThat(DynamicMessage.parseFrom(message.getDescriptorForType(), read.encode()))
                    .as(json)
                    .isEqualTo(message);
        });
    }

    @Test
    void whatIsPrintedHereIsReadByProtobufJavaAsTheSameMessage() {
        List<Descriptor> types = Corpus.ownTypes();
        RandomMessage generator = RandomMessage.defaults().withMaxFields(25);
        int[] compared = new int[1];
        Seeded.forEach(2000, seeded -> {
            Message message = generator.next(seeded, seeded.pick(types));
            MessageDef type =
                    JsonTypes.POOL.message(message.getDescriptorForType().getFullName());
            String json = JsonPrinter.DEFAULT.print(type.decode(message.toByteArray()));
            if (json.contains("-0.0")) {
                return; // protobuf-java loses the sign of zero.
            }
            compared[0]++;
            DynamicMessage.Builder theirs = DynamicMessage.newBuilder(message.getDescriptorForType());
            THEIR_PARSER.merge(json, theirs);
            assertThat(theirs.build()).as(json).isEqualTo(message);
            assertThat(DynamicMessage.parseFrom(
                            message.getDescriptorForType(),
                            JsonParser.DEFAULT.parse(type, json).encode()))
                    .as(json)
                    .isEqualTo(theirs.build());
        });
        assertThat(compared[0]).isPositive();
    }
}
