package dev.upb.benchmarks.runner;

import dev.upb.benchmarks.Benchmarked;
import dev.upb.benchmarks.report.BarChart;
import dev.upb.benchmarks.report.Machine;
import dev.upb.benchmarks.report.Measurement;
import dev.upb.benchmarks.report.Report;
import dev.upb.benchmarks.report.Row;
import dev.upb.benchmarks.report.Samples;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The program behind {@code benchmarks/run}: results on standard output as they are known, everything else on standard error. Exit codes: 0
 * done, 1 a benchmark failed, 2 wrong arguments.
 */
public final class RunBenchmarks {
    /** Seconds from start to end of a quick run; what is over of the 50 promised is for the script and for a slow machine. */
    static final double QUICK_BUDGET = 45;

    private final Options options;
    private final Schedule schedule;
    private final Forks forks;
    private final List<Row> rows = new ArrayList<>();
    private final List<BarChart.Bar> bars = new ArrayList<>();
    private final String classPath = System.getProperty("java.class.path");

    private RunBenchmarks(Options options, Schedule schedule, Forks forks) {
        this.options = options;
        this.schedule = schedule;
        this.forks = forks;
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
        List<Group> all = Suite.groups();
        List<Group> groups = Suite.select(all, options.pattern());
        if (groups.isEmpty()) {
            Progress.say("nothing is named like \"" + options.pattern() + "\"; there are:");
            all.forEach(group -> Progress.say("  " + group.name()));
            return 2;
        }
        if (options.list()) {
            groups.forEach(group -> group.ours().forEach(each -> System.out.println(each.name())));
            return 0;
        }
        Machine machine = Machine.current();
        Progress.say(machine.toString());
        if (machine.load() > 0.5) {
            Progress.say("the machine is busy (load " + machine.load() + "): what is measured now is noisy");
        }
        int contestants = groups.stream().mapToInt(Group::size).sum();
        Schedule schedule = options.quick()
                ? Schedule.until(QUICK_BUDGET, contestants * options.forks(), System::nanoTime)
                : Schedule.unhurried(options.seconds());
        boolean failed = false;
        RunBenchmarks runner;
        try (Forks forks = new Forks()) {
            runner = new RunBenchmarks(options, schedule, forks);
            for (Group group : groups) {
                try {
                    runner.run(group);
                } catch (BenchmarkFailure e) {
                    failed = true;
                    schedule.skipped(group.size() * options.forks());
                    Progress.say(e.getMessage());
                }
            }
        }
        String settings = options.quick()
                ? "quick: up to " + options.forks() + " short forks each, good for a first look only"
                : options.forks() + " forks each, " + Forks.describe(options.seconds());
        new Report(machine, settings, runner.rows, runner.bars).write(options.output());
        Progress.say("written: " + options.output().toAbsolutePath().normalize());
        return failed ? 1 : 0;
    }

    /** Runs all contestants in turn, then all again, and so on; prints a line a pair. */
    private void run(Group group) throws BenchmarkFailure {
        long inputBytes = check(group);
        List<Contestant> contestants = new ArrayList<>(group.ours());
        contestants.addAll(group.rivals());
        Map<Contestant, List<Forks.Sample>> samples = new LinkedHashMap<>();
        contestants.forEach(contestant -> samples.put(contestant, new ArrayList<>()));
        Set<String> unsteady = new TreeSet<>();
        for (int round = 1; round <= options.forks(); round++) {
            if (round > 1 && !schedule.allows(contestants.size())) {
                int left = options.forks() - round + 1;
                Progress.say(group.name() + ": no time for " + left + " more of each");
                schedule.skipped(left * contestants.size());
                break;
            }
            double seconds = schedule.secondsPerFork();
            for (Contestant contestant : contestants) {
                Progress.show(contestant.group() + " " + contestant.label() + ", " + round + " of " + options.forks());
                long start = System.nanoTime();
                Forks.Sample sample = forks.run(contestant, seconds, classPath);
                samples.get(contestant).add(sample);
                if (sample.warmingUp()) {
                    unsteady.add(contestant.name());
                }
                schedule.finished(seconds, (System.nanoTime() - start) / 1e9);
            }
        }
        Progress.clear();
        if (!unsteady.isEmpty()) {
            Progress.say("still getting faster when time was up, so take it for slower than it is: "
                    + String.join(", ", unsteady));
        }
        for (Contestant ours : group.ours()) {
            for (Contestant rival : group.rivals()) {
                Row row = new Row(
                        measurement(ours, samples.get(ours), inputBytes),
                        measurement(rival, samples.get(rival), inputBytes));
                System.out.println(row.line());
                rows.add(row);
                if (group.isCharted(inputBytes)
                        && ours.equals(group.main())
                        && group.mainRivals().contains(rival)) {
                    bars.add(new BarChart.Bar(group.name(), row.ratio()));
                }
            }
        }
    }

    /** Lets a benchmark prepare itself here first, so that a wrong answer is found before anything is timed; returns the input's size. */
    private static long check(Group group) throws BenchmarkFailure {
        Progress.show(group.name() + " checking answers");
        try {
            Benchmarked benchmark = Suite.prepare(group.ours().get(0));
            return benchmark.inputBytes();
        } catch (Exception | AssertionError e) {
            throw new BenchmarkFailure(group.name() + " is not measured: " + e.getMessage(), e);
        }
    }

    private static Measurement measurement(Contestant contestant, List<Forks.Sample> samples, long inputBytes) {
        return new Measurement(
                contestant.name(),
                contestant.label(),
                Samples.of(samples.stream().mapToDouble(Forks.Sample::nanos).toArray()),
                Samples.of(samples.stream().mapToDouble(Forks.Sample::allocated).toArray()),
                inputBytes);
    }
}
