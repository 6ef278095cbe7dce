package dev.upb.reflection;

import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Gives schemas to the compiler. */
final class Protoc {
    static final String CRASHED = "protoc crashes: ";

    private static final int TAKEN = 0;
    private static final int REJECTED = 1;

    private final Path executable;
    private final Path folder;

    private Protoc(Path executable, Path folder) {
        this.executable = executable;
        this.folder = folder;
    }

    /** Returns the compiler that the build has put there, or null: it is not published for every platform. */
    static Protoc find(Path folder) {
        String path = System.getProperty("upb.protoc");
        return path != null && new File(path).setExecutable(true) ? new Protoc(Path.of(path), folder) : null;
    }

    /**
     * Returns what is wrong with a schema: empty if nothing is; {@value #CRASHED} and what it says if protoc itself fails.
     *
     * @param set files in any order; all of them are checked
     */
    String problems(FileDescriptorSet set) {
        try {
            Path in = folder.resolve("in.binpb");
            Path err = folder.resolve("err.txt");
            Files.write(in, set.toByteArray());
            List<String> command = new ArrayList<>(List.of(
                    executable.toString(),
                    "--experimental_editions",
                    "--descriptor_set_in=" + in,
                    "--descriptor_set_out=" + folder.resolve("out.binpb")));
            set.getFileList().forEach(file -> command.add(file.getName()));
            Process process = new ProcessBuilder(command)
                    .redirectError(err.toFile())
                    .redirectOutput(folder.resolve("out.txt").toFile())
                    .start();
            int status = process.waitFor();
            String text = new String(Files.readAllBytes(err), StandardCharsets.UTF_8);
            return status == TAKEN ? "" : (status == REJECTED ? "rejected: " : CRASHED) + text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
