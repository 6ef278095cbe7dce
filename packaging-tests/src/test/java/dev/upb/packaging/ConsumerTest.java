package dev.upb.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program of a user: a module of its own, compiled and run with this JDK's tools against the packaged jars. */
class ConsumerTest {
    /** What a program printed, both streams, and how it ended. */
    private record Outcome(int exitCode, String output) {}

    private static final String JARS = Jars.LITE.path() + File.pathSeparator + Jars.FULL.path();

    @TempDir
    Path folder;

    @BeforeEach
    void declareModule() throws IOException {
        write("module-info.java", "module consumer { requires dev.upb; }");
    }

    @Test
    void moduleThatRequiresFullUsesBothJars() throws Exception {
        write("consumer/Main.java", """
                package consumer;

                import dev.upb.mem.Arena;
                import dev.upb.reflection.DefPool;

                public class Main {
                    public static void main(String[] args) {
                        try (Arena arena = Arena.create()) {
                            System.out.println(arena.getClass().getModule().getName());
                        }
                        System.out.println(DefPool.class.getModule().getName());
                    }
                }
                """);
        assertThat(compile()).isEqualTo(new Outcome(0, ""));
        String path = JARS + File.pathSeparator + folder.resolve("classes");
        assertThat(run("java", "--module-path", path, "--module", "consumer/consumer.Main"))
                .isEqualTo(new Outcome(0, "dev.upb.lite\ndev.upb\n"));
    }

    @Test
    void internalPackageIsHiddenFromUsers() throws Exception {
        write("consumer/Main.java", """
                package consumer;

                public class Main {
                    dev.upb.mem.internal.Heap heap;
                }
                """);
        Outcome outcome = compile();
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.output()).contains("package dev.upb.mem.internal is not visible");
    }

    private void write(String name, String source) throws IOException {
        Path file = folder.resolve("src").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, source);
    }

    private Outcome compile() throws Exception {
        var arguments = new ArrayList<>(List.of("--release", "17", "-Xlint:all", "-Werror", "--module-path", JARS));
        arguments.addAll(List.of("-d", folder.resolve("classes").toString()));
        try (Stream<Path> files = Files.walk(folder.resolve("src"))) {
            files.filter(Files::isRegularFile).map(Path::toString).forEach(arguments::add);
        }
        return run("javac", arguments.toArray(String[]::new));
    }

    private static Outcome run(String tool, String... arguments) throws Exception {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), output.replace(System.lineSeparator(), "\n"));
    }
}
