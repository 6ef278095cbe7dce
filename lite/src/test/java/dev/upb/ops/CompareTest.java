package dev.upb.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import dev.upb.base.FieldType;
import dev.upb.mem.Arena;
import dev.upb.message.MapField;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import dev.upb.testing.Messages;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.proto.matrix2.Explicit;
import dev.upb.testkit.proto.matrix2.Extendable;
import dev.upb.testkit.proto.matrix2.Recursive;
import dev.upb.testkit.random.RandomMessage;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.Hex;
import dev.upb.wire.DecodeOptions;
import dev.upb.wire.Decoder;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CompareTest {
    private final Messages messages = new Messages();
    private final Arena arena = Arena.create();
    private final Arena other = Arena.create();

    @AfterEach
    void close() {
        arena.close();
        other.close();
    }

    private static void assertEqual(MiniMessage a, MiniMessage b) {
        assertThat(Compare.equal(a, b)).as("equal").isTrue();
        assertThat(Compare.equal(b, a)).as("equal the other way round").isTrue();
        assertThat(Compare.equalIgnoringUnknown(a, b)).isTrue();
        assertThat(Compare.hash(a)).as("hash").isEqualTo(Compare.hash(b));
    }

    private static void assertDifferent(MiniMessage a, MiniMessage b) {
        assertThat(Compare.equal(a, b)).as("equal").isFalse();
        assertThat(Compare.equal(b, a)).as("equal the other way round").isFalse();
    }

    private static MiniTable single(FieldType type, Cardinality cardinality) {
        return MiniTable.builder()
                .field(1, type, cardinality, false, false, true)
                .build();
    }

    static List<Corpus.Entry> corpus() {
        return Corpus.messages(2);
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void messageEqualsItselfItsCopyAndItsReparse(Corpus.Entry entry) {
        MiniMessage message = messages.toMini(entry.message(), arena);

        assertEqual(message, message);
        assertEqual(message, message.copyTo(arena));
        assertEqual(message, message.copyTo(other));
        assertEqual(message, messages.toMini(entry.message(), other));
    }

    @Test
    void messagesAreEqualIfProtobufJavaSaysSo() {
        RandomMessage generator = RandomMessage.defaults()
                .withMaxFields(4)
                .withExtensions(Corpus.extensions())
                .withUnnamedEnums(false);
        Seeded.forEach(3000, seeded -> {
            var type = seeded.pick(Corpus.ownTypes());
            Message a = generator.next(seeded, type);
            Message b = seeded.nextBoolean() ? generator.next(seeded, type) : changed(seeded, a);

            assertThat(Compare.equal(messages.toMini(a, arena), messages.toMini(b, other)))
                    .as("%s%nand%n%s", a, b)
                    .isEqualTo(a.equals(b));
            arena.reset();
            other.reset();
        });
    }

    /** Returns the message with one of its fields taken away, or as it is if it has none. */
    private static Message changed(Seeded seeded, Message message) {
        var fields = message.getAllFields().keySet().stream()
                .filter(field -> !field.isRequired())
                .toList();
        DynamicMessage.Builder builder =
                DynamicMessage.newBuilder(message.getDescriptorForType()).mergeFrom(message);
        return fields.isEmpty() || seeded.oneIn(3)
                ? builder.build()
                : builder.clearField(seeded.pick(fields)).build();
    }

    @Test
    void floatsAreComparedBitByBit() {
        MiniTable floats = single(FieldType.FLOAT, Cardinality.OPTIONAL);
        MiniTable doubles = single(FieldType.DOUBLE, Cardinality.REPEATED);
        float otherNan = Float.intBitsToFloat(0x7FC00001);
        for (float[] pair : new float[][] {{0f, -0f}, {Float.NaN, otherNan}, {1f, 2f}}) {
            MiniMessage a = MiniMessage.create(floats, arena);
            MiniMessage b = MiniMessage.create(floats, other);
            a.setFloat(floats.field(0), pair[0]);
            b.setFloat(floats.field(0), pair[0]);
            assertEqual(a, b);
            b.setFloat(floats.field(0), pair[1]);
            assertDifferent(a, b);

            MiniMessage c = MiniMessage.create(doubles, arena);
            MiniMessage d = MiniMessage.create(doubles, other);
            c.getRepeated(doubles.field(0)).addDouble(pair[0]);
            d.getRepeated(doubles.field(0)).addDouble(pair[0]);
            assertEqual(c, d);
            double changed = Float.isNaN(pair[1]) ? Double.longBitsToDouble(0x7FF8000000000001L) : pair[1];
            d.getRepeated(doubles.field(0)).setDouble(0, changed);
            assertDifferent(c, d);
        }
    }

    @Test
    void presenceCountsWhereThereIsSome() {
        for (Cardinality cardinality : new Cardinality[] {Cardinality.OPTIONAL, Cardinality.IMPLICIT}) {
            MiniTable table = single(FieldType.INT32, cardinality);
            MiniMessage a = MiniMessage.create(table, arena);
            MiniMessage b = MiniMessage.create(table, arena);
            b.setInt(table.field(0), 0);

            assertThat(Compare.equal(a, b)).isEqualTo(cardinality == Cardinality.IMPLICIT);
        }
    }

    @Test
    void emptyListOrMapIsAsNotSet() {
        MiniTable table = messages.tables().of(Recursive.getDescriptor());
        MiniMessage a = MiniMessage.create(table, arena);
        MiniMessage b = MiniMessage.create(table, arena);
        b.getRepeated(table.findFieldByNumber(3)).addMessage();
        b.getMap(table.findFieldByNumber(4)).put("a", MiniMessage.create(table, arena));
        assertDifferent(a, b);
        b.getRepeated(table.findFieldByNumber(3)).clear();
        assertDifferent(a, b);
        b.getMap(table.findFieldByNumber(4)).clear();

        assertEqual(a, b);
        assertEqual(b, MiniMessage.empty(table));
    }

    @Test
    void emptyRepeatedExtensionIsAsNotSet() {
        MiniTable table = messages.tables().of(Extendable.getDescriptor());
        MiniTableExtension extension = messages.extensions().find(table, 1105);
        MiniMessage a = MiniMessage.create(table, arena);
        MiniMessage b = MiniMessage.create(table, arena);
        b.getRepeated(extension).addInt(1);
        assertDifferent(a, b);
        b.getRepeated(extension).clear();

        assertEqual(a, b);
    }

    @Test
    void orderOfMapEntriesDoesNotMatter() {
        MiniTable table = messages.tables().of(Recursive.getDescriptor());
        MiniTableField field = table.findFieldByNumber(4);
        MiniMessage a = MiniMessage.create(table, arena);
        MiniMessage b = MiniMessage.create(table, other);
        MapField<String, MiniMessage> left = a.getMap(field);
        MapField<String, MiniMessage> right = b.getMap(field);
        for (int i = 0; i < 50; i++) {
            left.mutableMessage("key " + i).setInt(table.field(0), i);
            right.mutableMessage("key " + (49 - i)).setInt(table.field(0), 49 - i);
        }
        assertEqual(a, b);
        right.mutableMessage("key 7").setInt(table.field(0), 8);
        assertDifferent(a, b);
        right.remove("key 7");
        assertDifferent(a, b);
        right.mutableMessage("key x").setInt(table.field(0), 7);
        assertDifferent(a, b);
    }

    @Test
    void orderOfExtensionsDoesNotMatter() {
        MiniTable table = messages.tables().of(Extendable.getDescriptor());
        List<MiniTableExtension> numbers = List.of(
                messages.extensions().find(table, 1005),
                messages.extensions().find(table, 1013),
                messages.extensions().find(table, 1017));
        MiniMessage a = MiniMessage.create(table, arena);
        MiniMessage b = MiniMessage.create(table, other);
        for (int i = 0; i < 3; i++) {
            a.setInt(numbers.get(i), i);
            b.setInt(numbers.get(2 - i), 2 - i);
        }
        assertEqual(a, b);
        b.setInt(numbers.get(1), 5);
        assertDifferent(a, b);
        b.clear(numbers.get(1));
        assertDifferent(a, b);
    }

    @ParameterizedTest
    @CsvSource({
        "0801, 0801, true",
        "0801, 088100, true", // The same varint, longer.
        "0801, 880001, true", // The same tag, longer.
        "0801, 0802, false",
        "08011001, 10010801, true", // Different numbers in another order.
        "08010802, 08020801, false", // The same number in another order.
        "08010d00000000, 0d000000000801, true", // Different wire types of one number.
        "0a0161, 0a0162, false",
        "0a0161, 0a810061, true", // The same length, longer.
        "0a020801, 0a03088100, false", // What a delimited field holds is opaque.
        "0b08010c, 0b0881000c, true", // Inside a group.
        "0b080110010c, 0b100108010c, true",
        "0b08010c, 0b08020c, false",
        "0b0c, 08, false",
        "0801, 08010801, false",
        "09, 09, true", // Malformed: only the very same bytes.
        "09, 0901, false",
        "0801, 09, false"
    })
    void unknownFieldsAreComparedFieldByField(String left, String right, boolean equal) {
        MiniTable table = MiniTable.builder().build();
        MiniMessage a = MiniMessage.create(table, arena);
        MiniMessage b = MiniMessage.create(table, other);
        a.unknownFields().add(Hex.bytes(left));
        b.unknownFields().add(Hex.bytes(right));

        assertThat(Compare.equal(a, b)).isEqualTo(equal);
        assertThat(Compare.equal(b, a)).isEqualTo(equal);
        assertThat(Compare.equalIgnoringUnknown(a, b)).isTrue();
        assertThat(Compare.hash(a)).isEqualTo(Compare.hash(b));
        assertThat(Compare.equal(a, MiniMessage.empty(table))).isFalse();
    }

    @Test
    void unknownFieldsBelowCountToo() {
        MiniTable table = messages.tables().of(Recursive.getDescriptor());
        MiniMessage a = MiniMessage.create(table, arena);
        MiniMessage b = MiniMessage.create(table, arena);
        a.mutableMessage(table.findFieldByNumber(2)).unknownFields().add(new byte[] {120, 1});
        b.mutableMessage(table.findFieldByNumber(2));

        assertDifferent(a, b);
        assertThat(Compare.equalIgnoringUnknown(a, b)).isTrue();
    }

    @Test
    void messagesOfDifferentTablesAreComparedByNumber() {
        MiniTable narrow = single(FieldType.INT32, Cardinality.OPTIONAL);
        MiniTable wide = MiniTable.builder()
                .field(1, FieldType.INT32, Cardinality.REQUIRED, false, false, true)
                .field(2, FieldType.STRING, Cardinality.OPTIONAL, false, false, true)
                .build();
        MiniMessage a = MiniMessage.create(narrow, arena);
        MiniMessage b = MiniMessage.create(wide, other);
        assertEqual(a, b);
        a.setInt(narrow.field(0), 5);
        assertDifferent(a, b);
        b.setInt(wide.field(0), 5);
        assertEqual(a, b);
        b.setString(wide.field(1), "");
        assertDifferent(a, b);

        MiniMessage c = MiniMessage.create(single(FieldType.UINT32, Cardinality.OPTIONAL), arena);
        c.setInt(c.table().field(0), 5);
        assertDifferent(a, c);
        MiniMessage d = MiniMessage.create(single(FieldType.INT32, Cardinality.REPEATED), arena);
        d.getRepeated(d.table().field(0)).addInt(5);
        assertDifferent(a, d);
    }

    @Test
    void messagesOfTheSameSchemaLoadedTwiceAreComparedByNumber() {
        Messages again = new Messages();
        for (Corpus.Entry entry : Corpus.messages(1)) {
            MiniMessage a = messages.toMini(entry.message(), arena);
            MiniMessage b = again.toMini(entry.message(), other);

            assertEqual(a, b);
        }
    }

    @Test
    void typeOfAMapsKeyOrValueMakesADifference() {
        MiniMessage a = mapOfOne(FieldType.INT32, FieldType.INT32);
        MiniMessage b = mapOfOne(FieldType.SINT32, FieldType.INT32);
        MiniMessage c = mapOfOne(FieldType.INT32, FieldType.UINT32);

        assertDifferent(a, b);
        assertDifferent(a, c);
        assertEqual(a, mapOfOne(FieldType.INT32, FieldType.INT32));
    }

    private MiniMessage mapOfOne(FieldType key, FieldType value) {
        MiniTable table = single(FieldType.MESSAGE, Cardinality.REPEATED);
        table.linkSubMessage(
                table.field(0),
                MiniTable.builder()
                        .mapEntry()
                        .field(1, key, Cardinality.OPTIONAL, false, false, true)
                        .field(2, value, Cardinality.OPTIONAL, false, false, true)
                        .build());
        MiniMessage message = MiniMessage.create(table, arena);
        message.getMap(table.field(0)).put(1, 1);
        return message;
    }

    @Test
    void hashesOfDifferentValuesAreMostlyDifferent() {
        MiniTable table = messages.tables().of(Explicit.getDescriptor());
        long distinct = Corpus.messages(50).stream()
                .filter(entry -> entry.message().getDescriptorForType() == Explicit.getDescriptor())
                .map(entry -> Decoder.decode(table, arena, entry.bytes(), DecodeOptions.DEFAULT))
                .map(Compare::hash)
                .distinct()
                .count();

        assertThat(distinct).isGreaterThan(40);
    }

    @Test
    void extensionOfOneMessageAndUnknownFieldOfTheOtherDiffer() {
        MiniTable table =
                MiniTable.builder().extensionMode(ExtensionMode.EXTENDABLE).build();
        MiniTableExtension extension = MiniTableExtension.of(table, 15, FieldType.INT32, false, false, false, false);
        MiniMessage a = MiniMessage.create(table, arena);
        MiniMessage b = MiniMessage.create(table, arena);
        a.setInt(extension, 1);
        b.unknownFields().add(new byte[] {120, 1});

        assertDifferent(a, b);
        assertThat(Compare.equalIgnoringUnknown(a, b)).isFalse();
    }
}
