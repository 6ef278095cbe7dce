package dev.upb.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.testkit.Cases;
import dev.upb.testkit.wire.Hex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The inputs that runtimes have got wrong, through a pipe. */
class ConvertCasesTest {
    @TempDir
    static Path folder;

    private static Path schema;

    @BeforeAll
    static void writeSchema() throws IOException {
        schema = Files.write(folder.resolve("schema.binpb"), Cases.schemaBytes());
    }

    static List<Cases.Binary> cases() {
        return Cases.binary();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void pipeGivesWhatTheCaseExpects(Cases.Binary test) {
        Command.Outcome outcome = Command.reading(test.input())
                .run(
                        "convert",
                        "--schema",
                        schema,
                        "--type",
                        test.type(),
                        "--from",
                        "binpb",
                        "--to",
                        "binpb",
                        "-",
                        "-o",
                        "-");
        if (test.expected().isRejected()) {
            assertThat(outcome.exitCode()).isEqualTo(ExitCode.DATA);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err()).matches("upb: standard input: .* at byte \\d+( in field \\S+)?\\R");
        } else {
            assertThat(outcome.err()).isEmpty();
            assertThat(outcome.exitCode()).isEqualTo(ExitCode.OK);
            assertThat(Hex.string(outcome.out()))
                    .isEqualTo(Hex.string(test.expected().bytes()));
        }
    }

    static List<Cases.Json> jsonCases() {
        return Cases.json();
    }

    @ParameterizedTest
    @MethodSource("jsonCases")
    void jsonThroughThePipeGivesWhatTheCaseExpects(Cases.Json test) {
        Command.Outcome outcome = Command.reading(test.input().getBytes(UTF_8))
                .run(
                        "convert",
                        "--schema",
                        schema,
                        "--type",
                        test.type(),
                        "--from",
                        "json",
                        "--to",
                        "json",
                        "-",
                        "-o",
                        "-");
        if (test.expected().isRejected()) {
            assertThat(outcome.exitCode()).isEqualTo(ExitCode.DATA);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err()).matches("upb: standard input: line \\d+, column \\d+: .*\\R");
        } else {
            assertThat(outcome.err()).isEmpty();
            assertThat(outcome.exitCode()).isEqualTo(ExitCode.OK);
            assertThat(outcome.text()).isEqualTo(test.expected().text() + "\n");
        }
    }
}
