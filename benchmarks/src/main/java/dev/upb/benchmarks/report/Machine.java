package dev.upb.benchmarks.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the numbers come from.
 *
 * @param load how many processes wanted to run when this was asked, averaged over a minute; negative if that is not known
 */
public record Machine(String processor, int cores, String system, String java, double load) {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    /** Returns the machine that this process runs on, and its Java. */
    public static Machine current() {
        return new Machine(
                processorName(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    private static String processorName() {
        try {
            if (Files.isReadable(CPU_INFO)) {
                for (String line : Files.readString(CPU_INFO, StandardCharsets.UTF_8)
                        .lines()
                        .toList()) {
                    if (line.startsWith("model name")) {
                        return line.substring(line.indexOf(':') + 1).strip();
                    }
                }
            }
            return "unknown processor";
        } catch (IOException e) {
            return "unknown processor";
        }
    }

    @Override
    public String toString() {
        return processor + ", " + cores + " cores, " + system + ", " + java;
    }
}
