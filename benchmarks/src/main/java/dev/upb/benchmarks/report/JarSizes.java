package dev.upb.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** How large jars are, and what in them. */
public final class JarSizes {
    private JarSizes() {}

    /** Returns compressed bytes by package, named {@code jar: package}, and the size of each jar, named {@code jar}, without versions. */
    public static SortedMap<String, Long> of(List<Path> jars) throws IOException {
        SortedMap<String, Long> sizes = new TreeMap<>();
        for (Path jar : jars) {
            String artifact = jar.getFileName().toString().replaceFirst("-\\d.*", "");
            sizes.put(artifact, Files.size(jar));
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                for (ZipEntry entry : zip.stream().toList()) {
                    int end = entry.getName().lastIndexOf('/');
                    if (entry.getName().endsWith(".class") && end > 0) {
                        String packageName = entry.getName().substring(0, end).replace('/', '.');
                        sizes.merge(artifact + ": " + packageName, entry.getCompressedSize(), Long::sum);
                    }
                }
            }
        }
        return sizes;
    }
}
