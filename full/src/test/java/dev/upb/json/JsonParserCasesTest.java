package dev.upb.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.upb.mem.Arena;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.Cases;
import dev.upb.testkit.InputKind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every case of the testkit, through every kind of input. */
class JsonParserCasesTest {
    private static final JsonParser PARSER = JsonParser.of(JsonTypes.CASES);

    static Stream<Arguments> rowsAndKinds() {
        return Cases.json().stream()
                .flatMap(row -> Stream.of(InputKind.values()).map(kind -> Arguments.of(row, kind)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("rowsAndKinds")
    void casesGiveWhatTheyShallFromEveryKindOfInput(Cases.Json row, InputKind kind) throws Exception {
        MessageDef type = JsonTypes.CASES.message(row.type());
        byte[] text = row.input().getBytes(UTF_8);
        try (Arena arena = Arena.create()) {
            if (row.expected().isRejected()) {
                JsonParseException expected =
                        catchThrowableOfType(JsonParseException.class, () -> PARSER.parse(type, row.input()));
                assertThat(expected).isNotNull();
                assertThatThrownBy(() -> kind.feed(text, ParseSink.parsing(PARSER, type, arena)))
                        .isInstanceOf(JsonParseException.class)
                        .hasMessage(expected.getMessage());
                assertThat(arena.spaceUsed()).isZero();
                return;
            }
            Message parsed = kind.feed(text, ParseSink.parsing(PARSER, type, arena));
            assertThat(JsonPrinter.DEFAULT.print(parsed))
                    .isEqualTo(row.expected().text());
            Message merged = kind.feed(text, ParseSink.merging(PARSER, type.newMessage(arena)));
            assertThat(JsonPrinter.DEFAULT.print(merged))
                    .isEqualTo(row.expected().text());
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void casesGiveWhatTheyShallFromAString(Cases.Json row) {
        MessageDef type = JsonTypes.CASES.message(row.type());
        if (row.expected().isRejected()) {
            assertThatThrownBy(() -> PARSER.parse(type, row.input())).isInstanceOf(JsonParseException.class);
        } else {
            assertThat(JsonPrinter.DEFAULT.print(PARSER.parse(type, row.input())))
                    .isEqualTo(row.expected().text());
        }
    }

    static List<Cases.Json> rows() {
        return Cases.json();
    }

    private static String reprinted(JsonParser parser, String type, String json) {
        return JsonPrinter.DEFAULT.print(parser.parse(JsonTypes.CASES.message(type), json));
    }

    private static JsonParseException refused(String type, String json) {
        JsonParseException e =
                catchThrowableOfType(JsonParseException.class, () -> PARSER.parse(JsonTypes.CASES.message(type), json));
        assertThat(e).as(json).isNotNull();
        return e;
    }

    @Test
    void aOneofPrintedWithDefaultsReadsBack() {
        Message message = PARSER.parse(JsonTypes.CASES.message("p3.M"), "{\"o3\":0}");
        String json = JsonPrinter.DEFAULT.withDefaults(true).print(message);
        assertThat(PARSER.parse(JsonTypes.CASES.message("p3.M"), json)).isEqualTo(message);
    }

    @Test
    void aQuoteInAFieldMaskReadsBack() {
        assertThat(reprinted(PARSER, "google.protobuf.FieldMask", "\"foo\\\"Bar,baz\""))
                .isEqualTo("\"foo\\\"Bar,baz\"");
    }

    @Test
    void anyInAnyTwoHundredDeepIsTooDeep() {
        StringBuilder json = new StringBuilder("{}");
        for (int i = 0; i < 200; i++) {
            json.insert(0, "{\"@type\":\"t/google.protobuf.Any\",\"value\":").append('}');
        }
        assertThat(refused("google.protobuf.Any", json.toString()).status())
                .isEqualTo(JsonParseStatus.MAX_DEPTH_EXCEEDED);
    }

    @Test
    void typeUrlsOfAnyNeedAHostAndAKnownName() {
        for (String url : List.of(
                "/", "", "not_a_url", "/p3.M", "host/", "host/p3.None", "host/.p3.M", "host/p2.En", "host/p3.M.i32")) {
            assertThat(refused("google.protobuf.Any", "{\"@type\":\"" + url + "\",\"value\":\"\"}")
                            .status())
                    .as(url)
                    .isEqualTo(JsonParseStatus.UNRESOLVED_TYPE);
        }
        assertThat(reprinted(PARSER, "google.protobuf.Any", "{}")).isEqualTo("{}");
        assertThat(reprinted(PARSER, "google.protobuf.Any", "{\"i32\":5,\"str\":\"x\",\"@type\":\"a/b/p3.M\"}"))
                .isEqualTo("{\"@type\":\"a/b/p3.M\",\"i32\":5,\"str\":\"x\"}");
    }

    @Test
    void anyHoldsTypesWithAFormOfTheirOwnUnderValue() {
        assertThat(reprinted(
                        PARSER, "google.protobuf.Any", "{\"value\":\"1.5s\",\"@type\":\"t/google.protobuf.Duration\"}"))
                .isEqualTo("{\"@type\":\"t/google.protobuf.Duration\",\"value\":\"1.500s\"}");
        assertThat(refused("google.protobuf.Any", "{\"@type\":\"t/google.protobuf.Duration\",\"seconds\":1}")
                        .status())
                .isEqualTo(JsonParseStatus.UNKNOWN_NAME);
        assertThat(refused("google.protobuf.Any", "{\"@type\":\"t/google.protobuf.Duration\"}")
                        .status())
                .isEqualTo(JsonParseStatus.INVALID_VALUE);
        assertThat(refused("google.protobuf.Any", "{\"@type\":\"t/p3.Inner\",\"value\":{}}")
                        .status())
                .isEqualTo(JsonParseStatus.UNKNOWN_NAME);
        assertThat(reprinted(PARSER, "google.protobuf.Any", "{\"@type\":\"t/p3.Inner\"}"))
                .isEqualTo("{\"@type\":\"t/p3.Inner\"}");
    }

    @Test
    void enumValuesOfUnknownNameAreLeftOutIfUnknownIsIgnored() {
        JsonParser ignoring = PARSER.withIgnoreUnknown(true);
        assertThat(reprinted(ignoring, "p2.M", "{\"e\":\"XXX\"}")).isEqualTo("{}");
        assertThat(reprinted(ignoring, "p2.M", "{\"re\":[\"XXX\",\"B\",\"YYY\"]}"))
                .isEqualTo("{\"re\":[\"B\"]}");
        assertThat(reprinted(ignoring, "p2.M", "{\"me\":{\"1\":\"XXX\",\"2\":\"B\"}}"))
                .isEqualTo("{\"me\":{\"2\":\"B\"}}");
        assertThat(reprinted(ignoring, "p2.M", "{\"[p2.xe]\":\"XXX\"}")).isEqualTo("{}");
        assertThat(reprinted(ignoring, "p2.M", "{\"e\":7,\"re\":[7,40]}")).isEqualTo("{\"re\":[\"C\"]}");
        assertThat(refused("p2.M", "{\"e\":\"XXX\"}").status()).isEqualTo(JsonParseStatus.UNKNOWN_NAME);
        for (JsonParser parser : List.of(PARSER, ignoring)) {
            assertThatThrownBy(() -> reprinted(parser, "p2.M", "{\"e\":true}")).isInstanceOf(JsonParseException.class);
        }
    }

    @Test
    void extensionsAreReadByTheirFullName() {
        String json = "{\"[p2.xe]\":\"B\",\"[p2.xm]\":{\"x\":1}}";
        assertThat(reprinted(PARSER, "p2.M", json)).isEqualTo(json);
        assertThat(refused("p2.M", "{\"[p2.none]\":1}").getMessage()).contains("no extension \"[p2.none]\"");
        assertThat(refused("p2.Req", "{\"[p2.xe]\":1}").status()).isEqualTo(JsonParseStatus.UNKNOWN_NAME);
        assertThat(refused("p2.M", "{\"[p2.xe]\":\"B\",\"[p2.xe]\":\"B\"}").status())
                .isEqualTo(JsonParseStatus.DUPLICATE);
    }

    @Test
    void itemsOfAMessageSetAreReadByTheNameOfTheExtensionOrOfItsMessage() {
        assertThat(reprinted(PARSER, "p2.MS", "{\"[p2.X.ext]\":{\"i\":1}}")).isEqualTo("{\"[p2.X.ext]\":{\"i\":1}}");
        assertThat(reprinted(PARSER, "p2.MS", "{\"[p2.X]\":{\"i\":1}}")).isEqualTo("{\"[p2.X.ext]\":{\"i\":1}}");
        assertThat(refused("p2.MS", "{\"[p2.X]\":{},\"[p2.X.ext]\":{}}").status())
                .isEqualTo(JsonParseStatus.DUPLICATE);
    }
}
