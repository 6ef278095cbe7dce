package dev.upb.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.ExtensionRegistry.ExtensionInfo;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.upb.reflection.DefPool;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.random.RandomMessage;
import dev.upb.testkit.random.RandomSchema;
import dev.upb.testkit.random.Seeded;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Prints what protobuf-java prints too, and compares what the two texts say. */
class JsonPrinterCorpusTest {
    private static final JsonFormat.Printer REFERENCE = JsonFormat.printer().usingTypeRegistry(JsonTypes.REGISTRY);
    private static final JsonPrinter PRINTER = JsonPrinter.DEFAULT;

    static Stream<Arguments> options() throws InvalidProtocolBufferException {
        return Stream.of(
                Arguments.of("default", PRINTER, REFERENCE),
                Arguments.of("proto names", PRINTER.withProtoNames(true), REFERENCE.preservingProtoFieldNames()),
                Arguments.of("enums as numbers", PRINTER.withEnumsAsNumbers(true), REFERENCE.printingEnumsAsInts()),
                Arguments.of("defaults", PRINTER.withDefaults(true), REFERENCE.alwaysPrintFieldsWithNoPresence()),
                Arguments.of(
                        "many",
                        PRINTER.withDefaults(true)
                                .withProtoNames(true)
                                .withIndent(true)
                                .withSortedMapKeys(true),
                        REFERENCE
                                .alwaysPrintFieldsWithNoPresence()
                                .preservingProtoFieldNames()
                                .sortingMapKeys()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("options")
    void messagesOfTheCorpusSayWhatTheySayInProtobufJava(String name, JsonPrinter printer, JsonFormat.Printer reference)
            throws InvalidProtocolBufferException {
        for (Corpus.Entry entry : Corpus.entries()) {
            String actual = printer.print(JsonTypes.POOL.message(entry.type()).decode(entry.bytes()));
            String expected = reference(reference, entry.message());
            assertThat(JsonValues.differences(withPlainNames(actual, printer.has(JsonPrinter.PROTO_NAMES)), expected))
                    .as("%s with %s", entry, name)
                    .isEmpty();
        }
    }

    /** Gives extensions the names that protobuf-java prints them under, which are not those of the specification. */
    private static String withPlainNames(String json, boolean protoNames) {
        return withPlainNames(JsonParser.parseString(json), protoNames).toString();
    }

    private static JsonElement withPlainNames(JsonElement json, boolean protoNames) {
        if (json.isJsonArray()) {
            JsonArray elements = new JsonArray();
            json.getAsJsonArray().forEach(element -> elements.add(withPlainNames(element, protoNames)));
            return elements;
        }
        if (!json.isJsonObject()) {
            return json;
        }
        JsonObject members = new JsonObject();
        for (Map.Entry<String, JsonElement> member : json.getAsJsonObject().entrySet()) {
            String name = member.getKey();
            ExtensionInfo extension = name.startsWith("[") && name.endsWith("]")
                    ? Corpus.extensions().findImmutableExtensionByName(name.substring(1, name.length() - 1))
                    : null;
            members.add(
                    extension == null
                            ? name
                            : protoNames ? extension.descriptor.getName() : extension.descriptor.getJsonName(),
                    withPlainNames(member.getValue(), protoNames));
        }
        return members;
    }

    /** Prints with protobuf-java, and mends that it doesn't escape names; one type of the corpus has such a name. */
    private static String reference(JsonFormat.Printer printer, Message message) throws InvalidProtocolBufferException {
        return printer.print(message).replace("\"a\"b\\c\":", "\"a\\\"b\\\\c\":");
    }

    @Test
    void randomMessagesOfTheCorpusSayWhatTheySayInProtobufJava() {
        RandomMessage generator =
                RandomMessage.defaults().withExtensions(Corpus.extensions()).withUnknownPercent(20);
        List<Descriptor> types = Corpus.ownTypes();
        Seeded.forEach(1500, seeded -> {
            Message message = generator.next(seeded, seeded.pick(types));
            String actual = PRINTER.print(JsonTypes.POOL
                    .message(message.getDescriptorForType().getFullName())
                    .decode(message.toByteArray()));
            assertThat(JsonValues.differences(withPlainNames(actual, false), reference(REFERENCE, message)))
                    .isEmpty();
        });
    }

    @Test
    void randomMessagesOfRandomSchemasSayWhatTheySayInProtobufJava() {
        Seeded.forEach(300, seeded -> {
            FileDescriptor file = RandomSchema.build(RandomSchema.next(seeded));
            FileDescriptorSet.Builder set = FileDescriptorSet.newBuilder();
            file.getDependencies().forEach(dependency -> set.addFile(dependency.toProto()));
            DefPool pool = DefPool.ofFileDescriptorSet(
                    set.addFile(file.toProto()).build().toByteArray());
            for (Descriptor type : file.getMessageTypes()) {
                Message message = RandomMessage.defaults().next(seeded, type);
                boolean defaults = seeded.nextBoolean();
                String actual = PRINTER.withDefaults(defaults)
                        .print(pool.message(type.getFullName()).decode(message.toByteArray()));
                String expected = (defaults ? REFERENCE.alwaysPrintFieldsWithNoPresence() : REFERENCE).print(message);
                assertThat(JsonValues.differences(actual, expected)).isEmpty();
            }
        });
    }

    @Test
    void textHasTheFormOfProtobufJava() throws InvalidProtocolBufferException {
        for (Corpus.Entry entry : Corpus.descriptors()) {
            if (entry.name().equals("own-set")) {
                continue; // Has extensions, which protobuf-java prints in another order, and under other names.
            }
            dev.upb.reflection.Message message =
                    JsonTypes.POOL.message(entry.type()).decode(entry.bytes());
            assertThat(PRINTER.withIndent(true).print(message))
                    .isEqualTo(withoutHtmlEscapes(REFERENCE.print(entry.message())));
            assertThat(PRINTER.print(message))
                    .isEqualTo(withoutHtmlEscapes(
                            REFERENCE.omittingInsignificantWhitespace().print(entry.message())));
        }
    }

    /** protobuf-java writes JSON that can stand in HTML. */
    private static String withoutHtmlEscapes(String json) {
        return json.replace("\\u003d", "=")
                .replace("\\u003c", "<")
                .replace("\\u003e", ">")
                .replace("\\u0026", "&")
                .replace("\\u0027", "'");
    }
}
