package dev.upb.benchmarks.inputs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Supplier;

/** Bytes that take seconds to get, kept in the build folder: every process of a benchmark needs them anew. */
final class CachedFile {
    private static final Path FOLDER = Path.of("target", "inputs");

    private CachedFile() {}

    /** Returns the bytes of this name; {@code source} is asked the first time only. */
    static byte[] bytes(String name, Supplier<byte[]> source) {
        Path file = FOLDER.resolve(name);
        try {
            if (!Files.exists(file)) {
                Files.createDirectories(FOLDER);
                // Moved when it is whole: another process may make it at the same time.
                Path part = Files.createTempFile(FOLDER, name, ".part");
                Files.write(part, source.get());
                Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
