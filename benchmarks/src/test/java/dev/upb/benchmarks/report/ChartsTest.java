package dev.upb.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ChartsTest {
    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Element> elements(Document document, String name) {
        NodeList nodes = document.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    @Test
    void barsAreWellFormedAndGoToBothSidesOfOne() throws Exception {
        Document chart = parse(BarChart.svg(
                "Ratios <&>", "a machine", List.of(new BarChart.Bar("fast", 4), new BarChart.Bar("slow", 0.5))));
        assertThat(elements(chart, "title").get(0).getTextContent()).isEqualTo("Ratios <&>");
        assertThat(elements(chart, "text"))
                .extracting(Element::getTextContent)
                .contains("fast", "slow", "4.0×", "0.50×");
        // The first rectangle is the ground.
        Element fast = elements(chart, "rect").get(1);
        Element slow = elements(chart, "rect").get(2);
        assertThat(number(slow, "x") + number(slow, "width")).isCloseTo(number(fast, "x"), within(0.11));
        assertThat(number(fast, "width")).isCloseTo(2 * number(slow, "width"), within(0.2));
    }

    @Test
    void curvesAreWellFormedWithADotForEachPoint() throws Exception {
        List<LineChart.Point> flat = List.of(new LineChart.Point(1, 5), new LineChart.Point(1e6, 5));
        List<LineChart.Point> steep =
                List.of(new LineChart.Point(1, 1), new LineChart.Point(1000, 50), new LineChart.Point(1e6, 100));
        Document chart = parse(LineChart.svg(
                "Growth",
                "entries",
                "ns",
                List.of(new LineChart.Curve("flat", flat), new LineChart.Curve("a<b", steep))));
        assertThat(elements(chart, "polyline")).hasSize(2);
        assertThat(elements(chart, "circle")).hasSize(5);
        assertThat(number(elements(chart, "circle").get(0), "cy"))
                .isEqualTo(number(elements(chart, "circle").get(1), "cy"));
        assertThat(elements(chart, "text")).extracting(Element::getTextContent).contains("flat", "a<b", "1M", "100");
    }

    @Test
    void onePointIsEnoughForAChart() throws Exception {
        Document chart = parse(LineChart.svg(
                "t", "x", "y", List.of(new LineChart.Curve("c", List.of(new LineChart.Point(3, 7))))));
        assertThat(number(elements(chart, "circle").get(0), "cx")).isFinite();
        assertThat(number(elements(chart, "circle").get(0), "cy")).isFinite();
    }

    @Test
    void nothingToShowIsRefused() {
        assertThatThrownBy(() -> BarChart.svg("t", "s", List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LineChart.svg("t", "x", "y", List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
