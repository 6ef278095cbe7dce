package dev.upb.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.mem.Arena;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.ThrottledInputStream;
import dev.upb.text.TextParseException;
import dev.upb.text.TextParser;
import dev.upb.text.TextPrinter;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Text format: strictly and with unknown fields ignored. */
final class TextFuzzTest {
    private static final List<TextParser> PARSERS =
            List.of(TextParser.DEFAULT, TextParser.DEFAULT.withIgnoreUnknown(true));

    private static final TextPrinter PLAIN = TextPrinter.DEFAULT.withExpandedAny(false);
    /** What is unknown in the content of an {@code Any} does not read back. */
    private static final TextPrinter EXPANDING = TextPrinter.DEFAULT.withUnknownFields(false);

    @TestFactory
    Stream<DynamicTest> inputThatIsKeptIsHandled() throws IOException, URISyntaxException {
        return FuzzCorpus.replay(TextFuzzTest.class, TextFuzzTest::fuzzerTestOneInput);
    }

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        if (input.length == 0) {
            return;
        }
        MessageDef type = FuzzTypes.typeOf(input);
        byte[] text = FuzzTypes.withoutType(input);
        for (TextParser parser : PARSERS) {
            try (Arena arena = Arena.create()) {
                Message message;
                try {
                    message = parser.parse(type, arena, text);
                } catch (TextParseException e) {
                    assertThat(e.line()).isPositive();
                    assertThat(e.column()).isPositive();
                    assertThat(arena.spaceUsed()).isZero();
                    continue;
                }
                assertThat(parser.parse(type, arena, ThrottledInputStream.oneByte(text)))
                        .isEqualTo(message);
                assertReadsBack(message);
                FuzzTypes.assertBinaryRoundTrip(message);
            }
        }
    }

    private static void assertReadsBack(Message message) {
        MessageDef type = message.type();
        try (Arena arena = Arena.create()) {
            for (TextPrinter printer : List.of(PLAIN, PLAIN.withSingleLine(true))) {
                assertThat(TextParser.DEFAULT.parse(type, arena, printer.print(message)))
                        .isEqualTo(message);
            }
            // Content of an Any may come back in another order, but prints alike.
            String expanded = EXPANDING.print(message);
            assertThat(EXPANDING.print(TextParser.DEFAULT.parse(type, arena, expanded)))
                    .isEqualTo(expanded);
        }
    }
}
