package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.minitable.MiniTable;
import dev.upb.testkit.wire.WireField;
import dev.upb.testkit.wire.WireMessage;
import dev.upb.testkit.wire.WireValue;
import dev.upb.testkit.wire.WireValue.Delimited;
import dev.upb.testkit.wire.WireValue.Fixed32;
import dev.upb.testkit.wire.WireValue.Fixed64;
import dev.upb.testkit.wire.WireValue.Group;
import dev.upb.testkit.wire.WireValue.Varint;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a field that occurs several times. */
class MergeTest {
    // Recursive: value 1, child 2, children 3, by_name 4, oneof {left 5, label 6}, group branch 7 {trunk 1}, groups
    // twigs 8.
    private static final MiniTable RECURSIVE = Tables.of("matrix2.Recursive");

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "parts of a message,                12020801 12041a020805,              12060801 1a020805",
        "messages two levels down,          1204 12020801 1204 12021a00,        1206 1204 08011a00",
        "lists are appended,                12041a020801 12041a020802,          1208 1a020801 1a020802",
        "maps are joined,                   1207 2205 0a0161 1200 1207 2205 0a0162 1200, 120e 2205 0a0161 1200 2205 0a0162 1200",
        "last number wins below too,        12020801 12020802,                  12020802",
        "empty message changes nothing,     12020801 1200,                      12020801",
        "parts of a group,                  3b 0a020801 3c 3b 0a021a00 3c,      3b 0a0408011a00 3c",
        "groups of a list stay apart,       43 44 43 0a00 44,                   43 44 43 0a00 44",
        "messages of a list stay apart,     1a020801 1a00,                      1a020801 1a00",
        "same member of a oneof,            2a020801 2a021a00,                  2a0408011a00",
        "member that was left starts empty, 2a020801 320161 2a021a00,           2a021a00",
        "message replaced by a string,      2a020801 320161,                    320161",
        "string replaced by an empty one,   320161 3200,                        3200",
        "equal key replaces the message,    2207 0a0161 12020801 2205 0a0161 1200, 2205 0a0161 1200",
        "value given twice in one entry,    220b 0a0161 12020801 12021a00,      2209 0a0161 1204 0801 1a00",
    })
    void occurrencesMerge(String what, String input, String expected) {
        assertThat(EveryPath.of(RECURSIVE, input)).isEqualTo("ok " + expected.replace(" ", ""));
    }

    /** InOneof has a member of each type, at the number of the type. */
    private static List<WireField> members() {
        List<WireField> members = new ArrayList<>();
        for (int number = 1; number <= 18; number++) {
            WireMessage child = WireMessage.builder().varint(1, 5).build();
            WireValue value = switch (number) {
                case 1, 6, 16 -> new Fixed64(0x0102030405060708L);
                case 2, 7, 15 -> new Fixed32(0x01020304);
                case 9, 12 -> Delimited.of("ab");
                case 10 -> new Group(child);
                case 11 -> Delimited.of(child);
                case 14 -> new Varint(2);
                default -> new Varint(1);
            };
            members.add(new WireField(number, value));
        }
        return members;
    }

    @Test
    void lastMemberOfAOneofWinsWhateverTheTypes() {
        MiniTable table = Tables.of("matrix2.InOneof");
        for (WireField first : members()) {
            for (WireField last : members()) {
                byte[] input = WireMessage.of(first, last).encode();
                assertThat(EveryPath.of(table, input)).isEqualTo(EveryPath.ok(WireMessage.of(last)));
            }
        }
    }

    @Test
    void memberOfAOneofLeavesNothingBehindForTheNextOne() {
        MiniTable table = Tables.of("matrix2.InOneof");
        WireField emptyMessage = new WireField(11, Delimited.of(WireMessage.empty()));
        WireField emptyGroup = new WireField(10, new Group(WireMessage.empty()));
        for (WireField other : members()) {
            for (WireField empty : List.of(emptyMessage, emptyGroup)) {
                byte[] input = WireMessage.of(members().get(empty.number() - 1), other, empty)
                        .encode();
                WireMessage merged = other.number() == empty.number() ? WireMessage.of(other) : WireMessage.of(empty);
                assertThat(EveryPath.of(table, input)).isEqualTo(EveryPath.ok(merged));
            }
        }
    }

    @Test
    void unknownWireTypeOfAMemberLeavesTheOneofAlone() {
        // f_string, then f_message (11) as a varint.
        assertThat(EveryPath.of(Tables.of("matrix2.InOneof"), "4a0161 5801")).isEqualTo("ok 4a01615801");
    }
}
