package dev.upb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What only a process of its own shows: a small heap, a pipe, the exit. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ProcessTest {
    @TempDir
    Path folder;

    private Shop shop;

    @BeforeEach
    void writeSchema() {
        shop = Shop.in(folder);
    }

    private ProcessBuilder upb(String heap, Object... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx" + heap, "-cp", System.getProperty("java.class.path"), "dev.upb.cli.Upb"));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return new ProcessBuilder(command).redirectError(folder.resolve("err").toFile());
    }

    private String err() throws IOException {
        return Files.readString(folder.resolve("err"));
    }

    private Path stream(int count) throws IOException {
        Path file = folder.resolve("stream");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < count; i++) {
                out.write(new byte[] {5, 8, (byte) (i & 63), 0x32, 1, 'x'}); // item_count, note
            }
        }
        return file;
    }

    @Test
    void millionMessagesPassThroughASmallHeap() throws Exception {
        int count = 1_000_000;
        Path target = folder.resolve("out.jsonl");
        long begin = System.nanoTime();
        Process process = upb(
                        "64m",
                        "convert",
                        "--schema",
                        shop.set,
                        "--type",
                        "Order",
                        "--delimited",
                        stream(count),
                        "-o",
                        target)
                .start();
        assertThat(process.waitFor()).isZero();
        assertThat(err()).isEmpty();
        System.out.printf("%,d messages in %,d ms%n", count, (System.nanoTime() - begin) / 1_000_000);
        try (var lines = Files.lines(target)) {
            assertThat(lines.skip(count - 1))
                    .containsExactly("{\"itemCount\":" + (count - 1 & 63) + ",\"note\":\"x\"}");
        }
    }

    @Test
    void readerThatStopsEndsTheProcessQuietly() throws Exception {
        Process process = upb(
                        "64m", "convert", "--schema", shop.set, "--type", "Order", "--delimited", stream(1_000_000))
                .start();
        try (InputStream out = process.getInputStream()) {
            assertThat(out.readNBytes(4)).isEqualTo("{\"no".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(process.waitFor()).isZero();
        assertThat(err()).isEmpty();
    }

    @Test
    void smallHeapIsALineNotATrace() throws Exception {
        Path large = folder.resolve("large");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(large))) {
            for (int i = 0; i < 20_000_000; i++) {
                out.write(0x3a); // Field parts, an empty message each.
                out.write(0);
            }
        }
        for (Object[] arguments : new Object[][] {
            {"convert", "--schema", shop.set, "--type", "Order", "--to", "binpb", large}, {"raw", large}
        }) {
            Process process = upb("32m", arguments).start();
            try (InputStream out = process.getInputStream()) {
                assertThat(out.readAllBytes()).isEmpty();
            }
            assertThat(process.waitFor()).isEqualTo(ExitCode.IO);
            assertThat(err()).startsWith("upb: ").hasLineCount(1);
        }
    }

    @Test
    void pipeThroughTheProcessIsExact() throws Exception {
        Process process = upb(
                        "64m", "convert", "--schema", shop.set, "--type", "Order", "--to", "binpb", "-", "-o", "-")
                .start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(new byte[] {16, 5, 8, 3});
        }
        try (InputStream out = process.getInputStream()) {
            assertThat(out.readAllBytes()).containsExactly(8, 3, 16, 5);
        }
        assertThat(process.waitFor()).isZero();
        process = upb("64m", "convert", "--schema", shop.set, "--type", "Order", "--to", "binpb", "-", "-o", "-")
                .start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(8);
        }
        assertThat(process.waitFor()).isEqualTo(ExitCode.DATA);
        assertThat(err())
                .isEqualTo("upb: standard input: truncated at byte 0 in field item_count" + System.lineSeparator());
    }
}
