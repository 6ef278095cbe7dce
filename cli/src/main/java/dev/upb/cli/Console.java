package dev.upb.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Map;

/**
 * What a command knows of the process around it.
 *
 * @param in standard input
 * @param out standard output, buffered; reports a pipe that was closed at the other end as {@link BrokenPipeException}
 * @param err standard error
 * @param showsProgress whether somebody watches standard error, so that progress may be shown there
 * @param environment the environment variables
 * @param home the folder where the program is installed, with {@code lib}, {@code bin} and {@code include} in it; null if there is none
 */
record Console(
        InputStream in,
        OutputStream out,
        PrintStream err,
        boolean showsProgress,
        Map<String, String> environment,
        Path home) {
    /** How standard input and output are written among arguments. */
    static final String DASH = "-";

    private static final int BUFFER_SIZE = 1 << 16;

    /** Whoever read standard output stopped. */
    static final class BrokenPipeException extends IOException {
        private static final long serialVersionUID = 1L;

        BrokenPipeException(IOException cause) {
            super(cause);
        }
    }

    /** Returns the streams and the environment of this process. */
    static Console ofProcess() {
        // System.out would swallow errors, and encode text in the platform's charset; JSON and .proto text are UTF-8.
        return of(System.in, new FileOutputStream(FileDescriptor.out), System.err, isTerminal());
    }

    static Console of(InputStream in, OutputStream out, PrintStream err, boolean showsProgress) {
        return new Console(
                in,
                new BufferedOutputStream(new Pipe(out), BUFFER_SIZE),
                err,
                showsProgress,
                System.getenv(),
                findHome());
    }

    /** Whether standard error is a terminal: the launcher tells; without it, what Linux says of the open file. */
    private static boolean isTerminal() {
        String told = System.getProperty("upb.terminal");
        if (told != null) {
            return Boolean.parseBoolean(told);
        }
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | RuntimeException notLinux) {
            return false;
        }
    }

    /** The program's jar is in a folder of the home. */
    private static Path findHome() {
        CodeSource source = Console.class.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            return null;
        }
        try {
            URI location = source.getLocation().toURI();
            Path folder = Path.of(location).getParent();
            return folder == null ? null : folder.getParent();
        } catch (URISyntaxException | RuntimeException notAFile) {
            return null;
        }
    }

    /** Writes text to standard output as UTF-8. */
    void print(CharSequence text) throws IOException {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Writes one line to standard error. */
    void complain(String message) {
        err.println("upb: " + message);
    }

    /** Tells a closed pipe from other errors; the JDK has only the system's text for it. Fails once, and takes no more behind that. */
    private static final class Pipe extends OutputStream {
        private final OutputStream target;
        private boolean failed;

        Pipe(OutputStream target) {
            this.target = target;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int size) throws IOException {
            if (failed) {
                return;
            }
            try {
                target.write(bytes, offset, size);
            } catch (IOException e) {
                failed = true;
                String text = String.valueOf(e.getMessage());
                // Linux and macOS; Windows.
                if (text.contains("Broken pipe")
                        || text.contains("pipe is being closed")
                        || text.contains("pipe has been ended")) {
                    throw new BrokenPipeException(e);
                }
                throw e;
            }
        }

        @Override
        public void flush() throws IOException {
            target.flush();
        }
    }
}
