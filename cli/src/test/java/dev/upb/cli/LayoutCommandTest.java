package dev.upb.cli;

import static dev.upb.cli.Command.upb;
import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.cli.Command.Outcome;
import dev.upb.minidescriptor.MiniDescriptor;
import dev.upb.minitable.MiniTable;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.wire.Hex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayoutCommandTest {
    @TempDir
    Path folder;

    private Outcome layout(String source, Object... arguments) throws IOException {
        Path file = Files.writeString(folder.resolve("layout.proto"), source);
        Object[] all = new Object[arguments.length + 3];
        all[0] = "layout";
        all[1] = "--schema";
        all[2] = file;
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return upb(all);
    }

    @Test
    void everyByteIsAccountedFor() throws IOException {
        Outcome outcome = layout("""
                syntax = "proto2";
                message M {
                  optional string name = 1;
                  required int32 id = 2;
                  repeated double ratios = 3 [packed = true];
                  map<string, M> below = 4;
                  oneof kind { bool flag = 5; int64 count = 6; }
                  optional bool last = 9;
                  extensions 100 to max;
                }
                """);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitCode()).isZero();
        // Header, hasbits with the required one first, slots of 8, of 4 and of 1 byte, and what is left of 8.
        String[] table = outcome.text().split("\n\n", -1);
        assertThat(table[0]).isEqualTo("M: 48 bytes, 7 fields, 1 required, extendable");
        assertThat(table[1]).isEqualTo("""
                offset  size  number  name                  type            mode          presence
                     0     8          (header)
                     8     4          (hasbits: 3)
                    12     8       1  name                  string          scalar        hasbit 1
                    20     1       5  flag                  bool            scalar        oneof kind, case at 40
                    20     8       6  count                 int64           scalar        oneof kind, case at 40
                    28     4       2  id                    int32           scalar        hasbit 0 (required)
                    32     4       3  ratios                double          array packed  implicit
                    36     4       4  below                 map<string, message M>  map           implicit
                    40     4          (case of oneof kind)
                    44     1       9  last                  bool            scalar        hasbit 2
                    45     3          (padding)\
                """.replace("type            mode", "type                    mode")
                .replace("string          scalar", "string                  scalar")
                .replace("bool            scalar", "bool                    scalar")
                .replace("int64           scalar", "int64                   scalar")
                .replace("int32           scalar", "int32                   scalar")
                .replace("double          array", "double                  array"));
    }

    @Test
    void miniDescriptorDescribesTheTable() throws IOException {
        Outcome outcome = layout("""
                syntax = "proto3";
                message M { int32 a = 1; repeated string b = 5; }
                """);
        Matcher matcher = Pattern.compile("(?s)M: (\\d+) bytes.*\nmini-descriptor: (\\S+)\n")
                .matcher(outcome.text());
        assertThat(matcher.matches()).isTrue();
        MiniTable table = MiniDescriptor.buildMessage(matcher.group(2));
        assertThat(table.size()).isEqualTo(Integer.parseInt(matcher.group(1)));
        assertThat(table.fieldCount()).isEqualTo(2);
        assertThat(table.field(1).number()).isEqualTo(5);
        assertThat(outcome.text()).contains(table.field(1).offset() + "     4       5  b");
    }

    @Test
    void messageIsMeasured() throws IOException {
        byte[] set = Corpus.descriptorSet().toByteArray();
        Path file = Files.write(folder.resolve("set.binpb"), set);
        Outcome outcome = upb("layout", "--type", "google.protobuf.FileDescriptorSet", file);
        assertThat(outcome.err()).isEmpty();
        Matcher matcher = Pattern.compile("(.*): (\\d+) bytes of input, (\\d+) bytes of arena, input included\n")
                .matcher(outcome.text());
        assertThat(matcher.matches()).isTrue();
        assertThat(matcher.group(1)).isEqualTo(file.toString());
        assertThat(Integer.parseInt(matcher.group(2))).isEqualTo(set.length);
        assertThat(Integer.parseInt(matcher.group(3))).isBetween(2 * set.length, 4 * set.length);
    }

    @Test
    void inputThatCannotBeMeasuredIsAnError() throws IOException {
        String source = "syntax = \"proto3\"; message M { int32 a = 1; }";
        Path broken = Files.write(folder.resolve("broken.binpb"), Hex.bytes("08"));
        Outcome outcome = layout(source, broken);
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.DATA);
        assertThat(outcome.err())
                .isEqualTo("upb: " + broken + ": truncated at byte 0 in field a" + System.lineSeparator());
        assertThat(layout(source, folder.resolve("none")).exitCode()).isEqualTo(ExitCode.IO);
        assertThat(layout(source, "-t", "N").exitCode()).isEqualTo(ExitCode.USAGE);
    }
}
