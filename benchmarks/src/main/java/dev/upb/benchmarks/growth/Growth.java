package dev.upb.benchmarks.growth;

import dev.upb.benchmarks.report.Figures;
import dev.upb.benchmarks.report.LineChart;
import dev.upb.benchmarks.report.LineChart.Curve;
import dev.upb.benchmarks.report.LineChart.Point;
import dev.upb.benchmarks.report.Machine;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Measures all curves, and writes for each a table of values ({@code .tsv}) and its charts ({@code .svg}), and one page of tables
 * ({@code tables.md}), to the folder that the first argument names. {@code --quick} takes a tenth of the time. Other arguments choose curves.
 */
public final class Growth {
    private static final double SECONDS = 1.5;
    private static final double QUICK_SECONDS = 0.15;
    private static final List<String> JVM = List.of("-Xms6g", "-Xmx6g", "-XX:+UseG1GC");

    private final Path folder;
    private final double seconds;
    private final StringBuilder tables = new StringBuilder();

    private Growth(Path folder, double seconds) {
        this.folder = folder;
        this.seconds = seconds;
    }

    /** A line of {@link Probe}. */
    record Line(String codec, String step, double first, double second, double third) {
        static Line parse(String line) {
            String[] cells = line.split("\t", -1);
            return new Line(cells[1], cells[2], number(cells[3]), number(cells[4]), number(cells[5]));
        }

        private static double number(String cell) {
            return Double.parseDouble(cell);
        }
    }

    public static void main(String[] arguments) throws Exception {
        List<String> curves = new ArrayList<>();
        for (Axis axis : Axis.values()) {
            curves.add(axis.id());
        }
        curves.add(Probe.MEMORY);
        curves.add(Probe.REUSE);
        List<String> wanted = new ArrayList<>();
        double seconds = SECONDS;
        for (String argument : List.of(arguments).subList(1, arguments.length)) {
            if (argument.equals("--quick")) {
                seconds = QUICK_SECONDS;
            } else if (curves.contains(argument)) {
                wanted.add(argument);
            } else {
                System.err.println("benchmarks: no curve " + argument + "; there are: " + String.join(", ", curves));
                System.exit(2);
            }
        }
        new Growth(Path.of(arguments[0]), seconds).run(wanted.isEmpty() ? curves : wanted);
    }

    private void run(List<String> curves) throws Exception {
        Files.createDirectories(folder);
        tables.append(Machine.current()).append(".\n");
        for (String curve : curves) {
            List<Line> lines = new ArrayList<>();
            StringBuilder values = new StringBuilder();
            for (String codec : Codec.names()) {
                if (Probe.concerns(curve, codec)) {
                    System.err.println("benchmarks: growth of " + curve + ", " + codec);
                    for (String line : probe(curve, codec)) {
                        values.append(line).append('\n');
                        lines.add(Line.parse(line));
                    }
                }
            }
            Files.writeString(folder.resolve(curve + ".tsv"), values);
            switch (curve) {
                case Probe.MEMORY -> memory(lines);
                case Probe.REUSE -> reuse(lines);
                default -> growth(Axis.valueOf(curve.toUpperCase(Locale.ROOT)), lines);
            }
        }
        Files.writeString(folder.resolve("tables.md"), tables);
        System.err.println("benchmarks: written: " + folder.toAbsolutePath().normalize());
    }

