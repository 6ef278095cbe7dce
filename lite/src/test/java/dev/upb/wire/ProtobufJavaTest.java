package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.upb.base.DecodeException;
import dev.upb.base.DecodeStatus;
import dev.upb.mem.Arena;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.MiniTable;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.random.Mutations;
import dev.upb.testkit.random.RandomMessage;
import dev.upb.testkit.random.RandomValues;
import dev.upb.testkit.random.RandomWire;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.Hex;
import dev.upb.testkit.wire.WireMessage;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same input through this library and through protobuf-java's generated classes: both refuse it, or both make the same message of it.
 *
 * <p>Where the two differ, it is for one of the reasons given here, and this library keeps to the specification, as upb does.
 */
class ProtobufJavaTest {
    /** Faults that protobuf-java does not see, by what our error says. */
    private static final List<String> UNSEEN_BY_PROTOBUF_JAVA = List.of(
            // It reads a tag or length as any varint of up to ten bytes and takes it modulo 2^32. What means one thing
            // to it then means
            // another to decoders that keep to the limits of the format: a way past a check made by another program.
            "tag of more than 5 bytes",
            "tag above 2^32 - 1",
            "length of more than 5 bytes",
            "length above 2^31 - 1",
            // Its 64-bit fast path for arrays takes ff as a tenth byte, though that says that an eleventh follows. Its
            // slow path, and its
            // 32-bit numbers, refuse it.
            "varint of more than 10 bytes");

    @BeforeAll
    static void parseMessageSetsAtOnce() {
        // Otherwise protobuf-java keeps items as bytes until they are asked for, errors included.
        ExtensionRegistryLite.setEagerlyParseMessageSets(true);
    }

    static List<Corpus.Entry> entries() {
        return Corpus.entries();
    }

    /** One message of each type, and the descriptors. */
    static List<Corpus.Entry> fewEntries() {
        return Stream.concat(Corpus.descriptors().stream(), Corpus.messages(1).stream())
                .toList();
    }

    static List<Descriptor> types() {
        return Corpus.ownTypes();
    }

    private static Message parse(Descriptor type, byte[] bytes) throws InvalidProtocolBufferException {
        return Tables.prototype(type).getParserForType().parsePartialFrom(bytes, Corpus.extensions());
    }

    /** Returns the message that protobuf-java makes of the bytes, or null if it refuses them. */
    private static Message parseOrNull(Descriptor type, byte[] bytes) {
        try {
            return parse(type, bytes);
        } catch (InvalidProtocolBufferException e) {
            return null;
        }
    }

    private static void checkMessage(Descriptor type, byte[] input, byte[] encoded) throws Exception {
        Message expected = parse(type, input);
        Message actual = parse(type, encoded);
        if (!actual.equals(expected) && type.getRealOneofs().isEmpty() && !mayHoldOneofs(type)) {
            fail(type, input, encoded, expected, actual);
        }
        if (!actual.equals(expected)) {
            // Its generated builders forget that a message in a oneof was left for another member: if the message comes
            // again, they merge it
            // with what it was. Its dynamic messages start anew, as the specification says; but do not drop what a map
            // key had before.
            DynamicMessage expectedDynamic = dynamic(type, input);
            DynamicMessage actualDynamic = dynamic(type, encoded);
            if (!actualDynamic.equals(expectedDynamic)) {
                fail(type, input, encoded, expected, actual);
            }
        }
    }

    private static DynamicMessage dynamic(Descriptor type, byte[] bytes) throws InvalidProtocolBufferException {
        return DynamicMessage.newBuilder(type)
                .mergeFrom(bytes, Corpus.extensions())
                .buildPartial();
    }

    private static boolean mayHoldOneofs(Descriptor type) {
        return mayHoldOneofs(type, new HashSet<>());
    }

    private static boolean mayHoldOneofs(Descriptor type, Set<Descriptor> seen) {
        return seen.add(type)
                && (!type.getRealOneofs().isEmpty()
                        || type.getFields().stream()
                                .filter(field -> field.getJavaType() == FieldDescriptor.JavaType.MESSAGE)
                                .anyMatch(field -> mayHoldOneofs(field.getMessageType(), seen)));
    }

