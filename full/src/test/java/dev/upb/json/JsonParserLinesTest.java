package dev.upb.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.InputKind;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Streams of lines. */
class JsonParserLinesTest {
    private static final MessageDef TYPE = JsonTypes.type("matrix2.Child");

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    private static JsonLinesReader reader(String text) {
        return JsonLinesReader.of(JsonParser.DEFAULT, TYPE, stream(text));
    }

    private static List<Integer> ids(JsonLinesReader reader) throws Exception {
        List<Integer> ids = new ArrayList<>();
        for (Message message = reader.next(); message != null; message = reader.next()) {
            ids.add(message.getInt("id"));
        }
        return ids;
    }

    @ParameterizedTest
    @EnumSource(
            value = InputKind.class,
            names = {"STREAM", "STREAM_ONE_BYTE", "STREAM_PIECES"})
    void linesAreReadFromAnyStream(InputKind kind) throws Exception {
        byte[] text = "{\"id\":1}\n\r\n  \t\n{\"id\":2}\r\n\n{\"id\":3}".getBytes(UTF_8);
        try (JsonLinesReader reader = JsonLinesReader.of(JsonParser.DEFAULT, TYPE, kind.stream(text))) {
            assertThat(ids(reader)).containsExactly(1, 2, 3);
            assertThat(reader.line()).isEqualTo(6);
            assertThat(reader.next()).isNull();
        }
    }

    @Test
    void aStreamWithoutLinesHasNoMessages() throws Exception {
        assertThat(reader("").next()).isNull();
        assertThat(reader("\n\n").next()).isNull();
        assertThat(ids(reader("{}\n"))).containsExactly(0);
    }

    @Test
    void errorsTellTheLineAndReadingGoesOnBehindIt() throws Exception {
        try (JsonLinesReader reader = reader("{\"id\":1}\n\n{\"id\":x}\n{\"id\":2}\n{\"id\"")) {
            assertThat(reader.next().getInt("id")).isEqualTo(1);
            JsonParseException e = catchThrowableOfType(JsonParseException.class, reader::next);
            assertThat(e.line()).isEqualTo(3);
            assertThat(e.column()).isEqualTo(7);
            assertThat(e).hasMessageStartingWith("line 3, column 7: ").hasMessageEndingWith("(at id)");
            assertThat(reader.next().getInt("id")).isEqualTo(2);
            e = catchThrowableOfType(JsonParseException.class, reader::next);
            assertThat(e.line()).isEqualTo(5);
            assertThat(e.status()).isEqualTo(JsonParseStatus.TRUNCATED);
            assertThat(reader.next()).isNull();
        }
    }

    @Test
    void aMessageIsStaleOnceTheNextOneIsRead() throws Exception {
        try (JsonLinesReader reader = reader("{\"id\":1}\n{\"id\":2}")) {
            Message first = reader.next();
            reader.next();
            assertThatThrownBy(() -> first.getInt("id")).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void linesMayBeLongerThanTheBuffer() throws Exception {
        String name = "x".repeat(300_000);
        String text = "{\"name\":\"" + name + "\"}\n{\"id\":2}\n{\"name\":\"" + name + "y\"}";
        try (JsonLinesReader reader = reader(text)) {
            assertThat(reader.next().getString("name")).isEqualTo(name);
            assertThat(reader.next().getInt("id")).isEqualTo(2);
            assertThat(reader.next().getString("name")).isEqualTo(name + "y");
            assertThat(reader.next()).isNull();
        }
    }

    @Test
    void linesThatAreTooLongAreRefusedAndPassedOver() throws Exception {
        String longName = "{\"name\":\"" + "x".repeat(200_000) + "\"}";
        for (int limit : List.of(8, 100, 70_000)) {
            String text = "{\"id\":1}\n" + longName + "\r\n{\"id\":2}\r\n" + longName;
            try (JsonLinesReader reader = JsonLinesReader.of(JsonParser.DEFAULT, TYPE, stream(text), limit)) {
                assertThat(reader.next().getInt("id")).isEqualTo(1);
                JsonParseException e = catchThrowableOfType(JsonParseException.class, reader::next);
                assertThat(e.status()).isEqualTo(JsonParseStatus.TOO_LARGE);
                assertThat(e.line()).isEqualTo(2);
                assertThat(reader.next().getInt("id")).isEqualTo(2);
                assertThat(reader.line()).isEqualTo(3);
                e = catchThrowableOfType(JsonParseException.class, reader::next);
                assertThat(e.line()).isEqualTo(4);
                assertThat(reader.next()).isNull();
            }
        }
    }

    @Test
    void theLimitIsTheLengthOfALineWithoutItsEnd() throws Exception {
        try (JsonLinesReader reader =
                JsonLinesReader.of(JsonParser.DEFAULT, TYPE, stream("{\"id\":1}\r\n{\"id\":22}"), 8)) {
            assertThat(reader.next().getInt("id")).isEqualTo(1);
            assertThatThrownBy(reader::next).isInstanceOf(JsonParseException.class);
            assertThat(reader.next()).isNull();
        }
        assertThatThrownBy(() -> JsonLinesReader.of(JsonParser.DEFAULT, TYPE, stream(""), -1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
