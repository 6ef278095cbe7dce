package dev.upb.testkit.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpmPackageTest {
    @Test
    void packageIsFetchedOnceAndHasItsFiles(@TempDir Path cache) throws Exception {
        NpmPackage fetched = NpmPackage.fetch("npm", cache, "isarray", "2.0.5");

        SortedMap<String, byte[]> files = fetched.files(path -> path.endsWith(".json"));
        assertThat(files).containsOnlyKeys("package.json");
        assertThat(new String(files.get("package.json"), StandardCharsets.UTF_8))
                .contains("\"version\": \"2.0.5\"");
        try (Stream<Path> kept = Files.list(cache)) {
            assertThat(kept.map(path -> path.getFileName().toString())).containsExactly("isarray-2.0.5.tgz");
        }
        assertThat(NpmPackage.fetch("no-such-command", cache, "isarray", "2.0.5")
                        .files(path -> true))
                .containsAllEntriesOf(files);
    }

    @Test
    void missingCommandIsNamed(@TempDir Path cache) throws Exception {
        assertThatThrownBy(() -> NpmPackage.fetch("no-such-command", cache, "isarray", "2.0.5"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "the command \"no-such-command\" is needed to fetch isarray@2.0.5; install Node.js with npm");
        assertThat(cache).isEmptyDirectory();
    }
}