    private static void fail(Descriptor type, byte[] input, byte[] encoded, Message expected, Message actual) {
        assertThat(actual)
                .as("%s, input %s, encoded %s", type.getFullName(), Hex.string(input), Hex.string(encoded))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("entries")
    void corpusIsReadAndWrittenAsTheSameMessage(Corpus.Entry entry) throws Exception {
        Descriptor type = entry.message().getDescriptorForType();
        byte[] input = entry.bytes();
        byte[] encoded = Roundtrip.bytes(Tables.of(type), input, Tables.WITH_EXTENSIONS);
        checkMessage(type, input, encoded);
        assertThat(Roundtrip.bytes(Tables.of(type), encoded, Tables.WITH_EXTENSIONS))
                .isEqualTo(encoded);
    }

    @ParameterizedTest
    @MethodSource("types")
    void bytesAreThoseOfProtobufJavaWhereFieldsHaveOneOrder(Descriptor type) {
        // protobuf-java puts extensions among the fields by number; this library behind them.
        RandomMessage generator = RandomMessage.defaults();
        Seeded.forEach(30, seeded -> {
            byte[] expected = generator.next(seeded, type).toByteArray();
            assertThat(Roundtrip.bytes(Tables.of(type), expected, Tables.WITH_EXTENSIONS))
                    .isEqualTo(expected);
        });
    }

    @ParameterizedTest
    @MethodSource("types")
    void randomMessagesAreReadAndWrittenAsTheSameMessage(Descriptor type) {
        RandomMessage generator =
                RandomMessage.defaults().withExtensions(Corpus.extensions()).withUnknownPercent(30);
        Seeded.forEach(30, seeded -> {
            byte[] input = generator.next(seeded, type).toByteArray();
            checkMessage(type, input, Roundtrip.bytes(Tables.of(type), input, Tables.WITH_EXTENSIONS));
        });
    }

    @ParameterizedTest
    @MethodSource("types")
    void anyWellFormedInputGivesTheSameMessage(Descriptor type) {
        Seeded.forEach(100, seeded -> {
            WireMessage wire = RandomWire.valid(seeded, type);
            compare(type, wire.encode());
        });
    }

    @ParameterizedTest
    @MethodSource("types")
    void damagedInputIsRefusedOrGivesTheSameMessage(Descriptor type) {
        RandomMessage generator = RandomMessage.defaults().withMaxFields(30).withExtensions(Corpus.extensions());
        Seeded.forEach(100, seeded -> {
            byte[] whole = seeded.nextBoolean()
                    ? RandomWire.valid(seeded, type).encode()
                    : generator.next(seeded, type).toByteArray();
            compare(type, Mutations.mutate(seeded, whole));
            compare(type, RandomWire.garbage(seeded, 48));
            compare(type, RandomWire.malformed(seeded));
        });
    }

    @ParameterizedTest
    @MethodSource("types")
    void badStringsAreRefusedWhereProtobufJavaDoes(Descriptor type) {
        Seeded.forEach(50, seeded -> {
            WireMessage.Builder wire = WireMessage.builder();
            type.getFields().forEach(field -> {
                if (seeded.oneIn(3)) {
                    wire.bytes(field.getNumber(), RandomValues.malformedUtf8(seeded));
                }
            });
            compare(type, wire.encode());
        });
    }

    private static void compare(Descriptor type, byte[] input) throws Exception {
        Message expected = parseOrNull(type, input);
        byte[] encoded;
        try {
            encoded = Roundtrip.bytes(Tables.of(type), input, Tables.WITH_EXTENSIONS);
        } catch (DecodeException e) {
            assertThat(expected == null || differsOnPurpose(e))
                    .as("protobuf-java takes %s as %s: %s", Hex.string(input), type.getFullName(), e.getMessage())
                    .isTrue();
            return;
        }
        assertThat(expected)
                .as("protobuf-java refuses %s as %s", Hex.string(input), type.getFullName())
                .isNotNull();
        checkMessage(type, input, encoded);
    }

    private static boolean differsOnPurpose(DecodeException e) {
        return UNSEEN_BY_PROTOBUF_JAVA.stream().anyMatch(e.getMessage()::contains);
    }

    @ParameterizedTest
    @MethodSource("fewEntries")
    void everyPrefixIsAMessageOrAnError(Corpus.Entry entry) {
        byte[] bytes = entry.bytes();
        // Time is quadratic in the size: of large entries not each prefix, but many at all distances.
        int step = bytes.length / 1000 + 1;
        try (Arena arena = Arena.create()) {
            for (int size = 0; size < bytes.length; size += step) {
                decodeAnything(entry, arena, bytes, size);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fewEntries")
    void everyInvertedBitGivesAMessageOrAnError(Corpus.Entry entry) {
        byte[] bytes = entry.bytes();
        int step = bytes.length / 400 | 1; // Odd, so that all eight bits have their turn.
        try (Arena arena = Arena.create()) {
            for (int bit = 0; bit < bytes.length * 8; bit += step) {
                bytes[bit >>> 3] ^= (byte) (1 << (bit & 7));
                decodeAnything(entry, arena, bytes, bytes.length);
                bytes[bit >>> 3] ^= (byte) (1 << (bit & 7));
            }
        }
    }

    private static void decodeAnything(Corpus.Entry entry, Arena arena, byte[] bytes, int size) {
        MiniTable table = Tables.of(entry.message().getDescriptorForType());
        arena.reset();
        try {
            MiniMessage message = Decoder.decode(table, arena, bytes, 0, size, Tables.WITH_EXTENSIONS);
            assertThat(Encoder.encodedSize(message, EncodeOptions.DEFAULT)).isNotNegative();
        } catch (DecodeException e) {
            assertThat(e.status())
                    .isIn(
                            DecodeStatus.TRUNCATED,
                            DecodeStatus.MALFORMED,
                            DecodeStatus.BAD_UTF8,
                            DecodeStatus.MAX_DEPTH_EXCEEDED);
            assertThat(e.offset()).isBetween(0L, (long) size);
            assertThat(arena.spaceUsed()).isZero();
        }
    }
}
