package dev.upb.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** The inputs that are kept: for each test class a folder of its name. */
final class FuzzCorpus {
    private FuzzCorpus() {}

    interface Target {
        void run(byte[] input) throws IOException;
    }

    /** Returns a test for each input of a class; they lie in a folder or, where these tests run again, in a jar. */
    static Stream<DynamicTest> replay(Class<?> test, Target target) throws IOException, URISyntaxException {
        URI folder = test.getResource(test.getSimpleName()).toURI();
        if (!folder.getScheme().equals("jar")) {
            return replay(Path.of(folder), target);
        }
        String name = folder.getSchemeSpecificPart();
        Path jar = Path.of(URI.create(name.substring(0, name.indexOf("!/"))));
        try (FileSystem files = FileSystems.newFileSystem(jar)) {
            return replay(files.getPath(name.substring(name.indexOf("!/") + 1)), target);
        }
    }

    private static Stream<DynamicTest> replay(Path folder, Target target) throws IOException {
        List<Path> inputs;
        try (Stream<Path> files = Files.list(folder)) {
            inputs = files.sorted().toList();
        }
        assertThat(inputs).as("inputs in %s", folder).isNotEmpty();
        List<DynamicTest> tests = new ArrayList<>();
        for (Path input : inputs) {
            byte[] bytes = Files.readAllBytes(input);
            tests.add(DynamicTest.dynamicTest(input.getFileName().toString(), input.toUri(), () -> target.run(bytes)));
        }
        return tests.stream();
    }
}
