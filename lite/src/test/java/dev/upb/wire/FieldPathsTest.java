package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.upb.base.FieldType;
import dev.upb.minitable.Definition;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.ExtensionRegistry;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.testkit.random.RandomWire;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.Hex;
import dev.upb.testkit.wire.WireWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldPathsTest {
    private static final MiniTable RECURSIVE = Tables.of("matrix2.Recursive");

    private static String path(MiniTable table, byte[] input, int target) {
        return FieldPaths.find(input, 0, input.length, target, table, Tables.EXTENSIONS);
    }

    private static String path(String hex, int target) {
        return path(RECURSIVE, Hex.bytes(hex), target);
    }

    @Test
    void pathLeadsThroughMessagesListsMapsAndGroups() {
        assertThat(path("0801 0802", 2)).isEqualTo("1");
        assertThat(path("1202 0801", 2)).isEqualTo("2.1");
        assertThat(path("1a00 1a00 1a020801", 6)).isEqualTo("3[2].1");
        assertThat(path("2200 2207 0a0161 12020801", 9)).isEqualTo("4[1].2.1");
        assertThat(path("3b 0a020801 3c", 3)).isEqualTo("7.1.1");
        assertThat(path("43 44 43 0a00 44", 3)).isEqualTo("8[1].1");
    }

    @Test
    void pathComesBackOutOfGroups() {
        assertThat(path("3b 0a00 3c 0801", 4)).isEqualTo("1");
        assertThat(path("43 44 43 44 12020801", 6)).isEqualTo("2.1");
        assertThat(path("4b 53 54 4c 0801", 4)).isEqualTo("1");
        assertThat(path("1208 4b 4c 3b0a020801 3c", 7)).isEqualTo("2.7.1.1");
    }

    @Test
    void countsInListsAreOnesOwnForEachMessage() {
        assertThat(path("1a02 1a00 1a02 1a00", 6)).isEqualTo("3[1].3[0]");
        assertThat(path("3b 0a041a001a00 3c 1a00", 8)).isEqualTo("3[0]");
    }

    @Test
    void elementsOfPackedListsCount() {
        MiniTable packed = Tables.of("matrix2.Packed");
        // Field 5 int32, field 7 fixed32.
        assertThat(path(packed, Hex.bytes("2a0401020304 2805 2a0100"), 8)).isEqualTo("5[5]");
        assertThat(path(packed, Hex.bytes("2a03808001 2805"), 5)).isEqualTo("5[1]");
        assertThat(path(packed, Hex.bytes("3a080000000000000000 3d00000000"), 10))
                .isEqualTo("7[2]");
        // A fixed64 in a fixed32 list is an unknown field, no element.
        assertThat(path(packed, Hex.bytes("390000000000000000 3d00000000"), 9)).isEqualTo("7[0]");
    }

    @Test
    void tagThatIsNoneNamesTheMessageAroundIt() {
        assertThat(path("1201 80", 2)).isEqualTo("2");
        assertThat(path("1202 0000", 2)).isEqualTo("2");
        assertThat(path("8080808080", 0)).isEmpty();
        assertThat(path("1207 ffffffffff0101", 2)).isEqualTo("2");
    }

    private record Name(String name, String fullName) implements Definition {}

    @Test
    void namesAreUsedWhereThereAreAny() {
        MiniTable table = MiniTable.builder()
                .field(1, FieldType.MESSAGE, Cardinality.REPEATED, false, false, false)
                .field(2, FieldType.STRING, Cardinality.OPTIONAL, false, true, false)
                .extensionMode(ExtensionMode.EXTENDABLE)
                .build();
        table.linkSubMessage(table.field(0), table);
        table.field(0).setDefinition(new Name("children", "pkg.T.children"));
        table.field(1).setDefinition(new Name("text", "pkg.T.text"));
        MiniTableExtension extension = MiniTableExtension.of(table, 100, FieldType.MESSAGE, true, false, false, false);
        extension.linkSubMessage(table);
        extension.setDefinition(new Name("more", "pkg.more"));
        DecodeOptions options = DecodeOptions.DEFAULT.withExtensions(ExtensionRegistry.of(List.of(extension)));

        assertThat(EveryPath.of(table, "0a00 0a03 1201ff", options)).isEqualTo("BAD_UTF8 at 4 in children[1].text");
        assertThat(EveryPath.of(table, "a20600 a20605 0a031201ff", options))
                .isEqualTo("BAD_UTF8 at 8 in [pkg.more][1].children[0].text");
    }

    @Test
    void anyTargetInAnyBytesGivesAPath() {
        Seeded.forEach(300, seeded -> {
            byte[] input = seeded.nextBoolean() ? RandomWire.garbage(seeded, 64) : RandomWire.malformed(seeded);
            for (int target = 0; target <= input.length; target++) {
                assertThat(path(RECURSIVE, input, target)).isNotNull();
                assertThat(path(Tables.of("matrix2.MessageSet"), input, target)).isNotNull();
            }
        });
    }

    private static void findsInTime(MiniTable table, byte[] input, String endOfPath) {
        assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThat(path(table, input, input.length - 2)).endsWith(endOfPath));
    }

    @Test
    void timeIsLinearInTheInputHoweverDeepItIs() {
        int levels = 10_000;
        byte[] filler = Hex.bytes("9801 01".repeat(1_000_000)); // Field 19, unknown.
        WireWriter groups = new WireWriter();
        for (int i = 0; i < levels; i++) {
            groups.tag(9, 3);
        }
        findsInTime(RECURSIVE, groups.raw(filler).hex("0801").toByteArray(), "9.1");

        WireWriter items = new WireWriter();
        for (int i = 0; i < levels; i++) {
            items.tag(1, 3).tag(5, 3);
        }
        findsInTime(
                Tables.of("matrix2.MessageSet"), items.raw(filler).hex("0801").toByteArray(), "1.5.1");

        WireWriter messages = new WireWriter();
        int size = filler.length + 2 + levels * 6;
        for (int i = 0; i < levels; i++) {
            size -= 6;
            messages.tag(3, 2).varint(size, 5);
        }
        findsInTime(RECURSIVE, messages.raw(filler).hex("0801").toByteArray(), "3[0].1");
    }

    @Test
    void memoryDoesNotGrowWithTheFieldNumbersOfTheInput() {
        WireWriter input = new WireWriter();
        for (int i = 0; i < 3_000_000; i++) {
            input.tag(100_000 + i, 0).varint(0);
        }
        findsInTime(RECURSIVE, input.hex("0801").toByteArray(), "1");
    }
}
