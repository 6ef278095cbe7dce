package dev.upb.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.json.JsonParseException;
import dev.upb.json.JsonParser;
import dev.upb.json.JsonPrinter;
import dev.upb.mem.Arena;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.ThrottledInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** JSON: strictly and with unknown members ignored. */
final class JsonFuzzTest {
    private static final List<JsonParser> PARSERS =
            List.of(JsonParser.DEFAULT, JsonParser.DEFAULT.withIgnoreUnknown(true));

    private static final List<JsonPrinter> PRINTERS = List.of(
            JsonPrinter.DEFAULT,
            JsonPrinter.DEFAULT
                    .withProtoNames(true)
                    .withEnumsAsNumbers(true)
                    .withInt64AsNumbers(true)
                    .withIndent(true));

    private static final JsonPrinter SORTING = JsonPrinter.DEFAULT.withSortedMapKeys(true);

    @TestFactory
    Stream<DynamicTest> inputThatIsKeptIsHandled() throws IOException, URISyntaxException {
        return FuzzCorpus.replay(JsonFuzzTest.class, JsonFuzzTest::fuzzerTestOneInput);
    }

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        if (input.length == 0) {
            return;
        }
        MessageDef type = FuzzTypes.typeOf(input);
        byte[] json = FuzzTypes.withoutType(input);
        for (JsonParser parser : PARSERS) {
            try (Arena arena = Arena.create()) {
                Message message;
                try {
                    message = parser.parse(type, arena, json);
                } catch (JsonParseException e) {
                    assertThat(e.line()).isPositive();
                    assertThat(e.column()).isPositive();
                    assertThat(arena.spaceUsed()).isZero();
                    continue;
                }
                assertThat(parser.parse(type, arena, ThrottledInputStream.oneByte(json)))
                        .isEqualTo(message);
                assertReadsBack(message);
                FuzzTypes.assertBinaryRoundTrip(message);
            }
        }
    }

    private static void assertReadsBack(Message message) {
        String expected = SORTING.print(message);
        for (JsonPrinter printer : PRINTERS) {
            try (Arena arena = Arena.create()) {
                Message read = JsonParser.DEFAULT.parse(message.type(), arena, printer.print(message));
                // Maps in the content of an Any may have come in another order, so messages need not be equal.
                assertThat(SORTING.print(read)).isEqualTo(expected);
            }
        }
    }
}
