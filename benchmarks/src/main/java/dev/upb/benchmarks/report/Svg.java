package dev.upb.benchmarks.report;

import java.util.Locale;

/** Builds a drawing, element by element. Coordinates are pixels from the top left corner. */
final class Svg {
    static final String FONT = "font-family=\"Helvetica, Arial, sans-serif\"";

    private final StringBuilder text = new StringBuilder();

    Svg(int width, int height, String title) {
        text.append(format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" %s>%n",
                width, height, width, height, FONT));
        text.append("<title>").append(escape(title)).append("</title>\n");
        // A ground of its own: it must be readable on dark pages, too.
        rectangle(0, 0, width, height, "#ffffff");
    }

    void rectangle(double x, double y, double width, double height, String colour) {
        text.append(format(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n",
                x, y, width, height, colour));
    }

    void line(double x1, double y1, double x2, double y2, String colour, double width) {
        text.append(format(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>%n",
                x1, y1, x2, y2, colour, width));
    }

    void circle(double x, double y, double radius, String colour) {
        text.append(format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>%n", x, y, radius, colour));
    }

    /** Draws a line through points given as {@code x,y} pairs with blanks between them. */
    void path(String points, String colour) {
        text.append(
                format("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n", points, colour));
    }

    /** @param anchor {@code start}, {@code middle} or {@code end}: which part of the text is at the point */
    void text(double x, double y, String anchor, int size, String content) {
        text.append(format(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\" fill=\"#24292f\">%s</text>%n",
                x, y, anchor, size, escape(content)));
    }

    String finish() {
        return text + "</svg>\n";
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern.replace("%n", "\n"), values);
    }

    private static String escape(String content) {
        return content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