    private List<String> probe(String curve, String codec) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        String tier = Codec.jvmArgument(codec);
        if (tier != null) {
            command.add(tier);
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Probe.class.getName()));
        command.addAll(List.of(curve, codec, Double.toString(seconds)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process.getOutputStream().close();
        List<String> lines;
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            lines = output.lines().toList();
        }
        if (process.waitFor() != 0) {
            throw new IllegalStateException("the probe of " + curve + " with " + codec + " failed");
        }
        return lines;
    }

    private void growth(Axis axis, List<Line> lines) throws IOException {
        // Per byte where bytes grow, else per thing that grows.
        boolean perByte = axis == Axis.BYTES;
        ToDoubleFunction<Line> divisor = perByte ? Line::first : line -> Double.parseDouble(line.step());
        chart(axis, "parse", lines, line -> line.second() / divisor.applyAsDouble(line));
        chart(axis, "serialize", lines, line -> line.third() / divisor.applyAsDouble(line));
        tables.append("\n### Growth of ").append(axis.label).append("\n\n");
        tables.append("| ").append(axis.id()).append(" | size of the message |");
        List<String> codecs = Codec.names();
        codecs.forEach(codec -> tables.append(" parse: ").append(codec).append(" |"));
        codecs.forEach(codec -> tables.append(" serialize: ").append(codec).append(" |"));
        tables.append("\n| ---: | ---: |")
                .append(" ---: |".repeat(2 * codecs.size()))
                .append('\n');
        for (int value : axis.values) {
            List<Line> row = lines.stream()
                    .filter(line -> line.step().equals(Integer.toString(value)))
                    .toList();
            tables.append("| ").append(Figures.grouped(value)).append(" | ");
            tables.append(Figures.grouped(row.get(0).first())).append(" |");
            for (Line line : row) {
                cell(line.second() / divisor.applyAsDouble(line));
            }
            for (Line line : row) {
                cell(line.third() / divisor.applyAsDouble(line));
            }
            tables.append('\n');
        }
        tables.append("\nNanoseconds per ").append(axis.unit).append(".\n");
    }

    private void cell(double value) {
        tables.append(' ').append(Figures.significant(value, 3)).append(" |");
    }

    private void chart(Axis axis, String what, List<Line> lines, ToDoubleFunction<Line> y) throws IOException {
        String title = (what.equals("parse") ? "Parsing" : "Serialising") + ": nanoseconds per " + axis.unit;
        write(
                axis.id() + "-" + what,
                title,
                axis.label,
                "ns per " + axis.unit,
                curves(lines, line -> true, line -> Double.parseDouble(line.step()), y));
    }

    private static List<Curve> curves(
            List<Line> lines, Predicate<Line> wanted, ToDoubleFunction<Line> x, ToDoubleFunction<Line> y) {
        List<Curve> curves = new ArrayList<>();
        for (String codec : Codec.names()) {
            List<Point> points = lines.stream()
                    .filter(line -> line.codec().equals(codec) && wanted.test(line))
                    .map(line -> new Point(x.applyAsDouble(line), y.applyAsDouble(line)))
                    .toList();
            if (!points.isEmpty()) {
                curves.add(new Curve(codec, points));
            }
        }
        return curves;
    }

    private void write(String name, String title, String xLabel, String yLabel, List<Curve> curves) throws IOException {
        Files.writeString(folder.resolve(name + ".svg"), LineChart.svg(title, xLabel, yLabel, curves));
    }

    private void memory(List<Line> lines) {
        tables.append("\n### Memory of one parsed message\n\n| message | bytes of input |");
        List<String> codecs = Codec.names();
        codecs.forEach(codec -> tables.append(' ').append(codec).append(" |"));
        tables.append(" arena, input included |\n| --- | ---: |")
                .append(" ---: |".repeat(codecs.size() + 1))
                .append('\n');
        for (String step : lines.stream().map(Line::step).distinct().toList()) {
            List<Line> row =
                    lines.stream().filter(line -> line.step().equals(step)).toList();
            tables.append("| ")
                    .append(step)
                    .append(" | ")
                    .append(Figures.grouped(row.get(0).first()))
                    .append(" |");
            for (String codec : codecs) {
                String kept = row.stream()
                        .filter(line -> line.codec().equals(codec))
                        .map(line -> Figures.grouped(line.second()))
                        .findFirst()
                        .orElse("–");
                tables.append(' ').append(kept).append(" |");
            }
            double arena = row.get(0).third();
            tables.append(' ').append(arena == 0 ? "–" : Figures.grouped(arena)).append(" |\n");
        }
        tables.append("\nBytes of heap that a message keeps alive; ours owns its arena and holds its input.\n");
    }

    private void reuse(List<Line> lines) throws IOException {
        write(
                Probe.REUSE,
                "One arena for a million messages: its size",
                "messages parsed, 40 bytes to 20 KB each",
                "bytes",
                curves(lines, line -> true, line -> Double.parseDouble(line.step()), Line::first));
        tables.append(
                "\n### One arena, a million messages\n\n| messages | bytes of arena | heap allocated since | ns a message |\n");
        tables.append("| ---: | ---: | ---: | ---: |\n");
        for (Line line : lines) {
            tables.append("| ").append(Figures.grouped(Double.parseDouble(line.step())));
            tables.append(" | ").append(Figures.grouped(line.first()));
            tables.append(" | ").append(Figures.grouped(line.second()));
            tables.append(" | ").append(Figures.grouped(line.third())).append(" |\n");
        }
    }
}
