package dev.upb.cli;

/** Ends a command with an exit code and a line for standard error. */
final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    CommandException(int exitCode, String message) {
        this(exitCode, message, null);
    }

    CommandException(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    static CommandException usage(String message) {
        return new CommandException(ExitCode.USAGE, message);
    }

    static CommandException schema(String message) {
        return new CommandException(ExitCode.SCHEMA, message);
    }

    /** One of {@link ExitCode}. */
    int exitCode() {
        return exitCode;
    }
}
