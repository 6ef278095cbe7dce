package dev.upb.packaging;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The sizes that are recorded, and those of this build. {@value #COMMAND} replaces the record by them, and shows it in the documents.
 *
 * <p>A jar is known by its module, such as {@code dev.upb.lite}, a package by that and its name: {@code dev.upb.lite/dev.upb.base}.
 */
final class SizeRecord {
    static final String COMMAND =
            "mvn -pl packaging-tests -am verify -Dtest=JarSizeTest -Dsurefire.failIfNoSpecifiedTests=false -Dupb.sizes=record";

    /** Those whose jar is recorded. */
    static final List<Jars> WHOLE = List.of(Jars.LITE, Jars.FULL);
    /** Those whose packages are. */
    static final List<Jars> BY_PACKAGE = List.of(Jars.LITE, Jars.FULL, Jars.JIT);

    static final Path README = Path.of("..", "README.md");
    static final Path TABLE = Path.of("..", "benchmarks", "README.md");

    private static final Path FOLDER = Path.of("src", "test", "resources", "dev", "upb", "packaging");
    private static final Path JAR_SIZES = FOLDER.resolve("jar-sizes.properties");
    private static final Path PACKAGE_SIZES = FOLDER.resolve("package-sizes.properties");
    private static final String TABLE_BEGIN = "<!-- packages: begin. Written from `package-sizes.properties`. -->\n";
    private static final String TABLE_END = "<!-- packages: end -->";

    private SizeRecord() {}

    /** Bytes of jars as recorded. */
    static SortedMap<String, Long> jars() {
        return read(JAR_SIZES);
    }

    /** Compressed bytes of packages as recorded. */
    static SortedMap<String, Long> packages() {
        return read(PACKAGE_SIZES);
    }

    static SortedMap<String, Long> jarsOfThisBuild() throws IOException {
        var sizes = new TreeMap<String, Long>();
        for (Jars jar : WHOLE) {
            sizes.put(jar.module, Files.size(jar.path()));
        }
        return sizes;
    }

    static SortedMap<String, Long> packagesOfThisBuild() throws IOException {
        var sizes = new TreeMap<String, Long>();
        for (Jars jar : BY_PACKAGE) {
            try (ZipFile zip = new ZipFile(jar.path().toFile())) {
                zip.stream().filter(SizeRecord::isClass).forEach(entry -> {
                    String name = entry.getName();
                    String packageName =
                            name.substring(0, name.lastIndexOf('/')).replace('/', '.');
                    sizes.merge(jar.module + "/" + packageName, entry.getCompressedSize(), Long::sum);
                });
            }
        }
        return sizes;
    }

    private static boolean isClass(ZipEntry entry) {
        return entry.getName().endsWith(".class") && entry.getName().contains("/");
    }

    /** Makes the sizes of this build the recorded ones if that was asked for. */
    static void recordIfAsked() throws IOException {
        if (!"record".equals(System.getProperty("upb.sizes"))) {
            return;
        }
        String readme = Files.readString(README);
        SortedMap<String, Long> jars = jarsOfThisBuild();
        for (Map.Entry<String, Long> old : jars().entrySet()) {
            readme = readme.replace(grouped(old.getValue()), grouped(jars.get(old.getKey())));
        }
        Files.writeString(README, readme);
        write(JAR_SIZES, jars);
        write(PACKAGE_SIZES, packagesOfThisBuild());
        String document = Files.readString(TABLE);
        String old = TABLE_BEGIN + tableIn(document) + TABLE_END;
        Files.writeString(TABLE, document.replace(old, TABLE_BEGIN + table() + TABLE_END));
    }

    /** Returns the recorded packages as a table in Markdown. */
    static String table() {
        return packages().entrySet().stream()
                .map(each ->
                        each.getKey().replaceFirst("(.*)/(.*)", "| `$1` | `$2` | ") + grouped(each.getValue()) + " |\n")
                .collect(Collectors.joining("", "| module | package | bytes |\n| --- | --- | ---: |\n", ""));
    }

    /** Returns the table that a document shows. */
    static String tableIn(String document) {
        int begin = document.indexOf(TABLE_BEGIN);
        int end = document.indexOf(TABLE_END);
        if (begin < 0 || end < begin) {
            throw new IllegalStateException("no " + TABLE_BEGIN.strip() + " ... " + TABLE_END + " in " + TABLE);
        }
        return document.substring(begin + TABLE_BEGIN.length(), end);
    }

    /** Returns a number as documents show it. */
    static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Returns sizes as lines of the files. */
    static String lines(SortedMap<String, Long> sizes) {
        return sizes.entrySet().stream()
                .map(each -> each.getKey() + " = " + each.getValue() + "\n")
                .collect(Collectors.joining());
    }

    private static void write(Path file, SortedMap<String, Long> sizes) throws IOException {
        String comment = Files.readAllLines(file).get(0);
        Files.writeString(file, comment + "\n" + lines(sizes));
    }

    private static SortedMap<String, Long> read(Path file) {
        var recorded = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            recorded.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var sizes = new TreeMap<String, Long>();
        recorded.forEach((name, size) -> sizes.put((String) name, Long.valueOf((String) size)));
        return sizes;
    }
}
