package dev.upb.cli;

import static dev.upb.cli.Command.upb;
import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.cli.Command.Outcome;
import dev.upb.testkit.corpus.Corpus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpbTest {
    @Test
    void runLeavesTheProcessAlone() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode =
                Upb.run(new String[] {"--version"}, InputStream.nullInputStream(), out, new PrintStream(err, true));
        assertThat(exitCode).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).matches("upb \\d+\\.\\d+\\.\\d+\\S*\\R");
        assertThat(err.size()).isZero();
    }

    @Test
    void helpDocumentsCommandsAndExitCodes() {
        String help = upb("--help").text();
        assertThat(help).contains("convert", "raw", "describe", "layout", "completion");
        assertThat(help).containsPattern("1 +the input is malformed").containsPattern("4 +reading or writing failed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"convert", "raw", "describe", "layout", "completion"})
    void everyCommandHasHelp(String name) {
        Outcome outcome = upb(name, "--help");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.text()).contains("Usage: upb " + name);
        assertThat(upb("help", name).text()).isEqualTo(outcome.text());
    }

    @Test
    void wrongArgumentsAreOneLine() {
        for (Object[] arguments : new Object[][] {{}, {"frob"}, {"--frob"}, {"convert", "--frob"}, {"raw", "a", "b"}}) {
            Outcome outcome = upb(arguments);
            assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(outcome.err()).startsWith("upb: ").contains("--help").hasLineCount(1);
            assertThat(outcome.out()).isEmpty();
        }
        assertThat(upb("frob").err()).startsWith("upb: 'frob' is no command; see upb --help");
    }

    @Test
    void completionScriptKnowsCommandsAndOptions() {
        Outcome outcome = upb("completion");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.text())
                .startsWith("#!")
                .contains("_picocli_upb_convert")
                .contains("--int64-as-numbers");
    }

    @Test
    void stackTraceIsForThoseWhoAsk(@TempDir Path folder) {
        Path missing = folder.resolve("missing");
        assertThat(upb("raw", missing).err()).hasLineCount(1);
        assertThat(Command.reading()
                        .in(Map.of("UPB_DEBUG", "1"))
                        .run("raw", missing)
                        .err())
                .contains("\tat dev.upb.cli.RawCommand.run")
                .endsWith("upb: " + missing + ": no such file" + System.lineSeparator());
    }

    /** Fails from a certain byte on. */
    private static final class FailingOutput extends OutputStream {
        private final String error;
        private long left;

        FailingOutput(long left, String error) {
            this.left = left;
            this.error = error;
        }

        @Override
        public void write(int b) throws IOException {
            if (left-- <= 0) {
                throw new IOException(error);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 10_000})
    void brokenPipeEndsQuietly(long accepted) {
        byte[] set = Corpus.ownSet().toByteArray();
        Object[][] commands = {
            {"raw"},
            {"convert", "--type", "google.protobuf.FileDescriptorSet"},
            {"convert", "--type", "google.protobuf.FileDescriptorSet", "--pretty"},
            {"--help"}
        };
        for (Object[] arguments : commands) {
            Outcome outcome = Command.reading(set)
                    .writingTo(new FailingOutput(accepted, "Broken pipe"))
                    .run(arguments);
            assertThat(outcome.err()).isEmpty();
            assertThat(outcome.exitCode()).isZero();
        }
    }

    @Test
    void fullDiskIsAnIoError() {
        for (Object[] arguments :
                new Object[][] {{"raw"}, {"convert", "--type", "google.protobuf.FileDescriptorSet"}}) {
            Outcome outcome = Command.reading(Corpus.ownSet().toByteArray())
                    .writingTo(new FailingOutput(100, "No space left on device"))
                    .run(arguments);
            assertThat(outcome.err())
                    .isEqualTo("upb: standard output: No space left on device" + System.lineSeparator());
            assertThat(outcome.exitCode()).isEqualTo(ExitCode.IO);
        }
    }

    @Test
    void progressIsShownToThoseWhoWatchWhatTakesLong() throws IOException {
        try (InputStream slow = new SlowStream(20)) {
            Outcome watched = Command.reading(slow)
                    .watched()
                    .run("convert", "--type", "google.protobuf.FileDescriptorSet", "--delimited");
            assertThat(watched.exitCode()).isZero();
            assertThat(watched.text()).isEqualTo("{}\n".repeat(20));
            assertThat(watched.err()).contains("\rstandard input").doesNotContain("\n");
        }
        try (InputStream slow = new SlowStream(20)) {
            Outcome unwatched =
                    Command.reading(slow).run("convert", "--type", "google.protobuf.FileDescriptorSet", "--delimited");
            assertThat(unwatched.err()).isEmpty();
            assertThat(unwatched.text()).isEqualTo("{}\n".repeat(20));
        }
    }

    @Test
    void whatIsQuickShowsNoProgress() {
        Outcome outcome = Command.reading(new byte[3])
                .watched()
                .run("convert", "--type", "google.protobuf.FileDescriptorSet", "--delimited");
        assertThat(outcome.err()).isEmpty();
    }

    /** Empty messages, one each 50 ms. */
    private static final class SlowStream extends InputStream {
        private int left;

        SlowStream(int count) {
            left = count;
        }

        @Override
        public int read() {
            if (left-- <= 0) {
                return -1;
            }
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return 0;
        }

        @Override
        public int read(byte[] target, int offset, int size) {
            int next = read();
            if (next < 0) {
                return -1;
            }
            target[offset] = (byte) next;
            return 1;
        }
    }
}
