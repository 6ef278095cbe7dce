package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.base.FieldType;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.testkit.random.RandomWire;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.WireField;
import dev.upb.testkit.wire.WireMessage;
import dev.upb.testkit.wire.WireValue.Varint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields that the table does not have, or whose type it does not know. */
class UnknownFieldTest {
    private static final MiniTable NOTHING = Tables.of("matrix2.Nothing");

    /** id 1; messages without their table: 2, list 3, group 4, in a oneof 6 with a string 7; map 5 to messages without their table. */
    private static MiniTable unlinked() {
        MiniTable table = MiniTable.builder()
                .field(1, FieldType.INT32, Cardinality.OPTIONAL, false, false, false)
                .field(2, FieldType.MESSAGE, Cardinality.OPTIONAL, false, false, false)
                .field(3, FieldType.MESSAGE, Cardinality.REPEATED, false, false, false)
                .field(4, FieldType.GROUP, Cardinality.OPTIONAL, false, false, false)
                .field(5, FieldType.MESSAGE, Cardinality.REPEATED, false, false, false)
                .field(6, FieldType.MESSAGE, Cardinality.OPTIONAL, false, false, false)
                .field(7, FieldType.STRING, Cardinality.OPTIONAL, false, true, false)
                .oneof(6, 7)
                .build();
        MiniTable entry = MiniTable.builder()
                .mapEntry()
                .field(1, FieldType.STRING, Cardinality.OPTIONAL, false, true, false)
                .field(2, FieldType.MESSAGE, Cardinality.OPTIONAL, false, false, false)
                .build();
        table.linkSubMessage(table.findFieldByNumber(5), entry);
        return table;
    }

    @Test
    void unknownFieldsOfAnyShapeAreKeptByteForByte() {
        Seeded.forEach(300, seeded -> {
            byte[] input = RandomWire.valid(seeded).encode();
            assertThat(EveryPath.of(NOTHING, input)).isEqualTo(EveryPath.ok(input));
        });
    }

    @Test
    void unknownFieldsKeepTheirOrderBehindTheKnownOnes() {
        // Child: id 1, name 2.
        assertThat(EveryPath.of(Tables.of("matrix2.Child"), "1801 0a0161 2002 0807 1803 120178"))
                .isEqualTo("ok 08071201781801" + "0a0161" + "20021803");
    }

    @Test
    void unknownFieldsAreLeftOutOnRequest() {
        WireMessage known = WireMessage.builder()
                .varint(1, 7)
                .message(2, WireMessage.builder().varint(1, 1).build())
                .build();
        WireMessage input = WireMessage.builder()
                .varint(1, 7)
                .varint(33, 1)
                .message(2, WireMessage.builder().varint(33, 9).varint(1, 1).build())
                .fixed32(1, 1)
                .build();
        assertThat(Roundtrip.bytes(
                        Tables.of("matrix2.Recursive"),
                        input.encode(),
                        DecodeOptions.DEFAULT,
                        EncodeOptions.DEFAULT.withUnknownFields(false)))
                .isEqualTo(known.encode());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, 2047, 2048, 262_143, 262_144, 33_554_431, 33_554_432, 536_870_911})
    void fieldNumbersUpToTheLargestAreKept(int number) {
        WireMessage message = WireMessage.builder()
                .varint(number, 1)
                .group(number, WireMessage.builder().varint(number, 2).build())
                .build();
        assertThat(EveryPath.of(NOTHING, message.encode())).isEqualTo(EveryPath.ok(message));
        WireMessage overlong = WireMessage.of(new WireField(number, new Varint(1), 5));
        assertThat(EveryPath.of(NOTHING, overlong.encode())).isEqualTo(EveryPath.ok(overlong));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "message,             12020801,            12020801",
        "not even looked into, 1201ff,             1201ff",
        "list,                1a00 1a0101,         1a00 1a0101",
        "group,               230801 24,           230801 24",
        "map entry whole,     2a070a01611202ffff,  2a070a01611202ffff",
        "siblings are fine,   1200 0801 1a00 3a0161, 0801 3a0161 1200 1a00",
        "oneof stays,         3a0161 3200,         3a0161 3200",
    })
    void messageWithoutItsTableIsUnknown(String what, String input, String expected) {
        assertThat(EveryPath.of(unlinked(), input)).isEqualTo("ok " + expected.replace(" ", ""));
    }

    @Test
    void keyOfAnEntryWhoseValueIsUnknownIsCheckedAllTheSame() {
        assertThat(EveryPath.of(unlinked(), "2a040a051200")).isEqualTo("TRUNCATED at 2 in 5[0].1");
    }

    @Test
    void tableCanBeLinkedLater() {
        MiniTable table = unlinked();
        assertThat(EveryPath.of(table, "1201ff")).isEqualTo("ok 1201ff");
        table.linkSubMessage(table.findFieldByNumber(2), NOTHING);
        assertThat(EveryPath.of(table, "1201ff")).isEqualTo("TRUNCATED at 2 in 2");
        assertThat(EveryPath.of(table, "1200")).isEqualTo("ok 1200");
    }
}
