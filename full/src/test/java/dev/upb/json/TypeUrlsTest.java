package dev.upb.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypeUrlsTest {
    /** Returns the name, or null if there is none. */
    private static String name(String url) {
        byte[] bytes = ("/" + url + "/").getBytes(StandardCharsets.UTF_8);
        int at = WellKnownText.typeNameOffset(bytes, 1, bytes.length - 2);
        return at < 0 ? null : new String(bytes, at, bytes.length - 1 - at, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({"type.googleapis.com/a.B, a.B", "x/a.B, a.B", "https://example.com/path/a.B, a.B"})
    void theNameStandsBehindTheLastSlash(String url, String expected) {
        assertThat(name(url)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "not_a_url", "/a.B", "host/", "host/path/"})
    void otherUrlsAreRefused(String url) {
        assertThat(name(url)).isNull();
    }
}
