package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.upb.base.DecodeException;
import dev.upb.mem.Arena;
import dev.upb.minitable.MiniTable;
import dev.upb.testkit.random.Mutations;
import dev.upb.testkit.random.RandomWire;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.Hex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Status, offset and field path of every kind of error. Fields have the number of their type unless said otherwise. */
class MalformedInputTest {
    private static void check(String type, String input, String result) {
        String expected = result.startsWith("ok") ? "ok " + result.substring(2).replace(" ", "") : result;
        assertThat(EveryPath.of(Tables.of(type), input, Tables.WITH_EXTENSIONS))
                .isEqualTo(expected.endsWith(" in") ? expected + " " : expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "field number 0,                matrix2.Nothing,  0000,              MALFORMED at 0 in",
        "field number 0 behind a field, matrix2.Explicit, 2801 0001,       MALFORMED at 2 in",
        "field number 0 in a message,   matrix2.Explicit, 5a020800 5a020001, MALFORMED at 6 in 11",
        "field number 0 in a group,     matrix2.Explicit, 53 0001 54,        MALFORMED at 1 in 10",
        "number 0 in an unknown group,  matrix2.Nothing,  0b 0001 0c,        MALFORMED at 1 in 1",
        "number 0 in a map entry,       matrix2.MapKeys,  2a020001,          MALFORMED at 2 in 5[0]",
        "group of number 0,             matrix2.Nothing,  0304,              MALFORMED at 0 in",
        "wire type 6,                   matrix2.Nothing,  0e,                MALFORMED at 0 in 1",
        "wire type 7,                   matrix2.Nothing,  0f,                MALFORMED at 0 in 1",
        "wire type 6 of a known field,  matrix2.Explicit, 2e,                MALFORMED at 0 in 5",
        "wire type 7 of a list,         matrix2.Expanded, 2f,                MALFORMED at 0 in 5",
        "wire type 7 of a map,          matrix2.MapKeys,  2f,                MALFORMED at 0 in 5",
        "wire type 7 of an extension,   matrix2.Extendable, 9f3f,            MALFORMED at 0 in 1011",
        "tag of 5 bytes,                matrix2.Explicit, a880808000 07,     ok 2807",
        "tag of 6 bytes,                matrix2.Explicit, a88080808000 07,   MALFORMED at 0 in",
        "largest tag,                   matrix2.Nothing,  f8ffffff0f 07,     ok f8ffffff0f07",
        "tag of 2^32,                   matrix2.Nothing,  8880808010 07,     MALFORMED at 0 in",
        "bits above 35 of a tag,        matrix2.Nothing,  8880808040 07,     MALFORMED at 0 in",
        "tag cut short,                 matrix2.Nothing,  88,                TRUNCATED at 0 in",
        "tag that looks like number 0,  matrix2.Nothing,  80,                TRUNCATED at 0 in",
        "tag that looks like a group,   matrix2.Explicit, d3,                TRUNCATED at 0 in",
        "tag that looks like an end,    matrix2.Nothing,  8c,                TRUNCATED at 0 in",
        "tag of four bytes cut short,   matrix2.Nothing,  ffffffff,          TRUNCATED at 0 in",
        "tag cut off by its message,    matrix2.Explicit, 5a0180 00,         TRUNCATED at 2 in 11",
        "group tag cut off,             matrix2.Recursive, 1201bb 003c,      TRUNCATED at 2 in 2",
        "end tag cut off,               matrix2.Recursive, 12023bbc 00,      TRUNCATED at 3 in 2.7",
        "unknown end tag cut off,       matrix2.Explicit, 5a020b8c 00,       TRUNCATED at 3 in 11.1",
        "tag cut off in a map entry,    matrix2.MapKeys,  2a0188 0001,       TRUNCATED at 2 in 5[0]",
    })
    void badTag(String what, String type, String input, String result) {
        check(type, input, result);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "10 bytes,                      matrix2.Explicit, 28 80808080808080808000, ok 2800",
        "bits above 64 are dropped,     matrix2.Explicit, 18 ffffffffffffffffff7f, ok 18ffffffffffffffffff01",
        "11 bytes,                      matrix2.Explicit, 28 8080808080808080808000, MALFORMED at 0 in 5",
        "11 bytes in a bool,            matrix2.Explicit, 40 8080808080808080808000, MALFORMED at 0 in 8",
        "11 bytes in a sint64,          matrix2.Explicit, 9001 8080808080808080808000, MALFORMED at 0 in 18",
        "11 bytes in an enum,           matrix2.Explicit, 70 8080808080808080808000, MALFORMED at 0 in 14",
        "11 bytes of an unknown one,     matrix2.Nothing,  28 8080808080808080808000, MALFORMED at 0 in 5",
        "11 bytes in a list,            matrix2.Expanded, 2801 28 8080808080808080808000, MALFORMED at 2 in 5[1]",
        "11 bytes in a packed list,     matrix2.Packed,   2a0101 2a0b 8080808080808080808000, MALFORMED at 3 in 5[1]",
        "11 bytes in a map key,         matrix2.MapKeys,  2a0c 08 8080808080808080808000, MALFORMED at 2 in 5[0].1",
        "9 bytes and no more,           matrix2.Explicit, 28 808080808080808080,   TRUNCATED at 0 in 5",
        "none at all,                   matrix2.Explicit, 28,                      TRUNCATED at 0 in 5",
        "cut off in a packed list,      matrix2.Packed,   2a020180 00,             TRUNCATED at 0 in 5[0]",
        "cut off in a packed bool list, matrix2.Packed,   42020180 00,             TRUNCATED at 0 in 8[0]",
    })
    void badVarint(String what, String type, String input, String result) {
        check(type, input, result);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "5 bytes,                       matrix2.Explicit, 62 8180808000 78,   ok 620178",
        "6 bytes,                       matrix2.Explicit, 62 818080808000 78, MALFORMED at 0 in 12",
        "2^31 - 1,                      matrix2.Explicit, 62 ffffffff07,      TRUNCATED at 0 in 12",
        "2^31,                          matrix2.Explicit, 62 8080808008,      MALFORMED at 0 in 12",
        "2^32,                          matrix2.Explicit, 62 8080808010,      MALFORMED at 0 in 12",
        "-1,                            matrix2.Explicit, 62 ffffffffffffffffff01, MALFORMED at 0 in 12",
        "2^31 of a string,              matrix3.Explicit, 4a 8080808008,      MALFORMED at 0 in 9",
        "2^31 of a message,             matrix2.Explicit, 5a 8080808008,      MALFORMED at 0 in 11",
        "2^31 of a packed list,         matrix2.Packed,   2a 8080808008,      MALFORMED at 0 in 5[0]",
        "2^31 of a map entry,           matrix2.MapKeys,  2a 8080808008,      MALFORMED at 0 in 5[0]",
        "2^31 of an unknown field,      matrix2.Nothing,  0a 8080808008,      MALFORMED at 0 in 1",
        "one too long,                  matrix2.Explicit, 62020a,             TRUNCATED at 0 in 12",
        "one too long for its message,  matrix2.Explicit, 5a03120261 00,      TRUNCATED at 2 in 11.2",
        "message in a list too long,    matrix2.Expanded, 5a00 5a0108,        TRUNCATED at 4 in 11[1].1",
        "unknown one too long,          matrix2.Nothing,  0a05,               TRUNCATED at 0 in 1",
        "none at all,                   matrix2.Explicit, 62,                 TRUNCATED at 0 in 12",
        "no multiple of 4,              matrix2.Expanded, 3a03 010203,        MALFORMED at 0 in 7[0]",
        "no multiple of 8,              matrix2.Packed,   0a0c 010203040506070809101112, MALFORMED at 0 in 1[0]",
        "no multiple behind others,     matrix2.Packed,   3a08 0100000002000000 3a03 010203, MALFORMED at 10 in 7[2]",
        "no multiple in an extension,     matrix2.Extendable, 924b 03010203,    MALFORMED at 0 in 1202[0]",
    })
    void badLength(String what, String type, String input, String result) {
        check(type, input, result);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "fixed32,                       matrix2.Explicit, 3d 010203,          TRUNCATED at 0 in 7",
        "fixed64,                       matrix2.Explicit, 31 01020304050607,  TRUNCATED at 0 in 6",
        "unknown fixed32,               matrix2.Nothing,  3d 010203,          TRUNCATED at 0 in 7",
        "unknown fixed64,               matrix2.Nothing,  31 01020304050607,  TRUNCATED at 0 in 6",
        "list of fixed32,               matrix2.Expanded, 3d 01020304 3d 01,  TRUNCATED at 5 in 7[1]",
        "in a message,                  matrix2.Recursive, 12020d01 0203,     TRUNCATED at 2 in 2.1",
        "group,                         matrix2.Explicit, 53,                 TRUNCATED at 0 in 10",
        "group with a field,            matrix2.Explicit, 2801 53 0801,       TRUNCATED at 2 in 10",
        "group in a list,               matrix2.Expanded, 53 54 53,           TRUNCATED at 2 in 10[1]",
        "unknown group,                 matrix2.Nothing,  0801 0b 0801,       TRUNCATED at 2 in 1",
        "group cut off by its message,  matrix2.Recursive, 12013b 3c,         TRUNCATED at 2 in 2.7",
        "group in a group,              matrix2.Nothing,  0b 13 14 1b,        TRUNCATED at 3 in 1.3",
        "group that nothing opens,      matrix2.Nothing,  0c,                 MALFORMED at 0 in 1",
        "known group that nothing opens, matrix2.Explicit, 54,                MALFORMED at 0 in 10",
        "end of a field,                matrix2.Explicit, 2c,                 MALFORMED at 0 in 5",
        "other end,                     matrix2.Nothing,  0b 14,              MALFORMED at 1 in 1.2",
        "other end of a known group,    matrix2.Explicit, 53 5c,              MALFORMED at 1 in 10.11",
        "end in a message of a group,   matrix2.Recursive, 3b 0a013c 3c,      MALFORMED at 3 in 7.1.7",
        "end in a map entry,            matrix2.MapKeys,  2a012c,             MALFORMED at 2 in 5[0].5",
        "extension group,               matrix2.Extendable, a23f 00 933f,   TRUNCATED at 3 in 1010",
        "other end of an extension,     matrix2.Extendable, 933f 0c,          MALFORMED at 2 in 1010.1",
    })
    void badFixedValueOrGroup(String what, String type, String input, String result) {
        check(type, input, result);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "string,                        matrix3.Explicit,  4a01ff,             BAD_UTF8 at 0 in 9",
        "without presence,              matrix3.Implicit,  4a01ff,             BAD_UTF8 at 0 in 9",
        "in a list,                     matrix3.Packed,    4a0161 4a01ff,      BAD_UTF8 at 3 in 9[1]",
        "in a oneof,                    matrix3.InOneof,   4a01ff,             BAD_UTF8 at 0 in 9",
        "map key,                       matrix3.MapKeys,   4a030a01ff,         BAD_UTF8 at 2 in 9[0].1",
        "map value,                     matrix3.MapValues, 4a0508011201ff,     BAD_UTF8 at 4 in 9[0].2",
        "deep down,                     matrix3.Recursive, 12091a001a053203 61ff62, BAD_UTF8 at 6 in 2.3[1].6",
        "extension,                     matrix2023.Extendable, 8a3f01ff,       BAD_UTF8 at 0 in 1009",
        "list of an extension,          matrix2023.Extendable, aa45 01ff,      BAD_UTF8 at 0 in 1109[0]",
        "surrogate,                     matrix3.Explicit,  4a03eda080,         BAD_UTF8 at 0 in 9",
        "cut code point,                matrix3.Explicit,  4a02e282 ac,        BAD_UTF8 at 0 in 9",
        "bytes,                         matrix3.Explicit,  6201ff,             ok 6201ff",
        "proto2 string,                 matrix2.Explicit,  4a01ff,             ok 4a01ff",
        "option in an edition,          matrix2023.Strings, 1201ff 1a01ff,     ok 1201ff1a01ff",
        "string with another wire type, matrix3.Explicit,  4dffffffff,         ok 4dffffffff",
    })
    void badUtf8(String what, String type, String input, String result) {
        check(type, input, result);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "string,        matrix2.Explicit,   4a01ff,         BAD_UTF8 at 0 in 9",
        "list,          matrix2.Expanded,   4a00 4a01ff,    BAD_UTF8 at 2 in 9[1]",
        "oneof,         matrix2.InOneof,    4a01ff,         BAD_UTF8 at 0 in 9",
        "map key,       matrix2.MapKeys,    4a030a01ff,     BAD_UTF8 at 2 in 9[0].1",
        "map value,     matrix2.MapValues,  4a031201ff,     BAD_UTF8 at 2 in 9[0].2",
        "extension,     matrix2.Extendable, 8a3f01ff,       BAD_UTF8 at 0 in 1009",
        "bytes,         matrix2.Explicit,   6201ff,         ok 6201ff",
        "good string,   matrix2.Explicit,   4a02c3a9,       ok 4a02c3a9",
    })
    void allStringsAreCheckedOnRequest(String what, String type, String input, String result) {
        DecodeOptions all = Tables.WITH_EXTENSIONS.withAllStringsValidated(true);
        assertThat(EveryPath.of(Tables.of(type), input, all)).isEqualTo(result);
    }

    @Test
    void errorTextHasAllThatIsKnown() {
        assertThat(failure("matrix3.Recursive", "12091a001a05320361ff62"))
                .hasMessage("invalid UTF-8 at byte 6 in field 2.3[1].6");
        assertThat(failure("matrix2.Nothing", "0c"))
                .hasMessage("malformed: end of group 1, which is not open at byte 0 in field 1");
        assertThat(failure("matrix2.Nothing", "888080808000"))
                .hasMessage("malformed: tag of more than 5 bytes at byte 0");
    }

    private static DecodeException failure(String type, String input) {
        try (Arena arena = Arena.create()) {
            byte[] bytes = Hex.bytes(input);
            return catchThrowableOfType(
                    DecodeException.class, () -> Decoder.decode(Tables.of(type), arena, bytes, DecodeOptions.DEFAULT));
        }
    }

    @Test
    void malformedInputIsRefusedWithOneAnswerOnEveryPath() {
        MiniTable nothing = Tables.of("matrix2.Nothing");
        MiniTable recursive = Tables.of("matrix2.Recursive");
        Seeded.forEach(200, seeded -> {
            byte[] input = RandomWire.malformed(seeded);
            assertThat(EveryPath.of(nothing, input)).doesNotStartWith("ok");
            EveryPath.of(recursive, input);
        });
    }

    @Test
    void damagedInputGetsOneAnswerOnEveryPath() {
        MiniTable table = Tables.of("matrix2.Recursive");
        Seeded.forEach(200, seeded -> {
            byte[] whole =
                    RandomWire.valid(seeded, Tables.type("matrix2.Recursive")).encode();
            EveryPath.of(table, Mutations.mutate(seeded, whole));
            EveryPath.of(table, RandomWire.garbage(seeded, 64));
        });
    }
}
