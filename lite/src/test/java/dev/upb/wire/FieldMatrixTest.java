package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.upb.minitable.MiniTable;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.random.Mutations;
import dev.upb.testkit.wire.Hex;
import dev.upb.testkit.wire.WireField;
import dev.upb.testkit.wire.WireMessage;
import dev.upb.testkit.wire.WireValue;
import dev.upb.testkit.wire.WireValue.Delimited;
import dev.upb.testkit.wire.WireValue.Fixed32;
import dev.upb.testkit.wire.WireValue.Fixed64;
import dev.upb.testkit.wire.WireValue.Group;
import dev.upb.testkit.wire.WireValue.Varint;
import dev.upb.testkit.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every field type in every cardinality, with its smallest, largest and odd values; the testkit's wire builder says what is right. */
class FieldMatrixTest {
    private static final WireMessage CHILD =
            WireMessage.builder().varint(1, 7).string(2, "x").build();

    private static Stream<FieldDescriptor> fields(String... messageNames) {
        List<String> names = List.of(messageNames);
        return Corpus.ownTypes().stream()
                .filter(type -> type.getFullName().startsWith("upb.testkit.matrix") && names.contains(type.getName()))
                .flatMap(type -> type.getFields().stream());
    }

    private static Stream<FieldDescriptor> extensions() {
        return Corpus.ownTypes().stream()
                .filter(type -> type.getName().equals("Extendable"))
                .flatMap(type -> Tables.extensionsOf(type).stream());
    }

    static Stream<FieldDescriptor> singularFields() {
        return Stream.concat(
                fields("Explicit", "Required", "InOneof", "Numbers").filter(FieldDescriptor::hasPresence),
                extensions().filter(field -> !field.isRepeated()));
    }

    static Stream<FieldDescriptor> implicitFields() {
        return fields("Implicit", "Numbers").filter(field -> !field.hasPresence());
    }

    static Stream<FieldDescriptor> repeatedFields() {
        return Stream.concat(fields("Expanded", "Packed"), extensions().filter(FieldDescriptor::isRepeated));
    }

    static Stream<FieldDescriptor> mapFields() {
        return fields("MapKeys", "MapValues");
    }

    /** Returns values in their shortest form, as they are written: zero first, then the extremes. */
    private static List<WireValue> samples(FieldDescriptor field) {
        List<WireValue> samples = new ArrayList<>();
        switch (field.getType()) {
            case BOOL -> addVarints(samples, 0, 1);
            case INT32 -> addVarints(samples, 0, 1, 127, 128, Integer.MAX_VALUE, -1, Integer.MIN_VALUE);
            case UINT32 -> addVarints(samples, 0, 1, 16383, 16384, 1L << 31, 0xFFFFFFFFL);
            case INT64, UINT64 -> addVarints(samples, 0, 1, Long.MAX_VALUE, -1, Long.MIN_VALUE, 1L << 35, 1L << 56);
            case SINT32 -> addZigZags(samples, 0, -1, 1, Integer.MAX_VALUE, Integer.MIN_VALUE);
            case SINT64 -> addZigZags(samples, 0, -1, 1, Long.MAX_VALUE, Long.MIN_VALUE);
            case ENUM -> {
                for (EnumValueDescriptor value : field.getEnumType().getValues()) {
                    samples.add(new Varint(value.getNumber()));
                }
            }
            case FIXED32, SFIXED32 -> addFixed32(samples, 0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE);
            case FLOAT -> addFixed32(samples, 0, 0x80000000, 1, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00001);
            case FIXED64, SFIXED64 -> addFixed64(samples, 0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE);
            case DOUBLE ->
                addFixed64(
                        samples, 0, Long.MIN_VALUE, 1, 0x7FEFFFFFFFFFFFFFL, 0x7FF0000000000000L, 0x7FF8000000000001L);
            case STRING -> {
                samples.add(Delimited.of(""));
                samples.add(Delimited.of("a"));
                samples.add(Delimited.of("\u0000é€😀".repeat(40)));
            }
            case BYTES -> {
                samples.add(new Delimited(new byte[0]));
                samples.add(new Delimited(Hex.bytes("00ff80c0")));
                samples.add(new Delimited(new byte[300]));
            }
            case MESSAGE -> {
                samples.add(Delimited.of(WireMessage.empty()));
                samples.add(Delimited.of(CHILD));
            }
            case GROUP -> {
                samples.add(new Group(WireMessage.empty()));
                samples.add(new Group(CHILD));
            }
        }
        return samples;
    }

    private static void addVarints(List<WireValue> samples, long... values) {
        for (long value : values) {
            samples.add(new Varint(value));
        }
    }

    private static void addZigZags(List<WireValue> samples, long... values) {
        for (long value : values) {
            samples.add(Varint.zigZag(value));
        }
    }

