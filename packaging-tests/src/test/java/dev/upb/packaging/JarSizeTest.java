package dev.upb.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Small is a goal, so it is tested. The sizes are printed to the report of this test. */
class JarSizeTest {
    /** For {@code upb-lite} and {@code upb} together: a tenth of protobuf-java and protobuf-java-util. */
    private static final long BUDGET_BYTES = 189 * 1024;

    @Test
    void liteAndFullTogetherFitTheBudget() throws IOException {
        long lite = Files.size(Jars.LITE.path());
        long full = Files.size(Jars.FULL.path());
        System.out.printf("upb-lite %,d + upb %,d = %,d of %,d bytes%n", lite, full, lite + full, BUDGET_BYTES);
        assertThat(lite + full)
                .as("bytes of upb-lite (%,d) and upb (%,d)", lite, full)
                .isLessThanOrEqualTo(BUDGET_BYTES);
    }

    @ParameterizedTest
    @EnumSource
    void jarHoldsItsClassesAndTheLicenceOnly(Jars jar) throws IOException {
        var bytesByPackage = new TreeMap<String, Long>();
        try (ZipFile zip = new ZipFile(jar.path().toFile())) {
            zip.stream().filter(entry -> !entry.isDirectory()).forEach(entry -> {
                String name = entry.getName();
                bytesByPackage.merge(
                        name.substring(0, name.lastIndexOf('/') + 1), entry.getCompressedSize(), Long::sum);
            });
            assertThat(zip.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName))
                    .contains("META-INF/LICENSE", "module-info.class")
                    .allMatch(name -> name.equals("META-INF/LICENSE")
                            || name.equals("META-INF/MANIFEST.MF")
                            || name.equals("module-info.class")
                            || name.startsWith("dev/upb/"));
        }
        bytesByPackage.forEach((name, bytes) -> System.out.printf("%,9d  %s %s%n", bytes, jar.module, name));
    }
}
