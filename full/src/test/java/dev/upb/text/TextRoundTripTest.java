package dev.upb.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.AnyProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TypeRegistry;
import dev.upb.mem.Arena;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.random.Mutations;
import dev.upb.testkit.random.RandomMessage;
import dev.upb.testkit.random.RandomSchema;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.Hex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts go back and forth between this library and protobuf-java, and damaged ones break nothing. */
class TextRoundTripTest {
    private static final RandomMessage GENERATOR = RandomMessage.defaults().withExtensions(Corpus.extensions());
    /** protobuf-java does not know types in {@code Any} by itself, and encodes their content in an order of its own. */
    private static final TextPrinter PLAIN = TextPrinter.DEFAULT.withExpandedAny(false);

    /** Two extensions go by this name in protobuf-java, which mixes them up. */
    private static final String AMBIGUOUS = "[upb.testkit.matrix2.MessageSetItem]";

    static Stream<Descriptor> types() {
        return Corpus.ownTypes().stream();
    }

    private static MessageDef typeOf(Descriptor type) {
        return Types.POOL.message(type.getFullName());
    }

    private static List<DynamicMessage> messages(Descriptor type, int count) {
        List<DynamicMessage> messages = new ArrayList<>();
        for (int seed = 1; seed <= count; seed++) {
            messages.add(GENERATOR.next(Seeded.of(seed), type));
        }
        return messages;
    }

