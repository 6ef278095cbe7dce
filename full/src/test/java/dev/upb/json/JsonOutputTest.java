package dev.upb.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.upb.testkit.random.RandomValues;
import dev.upb.testkit.random.Seeded;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class JsonOutputTest {
    private static String string(byte[] source, int offset, int count, boolean valid) {
        JsonOutput out = new JsonOutput();
        out.putString(source, offset, count, valid);
        return new String(out.bytes(), 0, out.size(), StandardCharsets.UTF_8);
    }

    private static String string(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return string(utf8, 0, utf8.length, true);
    }

    @Test
    void quotesBackslashesAndControlsAreEscapedAndNothingElse() {
        assertThat(string("\"\\\b\f\n\r\t")).isEqualTo("\"\\\"\\\\\\b\\f\\n\\r\\t\"");
        assertThat(string("\0\u0001\u000b\u001f")).isEqualTo("\"\\u0000\\u0001\\u000b\\u001f\"");
        assertThat(string("a/<>&='\u007fé\u2028\u2029\ufeff😀")).isEqualTo("\"a/<>&='\u007fé\u2028\u2029\ufeff😀\"");
        assertThat(string("")).isEqualTo("\"\"");
    }

    @Test
    void aCharacterIsEscapedWhereverItStands() {
        for (int length = 1; length <= 20; length++) {
            for (int at = 0; at < length; at++) {
                for (char c : new char[] {'"', '\\', 0, 0x1F}) {
                    char[] text = "x".repeat(length).toCharArray();
                    text[at] = c;
                    String escape = c == '"' ? "\\\"" : c == '\\' ? "\\\\" : String.format("\\u%04x", (int) c);
                    String expected = '"' + new String(text).replace(String.valueOf(c), escape) + '"';
                    byte[] utf8 = new String(text).getBytes(StandardCharsets.UTF_8);
                    assertThat(string(utf8, 0, length, true)).isEqualTo(expected);
                    // The bytes around a string may be anything, and need not be there.
                    byte[] within =
                            Arrays.copyOf("\"".repeat(length + 17).getBytes(StandardCharsets.UTF_8), length + 17);
                    System.arraycopy(utf8, 0, within, 3, length);
                    assertThat(string(within, 3, length, false)).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void randomTextReadsBack() {
        Seeded.forEach(5000, seeded -> {
            String text = RandomValues.string(seeded);
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            for (boolean valid : new boolean[] {true, false}) {
                String json = string(utf8, 0, utf8.length, valid);
                assertThat(JsonParser.parseString(json).getAsString()).isEqualTo(text);
            }
        });
    }

    @Test
    void malformedUtf8BecomesWhatAJavaStringOfItIs() {
        Seeded.forEach(20_000, seeded -> {
            byte[] bytes = seeded.nextBoolean() ? RandomValues.malformedUtf8(seeded) : seeded.bytes(seeded.below(12));
            for (int i = 0; i < bytes.length && seeded.oneIn(2); i++) {
                bytes[seeded.below(bytes.length)] = (byte) seeded.pickInt(
                        0xC0, 0xC3, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF);
            }
            String json = string(bytes, 0, bytes.length, false);
            assertThat(JsonParser.parseString(json).getAsString()).isEqualTo(new String(bytes, StandardCharsets.UTF_8));
        });
    }

    @Test
    void longOutputGrowsTheArray() {
        String text = "abc\n".repeat(100_000);
        assertThat(string(text)).isEqualTo('"' + "abc\\n".repeat(100_000) + '"');
    }

    @Test
    void numbersThatJsonDoesNotHaveAreStrings() {
        JsonOutput out = new JsonOutput();
        out.putDouble(Double.NaN);
        out.putDouble(Double.POSITIVE_INFINITY);
        out.putFloat(Float.NEGATIVE_INFINITY);
        out.putFloat(0.1f);
        out.putDouble(-0.0);
        assertThat(new String(out.bytes(), 0, out.size(), StandardCharsets.UTF_8))
                .isEqualTo("\"NaN\"\"Infinity\"\"-Infinity\"0.1-0.0");
    }
}
