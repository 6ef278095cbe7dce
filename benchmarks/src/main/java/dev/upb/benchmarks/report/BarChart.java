package dev.upb.benchmarks.report;

import java.util.List;

/** Ratios as horizontal bars, on an axis of powers: twice as fast goes as far to the right as half as fast goes to the left. */
public final class BarChart {
    private static final int WIDTH = 760;
    private static final int LABELS = 270;
    private static final int PLOT = 400;
    private static final int TOP = 64;
    private static final int BAR = 18;
    private static final int STEP = 26;
    private static final double LOWEST = 0.5;

    private BarChart() {}

    /** A bar. */
    public record Bar(String label, double ratio) {}

    /**
     * Draws the bars in the order given.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static String svg(String title, String subtitle, List<Bar> bars) {
        double highest = 2
                * bars.stream()
                        .mapToDouble(Bar::ratio)
                        .max()
                        .orElseThrow(() -> new IllegalArgumentException("no bars"));
        double lowest =
                Math.min(LOWEST, bars.stream().mapToDouble(Bar::ratio).min().getAsDouble());
        int bottom = TOP + bars.size() * STEP;
        Svg svg = new Svg(WIDTH, bottom + 36, title);
        svg.text(16, 26, "start", 17, title);
        svg.text(16, 46, "start", 12, subtitle);
        for (double tick = 1; tick > lowest / 2; tick /= 2) {
            tick(svg, tick, lowest, highest, bottom);
        }
        for (double tick = 2; tick <= highest; tick *= 2) {
            tick(svg, tick, lowest, highest, bottom);
        }
        double one = x(1, lowest, highest);
        double y = TOP;
        for (Bar bar : bars) {
            double end = x(bar.ratio(), lowest, highest);
            svg.text(LABELS - 10, y + BAR - 4, "end", 13, bar.label());
            svg.rectangle(
                    Math.min(one, end),
                    y,
                    Math.max(1, Math.abs(end - one)),
                    BAR,
                    bar.ratio() >= 1 ? "#2da44e" : "#cf222e");
            svg.text(Math.max(one, end) + 6, y + BAR - 4, "start", 13, Figures.significant(bar.ratio(), 2) + "×");
            y += STEP;
        }
        svg.line(one, TOP - 6, one, bottom, "#24292f", 1.5);
        return svg.finish();
    }

    private static void tick(Svg svg, double tick, double lowest, double highest, int bottom) {
        double x = x(tick, lowest, highest);
        if (x >= LABELS) {
            svg.line(x, TOP - 6, x, bottom, "#d0d7de", 1);
            svg.text(
                    x,
                    bottom + 18,
                    "middle",
                    12,
                    tick >= 1 ? Math.round(tick) + "×" : "1/" + Math.round(1 / tick) + "×");
        }
    }

    private static double x(double ratio, double lowest, double highest) {
        return LABELS + PLOT * Math.log(ratio / lowest) / Math.log(highest / lowest);
    }
}
