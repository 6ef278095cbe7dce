package dev.upb.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** The inputs that are kept: for each test class a folder of its name. */
final class FuzzCorpus {
    private FuzzCorpus() {}

    interface Target {
        void run(byte[] input) throws IOException;
    }

    /** Returns a test for each input of a class. */
    static Stream<DynamicTest> replay(Class<?> test, Target target) throws IOException, URISyntaxException {
        Path folder = Path.of(test.getResource(test.getSimpleName()).toURI());
        List<Path> inputs;
        try (Stream<Path> files = Files.list(folder)) {
            inputs = files.sorted().toList();
        }
        assertThat(inputs).as("inputs in %s", folder).isNotEmpty();
        return inputs.stream()
                .map(input -> DynamicTest.dynamicTest(
                        input.getFileName().toString(), input.toUri(), () -> target.run(Files.readAllBytes(input))));
    }
}
