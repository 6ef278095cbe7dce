package dev.upb.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.base.DecodeException;
import dev.upb.base.EncodeException;
import dev.upb.json.JsonParseException;
import dev.upb.json.JsonParser;
import dev.upb.json.JsonPrinter;
import dev.upb.mem.Arena;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.ThrottledInputStream;
import dev.upb.text.TextPrinter;
import dev.upb.wire.EncodeOptions;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The binary format: from an array and from a stream that gives single bytes. */
final class BinaryFuzzTest {
    private static final EncodeOptions DETERMINISTIC = EncodeOptions.DEFAULT.withDeterministic(true);

    @TestFactory
    Stream<DynamicTest> inputThatIsKeptIsHandled() throws IOException, URISyntaxException {
        return FuzzCorpus.replay(BinaryFuzzTest.class, BinaryFuzzTest::fuzzerTestOneInput);
    }

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        if (input.length == 0) {
            return;
        }
        MessageDef type = FuzzTypes.typeOf(input);
        byte[] bytes = FuzzTypes.withoutType(input);
        try (Arena arena = Arena.create();
                Arena streamed = Arena.create()) {
            Message message;
            try {
                message = type.decode(arena, bytes);
            } catch (DecodeException e) {
                assertThat(e.offset()).isBetween(0L, (long) bytes.length);
                assertThat(arena.spaceUsed()).isZero();
                assertStreamFailsAlike(type, streamed, bytes, e);
                return;
            }
            assertThat(type.decode(streamed, ThrottledInputStream.oneByte(bytes)))
                    .isEqualTo(message);
            assertRoundTrip(message);
            assertCopies(message);
            print(message);
        }
    }

    private static void assertStreamFailsAlike(MessageDef type, Arena arena, byte[] bytes, DecodeException expected)
            throws IOException {
        try {
            type.decode(arena, ThrottledInputStream.oneByte(bytes));
        } catch (DecodeException e) {
            assertThat(e.status()).isEqualTo(expected.status());
            assertThat(e.offset()).isEqualTo(expected.offset());
            assertThat(e.fieldPath()).isEqualTo(expected.fieldPath());
            return;
        }
        throw new AssertionError("the stream was read, but not the array", expected);
    }

    private static void assertRoundTrip(Message message) {
        byte[] encoded = message.encode();
        assertThat(message.encodedSize()).isEqualTo(encoded.length);
        try (Arena arena = Arena.create()) {
            assertThat(message.type().decode(arena, encoded)).isEqualTo(message);
        }
        byte[] deterministic = message.encode(DETERMINISTIC);
        assertThat(deterministic).hasSameSizeAs(encoded);
        try (Arena arena = Arena.create()) {
            Message read = message.type().decode(arena, deterministic);
            assertThat(read).isEqualTo(message);
            assertThat(read.encode(DETERMINISTIC)).isEqualTo(deterministic);
            assertThat(read.hashCode()).isEqualTo(message.hashCode());
        }
    }

    private static void assertCopies(Message message) {
        try (Arena arena = Arena.create()) {
            Message copy = message.copyTo(arena);
            assertThat(copy).isEqualTo(message);
            Message merged = message.type().newMessage(arena);
            merged.mergeFrom(message);
            assertThat(merged).isEqualTo(message);
            assertThat(merged.missingRequired()).isEqualTo(message.missingRequired());
        }
    }

    /** Not every message has a JSON form, and one with malformed strings or contradicting {@code Any}s does not read back. */
    private static void print(Message message) {
        TextPrinter.DEFAULT.print(message);
        String json;
        try {
            json = JsonPrinter.DEFAULT.print(message);
        } catch (EncodeException e) {
            return;
        }
        try (Arena arena = Arena.create()) {
            JsonParser.DEFAULT.parse(message.type(), arena, json);
        } catch (JsonParseException e) {
            assertThat(json).contains("\ufffd");
        }
    }
}
