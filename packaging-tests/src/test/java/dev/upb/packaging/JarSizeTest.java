package dev.upb.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Small is a goal, so sizes are recorded and tested: a jar that grows, or shrinks, asks for a new line in {@code jar-sizes.properties} and in
 * the README. The sizes of all packages are printed to the report of this test.
 */
class JarSizeTest {
    /** How far a jar may be from its recorded size: what one change of no great account does. */
    private static final int TOLERANCE_PERCENT = 2;

    @ParameterizedTest
    @EnumSource(
            value = Jars.class,
            names = {"LITE", "FULL"})
    void jarHasItsRecordedSize(Jars jar) throws IOException {
        var recorded = new Properties();
        try (InputStream file = JarSizeTest.class.getResourceAsStream("jar-sizes.properties")) {
            recorded.load(file);
        }
        long size = Files.size(jar.path());
        long expected = Long.parseLong(recorded.getProperty(jar.module));
        System.out.printf("%s: %,d bytes%n", jar.module, size);
        assertThat(size)
                .as("bytes of %s, recorded in jar-sizes.properties", jar.module)
                .isCloseTo(expected, withinPercentage(TOLERANCE_PERCENT));
        assertThat(Files.readString(Path.of("..", "README.md"))).contains(String.format(Locale.ROOT, "%,d", expected));
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
                            || name.startsWith("META-INF/services/dev.upb.")
                            || name.startsWith("dev/upb/"));
        }
        bytesByPackage.forEach((name, bytes) -> System.out.printf("%,9d  %s %s%n", bytes, jar.module, name));
    }
}
