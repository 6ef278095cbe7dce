package dev.upb.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldMaskTextTest {
    /** Returns the text, or null if there is none. */
    private static String toCamelCase(String path) {
        byte[] source = ("<" + path + "_>").getBytes(StandardCharsets.UTF_8);
        byte[] target = new byte[source.length];
        int end = WellKnownText.toCamelCase(source, 1, source.length - 3, target, 2);
        return end < 0 ? null : new String(target, 2, end - 2, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "foo, foo",
        "foo_bar, fooBar",
        "foo_bar.baz_q, fooBar.bazQ",
        "_foo, Foo",
        "a1_b2, a1B2",
        "a_b_c, aBC",
        "é_a, éA"
    })
    void underscoresBecomeCapitals(String path, String expected) {
        assertThat(toCamelCase(path)).isEqualTo(expected);
    }

    @Test
    void anEmptyPathStaysEmpty() {
        assertThat(toCamelCase("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fooBar", "Foo", "foo_", "foo__bar", "foo_3_bar", "foo_.bar", "_", "a,b", "foo_Bar"})
    void pathsWithoutAWayBackAreRefused(String path) {
        assertThat(toCamelCase(path)).isNull();
    }
}