    @ParameterizedTest
    @MethodSource("types")
    void whatIsPrintedReadsBackInProtobufJava(Descriptor type) throws TextFormat.ParseException {
        for (DynamicMessage original : messages(type, 12)) {
            Message message = typeOf(type).decode(original.toByteArray());
            for (boolean single : new boolean[] {false, true}) {
                String text = PLAIN.withSingleLine(single).print(message);
                if (text.contains(AMBIGUOUS)) {
                    continue;
                }
                DynamicMessage.Builder read = DynamicMessage.newBuilder(type);
                TextFormat.Parser.newBuilder().build().merge(text, Corpus.extensions(), read);
                assertThat(read.build()).as(text).isEqualTo(original);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void whatProtobufJavaPrintsReadsBack(Descriptor type) {
        for (DynamicMessage original : messages(type, 12)) {
            for (TextFormat.Printer printer : List.of(
                    TextFormat.printer(),
                    TextFormat.printer().emittingSingleLine(true),
                    TextFormat.printer().escapingNonAscii(false))) {
                String text = printer.printToString(original);
                if (text.indexOf(0) >= 0 || text.contains(AMBIGUOUS)) {
                    continue; // The third printer does not escape NUL, which the format does not allow.
                }
                Message message = TextParser.DEFAULT.parse(typeOf(type), Arena.create(), text.getBytes(UTF_8));
                assertThat(Types.inProtobufJava(type, message.encode()))
                        .as(text)
                        .isEqualTo(original);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void whatIsPrintedReadsBack(Descriptor type) {
        for (DynamicMessage original : messages(type, 12)) {
            Message message = typeOf(type).decode(original.toByteArray());
            for (TextPrinter printer : List.of(PLAIN, PLAIN.withSingleLine(true), PLAIN.withSortedMapKeys(false))) {
                Message read = TextParser.DEFAULT.parse(typeOf(type), printer.print(message));
                assertThat(read).isEqualTo(message);
            }
            // Content of Any may come back in another order, but prints alike.
            String expanded = TextPrinter.DEFAULT.print(message);
            assertThat(TextPrinter.DEFAULT.print(TextParser.DEFAULT.parse(typeOf(type), expanded)))
                    .isEqualTo(expanded);
        }
    }

    @Test
    void expandedAnyIsReadAndWrittenAsProtobufJavaDoes() throws TextFormat.ParseException {
        TypeRegistry registry = TypeRegistry.newBuilder()
                .add(Corpus.ownTypes())
                .add(AnyProto.getDescriptor().getMessageTypes())
                .build();
        Descriptor type = Types.descriptor("wkt.Singular");
        String text = "f_any { [type.googleapis.com/upb.testkit.wkt.Singular] { f_any { "
                + "[type.googleapis.com/upb.testkit.matrix3.Child] { id: 5 name: \"x\" } } f_duration { seconds: 1 } } }";
        DynamicMessage.Builder read = DynamicMessage.newBuilder(type);
        TextFormat.Parser.newBuilder().setTypeRegistry(registry).build().merge(text, read);
        DynamicMessage original = read.build();

        Message message = TextParser.DEFAULT.parse(Types.type("wkt.Singular"), text);
        assertThat(Types.inProtobufJava(type, message.encode())).isEqualTo(original);
        assertThat(TextPrinter.DEFAULT.print(message))
                .isEqualTo(TextFormat.printer().usingTypeRegistry(registry).printToString(original));
    }

    @Test
    void descriptorsReadBack() {
        for (Corpus.Entry entry : Corpus.descriptors()) {
            MessageDef type = Types.POOL.message(entry.type());
            Message message = type.decode(entry.bytes());

            assertThat(TextParser.DEFAULT.parse(type, TextPrinter.DEFAULT.print(message)))
                    .isEqualTo(message);
            assertThat(TextParser.DEFAULT
                            .parse(type, TextFormat.printer().printToString(entry.message()))
                            .encode())
                    .as(entry.name())
                    .isEqualTo(entry.bytes());
        }
    }

    @Test
    void messagesOfRandomSchemasReadBack() {
        Seeded.forEach(60, seeded -> {
            FileDescriptorProto file = RandomSchema.next(seeded);
            DefPool pool = DefPool.builder().addFile(file.toByteArray()).build();
            for (Descriptor type : RandomSchema.build(file).getMessageTypes()) {
                DynamicMessage original = RandomMessage.defaults().next(seeded, type);
                MessageDef own = pool.message(type.getFullName());
                Message message = own.decode(original.toByteArray());

                DynamicMessage.Builder read = DynamicMessage.newBuilder(type);
                TextFormat.Parser.newBuilder().build().merge(PLAIN.print(message), read);
                assertThat(read.build()).isEqualTo(original);
                Message back =
                        TextParser.DEFAULT.parse(own, TextFormat.printer().printToString(original));
                assertThat(back).isEqualTo(message);
            }
        });
    }

    @Test
    void messagesOfRandomSchemasComeBackFromTextToBinary() {
        Seeded.forEach(150, seeded -> {
            FileDescriptorProto file = RandomSchema.next(seeded);
            DefPool pool = DefPool.builder().addFile(file.toByteArray()).build();
            for (Descriptor type : RandomSchema.build(file).getMessageTypes()) {
                DynamicMessage original = RandomMessage.defaults().next(seeded, type);
                MessageDef own = pool.message(type.getFullName());
                byte[] text = PLAIN.withSingleLine(seeded.nextBoolean())
                        .withSortedMapKeys(seeded.nextBoolean())
                        .printBytes(own.decode(original.toByteArray()));
                byte[] binary = TextParser.DEFAULT.parse(own, text).encode();
                assertThat(DynamicMessage.parseFrom(type, binary))
                        .as(new String(text, UTF_8))
                        .isEqualTo(original);
            }
        });
    }

    // Hostile input.

    private static void parseAnything(MessageDef type, byte[] text) {
        for (TextParser parser : List.of(TextParser.DEFAULT, TextParser.DEFAULT.withIgnoreUnknown(true))) {
            Message message;
            try {
                message = parser.parse(type, Arena.create(), text);
            } catch (TextParseException expected) {
                assertThat(expected.line()).isPositive();
                assertThat(expected.column()).isPositive();
                continue;
            }
            String printed = PLAIN.print(message);
            assertThat(TextParser.DEFAULT.parse(type, printed)).isEqualTo(message);
        }
    }

    @Test
    void damagedTextsAreReadOrRejected() {
        List<Descriptor> types = Corpus.ownTypes();
        Seeded.forEach(3000, seeded -> {
            Descriptor type = seeded.pick(types);
            RandomMessage small = GENERATOR.withMaxFields(20).withMaxDepth(3);
            Message message = typeOf(type).decode(small.next(seeded, type).toByteArray());
            byte[] text =
                    TextPrinter.DEFAULT.withSingleLine(seeded.nextBoolean()).printBytes(message);
            byte[] damaged = seeded.nextBoolean() ? Mutations.mutate(seeded, text) : shuffleTokens(seeded, text);
            parseAnything(typeOf(type), damaged);
        });
    }

    /** Puts bytes that mean much in text format here and there. */
    private static byte[] shuffleTokens(Seeded seeded, byte[] text) {
        byte[] damaged = text.clone();
        int edits = damaged.length == 0 ? 0 : seeded.between(1, 5);
        String telling = "{}<>[]:;,\"'\\#\n -+.0123456789xXeEfFuU_aZ/%\0\u007f";
        for (int i = 0; i < edits; i++) {
            damaged[seeded.below(damaged.length)] = (byte) telling.charAt(seeded.below(telling.length()));
        }
        return damaged;
    }

    @Test
    void textsCutOffAnywhereAreReadOrRejected() {
        Seeded.forEach(20, seeded -> {
            Descriptor type = seeded.pick(Corpus.ownTypes());
            RandomMessage small = GENERATOR.withMaxFields(12).withMaxDepth(3);
            Message message = typeOf(type).decode(small.next(seeded, type).toByteArray());
            byte[] text = TextPrinter.DEFAULT.printBytes(message);
            Mutations.truncations(text.length < 1500 ? text : Arrays.copyOf(text, 1500))
                    .forEach(cut -> parseAnything(typeOf(type), cut));
        });
    }

    @Test
    void anyBytesAreReadOrRejected() {
        Seeded.forEach(2000, seeded -> {
            byte[] bytes = seeded.bytes(seeded.below(40));
            parseAnything(Types.type("matrix2.Explicit"), bytes);
            byte[] behind = Hex.concat("f_string: '".getBytes(UTF_8), bytes);
            parseAnything(Types.type("matrix2.Explicit"), behind);
        });
    }
}