    private static void addFixed32(List<WireValue> samples, int... values) {
        for (int value : values) {
            samples.add(new Fixed32(value));
        }
    }

    private static void addFixed64(List<WireValue> samples, long... values) {
        for (long value : values) {
            samples.add(new Fixed64(value));
        }
    }

    /** Returns the same value as a longer varint or length, where it has one; for a 32-bit number with bits that are to be dropped. */
    private static WireValue overlong(FieldDescriptor field, WireValue value) {
        if (value instanceof Varint varint) {
            boolean narrow = field.getType() != FieldDescriptor.Type.INT64
                    && field.getType() != FieldDescriptor.Type.UINT64
                    && field.getType() != FieldDescriptor.Type.SINT64
                    && field.getType() != FieldDescriptor.Type.BOOL;
            return Varint.longest(narrow ? varint.bits() ^ 0x5A5A5A5A00000000L : varint.bits());
        }
        if (value instanceof Delimited delimited) {
            return new Delimited(delimited.payload(), 5);
        }
        return value instanceof Group group ? new Group(group.message(), 5) : value;
    }

    private static boolean isZero(WireValue value) {
        return value instanceof Varint varint && varint.bits() == 0
                || value instanceof Fixed32 fixed && fixed.bits() == 0
                || value instanceof Fixed64 wide && wide.bits() == 0
                || value instanceof Delimited delimited && delimited.payload().length == 0;
    }

    private static WireMessage one(FieldDescriptor field, WireValue value) {
        return WireMessage.of(new WireField(field.getNumber(), value));
    }

    private static String decoded(FieldDescriptor field, WireMessage input) {
        return EveryPath.of(Tables.of(field.getContainingType()), input.encode(), Tables.WITH_EXTENSIONS);
    }

    @ParameterizedTest
    @MethodSource("singularFields")
    void singularFieldKeepsEveryValue(FieldDescriptor field) {
        for (WireValue value : samples(field)) {
            WireMessage message = one(field, value);
            assertThat(decoded(field, message)).isEqualTo(EveryPath.ok(message));
        }
    }

    @ParameterizedTest
    @MethodSource("singularFields")
    void overlongTagsAndVarintsAreReadAndWrittenShort(FieldDescriptor field) {
        for (WireValue value : samples(field)) {
            WireMessage input = WireMessage.of(new WireField(field.getNumber(), overlong(field, value)).withTagSize(5));
            assertThat(decoded(field, input)).isEqualTo(EveryPath.ok(one(field, value)));
        }
    }

    @ParameterizedTest
    @MethodSource("singularFields")
    void lastValueOfSingularFieldWins(FieldDescriptor field) {
        List<WireValue> samples = samples(field);
        WireMessage.Builder all = WireMessage.builder();
        samples.forEach(value -> all.add(field.getNumber(), value));

        // Messages merge: the empty one and CHILD give CHILD.
        assertThat(decoded(field, all.build())).isEqualTo(EveryPath.ok(one(field, samples.get(samples.size() - 1))));
    }

    @ParameterizedTest
    @MethodSource("implicitFields")
    void zeroOfFieldWithoutPresenceIsNotWritten(FieldDescriptor field) {
        for (WireValue value : samples(field)) {
            WireMessage message = one(field, value);
            WireMessage expected = isZero(value) ? WireMessage.empty() : message;
            assertThat(decoded(field, message)).isEqualTo(EveryPath.ok(expected));
        }
    }

    private static WireMessage packed(FieldDescriptor field, List<WireValue> values) {
        WireWriter payload = new WireWriter();
        for (WireValue value : values) {
            if (value instanceof Varint varint) {
                payload.varint(varint.bits(), varint.size());
            } else if (value instanceof Fixed32 fixed) {
                payload.fixed32(fixed.bits());
            } else if (value instanceof Fixed64 fixed) {
                payload.fixed64(fixed.bits());
            }
        }
        return one(field, new Delimited(payload.toByteArray()));
    }

    private static WireMessage expanded(FieldDescriptor field, List<WireValue> values) {
        WireMessage.Builder all = WireMessage.builder();
        values.forEach(value -> all.add(field.getNumber(), value));
        return all.build();
    }

    private static WireMessage asDeclared(FieldDescriptor field, List<WireValue> values) {
        return field.isPacked() && !values.isEmpty() ? packed(field, values) : expanded(field, values);
    }

