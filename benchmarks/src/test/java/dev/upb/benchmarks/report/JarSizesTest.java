package dev.upb.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarSizesTest {
    @TempDir
    Path folder;

    @Test
    void classesAreAddedUpByPackageAndJarsNamedWithoutVersion() throws IOException {
        Path jar = folder.resolve("upb-lite-0.1.0-SNAPSHOT.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String name : List.of("a/b/C.class", "a/b/D.class", "a/E.class", "module-info.class", "a/notes.txt")) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(new byte[1000]);
                zip.closeEntry();
            }
        }
        var sizes = JarSizes.of(List.of(jar));
        assertThat(sizes).containsOnlyKeys("upb-lite", "upb-lite: a", "upb-lite: a.b");
        assertThat(sizes.get("upb-lite")).isEqualTo(Files.size(jar));
        // A thousand zeros take the same few bytes each time.
        assertThat(sizes.get("upb-lite: a.b"))
                .isEqualTo(2 * sizes.get("upb-lite: a"))
                .isLessThan(100);
    }
}
