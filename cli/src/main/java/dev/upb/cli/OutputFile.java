package dev.upb.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A file that is written as a whole or not at all: under a temporary name beside its place, and moved there by {@link #commit()}. What is no
 * regular file, such as a device or a pipe, is written directly.
 */
final class OutputFile implements AutoCloseable {
    private static final int BUFFER_SIZE = 1 << 16;

    private final Path target;
    /** Null if the target is written directly. */
    private final Path temporary;

    private final OutputStream stream;
    /** Removes the temporary file if the process is ended from outside. */
    private final Thread cleaner;

    private boolean done;

    private OutputFile(Path target, Path temporary) throws IOException {
        this.target = target;
        this.temporary = temporary;
        if (temporary == null) {
            cleaner = null;
            stream = new BufferedOutputStream(Files.newOutputStream(target), BUFFER_SIZE);
        } else {
            cleaner = new Thread(() -> temporary.toFile().delete());
            Runtime.getRuntime().addShutdownHook(cleaner);
            stream = new BufferedOutputStream(
                    Files.newOutputStream(temporary, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
                    BUFFER_SIZE);
        }
    }

    /** Opens the file, and makes the folders that it is in. */
    static OutputFile open(Path file) throws IOException {
        Path target = file;
        if (Files.exists(file)) {
            target = file.toRealPath(); // A link stays a link: the file that it leads to is replaced.
            if (!Files.isRegularFile(target)) {
                return new OutputFile(target, null);
            }
        }
        Path folder = target.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        String suffix = Long.toString(ThreadLocalRandom.current().nextLong() >>> 1, 36);
        return new OutputFile(target, folder.resolve("." + target.getFileName() + "." + suffix + ".tmp"));
    }

    OutputStream stream() {
        return stream;
    }

    /** Completes the file; without this, {@link #close()} leaves the place as it was. */
    void commit() throws IOException {
        stream.close();
        if (temporary != null) {
            keepPermissions();
            try {
                Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        done = true;
    }

    private void keepPermissions() throws IOException {
        try {
            Files.setPosixFilePermissions(temporary, Files.getPosixFilePermissions(target));
        } catch (NoSuchFileException | UnsupportedOperationException e) {
            // A new file, or a system with other permissions: the default ones are right.
        }
    }

    @Override
    public void close() throws IOException {
        if (cleaner != null) {
            Runtime.getRuntime().removeShutdownHook(cleaner);
        }
        if (!done) {
            done = true;
            try {
                stream.close();
            } finally {
                if (temporary != null) {
                    Files.deleteIfExists(temporary);
                }
            }
        }
    }
}
