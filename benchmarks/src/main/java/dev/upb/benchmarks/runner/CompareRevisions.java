package dev.upb.benchmarks.runner;

import dev.upb.benchmarks.report.ComparisonTables;
import dev.upb.benchmarks.report.Delta;
import dev.upb.benchmarks.report.JarSizes;
import dev.upb.benchmarks.report.Machine;
import dev.upb.benchmarks.report.Samples;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The program behind {@code benchmarks/compare}: the same benchmarks with the jars of two revisions, a fork of the one and a fork of the other
 * in turn, so that a machine that grows warm or busy does so for both. Exit codes are those of {@link RunBenchmarks}.
 *
 * <p>Two properties name the jars, as class paths: {@code upb.old} and {@code upb.new}. This process has the new ones.
 */
public final class CompareRevisions {
    private final Options options;
    private final Schedule schedule;
    private final Forks forks;
    private final String oldClassPath;
    private final String newClassPath = System.getProperty("java.class.path");

    private CompareRevisions(Options options, Schedule schedule, Forks forks, String oldClassPath) {
        this.options = options;
        this.schedule = schedule;
        this.forks = forks;
        this.oldClassPath = oldClassPath;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(run(List.of(arguments)));
    }

    private static int run(List<String> arguments) throws Exception {
        Options options;
        try {
            options = Options.parse(arguments);
        } catch (IllegalArgumentException e) {
            Progress.say(e.getMessage());
            return 2;
        }
        List<Contestant> contestants = Suite.select(Suite.groups(), options.pattern()).stream()
                .flatMap(group -> group.ours().stream())
                .toList();
        if (contestants.isEmpty()) {
            Progress.say("nothing is named like \"" + options.pattern() + "\"; see benchmarks/run --list");
            return 2;
        }
        String oldJars = System.getProperty("upb.old");
        String newJars = System.getProperty("upb.new");
        Progress.say(Machine.current().toString());
        int count = 2 * options.forks() * contestants.size();
        Schedule schedule = options.quick()
                ? Schedule.until(RunBenchmarks.QUICK_BUDGET, count, System::nanoTime)
                : Schedule.unhurried(options.seconds());
        List<Delta> deltas = new ArrayList<>();
        boolean failed = false;
        try (Forks forks = new Forks()) {
            String oldClassPath = System.getProperty("java.class.path").replace(newJars, oldJars);
            CompareRevisions comparison = new CompareRevisions(options, schedule, forks, oldClassPath);
            for (Contestant contestant : contestants) {
                try {
                    deltas.add(comparison.compare(contestant));
                } catch (BenchmarkFailure e) {
                    failed = true;
                    schedule.skipped(2 * options.forks());
                    Progress.say(e.getMessage());
                }
            }
        }
        String tables = ComparisonTables.times(deltas)
                + "\n"
                + ComparisonTables.sizes(JarSizes.of(paths(oldJars)), JarSizes.of(paths(newJars)));
        Files.createDirectories(options.output());
        Files.writeString(options.output().resolve("comparison.txt"), tables);
        System.out.print(tables);
        return failed ? 1 : 0;
    }

    private static List<Path> paths(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator)).map(Path::of).toList();
    }

    private Delta compare(Contestant contestant) throws BenchmarkFailure {
        double[] old = new double[options.forks()];
        double[] now = new double[options.forks()];
        for (int round = 0; round < options.forks(); round++) {
            double seconds = schedule.secondsPerFork();
            String which = ", " + (round + 1) + " of " + options.forks();
            // Who runs first changes each round: the one leaves caches and a clock rate to the other.
            for (int turn = 0; turn < 2; turn++) {
                boolean isOld = (round + turn) % 2 == 0;
                Progress.show(contestant.name() + (isOld ? " old" : " new") + which);
                (isOld ? old : now)[round] = run(contestant, seconds, isOld);
            }
        }
        Progress.clear();
        return new Delta(contestant.name(), Samples.of(old), Samples.of(now));
    }

    private double run(Contestant contestant, double seconds, boolean isOld) throws BenchmarkFailure {
        long start = System.nanoTime();
        double nanos = forks.run(contestant, seconds, isOld ? oldClassPath : newClassPath)
                .nanos();
        schedule.finished(seconds, (System.nanoTime() - start) / 1e9);
        return nanos;
    }
}
