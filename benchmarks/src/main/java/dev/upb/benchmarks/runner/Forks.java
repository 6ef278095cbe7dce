package dev.upb.benchmarks.runner;

import dev.upb.benchmarks.report.Samples;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs single forks: a new process that warms up, measures, and ends. What JMH says goes to a log. For one thread; JMH reads the class path
 * from a property of this process.
 */
final class Forks implements AutoCloseable {
    /** A fixed heap, and the collector that servers have, whatever the machine would choose. */
    private static final List<String> JVM = List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC");

    private static final Path LOG = Path.of("target", "jmh.log");
    private static final String CLASS_PATH = "java.class.path";
    private static final int WARM_UPS = 3;
    private static final int MEASUREMENTS = 5;
    /** An iteration that takes less than this share of an earlier one was not measured in a steady state. */
    private static final double STEADY = 0.8;

    private static final double WARM_UP_SHARE = 0.65;

    private final PrintStream out;
    private final OutputFormat format;

    Forks() {
        try {
            Files.createDirectories(LOG.getParent());
            out = new PrintStream(Files.newOutputStream(LOG), true, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        format = OutputFormatFactory.createFormatInstance(out, VerboseMode.NORMAL);
        // Its lock is one file for the whole machine, and stays locked by whoever made it.
        System.setProperty("jmh.ignoreLock", "true");
    }

    /**
     * What one fork measured.
     *
     * @param nanos time of one operation
     * @param allocated bytes of heap for one operation
     * @param warmingUp whether it was still getting faster while it was measured
     */
    record Sample(double nanos, double allocated, boolean warmingUp) {}

    /** Returns the seconds of a fork in words. */
    static String describe(double seconds) {
        return String.format("%d + %d iterations in %.1f s a fork", WARM_UPS, MEASUREMENTS, seconds);
    }

    /**
     * Runs one fork; most of the time is for warming up: generated classes are many methods to compile.
     *
     * @param seconds without those that the process needs to start
     * @param classPath of the process
     * @throws BenchmarkFailure if the benchmark fails in it
     */
    Sample run(Contestant contestant, double seconds, String classPath) throws BenchmarkFailure {
        List<String> jvm = new ArrayList<>(JVM);
        if (contestant.tier() != null) {
            jvm.add(contestant.tier().jvmArgument());
        }
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(contestant.type() + "." + contestant.method()) + "$")
                .forks(1)
                .jvmArgs(jvm.toArray(String[]::new))
                .warmupIterations(WARM_UPS)
                .warmupTime(share(seconds * WARM_UP_SHARE, WARM_UPS))
                .measurementIterations(MEASUREMENTS)
                .measurementTime(share(seconds * (1 - WARM_UP_SHARE), MEASUREMENTS))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true);
        if (contestant.size() != null) {
            options.param("size", contestant.size());
        }
        String own = System.setProperty(CLASS_PATH, classPath);
        try {
            Collection<RunResult> results = new Runner(options.build(), format).run();
            return sample(results.iterator().next());
        } catch (RunnerException e) {
            throw new BenchmarkFailure(contestant.name() + " failed; see " + LOG.toAbsolutePath(), e);
        } finally {
            System.setProperty(CLASS_PATH, own);
        }
    }

    private static TimeValue share(double seconds, int iterations) {
        return TimeValue.milliseconds(Math.max(1, Math.round(seconds * 1000 / iterations)));
    }

    private static Sample sample(RunResult result) {
        // In the order in which they were measured.
        double[] nanos = result.getBenchmarkResults().iterator().next().getIterationResults().stream()
                .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
                .toArray();
        double allocated =
                result.getSecondaryResults().get("gc.alloc.rate.norm").getScore();
        boolean warmingUp = nanos[nanos.length - 1] < STEADY * nanos[0];
        // The best: what the machine or the compiler did besides is not in it, and the collector ran in each.
        return new Sample(Samples.of(nanos).smallest(), allocated, warmingUp);
    }

    @Override
    public void close() {
        out.close();
    }
}
