package dev.upb.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import com.google.protobuf.util.JsonFormat;
import dev.upb.base.ArenaExhaustedException;
import dev.upb.base.EncodeException;
import dev.upb.base.EncodeStatus;
import dev.upb.format.internal.TextInput;
import dev.upb.mem.Arena;
import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.Slots;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.AllocationMeter;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.random.Mutations;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.Hex;
import dev.upb.wire.DecodeOptions;
import dev.upb.wire.EncodeOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Depth, size, work and memory; texts that are cut, damaged or made to be slow. */
class JsonParserLimitsTest {
    private static final JsonParser PARSER = JsonParser.of(JsonTypes.POOL);

    // Depth.

    private static String nested(String open, String core, String close, int levels) {
        return open.repeat(levels) + core + close.repeat(levels);
    }

    static Stream<Arguments> nestings() {
        return Stream.of(
                Arguments.of("message", "matrix2.Recursive", "{\"child\":", "{}", "}"),
                Arguments.of("list of messages", "matrix2.Recursive", "{\"children\":[", "{}", "]}"),
                Arguments.of("map", "matrix2.Recursive", "{\"byName\":{\"k\":", "{}", "}}"),
                Arguments.of("member of a oneof", "matrix2.Recursive", "{\"left\":", "{}", "}"),
                Arguments.of("group", "matrix2.Recursive", "{\"branch\":{\"trunk\":", "{}", "}}"),
                Arguments.of("Value of lists", "google.protobuf.Value", "[", "1", "]"),
                Arguments.of("Struct", "google.protobuf.Struct", "{\"a\":", "{}", "}"),
                Arguments.of("ListValue", "google.protobuf.ListValue", "[", "[]", "]"),
                Arguments.of(
                        "Any",
                        "google.protobuf.Any",
                        "{\"@type\":\"t/google.protobuf.Any\",\"value\":",
                        "{\"@type\":\"t/google.protobuf.Empty\"}",
                        "}"),
                Arguments.of(
                        "Any with the type behind",
                        "google.protobuf.Any",
                        "{\"value\":",
                        "{\"@type\":\"t/google.protobuf.Empty\"}",
                        ",\"@type\":\"t/google.protobuf.Any\"}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nestings")
    void parsingAndPrintingAllowTheSameDepth(String name, String type, String open, String core, String close) {
        MessageDef def = JsonTypes.type(type);
        for (int levels = 1; levels < 30; levels++) {
            String json = nested(open, core, close, levels);
            Message message = PARSER.withMaxDepth(1000).parse(def, json);
            for (int limit : List.of(0, 1, 5, 29, 30, 31, 58, 59, 60, 100)) {
                boolean printed = true;
                try {
                    JsonPrinter.DEFAULT.withMaxDepth(limit).print(message);
                } catch (EncodeException e) {
                    printed = false;
                }
                boolean parsed = true;
                try {
                    PARSER.withMaxDepth(limit).parse(def, json);
                } catch (JsonParseException e) {
                    assertThat(e.status()).isEqualTo(JsonParseStatus.MAX_DEPTH_EXCEEDED);
                    parsed = false;
                }
                assertThat(parsed)
                        .as("%s %d deep with limit %d", name, levels, limit)
                        .isEqualTo(printed);
            }
        }
    }

    /** What nests; the last is how many levels of the binary format each takes. */
    static Stream<Arguments> levels() {
        return Stream.of(
                Arguments.of("matrix2.Recursive", "{\"child\":", "{}", "}", 1),
                Arguments.of("matrix2.Recursive", "{\"children\":[", "{}", "]}", 1),
                Arguments.of("matrix2.Recursive", "{\"byName\":{\"k\":", "{}", "}}", 2),
                Arguments.of("google.protobuf.Struct", "{\"a\":", "null", "}", 3),
                Arguments.of("google.protobuf.Value", "{\"a\":", "true", "}", 3),
                Arguments.of("google.protobuf.ListValue", "[", "false", "]", 2),
                Arguments.of("google.protobuf.Value", "[", "\"\"", "]", 2));
    }

    /** The binary format counts messages and entries; protobuf-java counts as it is counted here, in JSON and in the binary format. */
    @ParameterizedTest
    @MethodSource("levels")
    void aLevelIsALevelOfJson(String type, String open, String core, String close, int binaryLevels) throws Exception {
        MessageDef def = JsonTypes.type(type);
        String fits = nested(open, core, close, 100);
        Message message = JsonParser.DEFAULT.parse(def, fits);
        assertThat(JsonPrinter.DEFAULT.print(message)).isEqualTo(fits);
        assertThatThrownBy(() -> JsonParser.DEFAULT.parse(def, nested(open, core, close, 101)))
                .isInstanceOf(JsonParseException.class)
                .hasMessageContaining("limit of 100 levels");
        JsonFormat.parser().merge(fits, builder(type));
        assertThatThrownBy(() -> JsonFormat.parser().merge(nested(open, core, close, 101), builder(type)))
                .hasMessageContaining("Hit recursion limit");

        Message mostInBinary = JsonParser.DEFAULT.parse(def, nested(open, core, close, 100 / binaryLevels));
        builder(type).mergeFrom(mostInBinary.encode());
        assertThat(def.decode(mostInBinary.encode())).isEqualTo(mostInBinary);
        if (binaryLevels > 1) {
            assertThatThrownBy(message::encode)
                    .isInstanceOfSatisfying(
                            EncodeException.class,
                            e -> assertThat(e.status()).isEqualTo(EncodeStatus.MAX_DEPTH_EXCEEDED));
        }
        byte[] deep = message.encode(EncodeOptions.DEFAULT.withMaxDepth(100 * binaryLevels));
        assertThat(def.decode(deep, DecodeOptions.DEFAULT.withMaxDepth(100 * binaryLevels)))
                .isEqualTo(message);
    }

    private static com.google.protobuf.Message.Builder builder(String type) {
        return switch (type) {
            case "google.protobuf.Struct" -> Struct.newBuilder();
            case "google.protobuf.ListValue" -> ListValue.newBuilder();
            case "google.protobuf.Value" -> Value.newBuilder();
            default ->
                DynamicMessage.newBuilder(Corpus.ownTypes().stream()
                        .filter(descriptor -> descriptor.getFullName().endsWith(type))
                        .findFirst()
                        .orElseThrow());
        };
    }

    @Test
    void contentOfAnAnyMayBeAsDeepAsTheTextAllows() {
        MessageDef any = JsonTypes.type("google.protobuf.Any");
        for (String core : List.of("true", "{}", "[]")) {
            String struct = nested("{\"a\":", core, "}", 99);
            String fits = "{\"@type\":\"t/google.protobuf.Struct\",\"value\":" + struct + "}";
            Message message = PARSER.parse(any, fits);
            assertThat(JsonPrinter.of(JsonTypes.POOL).print(message)).isEqualTo(fits);
            String behind = "{\"value\":" + struct + ",\"@type\":\"t/google.protobuf.Struct\"}";
            assertThat(PARSER.parse(any, behind)).isEqualTo(message);
            assertThatThrownBy(() -> PARSER.withMaxDepth(99).parse(any, fits))
                    .isInstanceOf(JsonParseException.class)
                    .hasMessageContaining("limit of 99 levels");
        }
    }

    @Test
    void arraysAndObjectsThatAreSkippedCountAsLevels() {
        JsonParser parser = PARSER.withIgnoreUnknown(true).withMaxDepth(10);
        MessageDef type = JsonTypes.type("matrix2.Child");
        for (String[] brackets :
                List.of(new String[] {"[", "]"}, new String[] {"{\"a\":", "}"}, new String[] {"[{\"a\":", "}]"})) {
            int each = brackets[0].startsWith("[{") ? 2 : 1;
            String fits = "{\"unknown\":" + nested(brackets[0], "1", brackets[1], 10 / each) + "}";
            assertThat(JsonPrinter.DEFAULT.print(parser.parse(type, fits))).isEqualTo("{}");
            String deeper = "{\"unknown\":" + nested(brackets[0], "[]", brackets[1], 10 / each) + "}";
            assertThat(catchThrowableOfType(JsonParseException.class, () -> parser.parse(type, deeper))
                            .status())
                    .isEqualTo(JsonParseStatus.MAX_DEPTH_EXCEEDED);
        }
    }

    @Test
    void noDepthOverflowsTheStack() throws Exception {
        JsonParser parser = PARSER.withIgnoreUnknown(true).withMaxDepth(10_000);
        List<JsonParseException> errors = new ArrayList<>();
        Thread thread = new Thread(
                null,
                () -> nestings().forEach(nesting -> {
                    Object[] parts = nesting.get();
                    String json = nested((String) parts[2], "", "", 100_000);
                    errors.add(catchThrowableOfType(
                            JsonParseException.class, () -> parser.parse(JsonTypes.type((String) parts[1]), json)));
                }),
                "small stack",
                1 << 18);
        thread.start();
        thread.join();
        assertThat(errors).hasSize((int) nestings().count()).doesNotContainNull();
    }

    // Damage.

    static List<String[]> texts() {
        List<String[]> texts = new ArrayList<>();
        for (Corpus.Entry entry : Corpus.messages(2)) {
            String json = JsonPrinter.DEFAULT.print(
                    JsonTypes.POOL.message(entry.type()).decode(entry.bytes()));
            if (json.length() < 4000) {
                texts.add(new String[] {entry.type(), json});
            }
        }
        texts.add(new String[] {
            "google.protobuf.Value", "{\"a\":[1,-2.5e-3,true,false,null,\"\\ud83d\\ude01é\"],\"b\":{}}"
        });
        texts.add(new String[] {
            "google.protobuf.Any", "{\"value\":{\"a\":1,\"@type\":\"x\"},\"@type\":\"t/google.protobuf.Struct\"}"
        });
        return texts;
    }

    @Test
    void everyTextThatIsCutIsRefusedAndGivesItsMemoryBack() {
        try (Arena arena = Arena.create()) {
            for (String[] text : texts()) {
                MessageDef type = JsonTypes.POOL.message(text[0]);
                byte[] json = text[1].getBytes(UTF_8);
                for (int size = 0; size < json.length; size++) {
                    int length = size;
                    JsonParseException e = catchThrowableOfType(
                            JsonParseException.class, () -> PARSER.parse(type, arena, json, 0, length));
                    assertThat(e).as("%s cut to %d bytes", text[1], length).isNotNull();
                    assertThat(arena.spaceUsed()).isZero();
                }
            }
        }
    }

    @Test
    void damagedTextsAreReadOrRefusedAndNothingElse() {
        List<String[]> texts = texts();
        int[] read = new int[1];
        Seeded.forEach(20_000, seeded -> {
            String[] text = seeded.pick(texts);
            MessageDef type = JsonTypes.POOL.message(text[0]);
            byte[] json = text[1].getBytes(UTF_8);
            json = seeded.nextBoolean() ? Mutations.mutate(seeded, json) : withTokens(seeded, json);
            JsonParser parser = PARSER.withIgnoreUnknown(seeded.nextBoolean());
            try (Arena arena = Arena.create()) {
                Message message;
                try {
                    message = parser.parse(type, arena, json);
                } catch (JsonParseException e) {
                    assertThat(arena.spaceUsed()).isZero();
                    assertThat(e.line()).isPositive();
                    assertThat(e.column()).isPositive();
                    return;
                }
                read[0]++;
                String printed = JsonPrinter.DEFAULT.print(message);
                assertThat(JsonPrinter.DEFAULT.print(PARSER.parse(type, printed)))
                        .isEqualTo(printed);
            }
        });
        assertThat(read[0]).isPositive();
    }

    private static final List<String> TOKENS = List.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\",
            "\\u",
            "\\ud83d",
            "\\ude01",
            "null",
            "true",
            "false",
            "0",
            "-",
            "1e",
            "1.5",
            "1e400",
            "\"@type\":",
            "\"value\":",
            "\"\"",
            "{}",
            "[]",
            "\n",
            " ",
            "\t",
            "\0",
            "NaN",
            "99999999999999999999",
            "\"\\u0040type\":");

    /** Returns a copy with a few tokens put in, or put in place of what is there. */
    private static byte[] withTokens(Seeded seeded, byte[] json) {
        byte[] changed = json;
        for (int i = seeded.between(1, 3); i > 0; i--) {
            int from = seeded.below(changed.length + 1);
            int to = Math.min(changed.length, from + seeded.pickInt(0, 0, 1, 3));
            changed = Hex.concat(
                    java.util.Arrays.copyOf(changed, from),
                    seeded.pick(TOKENS).getBytes(UTF_8),
                    java.util.Arrays.copyOfRange(changed, to, changed.length));
        }
        return changed;
    }

    @Test
    void anArenaThatIsFullAtAnyTimeIsAsBefore() {
        String json = "{\"value\":{\"a\":[1,\"x\\n\"],\"b\":{\"c\":null}},\"@type\":\"t/google.protobuf.Struct\"}";
        MessageDef type = JsonTypes.type("google.protobuf.Any");
        int failures = 0;
        while (true) {
            try (Arena arena = Arena.create()) {
                arena.heap().failAllocation(failures);
                PARSER.parse(type, arena, json);
                break;
            } catch (ArenaExhaustedException e) {
                failures++;
            }
        }
        assertThat(failures).isGreaterThan(10);
        try (Arena arena = Arena.create()) {
            arena.heap().failAllocation(failures - 1);
            assertThatThrownBy(() -> PARSER.parse(type, arena, json)).isInstanceOf(ArenaExhaustedException.class);
            assertThat(arena.spaceUsed()).isZero();
        }
    }

    // Work.

    private static long searchedBytes(String type, String json) {
        try (Arena arena = Arena.create()) {
            Heap heap = arena.heap();
            byte[] utf8 = TextInput.utf8(json);
            long text = TextInput.load(heap, utf8, 0, utf8.length);
            Message message = JsonTypes.type(type).newMessage(arena);
            assertThat(Slots.size(text)).isEqualTo(json.length());
            return JsonParseState.parse(message, text, PARSER);
        }
    }

    @Test
    void searchingForTypesLooksAtEveryByteOnce() {
        String core = "{\"value\":\"" + "x".repeat(10_000) + "\",\"@type\":\"t/google.protobuf.StringValue\"}";
        for (int levels : List.of(1, 9, 90)) {
            String json = nested("{\"value\":", core, ",\"@type\":\"t/google.protobuf.Any\"}", levels);
            assertThat(searchedBytes("google.protobuf.Any", json)).isLessThanOrEqualTo(json.length());
        }
        String list = "{\"rAny\":[" + (core + ",").repeat(20) + "{}]}";
        assertThat(searchedBytes("wkt.Repeated", list)).isLessThanOrEqualTo(list.length());
        String first = nested("{\"@type\":\"t/google.protobuf.Any\",\"value\":", "{}", "}", 90);
        assertThat(searchedBytes("google.protobuf.Any", first)).isZero();
    }

    static Stream<Arguments> growing() {
        return Stream.of(
                Arguments.of("unknown members", "matrix2.Child", "{", "\"u%d\":[{}],", "\"z\":1}"),
                Arguments.of("entries of a map", "google.protobuf.Struct", "{", "\"k%d\":%<d,", "\"z\":1}"),
                Arguments.of("escaped strings", "google.protobuf.ListValue", "[", "\"\\n%d\",", "1]"),
                Arguments.of("one long string", "google.protobuf.Value", "\"", "\\n%d\\u00e9", "\""),
                Arguments.of("numbers", "google.protobuf.ListValue", "[", "0.%d12345678901234567890,", "1]"),
                Arguments.of("one long number", "google.protobuf.Value", "0.", "%d", ""),
                Arguments.of(
                        "messages", "matrix2.Recursive", "{\"children\":[", "{\"value\":%d,\"label\":\"x\"},", "{}]}"),
                Arguments.of("paths of a mask", "google.protobuf.FieldMask", "\"", "fooBar%d,", "z\""),
                Arguments.of(
                        "Anys with the type behind",
                        "wkt.Repeated",
                        "{\"rAny\":[",
                        "{\"value\":\"%d\",\"@type\":\"t/google.protobuf.StringValue\"},",
                        "{}]}"));
    }

    private static String grown(String open, String each, String close, int count) {
        StringBuilder json = new StringBuilder(open);
        for (int i = 0; i < count; i++) {
            json.append(String.format(each, 1_000_000 + i));
        }
        return json.append(close).toString();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("growing")
    void memoryGrowsWithTheTextAndTimeIsReported(String name, String type, String open, String each, String close) {
        JsonParser parser = PARSER.withIgnoreUnknown(true);
        long[] space = new long[2];
        long[] nanos = {Long.MAX_VALUE, Long.MAX_VALUE};
        for (int i = 0; i < 2; i++) {
            String json = grown(open, each, close, i == 0 ? 2000 : 20_000);
            try (Arena arena = Arena.create()) {
                for (int run = 0; run < 40; run++) {
                    arena.reset();
                    long start = System.nanoTime();
                    parser.parse(JsonTypes.type(type), arena, json);
                    nanos[i] = Math.min(nanos[i], System.nanoTime() - start);
                    space[i] = arena.spaceUsed();
                }
            }
        }
        System.out.printf("%s: ten times the text takes %.1f times the time%n", name, (double) nanos[1] / nanos[0]);
        assertThat(space[1]).isBetween(5 * space[0], 20 * space[0]);
    }

    // Garbage.

    @Test
    void nothingIsAllocatedOnTheJavaHeapPerValue() throws Exception {
        FileDescriptorProto descriptor = Corpus.descriptorProto();
        byte[] json = JsonFormat.printer().print(descriptor).getBytes(UTF_8);
        MessageDef type = JsonTypes.POOL.message("google.protobuf.FileDescriptorProto");
        try (Arena arena = Arena.create()) {
            long bytes = AllocationMeter.smallest(3000, 50, () -> {
                arena.reset();
                JsonParser.DEFAULT.parse(type, arena, json);
            });
            assertThat(bytes).isLessThan(200); // The handle that is returned.
        }
    }

    @Test
    void numbersTimesStringsAndMapsAllocateNothingOnTheJavaHeap() throws Exception {
        StringBuilder text = new StringBuilder("{\"singular\":{\"fStruct\":{");
        for (int i = 0; i < 200; i++) {
            text.append("\"key")
                    .append(i)
                    .append("\":[0.1234567890123456")
                    .append(i)
                    .append(",1e")
                    .append(i)
                    .append(",\"a\\n\\u00e9\",null],");
        }
        text.append("\"z\":1}},\"repeated\":{\"rTimestamp\":[");
        text.append("\"2024-02-29T12:34:56.789Z\",".repeat(100)).append("\"1970-01-01T00:00:00Z\"]}}");
        byte[] json = text.toString().getBytes(UTF_8);
        MessageDef type = JsonTypes.type("wkt.All");
        try (Arena arena = Arena.create()) {
            long bytes = AllocationMeter.smallest(3000, 50, () -> {
                arena.reset();
                JsonParser.DEFAULT.parse(type, arena, json);
            });
            assertThat(bytes).isLessThan(200);
        }
    }
}
