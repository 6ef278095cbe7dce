package dev.upb.testkit.corpus;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * One version of a package of npm, as a source of real inputs that are too large to keep. It is fetched once by the {@code npm} command, which
 * must be installed, and kept in the build folder of the module that asks for it.
 */
public final class NpmPackage {
    private static final Path CACHE = Path.of("target", "npm");
    private static final int BLOCK = 512;

    private final Path archive;

    private NpmPackage(Path archive) {
        this.archive = archive;
    }

    /**
     * Returns a package, fetched if this was not done before.
     *
     * @param name such as {@code isarray} or {@code @scope/name}
     * @param version exactly one, such as {@code 1.2.3}
     * @throws IllegalStateException if npm is missing or fails; the text has what it said
     */
    public static NpmPackage fetch(String name, String version) {
        boolean windows = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
        return fetch(windows ? "npm.cmd" : "npm", CACHE, name, version);
    }

    static NpmPackage fetch(String command, Path cache, String name, String version) {
        Path archive = cache.resolve(name.replaceAll("[^A-Za-z0-9.-]", "_") + "-" + version + ".tgz");
        try {
            if (!Files.exists(archive)) {
                download(command, Files.createDirectories(cache), name + "@" + version, archive);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep npm package " + name + " in " + cache.toAbsolutePath(), e);
        }
        return new NpmPackage(archive);
    }

    private static void download(String command, Path cache, String wanted, Path archive) throws IOException {
        // In a folder of its own and then moved: another build may fetch the same, and half an archive must not stay.
        Path folder = Files.createTempDirectory(cache, "fetch");
        try {
            run(command, wanted, folder);
            try (Stream<Path> packed = Files.list(folder)) {
                Path file = packed.filter(path -> path.toString().endsWith(".tgz"))
                        .findAny()
                        .orElseThrow(() -> new IllegalStateException("npm pack of " + wanted + " left no archive"));
                Files.move(file, archive, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            try (Stream<Path> left = Files.list(folder)) {
                for (Path path : left.toList()) {
                    Files.delete(path);
                }
            }
            Files.delete(folder);
        }
    }

    private static void run(String command, String wanted, Path folder) throws IOException {
        Process npm;
        try {
            npm = new ProcessBuilder(command, "pack", "--silent", "--pack-destination", folder.toString(), wanted)
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the command \"" + command + "\" is needed to fetch " + wanted + "; install Node.js with npm", e);
        }
        npm.getOutputStream().close();
        String output = new String(npm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (npm.waitFor() != 0) {
                throw new IllegalStateException(
                        "npm pack " + wanted + " failed with exit code " + npm.exitValue() + ": " + output.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while npm fetches " + wanted, e);
        }
    }

    /** Returns the files whose path in the package, such as {@code lib/index.js}, is wanted, by path. */
    public SortedMap<String, byte[]> files(Predicate<String> wanted) {
        SortedMap<String, byte[]> files = new TreeMap<>();
        try (InputStream tar = new GZIPInputStream(Files.newInputStream(archive), 1 << 16)) {
            readTar(tar, wanted, files);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + archive.toAbsolutePath() + "; delete it", e);
        }
        return files;
    }

    /** Reads a tar archive: blocks of 512 bytes, a header before each file; in it name, size in octal digits, kind, and more of the name. */
    private static void readTar(InputStream tar, Predicate<String> wanted, SortedMap<String, byte[]> files)
            throws IOException {
        String longName = null;
        while (true) {
            byte[] header = tar.readNBytes(BLOCK);
            if (header.length < BLOCK || header[0] == 0) {
                return;
            }
            int size = Integer.parseInt(text(header, 124, 12).strip(), 8);
            char kind = (char) header[156];
            String prefix = text(header, 345, 155);
            String name = (prefix.isEmpty() ? "" : prefix + "/") + text(header, 0, 100);
            byte[] content = tar.readNBytes(size);
            if (content.length < size) {
                throw new EOFException("archive ends inside " + name);
            }
            tar.skipNBytes(-size & BLOCK - 1);
            if (kind == 'x') { // Attributes of the next file, among them its name if that is long.
                longName = new String(content, StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.contains(" path="))
                        .map(line -> line.substring(line.indexOf('=') + 1))
                        .findAny()
                        .orElse(null);
                continue;
            }
            // All paths begin with one folder, the same in the whole archive.
            String path = longName != null ? longName : name;
            path = path.substring(path.indexOf('/') + 1);
            longName = null;
            if ((kind == '0' || kind == 0) && wanted.test(path)) {
                files.put(path, content);
            }
        }
    }

    private static String text(byte[] header, int offset, int size) {
        int end = offset;
        while (end < offset + size && header[end] != 0) {
            end++;
        }
        return new String(header, offset, end - offset, StandardCharsets.UTF_8);
    }
}
