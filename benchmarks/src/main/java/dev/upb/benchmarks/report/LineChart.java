package dev.upb.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** Curves over an axis of powers of ten, with another such axis upwards. */
public final class LineChart {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 420;
    private static final int LEFT = 80;
    private static final int RIGHT = 740;
    private static final int TOP = 60;
    private static final int BOTTOM = 330;
    private static final List<String> COLOURS =
            List.of("#0969da", "#2da44e", "#cf222e", "#bf8700", "#8250df", "#57606a");

    private LineChart() {}

    /** A point; both values are above 0. */
    public record Point(double x, double y) {}

    /** A curve; its points are in the order of x. */
    public record Curve(String label, List<Point> points) {}

    /**
     * Draws the curves.
     *
     * @throws IllegalArgumentException if there are no points
     */
    public static String svg(String title, String xLabel, String yLabel, List<Curve> curves) {
        List<Point> all =
                curves.stream().flatMap(curve -> curve.points().stream()).toList();
        if (all.isEmpty()) {
            throw new IllegalArgumentException("no points");
        }
        Scale across = Scale.of(all.stream().map(Point::x).toList(), LEFT, RIGHT, false);
        Scale up = Scale.of(all.stream().map(Point::y).toList(), BOTTOM, TOP, true);
        Svg svg = new Svg(WIDTH, HEIGHT, title);
        svg.text(16, 26, "start", 17, title);
        svg.text(16, 46, "start", 12, yLabel);
        svg.text((LEFT + RIGHT) / 2.0, BOTTOM + 38, "middle", 12, xLabel);
        for (double tick : across.ticks()) {
            svg.line(across.at(tick), TOP, across.at(tick), BOTTOM, "#d0d7de", 1);
            svg.text(across.at(tick), BOTTOM + 18, "middle", 12, Figures.compact(tick));
        }
        for (double tick : up.ticks()) {
            svg.line(LEFT, up.at(tick), RIGHT, up.at(tick), "#d0d7de", 1);
            svg.text(LEFT - 8, up.at(tick) + 4, "end", 12, Figures.compact(tick));
        }
        for (int i = 0; i < curves.size(); i++) {
            String colour = COLOURS.get(i % COLOURS.size());
            StringBuilder path = new StringBuilder();
            for (Point point : curves.get(i).points()) {
                double x = across.at(point.x());
                double y = up.at(point.y());
                path.append(Math.round(x * 10) / 10.0)
                        .append(',')
                        .append(Math.round(y * 10) / 10.0)
                        .append(' ');
                svg.circle(x, y, 3, colour);
            }
            svg.path(path.toString().strip(), colour);
            double legend = LEFT + i % 3 * 220;
            double line = BOTTOM + 60 + i / 3 * 20;
            svg.rectangle(legend, line - 9, 12, 12, colour);
            svg.text(legend + 18, line + 2, "start", 12, curves.get(i).label());
        }
        return svg.finish();
    }

    /** A logarithmic axis from {@code low}, at the pixel {@code from}, to {@code high}, at {@code to}. */
    private record Scale(double low, double high, double from, double to) {
        static Scale of(List<Double> values, double from, double to, boolean wholePowers) {
            double low = values.stream().min(Double::compare).orElseThrow();
            double high = values.stream().max(Double::compare).orElseThrow();
            if (wholePowers) {
                // Room for curves that are flat, which is the point of most of them.
                low = Math.pow(10, Math.floor(Math.log10(low)));
                high = Math.pow(10, Math.ceil(Math.log10(high)));
            }
            return new Scale(low, high > low ? high : low * 10, from, to);
        }

        double at(double value) {
            return from + (to - from) * Math.log(value / low) / Math.log(high / low);
        }

        List<Double> ticks() {
            List<Double> ticks = new ArrayList<>();
            for (int power = (int) Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
                double tick = Math.pow(10, power);
                // A little further than the ends: powers of ten are not exact.
                if (tick >= low * 0.999 && tick <= high * 1.001) {
                    ticks.add(tick);
                }
            }
            return ticks;
        }
    }
}
