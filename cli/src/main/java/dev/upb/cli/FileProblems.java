package dev.upb.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Words for what went wrong with a file; the JDK's own texts are often just the path. */
final class FileProblems {
    private FileProblems() {}

    static CommandException of(Object file, IOException cause) {
        return new CommandException(ExitCode.IO, file + ": " + text(cause), cause);
    }

    private static String text(IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return "no such file";
        }
        if (cause instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (cause instanceof NotDirectoryException) {
            return "not a folder";
        }
        if (cause instanceof FileAlreadyExistsException) {
            return "exists and is no folder";
        }
        if (cause instanceof FileSystemException problem && problem.getReason() != null) {
            return problem.getReason();
        }
        return cause.getMessage() != null ? cause.getMessage() : cause.toString();
    }
}