    @ParameterizedTest
    @MethodSource("repeatedFields")
    void listKeepsAllValuesInOrderPackedOrNot(FieldDescriptor field) {
        List<WireValue> values = samples(field);
        int half = values.size() / 2;
        List<WireValue> overlong =
                values.stream().map(value -> overlong(field, value)).toList();
        String expected = EveryPath.ok(asDeclared(field, values));

        assertThat(decoded(field, expanded(field, values))).as("expanded").isEqualTo(expected);
        assertThat(decoded(field, expanded(field, overlong))).as("overlong").isEqualTo(expected);
        if (field.isPackable()) {
            WireMessage front = packed(field, values.subList(0, half));
            WireMessage back = expanded(field, values.subList(half, values.size()));
            assertThat(decoded(field, packed(field, values))).as("packed").isEqualTo(expected);
            assertThat(decoded(field, packed(field, overlong)))
                    .as("packed, overlong")
                    .isEqualTo(expected);
            assertThat(decoded(field, front.plus(back))).as("mixed").isEqualTo(expected);
            assertThat(decoded(field, packed(field, List.of()))).as("empty").isEqualTo("ok ");
        }
    }

    @ParameterizedTest
    @MethodSource("repeatedFields")
    void listOfThousandsGrows(FieldDescriptor field) {
        List<WireValue> values = new ArrayList<>();
        while (values.size() < 3000) {
            values.addAll(samples(field));
        }
        byte[] expected = asDeclared(field, values).encode();
        MiniTable table = Tables.of(field.getContainingType());

        assertThat(Roundtrip.bytes(table, expanded(field, values).encode(), Tables.WITH_EXTENSIONS))
                .isEqualTo(expected);
        assertThat(Roundtrip.bytes(table, expected, Tables.WITH_EXTENSIONS)).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource({"singularFields", "implicitFields", "repeatedFields", "mapFields"})
    void otherWireTypeMakesTheFieldUnknown(FieldDescriptor field) {
        List<WireValue> values = List.of(
                Varint.longest(5), new Fixed32(5), new Fixed64(5), new Delimited(new byte[] {1}), new Group(CHILD));
        for (WireValue value : values) {
            int wireType = field.isMapField() ? 2 : field.getLiteType().getWireType();
            boolean packed = field.isPackable() && value instanceof Delimited;
            if (value.wireType() != wireType && !packed) {
                WireMessage message = one(field, value);
                assertThat(decoded(field, message)).isEqualTo(EveryPath.ok(message));
            }
        }
    }

    @ParameterizedTest
    @MethodSource({"singularFields", "implicitFields", "repeatedFields"})
    void everyPrefixOfAFieldIsTruncatedAtItsTag(FieldDescriptor field) {
        boolean isGroup = field.getType() == FieldDescriptor.Type.GROUP;
        WireValue value = samples(field).get(1);
        WireMessage message = one(field, value);
        int tagSize = message.fields().get(0).tagSize();
        String path = field.getNumber() + (field.isRepeated() ? "[0]" : "");

        Mutations.truncations(message.encode()).skip(1).forEach(prefix -> {
            String result = EveryPath.of(Tables.of(field.getContainingType()), prefix, Tables.WITH_EXTENSIONS);
            if (prefix.length < tagSize) {
                assertThat(result).isEqualTo("TRUNCATED at 0 in ");
            } else if (isGroup) {
                assertThat(result).startsWith("TRUNCATED at ").contains(" in " + path);
            } else {
                assertThat(result).isEqualTo("TRUNCATED at 0 in " + path);
            }
        });
    }

    @ParameterizedTest
    @MethodSource({"singularFields", "implicitFields", "repeatedFields"})
    void fieldThatReachesBeyondItsMessageIsTruncated(FieldDescriptor field) {
        // The sub-message ends one byte too early; what follows it would complete the field.
        byte[] whole = one(field, samples(field).get(1)).encode();
        MiniTable table = Holder.of(Tables.of(field.getContainingType()));
        byte[] input =
                new WireWriter().tag(1, 2).varint(whole.length - 1L).raw(whole).toByteArray();

        assertThat(EveryPath.of(table, input, Tables.WITH_EXTENSIONS))
                .as("%s", field)
                .startsWith("TRUNCATED at ");
    }

    @ParameterizedTest
    @MethodSource("mapFields")
    void mapKeepsEveryKeyAndValue(FieldDescriptor field) {
        FieldDescriptor keyField = field.getMessageType().findFieldByNumber(1);
        FieldDescriptor valueField = field.getMessageType().findFieldByNumber(2);
        WireMessage.Builder all = WireMessage.builder();
        for (WireValue key : samples(keyField)) {
            for (WireValue value : samples(valueField)) {
                WireMessage message = WireMessage.builder()
                        .entry(field.getNumber(), key, value)
                        .build();
                assertThat(decoded(field, message)).isEqualTo(EveryPath.ok(message));
            }
            all.entry(field.getNumber(), key, samples(valueField).get(0));
        }
        assertThat(decoded(field, all.build())).isEqualTo(EveryPath.ok(all.build()));
    }

    @ParameterizedTest
    @MethodSource("mapFields")
    void mapEntryMayBeWrittenInAnyWay(FieldDescriptor field) {
        FieldDescriptor keyField = field.getMessageType().findFieldByNumber(1);
        FieldDescriptor valueField = field.getMessageType().findFieldByNumber(2);
        WireValue key = samples(keyField).get(1);
        WireValue value = samples(valueField).get(1);
        WireValue zeroKey = samples(keyField).get(0);
        WireValue zeroValue = samples(valueField).get(0);
        int number = field.getNumber();

        String expected =
                EveryPath.ok(WireMessage.builder().entry(number, key, value).build());
        assertThat(decoded(field, entry(number, new WireField(2, value), new WireField(1, key))))
                .as("value first")
                .isEqualTo(expected);
        assertThat(decoded(
                        field,
                        entry(
                                number,
                                new WireField(1, overlong(keyField, key)).withTagSize(3),
                                new WireField(2, overlong(valueField, value)).withTagSize(5))))
                .as("overlong")
                .isEqualTo(expected);
        assertThat(decoded(
                        field,
                        entry(
                                number,
                                new WireField(1, zeroKey),
                                new WireField(3, new Varint(1)),
                                new WireField(1, key),
                                new WireField(2, otherWireType(valueField)),
                                new WireField(2, value),
                                new WireField(1, otherWireType(keyField)))))
                .as("last key wins, other fields and wire types are dropped")
                .isEqualTo(expected);
        assertThat(decoded(field, entry(number, new WireField(1, key))))
                .as("no value")
                .isEqualTo(EveryPath.ok(
                        WireMessage.builder().entry(number, key, zeroValue).build()));
        assertThat(decoded(field, entry(number, new WireField(2, value))))
                .as("no key")
                .isEqualTo(EveryPath.ok(
                        WireMessage.builder().entry(number, zeroKey, value).build()));
        assertThat(decoded(field, entry(number)))
                .as("empty entry")
                .isEqualTo(EveryPath.ok(
                        WireMessage.builder().entry(number, zeroKey, zeroValue).build()));
    }

    @ParameterizedTest
    @MethodSource("mapFields")
    void duplicateKeyReplacesTheEntryAndMovesItToTheEnd(FieldDescriptor field) {
        FieldDescriptor keyField = field.getMessageType().findFieldByNumber(1);
        FieldDescriptor valueField = field.getMessageType().findFieldByNumber(2);
        WireValue first = samples(keyField).get(0);
        WireValue second = samples(keyField).get(1);
        WireValue zero = samples(valueField).get(0);
        WireValue value = samples(valueField).get(1);
        int number = field.getNumber();

        WireMessage input = WireMessage.builder()
                .entry(number, first, value)
                .entry(number, second, value)
                .entry(number, first, zero)
                .build();
        WireMessage expected = WireMessage.builder()
                .entry(number, second, value)
                .entry(number, first, zero)
                .build();
        assertThat(decoded(field, input)).isEqualTo(EveryPath.ok(expected));
    }

    @ParameterizedTest
    @MethodSource("mapFields")
    void everyPrefixOfAnEntryIsTruncated(FieldDescriptor field) {
        FieldDescriptor keyField = field.getMessageType().findFieldByNumber(1);
        FieldDescriptor valueField = field.getMessageType().findFieldByNumber(2);
        WireMessage message = WireMessage.builder()
                .entry(
                        field.getNumber(),
                        samples(keyField).get(1),
                        samples(valueField).get(1))
                .build();
        byte[] entry = ((Delimited) message.values(field.getNumber()).get(0)).payload();
        MiniTable table = Tables.of(field.getContainingType());

        Mutations.truncations(message.encode())
                .skip(message.fields().get(0).tagSize())
                .forEach(prefix -> assertThat(EveryPath.of(table, prefix))
                        .isEqualTo("TRUNCATED at 0 in " + field.getNumber() + "[0]"));
        // The entry itself cut short, its length telling the truth.
        Mutations.truncations(entry)
                .filter(prefix -> !WireMessage.isValid(prefix))
                .forEach(prefix -> {
                    byte[] input = one(field, new Delimited(prefix)).encode();
                    assertThat(EveryPath.of(table, input))
                            .startsWith("TRUNCATED at ")
                            .contains(" in " + field.getNumber() + "[0]");
                });
    }

    private static WireMessage entry(int number, WireField... fields) {
        return WireMessage.builder().message(number, WireMessage.of(fields)).build();
    }

    private static WireValue otherWireType(FieldDescriptor field) {
        return field.getLiteType().getWireType() == WireWriter.VARINT ? new Fixed32(3) : Varint.longest(3);
    }
}
