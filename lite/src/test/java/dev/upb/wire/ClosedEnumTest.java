package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.base.FieldType;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.testkit.wire.WireMessage;
import dev.upb.testkit.wire.WireValue.Varint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers that a closed enum does not have: matrix2.Color has 0, 1, 2, 1000, -1 and the extremes. Field 14 is one everywhere. */
class ClosedEnumTest {
    private static String decoded(String type, WireMessage input) {
        return EveryPath.of(Tables.of(type), input.encode(), Tables.WITH_EXTENSIONS);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "unknown number,                         matrix2.Explicit,  7005,               7005",
        "earlier value stays,                    matrix2.Explicit,  7001 7005,          7001 7005",
        "later value is set,                     matrix2.Explicit,  7005 7001,          7001 7005",
        "cut to 32 bits before the look-up,      matrix2.Explicit,  708180808010,       7001",
        "unknown varint is kept as it was,       matrix2.Explicit,  708580808010,       708580808010",
        "negative number,                        matrix2.Explicit,  70ffffffffffffffffff01, 70ffffffffffffffffff01",
        "negative number in five bytes,          matrix2.Explicit,  70ffffffff0f,       70ffffffffffffffffff01",
        "in a list,                              matrix2.Expanded,  7001 7005 7002,     7001 7002 7005",
        "packed where unpacked is declared,      matrix2.Expanded,  7203010502,         7001 7002 7005",
        "in a packed list,                       matrix2.Packed,    7203010502,         72020102 7005",
        "nothing else in a packed list,          matrix2.Packed,    72020506,           7005 7006",
        "wide number in a packed list,           matrix2.Packed,    72058580808010,     708580808010",
        "unpacked where packed is declared,      matrix2.Packed,    7001 7005,          720101 7005",
        "in a oneof the other member stays,      matrix2.InOneof,   4a0161 7005,        4a0161 7005",
        "in a map the entry becomes unknown,     matrix2.MapValues, 720408011005,       720408011005",
        "in a map the entry is kept as it was,   matrix2.MapValues, 72061005 08011801,  72061005 08011801",
        "in a map other entries stay,            matrix2.MapValues, 720408011005 720408011001, 720408011001 720408011005",
        "in a map an unknown number can't be taken back, matrix2.MapValues, 72060801 1005 1001, 72060801 1005 1001",
        "open enum takes any number,             matrix3.Explicit,  7005,               7005",
        "open enum is cut to 32 bits,            matrix3.Explicit,  708580808010,       7005",
    })
    void unknownNumberBecomesAnUnknownField(String what, String type, String input, String expected) {
        assertThat(EveryPath.of(Tables.of(type), input)).isEqualTo("ok " + expected.replace(" ", ""));
    }

    @Test
    void unknownNumberDoesNotSetAnExtension() {
        WireMessage unknown = WireMessage.builder().varint(1014, 5).build();
        assertThat(decoded("matrix2.Extendable", unknown)).isEqualTo(EveryPath.ok(unknown));
        assertThat(decoded(
                        "matrix2.Extendable",
                        WireMessage.builder().varint(1014, 2).build().plus(unknown)))
                .isEqualTo(EveryPath.ok(
                        WireMessage.builder().varint(1014, 2).varint(1014, 5).build()));
    }

    @Test
    void unknownNumbersOfRepeatedExtensionsGoToTheExtendedMessage() {
        WireMessage expanded = WireMessage.builder()
                .varint(1114, 5)
                .varint(1114, 1)
                .packedVarints(1114, 2, 6)
                .build();
        WireMessage packed = WireMessage.builder().packedVarints(1214, 5, 1, 6).build();
        assertThat(decoded("matrix2.Extendable", expanded))
                .isEqualTo(EveryPath.ok(WireMessage.builder()
                        .varint(1114, 1)
                        .varint(1114, 2)
                        .varint(1114, 5)
                        .varint(1114, 6)
                        .build()));
        assertThat(decoded("matrix2.Extendable", packed))
                .isEqualTo(EveryPath.ok(WireMessage.builder()
                        .packedVarints(1214, 1)
                        .varint(1214, 5)
                        .varint(1214, 6)
                        .build()));
    }

    @Test
    void closedEnumWithoutItsTableTakesNoNumber() {
        MiniTable table = MiniTable.builder()
                .field(1, FieldType.ENUM, Cardinality.OPTIONAL, false, false, false)
                .field(2, FieldType.ENUM, Cardinality.REPEATED, true, false, false)
                .field(3, FieldType.INT32, Cardinality.OPTIONAL, false, false, false)
                .build();
        assertThat(EveryPath.of(table, "0800 1201 00 1801")).isEqualTo("ok 180108001000");
    }

    @Test
    void missingValueOfAMapEntryIsTheZeroOfItsEnum() {
        WireMessage noValue = WireMessage.builder()
                .message(14, WireMessage.builder().varint(1, 7).build())
                .build();
        assertThat(decoded("matrix2.MapValues", noValue))
                .isEqualTo(EveryPath.ok(WireMessage.builder()
                        .entry(14, new Varint(7), new Varint(0))
                        .build()));
    }
}
