package dev.upb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.cli.Command.Outcome;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.random.RandomWire;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.Hex;
import dev.upb.testkit.wire.WireMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawCommandTest {
    @TempDir
    Path folder;

    private static Outcome raw(byte[] input, Object... options) {
        Object[] arguments = new Object[options.length + 1];
        arguments[0] = "raw";
        System.arraycopy(options, 0, arguments, 1, options.length);
        return Command.reading(input).run(arguments);
    }

    private static void assertShows(Outcome outcome, String text) {
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.text()).isEqualTo(text);
    }

    @Test
    void numbersAreShownInTheirPossibleMeanings() {
        byte[] input = WireMessage.builder()
                .varint(1, 150)
                .varint(2, -1)
                .varint(3, 1)
                .floating(4, 1.5f)
                .fixed32(5, -2)
                .floating(6, -2.5)
                .encode();
        assertShows(raw(input), """
                     0  1: varint 150 (zigzag? 75)
                     3  2: varint 18446744073709551615 (signed? -1)
                    14  3: varint 1
                    16  4: fixed32 1069547520 (float? 1.5)
                    21  5: fixed32 4294967294 (signed? -2, float? NaN)
                    26  6: fixed64 13836183955189006336 (signed? -4610560118520545280, double? -2.5)
                """);
    }

    @Test
    void contentOfDelimitedFieldsIsGuessed() {
        byte[] input = WireMessage.builder()
                .string(1, "testing\t\"ü\"")
                .message(2, WireMessage.builder().varint(1, 2).string(3, "x").build())
                .bytes(3, Hex.bytes("ff00"))
                .bytes(4, new byte[0])
                .group(5, WireMessage.builder().varint(6, 7).build())
                .message(
                        7,
                        WireMessage.builder()
                                .string(1, "as long as a blank, or longer....")
                                .build())
                .encode();
        assertShows(raw(input), """
                     0  1: string? "testing\\t\\"ü\\""
                    14  2: message? of 5 bytes {
                    16    1: varint 2 (zigzag? 1)
                    18    3: string? "x"
                    21  }
                    21  3: bytes ff00
                    25  4: empty
                    27  5: group {
                    28    6: varint 7 (zigzag? -4)
                    30  }
                    31  7: message? of 35 bytes {
                    33    1: string? "as long as a blank, or longer...."
                    68  }
                """);
    }

    @Test
    void longContentIsCutUnlessAskedFor() {
        byte[] input = WireMessage.builder()
                .string(1, "ü".repeat(100))
                .bytes(2, new byte[40])
                .encode();
        assertThat(raw(input).text())
                .contains("\"" + "ü".repeat(40) + "\"... of 200 bytes")
                .contains("00".repeat(32) + "... of 40");
        assertThat(raw(input, "--full").text())
                .contains("\"" + "ü".repeat(100) + "\"\n")
                .contains("00".repeat(40) + "\n");
    }

    @Test
    void controlCharactersDoNotReachTheTerminal() {
        byte[] input = WireMessage.builder().string(1, "a\u009b31mred").encode();
        assertThat(raw(input).text()).isEqualTo("     0  1: string? \"a\\u009b31mred\"\n");
    }

    @Test
    void depthLimitsTheSearchForMessages() {
        WireMessage inner = WireMessage.builder().varint(1, 2).build();
        byte[] input = WireMessage.builder()
                .message(1, WireMessage.builder().message(2, inner).build())
                .encode();
        assertThat(raw(input, "--depth", 0).text()).isEqualTo("     0  1: bytes 12020802\n");
        assertThat(raw(input, "--depth", 1).text()).contains("message? of 4").contains("2: bytes 0802");
        assertThat(raw(input, "--depth", 2).text()).contains("1: varint 2");
        assertThat(raw(input, "--depth", 1001).exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(raw(input, "--depth", -1).exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void groupsBeyondTheDepthAreAnError() {
        byte[] input = Hex.bytes("0b".repeat(3) + "0c".repeat(3));
        assertThat(raw(input, "--depth", 3).exitCode()).isZero();
        Outcome outcome = raw(input, "--depth", 2);
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.DATA);
        assertThat(outcome.err())
                .startsWith("upb: standard input: nested deeper than the limit")
                .contains("at byte 2");
    }

    @Test
    void brokenInputIsShownUpToTheError() throws IOException {
        Path file = Files.write(folder.resolve("broken"), Hex.bytes("0801" + "13" + "1802" + "2205"));
        Outcome outcome = Command.upb("raw", file);
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.DATA);
        assertThat(outcome.text()).isEqualTo("""
                     0  1: varint 1
                     2  2: group {
                     3    3: varint 2 (zigzag? 1)
                """);
        assertThat(outcome.err()).isEqualTo("upb: " + file + ": truncated at byte 5" + System.lineSeparator());
    }

    @Test
    void streamIsShownMessageByMessage() {
        assertShows(raw(Hex.bytes("020803" + "00" + "021005"), "--delimited"), """
                     0  message 0: 2 bytes
                     1    1: varint 3 (zigzag? -2)
                     3  message 1: 0 bytes
                     4  message 2: 2 bytes
                     5    2: varint 5 (zigzag? -3)
                """);
    }

    @Test
    void brokenStreamIsShownUpToTheError() {
        Outcome shortMessage = raw(Hex.bytes("020803" + "040805"), "--delimited");
        assertThat(shortMessage.exitCode()).isEqualTo(ExitCode.DATA);
        assertThat(shortMessage.text()).endsWith("     4    1: varint 5 (zigzag? -3)\n");
        assertThat(shortMessage.err()).contains("truncated: message of 4 bytes, but the stream ends after 2 at byte 3");
        assertThat(raw(Hex.bytes("0080"), "--delimited").err())
                .contains("truncated")
                .contains("at byte 1");
        assertThat(raw(Hex.bytes("ff".repeat(11)), "--delimited").err())
                .contains("malformed")
                .contains("at byte 0");
        assertThat(raw(Hex.bytes("8080808008"), "--delimited").err())
                .contains("larger than the limit")
                .contains("at byte 0");
        assertThat(raw(Hex.bytes("0100"), "--delimited").err()).contains("field number 0 at byte 1");
    }

    @Test
    void emptyAndMissingInputsAreToldApart() {
        assertShows(raw(new byte[0]), "");
        Outcome missing = Command.upb("raw", folder.resolve("none"));
        assertThat(missing.exitCode()).isEqualTo(ExitCode.IO);
        assertThat(missing.err())
                .isEqualTo("upb: " + folder.resolve("none") + ": no such file" + System.lineSeparator());
    }

    @Test
    void realMessagesAreShownWhole() {
        for (Corpus.Entry entry : Corpus.entries()) {
            Outcome outcome = raw(entry.bytes());
            assertThat(outcome.err()).as(entry.name()).isEmpty();
            assertThat(outcome.exitCode()).isZero();
        }
    }

    @Test
    void anyBytesAreShownOrRefusedAsAnotherParserDoes() {
        Seeded.forEach(2000, seeded -> {
            byte[] input = seeded.oneIn(2) ? RandomWire.garbage(seeded, 200) : RandomWire.malformed(seeded);
            boolean valid = WireMessage.isValid(input);
            Outcome outcome = raw(input);
            assertThat(outcome.exitCode()).as(Hex.string(input)).isEqualTo(valid ? ExitCode.OK : ExitCode.DATA);
            assertThat(outcome.err()).hasLineCount(valid ? 0 : 1);
            assertThat(raw(input, "--delimited", "--full").exitCode()).isIn(ExitCode.OK, ExitCode.DATA);
        });
    }

    @Test
    void deeplyNestedInputTakesTimeInProportion() {
        // 1,000 messages, one in the other, 20 times: only the first 100 levels are looked into.
        byte[] input = new byte[0];
        byte[] inner = "x".repeat(50).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        for (int i = 0; i < 1000; i++) {
            inner = WireMessage.builder().bytes(1, inner).encode();
        }
        for (int i = 0; i < 20; i++) {
            input = Hex.concat(input, inner);
        }
        Outcome outcome = raw(input);
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.text().lines().filter(line -> line.contains("message?")))
                .hasSize(20 * 100);
    }
}
