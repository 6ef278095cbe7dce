package dev.upb.minidescriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.google.protobuf.DescriptorProtos.ExtensionRangeOptions;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.SourceCodeInfo;
import com.google.protobuf.DescriptorProtos.UninterpretedOption;
import com.google.protobuf.Descriptors.Descriptor;
import dev.upb.base.FieldType;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.FieldMode;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.MiniTableEnum;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import dev.upb.minitable.Presence;
import dev.upb.minitable.RandomTables;
import dev.upb.testing.DescriptorTables;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.random.RandomSchema;
import dev.upb.testkit.random.RandomValues;
import dev.upb.testkit.random.Seeded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MiniDescriptorTest {
    /** Describes a table in words: for each field number, type, and what is not the plain case. */
    private static String describe(MiniTable table) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < table.fieldCount(); i++) {
            text.append(i == 0 ? "" : ", ").append(describe(table.field(i)));
        }
        return text.toString();
    }

    private static String describe(MiniTableField field) {
        StringBuilder text = new StringBuilder();
        text.append(field.number()).append(' ');
        if (field.isRequired()) {
            text.append("required ");
        } else if (field.isRepeated()) {
            text.append(field.isPacked() ? "packed " : "repeated ");
        } else if (field.presence() == Presence.IMPLICIT) {
            text.append("implicit ");
        } else if (field.presence() == Presence.ONEOF) {
            text.append("oneof ");
        }
        if (field.isClosedEnum()) {
            text.append("closed ");
        } else if (field.validatesUtf8()) {
            text.append("utf8 ");
        }
        return text.append(field.type().name().toLowerCase(java.util.Locale.ROOT))
                .toString();
    }

    static Stream<Arguments> messages() {
        return Stream.of(
                Arguments.of("$", ""),
                Arguments.of(
                        "$(+),*-#$%&! /10",
                        "1 int32, 2 int64, 3 uint32, 4 uint64, 5 sint32, 6 sint64, 7 fixed32, 8 fixed64, 9 sfixed32, "
                                + "10 sfixed64, 11 float, 12 double, 13 bool, 14 string, 15 bytes"),
                Arguments.of("$PG", "1 repeated message"),
                Arguments.of(
                        "$11EGGGG33<<1a4E",
                        "1 string, 2 string, 3 repeated string, 4 repeated message, 5 repeated message, "
                                + "6 repeated message, 7 repeated message, 8 message, 9 message, 10 repeated int32, "
                                + "11 repeated int32, 12 string, 14 closed enum, 15 repeated string"),
                Arguments.of("$PaG4n`3t|G", "2 repeated message, 3 closed enum, 50 message, 999 repeated message"),
                Arguments.of("$1N/N", "1 required string, 2 required bool"),
                Arguments.of("$N<<11aE", "1 packed int32, 2 packed int32, 3 string, 4 string, 6 repeated string"),
                Arguments.of(
                        "$aG1,+ 01", "2 repeated message, 3 string, 4 uint64, 5 int64, 6 double, 7 bytes, 8 string"),
                Arguments.of("$M1", "1 utf8 string"),
                Arguments.of(
                        "$E13kGaG", "1 repeated string, 2 string, 3 message, 15 repeated message, 17 repeated message"),
                Arguments.of("$3334", "1 message, 2 message, 3 message, 4 closed enum"),
                Arguments.of("$(P1X", "1 implicit int32, 2 implicit utf8 string"),
                Arguments.of("$M1PE", "1 implicit utf8 string, 2 repeated utf8 string"),
                Arguments.of("$N<<<M", "1 packed int32, 2 packed int32, 3 repeated int32"),
                Arguments.of("%1T(", "1 utf8 string, 2 int32"),
                Arguments.of("$(1ab3^!|#~F!", "1 oneof int32, 2 oneof string, 100 oneof message"),
                Arguments.of("$n33", "15 message, 16 message"),
                Arguments.of(
                        "$ !+,($#/1230).%&*",
                        "1 double, 2 float, 3 int64, 4 uint64, 5 int32, 6 fixed64, 7 fixed32, 8 bool, 9 string, "
                                + "10 group, 11 message, 12 bytes, 13 uint32, 14 enum, 15 sfixed32, 16 sfixed64, "
                                + "17 sint32"),
                Arguments.of(
                        "$67?@<98CEFGD=B:;>",
                        "1 repeated double, 2 repeated float, 3 repeated int64, 4 repeated uint64, 5 repeated int32, "
                                + "6 repeated fixed64, 7 repeated fixed32, 8 repeated bool, 9 repeated string, "
                                + "10 repeated group, 11 repeated message, 12 repeated bytes, 13 repeated uint32, "
                                + "14 repeated enum, 15 repeated sfixed32, 16 repeated sfixed64, 17 repeated sint32"),
                Arguments.of(
                        "$ !+,($#/1230).%&*^!|#|$|%|&|(|)|*|+|,|-|.|/|0|1|2|3",
                        "1 oneof double, 2 oneof float, 3 oneof int64, 4 oneof uint64, 5 oneof int32, "
                                + "6 oneof fixed64, 7 oneof fixed32, 8 oneof bool, 9 oneof string, 10 oneof group, "
                                + "11 oneof message, 12 oneof bytes, 13 oneof uint32, 14 oneof enum, "
                                + "15 oneof sfixed32, 16 oneof sfixed64, 17 oneof sint32"),
                Arguments.of(
                        "$!!a!c!g!o!_`!_a!_c!_g!_o!__`!__a!__c!__g!__o!___`!___a!___c!___g!___o!____`!____a!____c!____g!",
                        IntStream.rangeClosed(0, 24)
                                .mapToObj(i -> (1 << i) + " float")
                                .reduce((a, b) -> a + ", " + b)
                                .orElseThrow()),
                Arguments.of(
                        "$(?M?G(N(P4.1T13/",
                        "1 int32, 2 packed int64, 3 repeated int64, 4 repeated message, 5 required int32, "
                                + "6 implicit int32, 7 closed enum, 8 enum, 9 utf8 string, 10 string, 11 message, "
                                + "12 bool"));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void messageStringMeansTheFieldsOfTheReference(String descriptor, String fields) {
        assertThat(describe(MiniDescriptor.buildMessage(descriptor))).isEqualTo(fields);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void messageStringOfTheReferenceIsWrittenBackAsItIs(String descriptor, String fields) {
        assertThat(MiniDescriptorWriter.write(MiniDescriptor.buildMessage(descriptor)))
                .isEqualTo(descriptor);
    }

    static Stream<Arguments> messagesOfDescriptorProto() {
        return Stream.of(
                Arguments.of("$PG", FileDescriptorSet.getDescriptor()),
                Arguments.of("$1N/N", UninterpretedOption.NamePart.getDescriptor()),
                Arguments.of("$N<<11aE", SourceCodeInfo.Location.getDescriptor()),
                Arguments.of("$aG1,+ 01", UninterpretedOption.getDescriptor()),
                Arguments.of("$PaG4n`3t|G", ExtensionRangeOptions.getDescriptor()),
                Arguments.of("$11EGGGG33<<1a4E", FileDescriptorProto.getDescriptor()));
    }

    @ParameterizedTest
    @MethodSource("messagesOfDescriptorProto")
    void tableMadeFromADescriptorIsWrittenAsTheReferenceHasIt(String descriptor, Descriptor type) {
        assertThat(MiniDescriptorWriter.write(new DescriptorTables().of(type))).isEqualTo(descriptor);
    }

    @Test
    void emptyStringIsAMessageWithoutFields() {
        assertThat(MiniDescriptor.buildMessage("").fieldCount()).isZero();
        assertThat(MiniDescriptor.buildMessage("").size()).isEqualTo(8);
        assertThat(MiniDescriptor.buildMessage("$").size()).isEqualTo(8);
    }

    @Test
    void messageLevelModifiersCombine() {
        MiniTable table = MiniDescriptor.buildMessage("$Q1");
        assertThat(table.extensionMode()).isEqualTo(ExtensionMode.EXTENDABLE);
        assertThat(table.field(0).validatesUtf8()).isTrue();

        MiniTable packed = MiniDescriptor.buildMessage("$R<");
        assertThat(packed.extensionMode()).isEqualTo(ExtensionMode.EXTENDABLE);
        assertThat(packed.field(0).isPacked()).isTrue();
    }

    @Test
    void messageSetHasNoFieldsAndItsOwnMode() {
        MiniTable table = MiniDescriptor.buildMessage("&");

        assertThat(table.extensionMode()).isEqualTo(ExtensionMode.MESSAGE_SET);
        assertThat(table.size()).isEqualTo(8);
        assertThat(MiniDescriptorWriter.write(table)).isEqualTo("&");
    }

    @Test
    void mapEntryHasItsFixedLayout() {
        MiniTable table = MiniDescriptor.buildMessage("%1T(");

        assertThat(table.isMapEntry()).isTrue();
        assertThat(table.mapKey().presenceCode()).isEqualTo(64);
        assertThat(table.mapValue().presenceCode()).isEqualTo(65);
    }

    /** Facts of the golden table that do not depend on the size of a pointer. */
    @Test
    void goldenTableHasThePresenceOfTheReference() {
        MiniTable table = MiniDescriptor.buildMessage("$(?M?G(N(P4.1T13/");
        MiniTable entry = MiniDescriptor.buildMessage("%))");
        MiniDescriptor.link(
                table, Arrays.asList(entry, MiniDescriptor.buildMessage("$")), List.of(MiniDescriptor.buildEnum("!$")));

        assertThat(IntStream.range(0, 12).map(i -> table.field(i).presenceCode()))
                .containsExactly(65, 0, 0, 0, 64, 0, 66, 67, 68, 69, 70, 71);
        assertThat(table.field(3).mode()).isEqualTo(FieldMode.MAP);
        assertThat(table.field(1).mode()).isEqualTo(FieldMode.ARRAY);
        assertThat(table.field(10).mode()).isEqualTo(FieldMode.SCALAR);
        assertThat(table.denseBelow()).isEqualTo(12);
        assertThat(table.requiredCount()).isEqualTo(1);
        assertThat(MiniDescriptorWriter.write(table)).isEqualTo("$(?M?G(N(P4.1T13/");
    }

    @Test
    void membersOfAOneofShareSlotAndCase() {
        MiniTable table = MiniDescriptor.buildMessage("$(1ab3^!|#~F!");

        assertThat(table.field(0).offset()).isEqualTo(table.field(1).offset());
        assertThat(table.field(0).presenceCode()).isEqualTo(table.field(1).presenceCode());
        assertThat(table.field(2).offset()).isNotEqualTo(table.field(0).offset());
        assertThat(table.field(2).presenceCode()).isNotEqualTo(table.field(0).presenceCode());
    }

    static Stream<Arguments> enums() {
        return Stream.of(
                Arguments.of("!", new int[] {}),
                Arguments.of("!$", new int[] {0, 1}),
                Arguments.of("!)", new int[] {0, 1, 2}),
                Arguments.of("!1", new int[] {0, 1, 2, 3}),
                Arguments.of("!/", new int[] {0, 2, 3}),
                Arguments.of("!A", new int[] {0, 1, 2, 3, 4}),
                Arguments.of("!0", new int[] {1, 2, 3}),
                Arguments.of("!@AA1", IntStream.rangeClosed(1, 18).toArray()),
                Arguments.of("!)~z!|aAcxg!h{va)|i}{~~`!", new int[] {
                    0, 1, 2, 900, 998, 999, 1000, 1001, 1002, 9999, 99997, 99998, 99999, Integer.MAX_VALUE
                }),
                Arguments.of("!$y~~~~~b!", new int[] {0, 1, -1}),
                Arguments.of("!7,7", new int[] {0, 2, 4, 6, 8, 10, 12, 14}));
    }

    @ParameterizedTest
    @MethodSource("enums")
    void enumStringMeansTheNumbersOfTheReferenceAndIsWrittenBack(String descriptor, int[] numbers) {
        MiniTableEnum values = MiniDescriptor.buildEnum(descriptor);

        assertThat(values.values()).isEqualTo(numbers);
        assertThat(MiniDescriptorWriter.write(values)).isEqualTo(descriptor);
        assertThat(MiniDescriptorWriter.write(MiniTableEnum.of(numbers))).isEqualTo(descriptor);
    }

    @Test
    void emptyStringIsAnEmptyEnum() {
        assertThat(MiniDescriptor.buildEnum("").count()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "#g~3, 1000 message",
        "#}b<M, 126 packed int32",
        "#(, 1 int32",
        "#a1T, 2 utf8 string",
        "#a4, 2 closed enum"
    })
    void extensionStringMeansTheFieldOfTheReferenceAndIsWrittenBack(String descriptor, String field) {
        MiniTable extendee = MiniDescriptor.buildMessage("$P");
        MiniTableExtension extension = MiniDescriptor.buildExtension(descriptor, extendee);

        assertThat(describe(extension)).isEqualTo(field);
        assertThat(extension.extendee()).isSameAs(extendee);
        assertThat(MiniDescriptorWriter.write(extension)).isEqualTo(descriptor);
    }

    @Test
    void itemOfAMessageSetMayHaveTheLargestNumber() {
        MiniTable set = MiniDescriptor.buildMessage("&");
        MiniTableExtension extension = MiniDescriptor.buildExtension("#~~~~~~`3", set);

        assertThat(extension.number()).isEqualTo(Integer.MAX_VALUE);
        assertThat(MiniDescriptorWriter.write(extension)).isEqualTo("#~~~~~~`3");
        assertThatExceptionOfType(MiniDescriptorException.class)
                .isThrownBy(() -> MiniDescriptor.buildExtension("#~~~~~~`3", MiniDescriptor.buildMessage("$P")))
                .withMessageContaining("2147483647");
    }

    static Stream<Arguments> badMessages() {
        return Stream.of(
                Arguments.of("x", 0, "starts no message"),
                Arguments.of("!", 0, "starts no message"),
                Arguments.of("#(", 0, "starts no message"),
                Arguments.of("\"", 0, "starts no message"),
                Arguments.of("$\"", 1, "alphabet"),
                Arguments.of("$('", 2, "alphabet"),
                Arguments.of("$(\\", 2, "alphabet"),
                Arguments.of("$\u007f", 1, "alphabet"),
                Arguments.of("$é", 1, "alphabet"),
                Arguments.of("$(\n", 2, "alphabet"),
                Arguments.of("$I", 1, "no field type"),
                Arguments.of("$5", 1, "no field type"),
                Arguments.of("$J", 1, "not expected"),
                Arguments.of("$(K", 2, "not expected"),
                Arguments.of("$(]", 2, "not expected"),
                Arguments.of("$_(", 2, "skip of 0"),
                Arguments.of("$a", 2, "leads to no field"),
                Arguments.of("$(a", 3, "leads to no field"),
                Arguments.of("$aM(", 2, "modifier without a field"),
                Arguments.of("$(aM(", 3, "modifier without a field"),
                Arguments.of("$a^!", 2, "not expected"),
                Arguments.of("$~~~~~~`(", 8, "above"),
                Arguments.of("$_____o(", 7, "above"), // 16 << 25 is 2^29.
                Arguments.of("$~~~~~~~(", 7, "32 bits"),
                Arguments.of("$______c(", 7, "32 bits"), // 4 << 30.
                Arguments.of("$_______a(", 8, "32 bits"),
                Arguments.of("$T1", 1, "unknown modifier"), // 8, known for fields only.
                Arguments.of("$MM1", 1, "unknown modifier"), // 17.
                Arguments.of("$(MM", 2, "unknown modifier"),
                Arguments.of("$(M", 2, "flip its packing"),
                Arguments.of("$EM", 2, "flip its packing"),
                Arguments.of("$N(M", 3, "flip its packing"),
                Arguments.of("$<N", 2, "neither required nor"),
                Arguments.of("$<P", 2, "neither required nor"),
                Arguments.of("$(R", 2, "a required field has presence"),
                Arguments.of("$3P", 2, "a message field has presence"),
                Arguments.of("$2P", 2, "a message field has presence"),
                Arguments.of("$(T", 2, "flip its validation"),
                Arguments.of("$0T", 2, "flip its validation"),
                Arguments.of("$M1T", 3, "flip its validation"),
                Arguments.of("$(^", 3, "number of a oneof's member"),
                Arguments.of("$(^|", 3, "number of a oneof's member"),
                Arguments.of("$(^!|", 5, "number of a oneof's member"),
                Arguments.of("$(^!~", 5, "number of a oneof's member"),
                Arguments.of("$((^!||#", 6, "number of a oneof's member"),
                Arguments.of("$(^!}", 4, "not expected in a oneof"),
                Arguments.of("$(^ ", 4, "names field 0"),
                Arguments.of("$(^#", 4, "names field 2"),
                Arguments.of("$(^!|!", 6, "field 1"),
                Arguments.of("$(^!~!", 6, "field 1"),
                Arguments.of("$(N^!", 5, "REQUIRED"),
                Arguments.of("$(P^!", 5, "IMPLICIT"),
                Arguments.of("$<^!", 4, "REPEATED"),
                Arguments.of("$(^bbbbbb", 8, "32 bits"),
                Arguments.of("$(^    B", 8, "above"), // 32 << 24 is 2^29.
                Arguments.of("&(", 1, "nothing behind"),
                Arguments.of("&&", 1, "nothing behind"),
                Arguments.of("%", 1, "map entry"),
                Arguments.of("%(", 2, "map entry"),
                Arguments.of("%(((", 4, "map entry"),
                Arguments.of("%(a(", 4, "map entry"),
                Arguments.of("%<(", 3, "singular"),
                Arguments.of("%(N(", 4, "singular"),
                Arguments.of("%((^!", 5, "map entry"),
                Arguments.of("%P((", 4, "map entry"),
                Arguments.of("%!(", 3, "key of a map"),
                Arguments.of("% (", 3, "key of a map"),
                Arguments.of("%3(", 3, "key of a map"),
                Arguments.of("%2(", 3, "key of a map"),
                Arguments.of("%0(", 3, "key of a map"),
                Arguments.of("%.(", 3, "key of a map"),
                Arguments.of("%4(", 3, "key of a map"),
                Arguments.of("%(2", 3, "value of a map"),
                Arguments.of("$" + "/N".repeat(64), 129, "64 required"));
    }

    @ParameterizedTest
    @MethodSource("badMessages")
    void badMessageStringIsRefusedWithTheProblemAndItsPosition(String descriptor, int position, String problem) {
        assertThatExceptionOfType(MiniDescriptorException.class)
                .isThrownBy(() -> MiniDescriptor.buildMessage(descriptor))
                .satisfies(e -> assertThat(e.position()).isEqualTo(position))
                .withMessageContaining(problem)
                .withMessageContaining("position " + position);
    }

    @Test
    void sixtyThreeRequiredFieldsAreAccepted() {
        assertThat(MiniDescriptor.buildMessage("$" + "/N".repeat(63)).requiredCount())
                .isEqualTo(63);
    }

    static Stream<Arguments> badEnums() {
        return Stream.of(
                Arguments.of("$", 0, "an enum starts with"),
                Arguments.of("(", 0, "an enum starts with"),
                Arguments.of("!B", 1, "means nothing"),
                Arguments.of("!$^", 2, "means nothing"),
                Arguments.of("!L", 1, "means nothing"),
                Arguments.of("!\"", 1, "alphabet"),
                Arguments.of("!~~~~~~~", 7, "32 bits"),
                Arguments.of("!~~~~~~b#", 8, "32 bits"), // Bit 1 beyond 2^32 - 1.
                Arguments.of("!~~~~~~b!a!", 10, "32 bits"));
    }

    @ParameterizedTest
    @MethodSource("badEnums")
    void badEnumStringIsRefusedWithTheProblemAndItsPosition(String descriptor, int position, String problem) {
        assertThatExceptionOfType(MiniDescriptorException.class)
                .isThrownBy(() -> MiniDescriptor.buildEnum(descriptor))
                .satisfies(e -> assertThat(e.position()).isEqualTo(position))
                .withMessageContaining(problem);
    }

    static Stream<Arguments> badExtensions() {
        return Stream.of(
                Arguments.of("", 0, "starts with"),
                Arguments.of("$(", 0, "starts with"),
                Arguments.of("#", 1, "exactly one field"),
                Arguments.of("#((", 3, "exactly one field"),
                Arguments.of("#M1", 3, "exactly one field"),
                Arguments.of("#(^!", 4, "exactly one field"),
                Arguments.of("#(N", 3, "optional or repeated"),
                Arguments.of("#(P", 3, "optional or repeated"),
                Arguments.of("#e(", 3, "number of a field"),
                Arguments.of("#~~~~~~`(", 8, "above"));
    }

    @ParameterizedTest
    @MethodSource("badExtensions")
    void badExtensionStringIsRefusedWithTheProblemAndItsPosition(String descriptor, int position, String problem) {
        MiniTable extendee = MiniDescriptor.buildMessage("$Pe("); // Extendable, with a field 6.

        assertThatExceptionOfType(MiniDescriptorException.class)
                .isThrownBy(() -> MiniDescriptor.buildExtension(descriptor, extendee))
                .satisfies(e -> assertThat(e.position()).isEqualTo(position))
                .withMessageContaining(problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"$", "%()", "!$"})
    void extendeeThatTakesNoExtensionsIsRefused(String descriptor) {
        MiniTable extendee =
                descriptor.startsWith("!") ? MiniDescriptor.buildMessage("") : MiniDescriptor.buildMessage(descriptor);

        assertThatExceptionOfType(MiniDescriptorException.class)
                .isThrownBy(() -> MiniDescriptor.buildExtension("#g(", extendee))
                .withMessageContaining("without extension ranges");
    }

    @Test
    void itemOfAMessageSetMustBeASingularMessage() {
        MiniTable set = MiniDescriptor.buildMessage("&");

        assertThatExceptionOfType(MiniDescriptorException.class)
                .isThrownBy(() -> MiniDescriptor.buildExtension("#g(", set));
        assertThatExceptionOfType(MiniDescriptorException.class)
                .isThrownBy(() -> MiniDescriptor.buildExtension("#gG", set));
    }

    @Test
    void errorTextOfALongStringShowsItsBeginningOnly() {
        assertThatExceptionOfType(MiniDescriptorException.class)
                .isThrownBy(() -> MiniDescriptor.buildMessage("$" + "(".repeat(1000) + "J"))
                .satisfies(e -> assertThat(e.position()).isEqualTo(1001))
                .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(200));
    }

    @Test
    void moreFieldsThanATableHoldsAreRefused() {
        assertThatExceptionOfType(MiniDescriptorException.class)
                .isThrownBy(() -> MiniDescriptor.buildMessage("$" + "/P".repeat(70_000)))
                .withMessageContaining("65535 fields");
    }

    @Test
    void nullIsRefused() {
        assertThatNullPointerException().isThrownBy(() -> MiniDescriptor.buildMessage(null));
        assertThatNullPointerException().isThrownBy(() -> MiniDescriptor.buildEnum(null));
        assertThatNullPointerException().isThrownBy(() -> MiniDescriptor.buildExtension("#(", null));
    }

    @Test
    void randomTablesSurviveWritingAndReading() {
        Seeded.forEach(300, seeded -> {
            MiniTable table = RandomTables.next(seeded).build(seeded);
            String text = MiniDescriptorWriter.write(table);
            MiniTable read = MiniDescriptor.buildMessage(text);

            assertSameLayout(read, table);
            assertThat(MiniDescriptorWriter.write(read)).isEqualTo(text);
        });
    }

    @Test
    void tablesOfRandomSchemasSurviveWritingAndReading() {
        Seeded.forEach(60, seeded -> {
            DescriptorTables tables = new DescriptorTables();
            for (Descriptor type : RandomSchema.build(RandomSchema.next(seeded)).getMessageTypes()) {
                MiniTable table = tables.of(type);
                assertSameLayout(MiniDescriptor.buildMessage(MiniDescriptorWriter.write(table)), table);
            }
        });
    }

    @Test
    void extensionsOfTheCorpusSurviveWritingAndReading() {
        for (MiniTableExtension extension :
                new DescriptorTables().extensionsIn(Corpus.ownFiles()).extensions()) {
            MiniTableExtension read =
                    MiniDescriptor.buildExtension(MiniDescriptorWriter.write(extension), extension.extendee());

            assertThat(describe(read)).isEqualTo(describe(extension));
        }
    }

    private static void assertSameLayout(MiniTable actual, MiniTable expected) {
        assertThat(describe(actual)).isEqualTo(describe(expected));
        assertThat(actual.size()).isEqualTo(expected.size());
        assertThat(actual.extensionMode()).isEqualTo(expected.extensionMode());
        assertThat(actual.isMapEntry()).isEqualTo(expected.isMapEntry());
        for (int i = 0; i < expected.fieldCount(); i++) {
            assertThat(actual.field(i).offset()).isEqualTo(expected.field(i).offset());
            assertThat(actual.field(i).presenceCode())
                    .isEqualTo(expected.field(i).presenceCode());
        }
    }

    @Test
    void randomEnumsSurviveWritingAndReading() {
        Seeded.forEach(1000, seeded -> {
            Set<Integer> numbers = new HashSet<>();
            int count = seeded.pickInt(0, 1, 2, 10, 100);
            for (int i = 0; i < count; i++) {
                numbers.add(seeded.nextBoolean() ? seeded.between(-20, 60) : RandomValues.bits32(seeded));
            }
            MiniTableEnum values = MiniTableEnum.of(
                    numbers.stream().mapToInt(Integer::intValue).toArray());
            String text = MiniDescriptorWriter.write(values);

            assertThat(MiniDescriptor.buildEnum(text).values()).isEqualTo(values.values());
        });
    }

    @Test
    void garbageGivesATableOrTheOneException() {
        MiniTable extendee = MiniDescriptor.buildMessage("$P");
        MiniTable set = MiniDescriptor.buildMessage("&");
        Seeded.forEach(20_000, seeded -> {
            StringBuilder text = new StringBuilder(seeded.pick(List.of("$", "!", "#", "%", "&", "")));
            int length = seeded.below(24);
            for (int i = 0; i < length; i++) {
                text.append(seeded.oneIn(50) ? (char) seeded.below(65_536) : (char) seeded.between(' ', '~'));
            }
            String descriptor = text.toString();
            List<Runnable> readers = List.of(
                    () -> MiniDescriptor.buildMessage(descriptor),
                    () -> MiniDescriptor.buildEnum(descriptor),
                    () -> MiniDescriptor.buildExtension(descriptor, extendee),
                    () -> MiniDescriptor.buildExtension(descriptor, set));
            for (Runnable reader : readers) {
                try {
                    reader.run();
                } catch (MiniDescriptorException e) {
                    assertThat(e.position()).isBetween(0, descriptor.length());
                }
            }
        });
    }

    @Test
    void changedStringsGiveATableOrTheOneException() {
        List<String> strings = new ArrayList<>();
        messages().forEach(row -> strings.add((String) row.get()[0]));
        Seeded.forEach(5000, seeded -> {
            StringBuilder text = new StringBuilder(seeded.pick(strings));
            for (int i = seeded.between(1, 3); i > 0; i--) {
                int at = seeded.below(text.length() + 1);
                if (seeded.nextBoolean() || at == text.length()) {
                    text.insert(at, (char) seeded.between(' ', '~'));
                } else {
                    text.deleteCharAt(at);
                }
            }
            String descriptor = text.toString();
            try {
                MiniTable table = MiniDescriptor.buildMessage(descriptor);
                assertSameLayout(MiniDescriptor.buildMessage(MiniDescriptorWriter.write(table)), table);
            } catch (MiniDescriptorException e) {
                assertThat(e.position()).isBetween(0, descriptor.length());
            }
        });
    }

    @Test
    void fieldsThatWantASubTableComeByNumber() {
        MiniTable table = MiniDescriptor.buildMessage("$4(G.23H");

        assertThat(MiniDescriptor.messageFields(table))
                .extracting(MiniTableField::number)
                .containsExactly(3, 5, 6);
        assertThat(MiniDescriptor.closedEnumFields(table))
                .extracting(MiniTableField::number)
                .containsExactly(1, 7);
    }

    @Test
    void linkLeavesNullUnlinked() {
        MiniTable table = MiniDescriptor.buildMessage("$334");
        MiniDescriptor.link(table, Arrays.asList(null, table), Arrays.asList((MiniTableEnum) null));

        assertThat(table.field(0).isLinked()).isFalse();
        assertThat(table.field(1).subTable()).isSameAs(table);
        assertThat(table.field(2).isLinked()).isFalse();
    }

    @Test
    void linkRefusesOtherCounts() {
        MiniTable table = MiniDescriptor.buildMessage("$334");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> MiniDescriptor.link(table, List.of(table), List.of(MiniTableEnum.of(0))))
                .withMessageContaining("2 message")
                .withMessageContaining("1 and 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MiniDescriptor.link(table, List.of(table, table), List.of()));
        assertThat(table.field(0).isLinked()).isFalse();
    }

    @Test
    void extensionOfAMapEntryIsRefusedHoweverItIsWritten() {
        MiniTable entry = MiniTable.builder()
                .mapEntry()
                .field(1, FieldType.INT32, Cardinality.OPTIONAL, false, false, false)
                .field(2, FieldType.INT32, Cardinality.OPTIONAL, false, false, false)
                .build();

        assertThatExceptionOfType(MiniDescriptorException.class)
                .isThrownBy(() -> MiniDescriptor.buildExtension("#g(", entry));
    }
}
