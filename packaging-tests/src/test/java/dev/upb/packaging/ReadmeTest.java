package dev.upb.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows is compiled and run as a reader would, against the packaged jars. */
class ReadmeTest {
    /** The root of the project, from which the README's commands are meant to be run. */
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    @Test
    void exampleCompilesAndPrintsTheReport() throws Exception {
        Path source = folder.resolve("Example.java");
        Files.writeString(source, javaBlock());
        String jars = Jars.LITE.path().toAbsolutePath()
                + File.pathSeparator
                + Jars.FULL.path().toAbsolutePath();
        assertThat(run("javac", "-Xlint:all", "-Werror", "-cp", jars, "-d", folder.toString(), source.toString()))
                .isEmpty();
        // The report was written by protoc from text: four stations, and 428 bytes of which a new version number
        // changes none.
        assertThat(run("java", "-cp", jars + File.pathSeparator + folder, "Example")
                        .lines())
                .startsWith(
                        "Berner Oberland",
                        "Adelboden [11.5, 11.25, 10.75, 10.5]",
                        "Jungfraujoch [-6.5, -6.75, -7.0, -7.25]")
                .contains("Grimsel Hospiz [4.5, 4.25, 4.0, 3.5]")
                .hasSize(6)
                .last()
                .asString()
                .matches("428 bytes, \\d+ characters");
    }

    @Test
    void exampleHasAboutTwentyLines() throws IOException {
        assertThat(javaBlock().lines().filter(line -> !line.startsWith("import")))
                .hasSizeLessThanOrEqualTo(22);
    }

    private static String javaBlock() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
        assertThat(block.find()).as("a Java block in the README").isTrue();
        return block.group(1);
    }

    private static String run(String tool, String... arguments) throws Exception {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
