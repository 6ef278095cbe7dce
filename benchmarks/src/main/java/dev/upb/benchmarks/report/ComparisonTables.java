package dev.upb.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeSet;

/** What changed between two revisions, as two tables for a terminal: times, then sizes. */
public final class ComparisonTables {
    private ComparisonTables() {}

    /** Returns a line a benchmark, with a heading. */
    public static String times(List<Delta> deltas) {
        List<String[]> lines = new ArrayList<>();
        lines.add(new String[] {"name", "old time/op", "new time/op", "delta", ""});
        deltas.forEach(delta -> lines.add(delta.cells()));
        return aligned(lines);
    }

    /** Returns a line a package and a jar, with a heading; sizes are in bytes. */
    public static String sizes(SortedMap<String, Long> old, SortedMap<String, Long> now) {
        TreeSet<String> names = new TreeSet<>(old.keySet());
        names.addAll(now.keySet());
        List<String[]> lines = new ArrayList<>();
        lines.add(new String[] {"name", "old size", "new size", "delta"});
        for (String name : names) {
            long before = old.getOrDefault(name, 0L);
            long after = now.getOrDefault(name, 0L);
            lines.add(new String[] {
                name,
                String.format(Locale.ROOT, "%,d", before),
                String.format(Locale.ROOT, "%,d", after),
                before == after ? "=" : Delta.percent((double) before, (double) after)
            });
        }
        return aligned(lines);
    }

    /** Puts cells under each other, the first to the left and the others to the right, with two blanks between. */
    static String aligned(List<String[]> lines) {
        int[] widths = new int[lines.get(0).length];
        for (String[] line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line[i].length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (String[] line : lines) {
            StringBuilder row = new StringBuilder(line[0]).append(" ".repeat(widths[0] - line[0].length()));
            for (int i = 1; i < widths.length; i++) {
                row.append("  ")
                        .append(" ".repeat(widths[i] - line[i].length()))
                        .append(line[i]);
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
