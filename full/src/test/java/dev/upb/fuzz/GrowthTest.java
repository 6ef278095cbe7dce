package dev.upb.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.upb.base.DecodeException;
import dev.upb.json.JsonParseException;
import dev.upb.json.JsonParser;
import dev.upb.json.JsonPrinter;
import dev.upb.mem.Arena;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.AllocationMeter;
import dev.upb.testkit.wire.WireMessage;
import dev.upb.testkit.wire.WireWriter;
import dev.upb.text.TextParseException;
import dev.upb.text.TextParser;
import dev.upb.text.TextPrinter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Inputs that take a naive reader quadratic time or memory, in two sizes, the larger ten times the smaller. How much more time that takes is
 * printed. Memory is what the test counts; and the larger inputs are so large that quadratic time would exceed a limit that proportional time
 * stays far from on any machine.
 */
class GrowthTest {
    private static final int FACTOR = 10;
    /** Proportional to the size would be 10, quadratic 100. */
    private static final int MAX_MEMORY_FACTOR = 20;

    private static final Duration FAR_TOO_LONG = Duration.ofSeconds(60);
    private static final int RUNS = 2;

    private static String repeated(int count, IntFunction<String> element) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(element.apply(i));
        }
        return text.toString();
    }

    private static String joined(String open, int count, IntFunction<String> element, String close) {
        return open + repeated(count, i -> (i == 0 ? "" : ",") + element.apply(i)) + close;
    }

    private static String nested(String open, String core, String close, int levels) {
        return open.repeat(levels) + core + close.repeat(levels);
    }

    /** Returns the i-th of the strings, all with the same {@link String#hashCode}, that 20 times "Aa" or "BB" can make. */
    private static String colliding(int i) {
        StringBuilder key = new StringBuilder();
        for (int bit = 0; bit < 20; bit++) {
            key.append((i >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return key.toString();
    }

    private static Arguments text(String name, String type, int size, IntFunction<String> text) {
        IntFunction<byte[]> input = n -> text.apply(n).getBytes(UTF_8);
        return Arguments.of(name, type, size, input);
    }

    // JSON.

    static Stream<Arguments> json() {
        String any = "google.protobuf.Any";
        String list = "google.protobuf.ListValue";
        String struct = "google.protobuf.Struct";
        String scalars = "matrix2.Explicit";
        String keys = "matrix2.MapKeys";
        return Stream.of(
                text(
                        "content below 90 Anys, types in front",
                        any,
                        50_000,
                        n -> nested(
                                "{\"@type\":\"t/google.protobuf.Any\",\"value\":",
                                "{\"@type\":\"t/google.protobuf.StringValue\",\"value\":\"" + "x".repeat(n) + "\"}",
                                "}",
                                90)),
                text(
                        "content below 90 Anys, types behind",
                        any,
                        50_000,
                        n -> nested(
                                "{\"value\":",
                                "{\"value\":\"" + "x".repeat(n) + "\",\"@type\":\"t/google.protobuf.StringValue\"}",
                                ",\"@type\":\"t/google.protobuf.Any\"}",
                                90)),
                text(
                        "members in front of the type of an Any",
                        any,
                        30_000,
                        n -> joined(
                                "{\"value\":{",
                                n,
                                i -> "\"k" + i + "\":[{}]",
                                "},\"@type\":\"t/google.protobuf.Struct\"}")),
                text(
                        "paths of a mask",
                        "google.protobuf.FieldMask",
                        50_000,
                        n -> joined("\"", n, i -> "fooBar.baz" + i, "\"")),
                text(
                        "one long path of a mask",
                        "google.protobuf.FieldMask",
                        50_000,
                        n -> "\"" + "fooBar.".repeat(n) + "z\""),
                text(
                        "keys of one String.hashCode",
                        struct,
                        30_000,
                        n -> joined("{", n, i -> "\"" + colliding(i) + "\":1", "}")),
                text(
                        "integer keys of equal low bits",
                        keys,
                        30_000,
                        n -> joined("{\"kInt64\":{", n, i -> "\"" + ((long) i << 40) + "\":1", "}}")),
                text(
                        "lists at the limit of depth",
                        list,
                        500,
                        n -> joined("[", n, i -> nested("[", "1", "]", 99), "]")),
                text(
                        "objects at the limit of depth",
                        list,
                        500,
                        n -> joined("[", n, i -> nested("{\"a\":", "1", "}", 99), "]")),
                text("digits of a fraction", "google.protobuf.Value", 300_000, n -> "0." + "123456789".repeat(n / 9)),
                text(
                        "digits of a number in range by its exponent",
                        scalars,
                        300_000,
                        n -> "{\"fDouble\":" + "9".repeat(200) + "." + "7".repeat(n) + "e-100}"),
                text(
                        "zeros that an exponent takes away",
                        scalars,
                        300_000,
                        n -> "{\"fInt64\":12" + "0".repeat(n) + "e-" + n + "}"),
                text("zeros of a fraction", scalars, 300_000, n -> "{\"fInt64\":12." + "0".repeat(n) + "}"),
                text("base64", scalars, 100_000, n -> "{\"fBytes\":\"" + "QUJD".repeat(n) + "\"}"),
                text("escapes", scalars, 50_000, n -> "{\"fString\":\"" + "\\ud83d\\ude01\\n".repeat(n) + "\"}"),
                text("lines", list, 300_000, n -> "[" + "\n".repeat(n) + "]"));
    }

    static Stream<Arguments> refusedJson() {
        String any = "google.protobuf.Any";
        String scalars = "matrix2.Explicit";
        return Stream.of(
                text(
                        "key of a map given again at the end",
                        "google.protobuf.Struct",
                        30_000,
                        n -> joined("{", n, i -> "\"k" + i + "\":1", ",\"k0\":1}")),
                text(
                        "key of equal low bits given again",
                        "matrix2.MapKeys",
                        30_000,
                        n -> joined("{\"kInt64\":{", n, i -> "\"" + ((long) i << 40) + "\":1", ",\"0\":1}}")),
                text(
                        "lists that do not end",
                        "google.protobuf.ListValue",
                        50_000,
                        n -> "[" + "[1,".repeat(90) + "[],".repeat(n)),
                text("Anys that do not end", any, 50_000, n -> "{\"value\":".repeat(90) + "[" + "[],".repeat(n)),
                text(
                        "Anys without a type",
                        any,
                        50_000,
                        n -> nested("{\"value\":", joined("[", n, i -> "{}", "]"), "}", 90)),
                text("string that does not end", "google.protobuf.Value", 200_000, n -> "\"" + "\\n".repeat(n)),
                text("integer of too many digits", scalars, 300_000, n -> "{\"fInt64\":" + "1".repeat(n) + "}"),
                text(
                        "fraction of an integer at its end",
                        scalars,
                        300_000,
                        n -> "{\"fInt64\":1." + "0".repeat(n) + "1}"),
                text("digits of an exponent", "google.protobuf.Value", 300_000, n -> "1e" + "9".repeat(n)),
                text("enum of an unknown name", scalars, 300_000, n -> "{\"fEnum\":\"" + "X".repeat(n) + "\"}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("json")
    void jsonTakesMemoryAndTimeInProportion(String name, String type, int size, IntFunction<byte[]> input) {
        assertProportional("JSON, " + name, type, size, input, (def, arena, bytes) -> {
            Message message = JsonParser.DEFAULT.parse(def, arena, bytes);
            assertThat(JsonPrinter.DEFAULT.printBytes(message)).isNotEmpty();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusedJson")
    void refusingJsonTakesMemoryAndTimeInProportion(String name, String type, int size, IntFunction<byte[]> input) {
        assertProportional("refused JSON, " + name, type, size, input, (def, arena, bytes) -> {
            try {
                JsonParser.DEFAULT.parse(def, arena, bytes);
            } catch (JsonParseException e) {
                return;
            }
            throw new AssertionError("not refused");
        });
    }

    // Text format.

    static Stream<Arguments> text() {
        String any = "google.protobuf.Any";
        String recursive = "matrix2.Recursive";
        String scalars = "matrix2.Explicit";
        String keys = "matrix2.MapKeys";
        String extendable = "matrix2.Extendable";
        return Stream.of(
                text(
                        "content below 90 Anys",
                        any,
                        50_000,
                        n -> nested(
                                "[t/google.protobuf.Any] {",
                                "[t/google.protobuf.StringValue] { value: '" + "x".repeat(n) + "' }",
                                "}",
                                90)),
                text("message given again", recursive, 50_000, n -> repeated(n, i -> "child { value: 1 } ")),
                text(
                        "message given again, with a list that grows",
                        recursive,
                        30_000,
                        n -> repeated(n, i -> "child { children {} } ")),
                text(
                        "extension given again",
                        extendable,
                        30_000,
                        n -> "[upb.testkit.matrix2.x_message] { id: 1 } ".repeat(n)),
                text("extension in pieces", extendable, 30_000, n -> "[upb.testkit.matrix2.xr_int32]: 1 ".repeat(n)),
                text(
                        "paths of a mask",
                        "google.protobuf.FieldMask",
                        50_000,
                        n -> repeated(n, i -> "paths: 'a" + i + "' ")),
                text("key of a map given again", keys, 30_000, n -> "k_string { key: 'a' value: 1 } ".repeat(n)),
                text(
                        "keys of one String.hashCode",
                        keys,
                        30_000,
                        n -> repeated(n, i -> "k_string { key: '" + colliding(i) + "' } ")),
                text(
                        "integer keys of equal low bits",
                        keys,
                        30_000,
                        n -> repeated(n, i -> "k_int64 { key: " + ((long) i << 40) + " } ")),
                text("string in pieces", scalars, 100_000, n -> "f_string: " + "'a' \"\\n\"\n".repeat(n)),
                text("digits of a fraction", scalars, 300_000, n -> "f_double: 0." + "123456789".repeat(n / 9)),
                text(
                        "messages at the limit of depth",
                        recursive,
                        500,
                        n -> ("children {" + nested("child {", "", "}", 99) + "}").repeat(n)),
                text("comments", recursive, 100_000, n -> "#\n".repeat(n)));
    }

    static Stream<Arguments> refusedText() {
        String recursive = "matrix2.Recursive";
        return Stream.of(
                text(
                        "messages that do not end",
                        recursive,
                        50_000,
                        n -> "child {".repeat(99) + "children {} ".repeat(n)),
                text(
                        "Anys that do not end",
                        "google.protobuf.Any",
                        50_000,
                        n -> "[t/google.protobuf.Any] {".repeat(90) + "[t/google.protobuf.StringValue] { value: "
                                + "'x' ".repeat(n)),
                text(
                        "scalar given again at the end",
                        recursive,
                        50_000,
                        n -> "value: 1 " + "Twigs {} ".repeat(n) + "value: 1"),
                text("string that does not end", recursive, 200_000, n -> "label: '" + "\\n".repeat(n)),
                text("integer of too many digits", "matrix2.Explicit", 300_000, n -> "f_int64: " + "1".repeat(n)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("text")
    void textTakesMemoryAndTimeInProportion(String name, String type, int size, IntFunction<byte[]> input) {
        assertProportional("text, " + name, type, size, input, (def, arena, bytes) -> {
            Message message = TextParser.DEFAULT.parse(def, arena, bytes);
            assertThat(TextPrinter.DEFAULT.printBytes(message)).isNotNull();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusedText")
    void refusingTextTakesMemoryAndTimeInProportion(String name, String type, int size, IntFunction<byte[]> input) {
        assertProportional("refused text, " + name, type, size, input, (def, arena, bytes) -> {
            try {
                TextParser.DEFAULT.parse(def, arena, bytes);
            } catch (TextParseException e) {
                return;
            }
            throw new AssertionError("not refused");
        });
    }

    // Binary.

    private interface Element {
        void write(WireWriter writer, int i);
    }

    private static Arguments binary(String name, String type, int size, Element element) {
        IntFunction<byte[]> input = n -> elements(n, element);
        return Arguments.of(name, "matrix2." + type, size, input);
    }

    private static byte[] elements(int count, Element element) {
        WireWriter writer = new WireWriter();
        for (int i = 0; i < count; i++) {
            element.write(writer, i);
        }
        return writer.toByteArray();
    }

    private static byte[] entry(WireWriter key) {
        return key.tag(2, WireWriter.VARINT).varint(1).toByteArray();
    }

    static Stream<Arguments> binary() {
        byte[] child = WireMessage.builder().varint(1, 1).encode();
        byte[] children = WireMessage.builder().message(3, WireMessage.empty()).encode();
        byte[] pair = WireMessage.builder().varint(5, 1).varint(5, 2).encode();
        return Stream.of(
                binary(
                        "message given again",
                        "Recursive",
                        100_000,
                        (out, i) -> out.tag(2, 2).delimited(child)),
                binary(
                        "message given again, with a list that grows",
                        "Recursive",
                        100_000,
                        (out, i) -> out.tag(2, 2).delimited(children)),
                binary("members of a oneof in turn", "InOneof", 100_000, (out, i) -> {
                    out.tag(11, 2).delimited(child).tag(9, 2).string("a");
                }),
                binary(
                        "key of a map given again",
                        "MapKeys",
                        50_000,
                        (out, i) -> out.tag(9, 2)
                                .delimited(entry(new WireWriter().tag(1, 2).string("a")))),
                binary(
                        "keys of one String.hashCode",
                        "MapKeys",
                        30_000,
                        (out, i) -> out.tag(9, 2)
                                .delimited(entry(new WireWriter().tag(1, 2).string(colliding(i))))),
                binary(
                        "integer keys of equal low bits",
                        "MapKeys",
                        50_000,
                        (out, i) -> out.tag(10, 2)
                                .delimited(child)
                                .tag(6, 2)
                                .delimited(entry(new WireWriter().tag(1, 1).fixed64((long) i << 40)))),
                binary(
                        "packed list in pieces of one",
                        "Packed",
                        100_000,
                        (out, i) -> out.tag(5, 2).delimited(new byte[] {1})),
                binary(
                        "list neither packed nor not",
                        "Expanded",
                        50_000,
                        (out, i) -> out.tag(5, 2).delimited(new byte[] {1}).raw(pair)),
                binary(
                        "unknown fields in between",
                        "Explicit",
                        100_000,
                        (out, i) -> out.tag(5, 0).varint(i).tag(77, 0).varint(1)),
                binary("unknown groups at the limit of depth", "Explicit", 500, (out, i) -> {
                    for (int level = 0; level < 100; level++) {
                        out.tag(77, 3);
                    }
                    for (int level = 0; level < 100; level++) {
                        out.tag(77, 4);
                    }
                }),
                binary(
                        "extension in pieces",
                        "Extendable",
                        50_000,
                        (out, i) -> out.tag(1105, 0).varint(1).tag(1005, 0).varint(i)),
                binary(
                        "items of a message set",
                        "MessageSet",
                        30_000,
                        (out, i) -> out.tag(1, 3)
                                .tag(2, 0)
                                .varint(i % 2 == 0 ? 1_547_769 : 5)
                                .tag(3, 2)
                                .delimited(new byte[0])
                                .tag(1, 4)),
                Arguments.of("content at the limit of depth", "matrix2.Recursive", 300_000, (IntFunction<byte[]>) n -> {
                    WireMessage message =
                            WireMessage.builder().string(6, "x".repeat(n)).build();
                    for (int level = 0; level < 100; level++) {
                        message = WireMessage.builder().message(2, message).build();
                    }
                    return message.encode();
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("binary")
    void binaryTakesMemoryAndTimeInProportion(String name, String type, int size, IntFunction<byte[]> input) {
        assertProportional("binary, " + name, type, size, input, (def, arena, bytes) -> {
            Message message = def.decode(arena, bytes);
            assertThat(message.encode()).isNotEmpty();
            assertThat(message.copyTo(arena).equals(message)).isTrue();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("binary")
    void refusingBinaryTakesMemoryAndTimeInProportion(String name, String type, int size, IntFunction<byte[]> input) {
        // A varint without an end.
        IntFunction<byte[]> cut = n -> {
            byte[] bytes = input.apply(n);
            byte[] malformed = Arrays.copyOf(bytes, bytes.length + 2);
            malformed[bytes.length] = (byte) 0xE8; // Field 77.
            malformed[bytes.length + 1] = (byte) 0x84;
            return malformed;
        };
        assertProportional("refused binary, " + name, type, size, cut, (def, arena, bytes) -> {
            try {
                def.decode(arena, bytes);
            } catch (DecodeException e) {
                return;
            }
            throw new AssertionError("not refused");
        });
    }

    // What is measured.

    private interface Work {
        void run(MessageDef type, Arena arena, byte[] input);
    }

    private static void assertProportional(
            String name, String typeName, int size, IntFunction<byte[]> input, Work work) {
        MessageDef type = FuzzTypes.named(typeName);
        byte[] small = input.apply(size);
        byte[] large = input.apply(FACTOR * size);
        assertTimeoutPreemptively(FAR_TOO_LONG, () -> {
            Cost.of(work, type, small); // So that both sizes find the code compiled.
            Cost a = Cost.of(work, type, small);
            Cost b = Cost.of(work, type, large);
            System.out.printf(
                    "%s: %.1f times the input takes %.1f times the time, %.1f times the arena%n",
                    name,
                    (double) large.length / small.length,
                    (double) b.nanos / a.nanos,
                    (double) b.arenaBytes / Math.max(1, a.arenaBytes));
            assertThat(b.arenaBytes).as("bytes of the arena").isLessThanOrEqualTo(MAX_MEMORY_FACTOR * a.arenaBytes);
            // What is kept from one run to the next, up to some size, is no garbage in small runs.
            assertThat(b.heapBytes)
                    .as("bytes of garbage")
                    .isLessThanOrEqualTo(MAX_MEMORY_FACTOR * a.heapBytes + 16L * large.length);
        });
    }

    /** The least of several runs. */
    private record Cost(long nanos, long arenaBytes, long heapBytes) {
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

        static Cost of(Work work, MessageDef type, byte[] input) throws Exception {
            try (Arena arena = Arena.create()) {
                long[] nanos = {Long.MAX_VALUE};
                long heapBytes = AllocationMeter.smallest(1, RUNS, () -> {
                    arena.reset();
                    long start = THREADS.getCurrentThreadCpuTime();
                    work.run(type, arena, input);
                    nanos[0] = Math.min(nanos[0], Math.max(1, THREADS.getCurrentThreadCpuTime() - start));
                });
                return new Cost(nanos[0], arena.spaceUsed(), heapBytes);
            }
        }
    }
}
