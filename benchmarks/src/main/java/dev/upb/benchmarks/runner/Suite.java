package dev.upb.benchmarks.runner;

import dev.upb.benchmarks.Benchmarked;
import dev.upb.benchmarks.Tiered;
import dev.upb.benchmarks.inputs.Tier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** All benchmarks that JMH finds on the class path, grouped by question. */
final class Suite {
    private Suite() {}

    /** Returns the groups by name, small sizes before large ones. */
    static List<Group> groups() {
        OutputFormat silent = OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT);
        Map<String, List<Contestant>> groups = new TreeMap<>(Suite::compareNames);
        for (BenchmarkListEntry entry : BenchmarkList.defaultList().find(silent, List.of(".*"), List.of())) {
            String user = entry.getUsername();
            String type = entry.getUserClassQName();
            String method = user.substring(user.lastIndexOf('.') + 1);
            String[] none = {null};
            for (String size : entry.getParams().orElse(Map.of()).getOrDefault("size", none)) {
                for (Contestant each : contestants(type, method, size)) {
                    groups.computeIfAbsent(each.group(), name -> new ArrayList<>())
                            .add(each);
                }
            }
        }
        return groups.values().stream().map(Group::new).toList();
    }

    private static List<Contestant> contestants(String type, String method, String size) {
        Contestant contestant = new Contestant(type, method, size, null);
        if (!contestant.isOurs() || !benchmarkClass(type).isAnnotationPresent(Tiered.class)) {
            return List.of(contestant);
        }
        List<Contestant> contestants = new ArrayList<>();
        for (Tier tier : Tier.available()) {
            contestants.add(new Contestant(type, method, size, tier));
        }
        Collections.reverse(contestants);
        return contestants;
    }

    /** Orders numbers in names by value. */
    private static int compareNames(String first, String second) {
        String[] a = first.split("/", 2);
        String[] b = second.split("/", 2);
        int byName = a[0].compareTo(b[0]);
        return byName != 0 || a.length < 2 ? byName : Integer.compare(Integer.parseInt(a[1]), Integer.parseInt(b[1]));
    }

    /**
     * Returns the groups of which the pattern is found in the name; and of groups of which it is found only in names of our contestants, those
     * contestants and all rivals.
     */
    static List<Group> select(List<Group> groups, Pattern pattern) {
        List<Group> selected = new ArrayList<>();
        for (Group group : groups) {
            if (pattern.matcher(group.name()).find()) {
                selected.add(group);
                continue;
            }
            List<Contestant> ours = group.ours().stream()
                    .filter(contestant -> pattern.matcher(contestant.name()).find())
                    .toList();
            if (!ours.isEmpty()) {
                selected.add(new Group(group.name(), ours, group.rivals()));
            }
        }
        return selected;
    }

    /** Makes the benchmark in this process, which checks that all answers agree. */
    static Benchmarked prepare(Contestant contestant) throws Exception {
        Benchmarked benchmark =
                benchmarkClass(contestant.type()).getConstructor().newInstance();
        if (contestant.size() != null) {
            benchmark.getClass().getField("size").setInt(benchmark, Integer.parseInt(contestant.size()));
        }
        benchmark.setUp();
        return benchmark;
    }

    private static Class<? extends Benchmarked> benchmarkClass(String name) {
        try {
            return Class.forName(name).asSubclass(Benchmarked.class);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
