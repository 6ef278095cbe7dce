package dev.upb.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** A command and the process around it, put together piece by piece. */
final class Command {
    /** The protoc and the well-known types that the build fetched. */
    static final Path HOME = Path.of(System.getProperty("upb.protoc.home"));

    private InputStream in = InputStream.nullInputStream();
    private OutputStream out = new ByteArrayOutputStream();
    private boolean showsProgress;
    private Map<String, String> environment = Map.of();
    private Path home = HOME;

    /** What a command did. */
    @SuppressWarnings("ArrayRecordComponent") // Looked at, never compared.
    record Outcome(int exitCode, byte[] out, String err) {
        String text() {
            return new String(out, StandardCharsets.UTF_8);
        }
    }

    static Command reading(byte... input) {
        Command command = new Command();
        command.in = new ByteArrayInputStream(input);
        return command;
    }

    static Command reading(InputStream input) {
        Command command = new Command();
        command.in = input;
        return command;
    }

    Command writingTo(OutputStream target) {
        out = target;
        return this;
    }

    Command watched() {
        showsProgress = true;
        return this;
    }

    Command in(Map<String, String> variables) {
        environment = variables;
        return this;
    }

    Command installedIn(Path folder) {
        home = folder;
        return this;
    }

    /** Runs {@code upb} with nothing on standard input. */
    static Outcome upb(Object... arguments) {
        return new Command().run(arguments);
    }

    Outcome run(Object... arguments) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream errStream = new PrintStream(err, true, StandardCharsets.UTF_8);
        Console plain = Console.of(in, out, errStream, showsProgress);
        Console console = new Console(plain.in(), plain.out(), errStream, showsProgress, environment, home);
        int exitCode =
                Upb.run(console, Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new));
        byte[] written = out instanceof ByteArrayOutputStream bytes ? bytes.toByteArray() : new byte[0];
        return new Outcome(exitCode, written, err.toString(StandardCharsets.UTF_8));
    }

    /** Compiles the files with the build's protoc, imports included, and returns the {@code FileDescriptorSet}. */
    static byte[] protoc(Path folder, Path... files) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream errStream = new PrintStream(err, true, StandardCharsets.UTF_8);
        Console console = new Console(
                InputStream.nullInputStream(), OutputStream.nullOutputStream(), errStream, false, Map.of(), HOME);
        try {
            return Protoc.find(console, null).compile(Arrays.asList(files), java.util.List.of(folder));
        } catch (CommandException e) {
            throw new AssertionError(err.toString(StandardCharsets.UTF_8), e);
        } catch (UncheckedIOException e) {
            throw new AssertionError(e);
        }
    }
}
