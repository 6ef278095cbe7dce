package dev.upb.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Small is a goal, so sizes are recorded and tested: a jar or package that grows, or shrinks, asks for a new record, which
 * {@value SizeRecord#COMMAND} makes.
 */
class JarSizeTest {
    /** How far a jar may be from its recorded size: what one change of no great account does. */
    private static final int JAR_TOLERANCE_PERCENT = 2;

    /** Likewise a package. */
    private static final int PACKAGE_TOLERANCE_PERCENT = 3;

    /** What one method more takes, which is much of a small package. */
    private static final long PACKAGE_TOLERANCE_BYTES = 200;

    @BeforeAll
    static void record() throws IOException {
        SizeRecord.recordIfAsked();
    }

    private static void assertRecorded(
            SortedMap<String, Long> recorded, SortedMap<String, Long> now, int percent, long bytes) {
        List<String> changes = new ArrayList<>();
        var names = new TreeSet<>(recorded.keySet());
        names.addAll(now.keySet());
        for (String name : names) {
            long before = recorded.getOrDefault(name, 0L);
            long after = now.getOrDefault(name, 0L);
            if (Math.abs(after - before) > Math.max(bytes, before * percent / 100)) {
                changes.add(
                        name + ": " + SizeRecord.grouped(before) + " bytes recorded, now " + SizeRecord.grouped(after));
            }
        }
        assertThat(changes)
                .as("to record all of these, run  %s%nor paste them:%n%s", SizeRecord.COMMAND, SizeRecord.lines(now))
                .isEmpty();
    }

    @Test
    void jarsHaveTheirRecordedSizes() throws IOException {
        assertRecorded(SizeRecord.jars(), SizeRecord.jarsOfThisBuild(), JAR_TOLERANCE_PERCENT, 0);
    }

    @Test
    void packagesHaveTheirRecordedSizes() throws IOException {
        assertRecorded(
                SizeRecord.packages(),
                SizeRecord.packagesOfThisBuild(),
                PACKAGE_TOLERANCE_PERCENT,
                PACKAGE_TOLERANCE_BYTES);
    }

    @Test
    void documentsShowWhatIsRecorded() throws IOException {
        String readme = Files.readString(SizeRecord.README);
        assertThat(SizeRecord.jars().values())
                .as("sizes in README.md, as recorded in jar-sizes.properties")
                .allSatisfy(size -> assertThat(readme).contains(SizeRecord.grouped(size)));
        assertThat(SizeRecord.tableIn(Files.readString(SizeRecord.TABLE)))
                .as("table in benchmarks/README.md, as recorded in package-sizes.properties")
                .isEqualTo(SizeRecord.table());
    }

    @ParameterizedTest
    @EnumSource
    void jarHoldsItsClassesAndTheLicenceOnly(Jars jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.path().toFile())) {
            assertThat(zip.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName))
                    .contains("META-INF/LICENSE", "module-info.class")
                    .allMatch(name -> name.equals("META-INF/LICENSE")
                            || name.equals("META-INF/MANIFEST.MF")
                            || name.equals("module-info.class")
                            || name.startsWith("META-INF/services/dev.upb.")
                            || name.startsWith("dev/upb/"));
        }
    }
}
