package dev.upb.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The protobuf compiler, a program of its own. */
final class Protoc {
    private static final String DESCRIPTOR_PROTO = "google/protobuf/descriptor.proto";
    private static final boolean WINDOWS = File.separatorChar == '\\';
    private static final String NAME = WINDOWS ? "protoc.exe" : "protoc";

    private final Console console;
    private final String program;

    private Protoc(Console console, String program) {
        this.console = console;
        this.program = program;
    }

    /**
     * Finds the compiler: the one given, that of the environment variable PROTOC, one on the PATH, or the copy that is installed with this
     * program.
     *
     * @param given the argument of {@code --protoc}, or null
     */
    static Protoc find(Console console, Path given) {
        if (given != null) {
            if (!Files.isExecutable(given) || Files.isDirectory(given)) {
                throw CommandException.usage("--protoc " + given + ": no such program");
            }
            return new Protoc(console, given.toString());
        }
        String variable = console.environment().get("PROTOC");
        if (variable != null && !variable.isEmpty()) {
            return new Protoc(console, variable);
        }
        for (String folder :
                console.environment().getOrDefault("PATH", "").split(Pattern.quote(File.pathSeparator), -1)) {
            Path candidate = Path.of(folder.isEmpty() ? "." : folder, NAME);
            if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
                return new Protoc(console, candidate.toString());
            }
        }
        if (console.home() != null) {
            Path copy = console.home().resolve("bin").resolve(NAME);
            if (Files.isExecutable(copy)) {
                return new Protoc(console, copy.toString());
            }
        }
        throw CommandException.schema(
                "a .proto file needs protoc to be compiled, and there is none: put it on the PATH, "
                        + "set PROTOC, or give --protoc; or give a FileDescriptorSet made by protoc --include_imports");
    }

    /**
     * Compiles files into a {@code FileDescriptorSet} with all that they import. What the compiler says goes to standard error.
     *
     * @param includes folders in which imports are looked for
     */
    byte[] compile(List<Path> files, List<Path> includes) {
        Path folder = null;
        try {
            folder = Files.createTempDirectory("upb");
            Path set = folder.resolve("set.binpb");
            List<String> arguments = new ArrayList<>();
            includes.forEach(include -> arguments.add("-I" + include));
            if (needsIncludes()) {
                arguments.add("-I" + console.home().resolve("include"));
            }
            arguments.add("--include_imports");
            arguments.add("--descriptor_set_out=" + set);
            files.forEach(file -> arguments.add(file.toString()));
            // In a file, one a line: a folder may hold more names than a command line takes.
            Path list = Files.write(folder.resolve("arguments"), arguments, StandardCharsets.UTF_8);
            int exitCode = run(list);
            if (exitCode != 0) {
                throw CommandException.schema(
                        (files.size() == 1 ? files.get(0).toString() : files.size() + " .proto files")
                                + ": protoc failed with exit code " + exitCode + " (" + program + ")");
            }
            return Files.readAllBytes(set);
        } catch (IOException e) {
            throw new CommandException(ExitCode.SCHEMA, "can't run protoc: " + e.getMessage(), e);
        } finally {
            delete(folder);
        }
    }

    private int run(Path argumentFile) throws IOException {
        Process process = new ProcessBuilder(program, "@" + argumentFile)
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        try (InputStream said = process.getInputStream()) {
            String text = new String(said.readAllBytes(), Charset.defaultCharset());
            if (!text.isEmpty()) {
                console.err().print(text);
                console.err().flush();
            }
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Whether the compiler would not find the well-known types by itself, as it does where they are beside it. */
    private boolean needsIncludes() {
        if (console.home() == null
                || !Files.exists(console.home().resolve("include").resolve(DESCRIPTOR_PROTO))) {
            return false;
        }
        Path folder = Path.of(program).toAbsolutePath().getParent();
        return folder != null
                && !Files.exists(folder.resolve(DESCRIPTOR_PROTO))
                && !Files.exists(folder.resolve("include").resolve(DESCRIPTOR_PROTO))
                && !Files.exists(folder.resolveSibling("include").resolve(DESCRIPTOR_PROTO));
    }

    private static void delete(Path folder) {
        if (folder == null) {
            return;
        }
        for (String name : List.of("set.binpb", "arguments", "")) {
            try {
                Files.deleteIfExists(folder.resolve(name));
            } catch (IOException e) {
                // It is in the folder for temporary files, which is cleaned anyway.
            }
        }
    }
}
