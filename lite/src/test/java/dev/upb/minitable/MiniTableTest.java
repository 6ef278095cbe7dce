package dev.upb.minitable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.upb.base.FieldType;
import dev.upb.base.WireType;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.RandomTables.Draft;
import dev.upb.minitable.RandomTables.Shape;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.WireWriter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MiniTableTest {
    private static MiniTable.Builder add(
            MiniTable.Builder builder, int number, FieldType type, Cardinality cardinality) {
        return builder.field(number, type, cardinality, false, false, false);
    }

    private static MiniTable single(int number, FieldType type, Cardinality cardinality) {
        return add(MiniTable.builder(), number, type, cardinality).build();
    }

    private static MiniTable entry(FieldType key, FieldType value) {
        return add(add(MiniTable.builder().mapEntry(), 1, key, Cardinality.OPTIONAL), 2, value, Cardinality.OPTIONAL)
                .build();
    }

    /** Marks bits, and fails if one of them was marked before. */
    private static void claim(BitSet taken, int fromBit, int bits, Object owner) {
        assertThat(taken.get(fromBit, fromBit + bits).isEmpty())
                .as("bits %d to %d are free for %s", fromBit, fromBit + bits, owner)
                .isTrue();
        taken.set(fromBit, fromBit + bits);
    }

    @Test
    void noTwoFieldsOverlapAndEverythingIsInsideTheMessage() {
        Seeded.forEach(1000, seeded -> {
            Shape shape = RandomTables.next(seeded);
            MiniTable table = shape.build(seeded);
            BitSet taken = new BitSet();
            claim(taken, 0, 64, "header");
            Map<Integer, Integer> caseWords = new HashMap<>();
            Map<Integer, Integer> slots = new HashMap<>();
            for (int i = 0; i < table.fieldCount(); i++) {
                MiniTableField field = table.field(i);
                Draft draft = shape.fields().get(i);
                int size = field.isRepeated() ? 4 : field.elementSize();
                if (draft.oneof() < 0) {
                    claim(taken, field.offset() * 8, size * 8, field);
                    if (field.presenceCode() > 0) {
                        claim(taken, field.presenceCode(), 1, field);
                    }
                } else {
                    caseWords.putIfAbsent(draft.oneof(), ~field.presenceCode());
                    assertThat(~field.presenceCode()).isEqualTo(caseWords.get(draft.oneof()));
                    slots.putIfAbsent(draft.oneof(), field.offset());
                    assertThat(field.offset()).isEqualTo(slots.get(draft.oneof()));
                }
            }
            for (int oneof = 0; oneof < shape.oneofs(); oneof++) {
                int size = IntStream.of(shape.members(oneof))
                        .map(number -> table.findFieldByNumber(number).elementSize())
                        .max()
                        .orElseThrow();
                claim(taken, caseWords.get(oneof) * 8, 32, "case of oneof " + oneof);
                claim(taken, slots.get(oneof) * 8, size * 8, "slot of oneof " + oneof);
            }
            assertThat(table.size()).isGreaterThanOrEqualTo((taken.length() + 7) / 8);
            assertThat(table.size() % 8).isZero();
        });
    }

    @Test
    void fieldIsWhatWasAskedFor() {
        Seeded.forEach(300, seeded -> {
            Shape shape = RandomTables.next(seeded);
            MiniTable table = shape.build(seeded);

            assertThat(table.fieldCount()).isEqualTo(shape.fields().size());
            assertThat(table.extensionMode()).isEqualTo(shape.mode());
            for (int i = 0; i < table.fieldCount(); i++) {
                MiniTableField field = table.field(i);
                Draft draft = shape.fields().get(i);
                assertThat(field.number()).isEqualTo(draft.number());
                assertThat(field.index()).isEqualTo(i);
                assertThat(field.owner()).isSameAs(table);
                assertThat(field.miniTableField()).isSameAs(field);
                assertThat(field.type()).isEqualTo(draft.type());
                assertThat(field.mode())
                        .isEqualTo(draft.cardinality() == Cardinality.REPEATED ? FieldMode.ARRAY : FieldMode.SCALAR);
                assertThat(field.isRequired()).isEqualTo(draft.cardinality() == Cardinality.REQUIRED);
                assertThat(field.isPacked()).isEqualTo(draft.packed());
                assertThat(field.validatesUtf8()).isEqualTo(draft.validateUtf8());
                assertThat(field.isClosedEnum()).isEqualTo(draft.type() == FieldType.ENUM && !draft.openEnum());
                Presence expected = draft.oneof() >= 0
                        ? Presence.ONEOF
                        : switch (draft.cardinality()) {
                            case OPTIONAL, REQUIRED -> Presence.HASBIT;
                            case IMPLICIT, REPEATED -> Presence.IMPLICIT;
                        };
                assertThat(field.presence()).isEqualTo(expected);
                assertThat(field.hasPresence()).isEqualTo(expected != Presence.IMPLICIT);
                assertThat(field.tag())
                        .isEqualTo(draft.number() << 3
                                | (draft.packed() ? 2 : draft.type().wireType()));
                WireWriter tagAndVarint =
                        new WireWriter().varint(field.tag() & 0xFFFFFFFFL).varint(0);
                assertThat(leadBytes(table.leadAt(i))).isEqualTo(tagAndVarint.toByteArray());
            }
        });
    }

    @Test
    void requiredFieldsHaveTheLowestHasbits() {
        Seeded.forEach(300, seeded -> {
            MiniTable table = RandomTables.next(seeded).build(seeded);
            int next = 64;
            for (int pass = 0; pass < 2; pass++) {
                for (int i = 0; i < table.fieldCount(); i++) {
                    MiniTableField field = table.field(i);
                    if (field.presence() == Presence.HASBIT && field.isRequired() == (pass == 0)) {
                        assertThat(field.presenceCode()).isEqualTo(next++);
                    }
                }
                if (pass == 0) {
                    assertThat(table.requiredCount()).isEqualTo(next - 64);
                }
            }
        });
    }

    @Test
    void lookupByNumberFindsEachFieldAndNothingElse() {
        Seeded.forEach(300, seeded -> {
            Shape shape = RandomTables.next(seeded);
            MiniTable table = shape.build(seeded);
            Map<Integer, Integer> indexes = new HashMap<>();
            for (int i = 0; i < table.fieldCount(); i++) {
                indexes.put(table.field(i).number(), i);
            }
            List<Integer> numbers = new ArrayList<>(indexes.keySet());
            for (int number : indexes.keySet()) {
                numbers.add(number - 1);
                numbers.add(number + 1);
            }
            IntStream.range(0, 500).forEach(numbers::add);
            numbers.add(WireType.MAX_FIELD_NUMBER);
            for (int number : numbers) {
                Integer index = indexes.get(number);
                MiniTableField found = table.findFieldByNumber(number);
                assertThat(found).isSameAs(index == null ? null : table.field(index));
                long word = table.fieldWord(number);
                if (index == null) {
                    assertThat(word).isZero();
                } else {
                    assertThat(word).isEqualTo(table.fieldWordAt(index));
                    assertThat(FieldWord.offset(word)).isEqualTo(found.offset());
                    assertThat(FieldWord.presence(word)).isEqualTo(found.presenceCode());
                    assertThat(FieldWord.index(word)).isEqualTo(index);
                }
            }
            assertThat(table.findFieldByNumber(0)).isNull();
            assertThat(table.findFieldByNumber(-1)).isNull();
            assertThat(table.findFieldByNumber(Integer.MIN_VALUE)).isNull();
            assertThat(table.findFieldByNumber(Integer.MAX_VALUE)).isNull();
        });
    }

    @Test
    void denseBelowCountsTheFieldsBeforeTheFirstGap() {
        MiniTable table = add(
                        add(
                                add(MiniTable.builder(), 1, FieldType.BOOL, Cardinality.OPTIONAL),
                                2,
                                FieldType.BOOL,
                                Cardinality.OPTIONAL),
                        4,
                        FieldType.BOOL,
                        Cardinality.OPTIONAL)
                .build();

        assertThat(table.denseBelow()).isEqualTo(2);
        assertThat(single(2, FieldType.BOOL, Cardinality.OPTIONAL).denseBelow()).isZero();
    }

    @Test
    void sparseNumbersDoNotMakeALargeTable() {
        MiniTable table = single(WireType.MAX_FIELD_NUMBER, FieldType.INT32, Cardinality.OPTIONAL);

        assertThat(table.findFieldByNumber(WireType.MAX_FIELD_NUMBER)).isSameAs(table.field(0));
        assertThat(FieldWord.operation(table.fieldWord(WireType.MAX_FIELD_NUMBER)))
                .isEqualTo(FieldWord.VARINT32);
    }

    @Test
    void messageWithoutFieldsIsItsHeader() {
        MiniTable table = MiniTable.builder().build();

        assertThat(table.size()).isEqualTo(8);
        assertThat(table.fieldCount()).isZero();
        assertThat(table.fieldWord(1)).isZero();
        assertThat(table.findFieldByNumber(1)).isNull();
    }

    /** The layout of the golden table of upb's debug_string test, with pointers of 4 bytes and strings of 8. */
    @Test
    void fieldsAreLaidOutByFallingSizeBehindTheHasbits() {
        MiniTable.Builder builder = MiniTable.builder();
        builder.field(1, FieldType.INT32, Cardinality.OPTIONAL, false, false, false);
        builder.field(2, FieldType.INT64, Cardinality.REPEATED, true, false, false);
        builder.field(3, FieldType.INT64, Cardinality.REPEATED, false, false, false);
        builder.field(4, FieldType.MESSAGE, Cardinality.REPEATED, false, false, false);
        builder.field(5, FieldType.INT32, Cardinality.REQUIRED, false, false, false);
        builder.field(6, FieldType.INT32, Cardinality.IMPLICIT, false, false, false);
        builder.field(7, FieldType.ENUM, Cardinality.OPTIONAL, false, false, false);
        builder.field(8, FieldType.ENUM, Cardinality.OPTIONAL, false, false, true);
        builder.field(9, FieldType.STRING, Cardinality.OPTIONAL, false, true, false);
        builder.field(10, FieldType.STRING, Cardinality.OPTIONAL, false, false, false);
        builder.field(11, FieldType.MESSAGE, Cardinality.OPTIONAL, false, false, false);
        builder.field(12, FieldType.BOOL, Cardinality.OPTIONAL, false, false, false);
        MiniTable table = builder.build();

        int[] offsets = new int[12];
        int[] presence = new int[12];
        for (int i = 0; i < 12; i++) {
            offsets[i] = table.field(i).offset();
            presence[i] = table.field(i).presenceCode();
        }
        assertThat(presence).containsExactly(65, 0, 0, 0, 64, 0, 66, 67, 68, 69, 70, 71);
        // Hasbits 8 to 11, strings from 12, fields of 4 bytes from 28, the bool at 64.
        assertThat(offsets).containsExactly(28, 32, 36, 40, 44, 48, 52, 56, 12, 20, 60, 64);
        assertThat(table.size()).isEqualTo(72);
        assertThat(table.requiredCount()).isEqualTo(1);
        assertThat(table.denseBelow()).isEqualTo(12);
    }

    @Test
    void mapEntryHasKeyAndValueAtFixedPlaces() {
        MiniTable table = entry(FieldType.BOOL, FieldType.DOUBLE);

        assertThat(table.isMapEntry()).isTrue();
        assertThat(table.mapKey().offset()).isEqualTo(MiniTable.MAP_KEY_OFFSET);
        assertThat(table.mapValue().offset()).isEqualTo(MiniTable.MAP_VALUE_OFFSET);
        assertThat(table.mapKey().presenceCode()).isEqualTo(64);
        assertThat(table.mapValue().presenceCode()).isEqualTo(65);
    }

    @ParameterizedTest
    @EnumSource(FieldType.class)
    void keyOfAMapEntryIsAnIntegerABoolOrAString(FieldType type) {
        if (type.isMapKey()) {
            assertThat(entry(type, FieldType.INT32).mapKey().type()).isEqualTo(type);
        } else {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> entry(type, FieldType.INT32))
                    .withMessageContaining(type.toString());
        }
    }

    @ParameterizedTest
    @EnumSource(FieldType.class)
    void valueOfAMapEntryIsAnythingButAGroup(FieldType type) {
        if (type == FieldType.GROUP) {
            assertThatIllegalArgumentException().isThrownBy(() -> entry(FieldType.INT32, type));
        } else {
            assertThat(entry(FieldType.INT32, type).mapValue().type()).isEqualTo(type);
        }
    }

    @Test
    void mapEntryOfAnotherShapeIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MiniTable.builder().mapEntry().build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> add(MiniTable.builder().mapEntry(), 1, FieldType.INT32, Cardinality.OPTIONAL)
                        .build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> add(
                                add(MiniTable.builder().mapEntry(), 1, FieldType.INT32, Cardinality.OPTIONAL),
                                3,
                                FieldType.INT32,
                                Cardinality.OPTIONAL)
                        .build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> add(
                                add(MiniTable.builder().mapEntry(), 1, FieldType.INT32, Cardinality.OPTIONAL),
                                2,
                                FieldType.INT32,
                                Cardinality.REPEATED)
                        .build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> add(
                                add(MiniTable.builder().mapEntry(), 1, FieldType.INT32, Cardinality.REQUIRED),
                                2,
                                FieldType.INT32,
                                Cardinality.OPTIONAL)
                        .build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> add(
                                add(MiniTable.builder().mapEntry(), 1, FieldType.INT32, Cardinality.OPTIONAL),
                                2,
                                FieldType.INT32,
                                Cardinality.OPTIONAL)
                        .extensionMode(ExtensionMode.EXTENDABLE)
                        .build());
    }

    @Test
    void messageSetHasNoFields() {
        MiniTable.Builder builder = MiniTable.builder().extensionMode(ExtensionMode.MESSAGE_SET);
        assertThat(builder.build().size()).isEqualTo(8);
        add(builder, 1, FieldType.INT32, Cardinality.OPTIONAL);

        assertThatIllegalArgumentException().isThrownBy(builder::build);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1 << 29, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void numberOutsideTheRangeIsRefused(int number) {
        MiniTable.Builder builder = MiniTable.builder();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> add(builder, number, FieldType.INT32, Cardinality.OPTIONAL))
                .withMessageContaining(Integer.toString(number));
    }

    @Test
    void numberUsedTwiceIsRefused() {
        MiniTable.Builder builder = add(MiniTable.builder(), 7, FieldType.INT32, Cardinality.OPTIONAL);
        add(builder, 7, FieldType.BOOL, Cardinality.REPEATED);

        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessageContaining("7");
    }

    @ParameterizedTest
    @EnumSource(FieldType.class)
    void onlyRepeatedFieldsOfPackableTypesCanBePacked(FieldType type) {
        MiniTable.Builder builder = MiniTable.builder();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.field(1, type, Cardinality.OPTIONAL, true, false, false));
        if (type.isPackable()) {
            builder.field(1, type, Cardinality.REPEATED, true, false, false);
            assertThat(builder.build().field(0).isPacked()).isTrue();
        } else {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.field(1, type, Cardinality.REPEATED, true, false, false));
        }
    }

    @Test
    void messageWithoutPresenceIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> single(1, FieldType.MESSAGE, Cardinality.IMPLICIT));
        assertThatIllegalArgumentException().isThrownBy(() -> single(1, FieldType.GROUP, Cardinality.IMPLICIT));
    }

    @Test
    void sixtyThreeRequiredFieldsFitAndSixtyFourDoNot() {
        MiniTable.Builder builder = MiniTable.builder();
        for (int i = 1; i <= 63; i++) {
            add(builder, i, FieldType.BOOL, Cardinality.REQUIRED);
        }
        assertThat(builder.build().requiredCount()).isEqualTo(63);
        add(builder, 64, FieldType.BOOL, Cardinality.REQUIRED);

        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessageContaining("64 required")
                .withMessageContaining("63");
    }

    @Test
    void largestMessageIsAcceptedAndOneWordMoreIsNot() {
        // The header takes 8 bytes, and each number without presence its own 8.
        MiniTable.Builder builder = MiniTable.builder();
        for (int i = 1; i <= 8190; i++) {
            add(builder, i, FieldType.INT64, Cardinality.IMPLICIT);
        }
        assertThat(builder.build().size()).isEqualTo(MiniTable.MAX_SIZE);
        add(builder, 8191, FieldType.BOOL, Cardinality.IMPLICIT);

        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessageContaining("65536")
                .withMessageContaining("65528");
    }

    @Test
    void mostFieldsAreAcceptedAndOneMoreIsNot() {
        MiniTable.Builder builder = MiniTable.builder();
        for (int i = 1; i <= 65535; i++) {
            add(builder, i, FieldType.INT32, Cardinality.OPTIONAL);
        }
        builder.oneof(IntStream.rangeClosed(1, 65535).toArray());
        MiniTable table = builder.build();
        assertThat(table.fieldCount()).isEqualTo(65535);
        assertThat(FieldWord.index(table.fieldWord(65535))).isEqualTo(65534);
        add(builder, 65536, FieldType.INT32, Cardinality.REPEATED);

        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessageContaining("65536 fields");
    }

    @Test
    void hasbitsReachAsFarAsTheirCodeDoes() {
        MiniTable.Builder builder = MiniTable.builder();
        for (int i = 1; i <= 32704; i++) { // Bits 64 to 32767.
            add(builder, i, FieldType.BOOL, Cardinality.OPTIONAL);
        }
        MiniTable table = builder.build();
        assertThat(table.field(32703).presenceCode()).isEqualTo(32767);
        assertThat(FieldWord.presence(table.fieldWord(32704))).isEqualTo(32767);
        add(builder, 32705, FieldType.BOOL, Cardinality.OPTIONAL);

        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessageContaining("32705");
    }

    @Test
    void caseWordsBeyondTheReachOfTheirCodeAreRefused() {
        MiniTable.Builder builder = MiniTable.builder();
        for (int i = 1; i <= 4100; i++) { // More than 32,767 bytes in front of the case word.
            add(builder, i, FieldType.INT64, Cardinality.IMPLICIT);
        }
        add(builder, 4101, FieldType.INT64, Cardinality.OPTIONAL).oneof(4101);

        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessageContaining("4101");
    }

    @Test
    void brokenOneofsAreRefused() {
        MiniTable.Builder empty = MiniTable.builder().oneof();
        assertThatIllegalArgumentException().isThrownBy(empty::build).withMessageContaining("empty");

        MiniTable.Builder missing = MiniTable.builder().oneof(3);
        assertThatIllegalArgumentException().isThrownBy(missing::build).withMessageContaining("3");

        MiniTable.Builder twice = add(MiniTable.builder(), 1, FieldType.INT32, Cardinality.OPTIONAL)
                .oneof(1, 1);
        assertThatIllegalArgumentException().isThrownBy(twice::build).withMessageContaining("field 1");

        MiniTable.Builder two = add(MiniTable.builder(), 1, FieldType.INT32, Cardinality.OPTIONAL)
                .oneof(1)
                .oneof(1);
        assertThatIllegalArgumentException().isThrownBy(two::build).withMessageContaining("field 1");
    }

    @ParameterizedTest
    @EnumSource(
            value = Cardinality.class,
            names = {"IMPLICIT", "REQUIRED", "REPEATED"})
    void memberOfAOneofMustBeOptional(Cardinality cardinality) {
        MiniTable.Builder builder =
                add(MiniTable.builder(), 1, FieldType.INT32, cardinality).oneof(1);

        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessageContaining(cardinality.toString());
    }

    @Test
    void unlinkedMessageFieldIsLegalAndUnknownToCodecs() {
        MiniTable table = single(1, FieldType.MESSAGE, Cardinality.OPTIONAL);

        assertThat(table.field(0).isLinked()).isFalse();
        assertThat(table.field(0).subTable()).isNull();
        assertThat(table.fieldWord(1) >>> 32 & 0xFF).isEqualTo(FieldWord.UNKNOWN);
    }

    @Test
    void linkingMakesAMessageFieldKnownToCodecs() {
        MiniTable table = single(1, FieldType.MESSAGE, Cardinality.OPTIONAL);
        table.linkSubMessage(table.field(0), table);

        assertThat(table.field(0).isLinked()).isTrue();
        assertThat(table.field(0).subTable()).isSameAs(table);
        assertThat(FieldWord.operation(table.fieldWord(1))).isEqualTo(FieldWord.MESSAGE);
        assertThat(table.fieldWordAt(0)).isEqualTo(table.fieldWord(1));
    }

    @Test
    void linkingToAMapEntryMakesARepeatedFieldAMap() {
        MiniTable entry = entry(FieldType.STRING, FieldType.INT32);
        MiniTable table = single(600, FieldType.MESSAGE, Cardinality.REPEATED);
        table.linkSubMessage(table.field(0), entry);

        assertThat(table.field(0).mode()).isEqualTo(FieldMode.MAP);
        assertThat(table.field(0).isMap()).isTrue();
        assertThat(FieldWord.operation(table.fieldWord(600))).isEqualTo(FieldWord.MAP);
        assertThatNoException().isThrownBy(() -> table.linkSubMessage(table.field(0), entry));
    }

    @Test
    void linksThatDoNotFitAreRefused() {
        MiniTable entry = entry(FieldType.STRING, FieldType.INT32);
        MiniTable plain = MiniTable.builder().build();
        MiniTable numbers = single(1, FieldType.INT32, Cardinality.OPTIONAL);
        MiniTable message = single(1, FieldType.MESSAGE, Cardinality.OPTIONAL);
        MiniTable groups = single(1, FieldType.GROUP, Cardinality.REPEATED);
        MiniTable nested = entry(FieldType.STRING, FieldType.MESSAGE);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> numbers.linkSubMessage(numbers.field(0), plain))
                .withMessageContaining("field 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> numbers.linkSubMessage(message.field(0), plain))
                .withMessageContaining("not a field of this table");
        assertThatIllegalArgumentException().isThrownBy(() -> message.linkSubMessage(message.field(0), entry));
        assertThatIllegalArgumentException().isThrownBy(() -> groups.linkSubMessage(groups.field(0), entry));
        assertThatIllegalArgumentException().isThrownBy(() -> nested.linkSubMessage(nested.mapValue(), entry));
        assertThatIllegalArgumentException().isThrownBy(() -> message.linkSubMessage(message.field(0), null));
        assertThat(message.field(0).isLinked()).isFalse();
    }

    @Test
    void secondLinkToAnotherTypeIsRefused() {
        MiniTable message = single(1, FieldType.MESSAGE, Cardinality.OPTIONAL);
        MiniTable enumeration = single(1, FieldType.ENUM, Cardinality.OPTIONAL);
        MiniTableEnum values = MiniTableEnum.of(0);
        message.linkSubMessage(message.field(0), message);
        enumeration.linkSubEnum(enumeration.field(0), values);

        assertThatIllegalStateException()
                .isThrownBy(() -> message.linkSubMessage(
                        message.field(0), MiniTable.builder().build()));
        assertThatIllegalStateException()
                .isThrownBy(() -> enumeration.linkSubEnum(enumeration.field(0), MiniTableEnum.of(0)));
        assertThatNoException().isThrownBy(() -> message.linkSubMessage(message.field(0), message));
        assertThatNoException().isThrownBy(() -> enumeration.linkSubEnum(enumeration.field(0), values));
    }

    @Test
    void onlyClosedEnumsAreLinkedToNumbers() {
        MiniTable.Builder builder = MiniTable.builder();
        builder.field(1, FieldType.ENUM, Cardinality.OPTIONAL, false, false, true);
        builder.field(2, FieldType.INT32, Cardinality.OPTIONAL, false, false, false);
        builder.field(3, FieldType.ENUM, Cardinality.OPTIONAL, false, false, false);
        MiniTable table = builder.build();

        for (int i = 0; i < 2; i++) {
            MiniTableField field = table.field(i);
            assertThat(field.isLinked()).isTrue();
            assertThatIllegalArgumentException().isThrownBy(() -> table.linkSubEnum(field, MiniTableEnum.of(0)));
        }
        assertThat(table.field(2).isLinked()).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> table.linkSubEnum(table.field(2), null));
        table.linkSubEnum(table.field(2), MiniTableEnum.of(0));
        assertThat(table.field(2).isLinked()).isTrue();
    }

    @Test
    void closedEnumOfAMapValueMustHaveZero() {
        MiniTable entry = entry(FieldType.INT32, FieldType.ENUM);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> entry.linkSubEnum(entry.mapValue(), MiniTableEnum.of(1, 2)));
        entry.linkSubEnum(entry.mapValue(), MiniTableEnum.of(0, 1));
        assertThat(entry.mapValue().isLinked()).isTrue();
    }

    @Test
    void defaultIsWhatWasSetUnlessItIsZeroOrEmpty() {
        MiniTableField field = single(1, FieldType.INT64, Cardinality.OPTIONAL).field(0);
        assertThat(field.hasDefault()).isFalse();
        field.setDefault(-5);
        assertThat(field.hasDefault()).isTrue();
        assertThat(field.defaultBits()).isEqualTo(-5);
        field.setDefault(0);
        assertThat(field.hasDefault()).isFalse();

        MiniTableField text = single(1, FieldType.STRING, Cardinality.OPTIONAL).field(0);
        byte[] bytes = {1};
        text.setDefault(bytes);
        bytes[0] = 2;
        assertThat(text.defaultBytes()).containsExactly(1);
        text.setDefault(new byte[0]);
        assertThat(text.hasDefault()).isFalse();
        assertThat(text.defaultBytes()).isNull();
    }

    @Test
    void pathNameIsTheNumberOrTheNameOfTheDefinition() {
        MiniTableField field = single(5, FieldType.INT64, Cardinality.OPTIONAL).field(0);
        assertThat(field.pathName()).isEqualTo("5");
        field.setDefinition(new Definition() {
            @Override
            public String name() {
                return "speed";
            }

            @Override
            public String fullName() {
                return "a.M.speed";
            }
        });

        assertThat(field.pathName()).isEqualTo("speed");
        assertThat(field.definition().fullName()).isEqualTo("a.M.speed");
    }

    @Test
    void stringFormsNameWhatTheyAre() {
        MiniTable table = single(5, FieldType.INT64, Cardinality.REPEATED);

        assertThat(table).hasToString("MiniTable of 1 fields, 16 bytes");
        assertThat(table.field(0)).hasToString("field 5 (ARRAY INT64)");
    }

    /** The bytes of a lead: as many as its lowest byte says, at the top. */
    private static byte[] leadBytes(long lead) {
        int size = (int) lead & 0xFF;
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (lead >>> (Long.BYTES - size + i) * Byte.SIZE);
        }
        return bytes;
    }
}
