package dev.upb.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.TextFormat;
import dev.upb.base.EncodeException;
import dev.upb.base.EncodeStatus;
import dev.upb.base.FieldType;
import dev.upb.mem.Arena;
import dev.upb.minitable.ExtensionRegistry;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import dev.upb.testkit.Cases;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.wire.Hex;
import dev.upb.wire.DecodeOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextPrinterTest {
    private static final TextPrinter SINGLE = TextPrinter.DEFAULT.withSingleLine(true);

    private static Message message(String type) {
        return Types.type(type).newMessage();
    }

    private static Message decode(String type, String hex) {
        return Types.type(type).decode(Hex.bytes(hex));
    }

    @Test
    void eachFieldHasALineOfItsOwn() {
        Message message = message("matrix2.Explicit");
        message.setInt("f_int32", -5);
        message.setString("f_string", "text");
        message.mutableMessage("f_message").setInt("id", 7);
        message.mutableMessage("f_group").setString("name", "g");
        message.setBool("f_bool", true);
        message.setEnum("f_enum", 2);

        assertThat(TextPrinter.DEFAULT.print(message)).isEqualTo("""
                        f_int32: -5
                        f_bool: true
                        f_string: "text"
                        F_group {
                          name: "g"
                        }
                        f_message {
                          id: 7
                        }
                        f_enum: COLOR_GREEN
                        """);
        assertThat(SINGLE.print(message))
                .isEqualTo(
                        "f_int32: -5 f_bool: true f_string: \"text\" F_group { name: \"g\" } f_message { id: 7 } f_enum: COLOR_GREEN");
    }

    @Test
    void emptyMessages() {
        Message message = message("matrix2.Recursive");
        assertThat(TextPrinter.DEFAULT.print(message)).isEmpty();
        assertThat(SINGLE.print(message)).isEmpty();
        message.mutableMessage("child").mutableMessage("child");

        assertThat(TextPrinter.DEFAULT.print(message)).isEqualTo("child {\n  child {\n  }\n}\n");
        assertThat(SINGLE.print(message)).isEqualTo("child { child { } }");
        assertThat(TextPrinter.DEFAULT.print(Types.type("matrix2.Recursive").emptyMessage()))
                .isEmpty();
    }

    @Test
    void listsAreOneFieldForEachElement() {
        Message message = message("matrix2.Packed");
        message.<Integer>getRepeated("f_int32").addAll(List.of(1, 2));
        message.<Boolean>getRepeated("f_bool").addAll(List.of(true, false));
        message.<Integer>getRepeated("f_enum").add(1000);

        assertThat(SINGLE.print(message))
                .isEqualTo("f_int32: 1 f_int32: 2 f_bool: true f_bool: false f_enum: COLOR_SPARSE");
    }

    @Test
    void extremesOfNumbers() {
        Message message = message("matrix2.Explicit");
        message.setInt("f_int32", Integer.MIN_VALUE);
        message.setInt("f_uint32", -1);
        message.setInt("f_fixed32", Integer.MIN_VALUE);
        message.setLong("f_int64", Long.MIN_VALUE);
        message.setLong("f_uint64", -1);
        message.setLong("f_fixed64", Long.MIN_VALUE);
        message.setLong("f_sint64", Long.MAX_VALUE);

        assertThat(SINGLE.print(message))
                .isEqualTo(
                        "f_int64: -9223372036854775808 f_uint64: 18446744073709551615 f_int32: -2147483648 "
                                + "f_fixed64: 9223372036854775808 f_fixed32: 2147483648 f_uint32: 4294967295 f_sint64: 9223372036854775807");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "9, 9",
        "10, 10",
        "99, 99",
        "100, 100",
        "-1, 18446744073709551615",
        "-2, 18446744073709551614",
        "-7, 18446744073709551609",
        "9223372036854775807, 9223372036854775807",
        "-9223372036854775808, 9223372036854775808",
        "1000000000000000000, 1000000000000000000"
    })
    void unsignedNumbers(long value, String text) {
        Message message = message("matrix2.Explicit");
        message.setLong("f_uint64", value);

        assertThat(SINGLE.print(message)).isEqualTo("f_uint64: " + text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.0",
        "-0.0, -0.0",
        "1, 1.0",
        "0.1, 0.1",
        "1e22, 1.0E22",
        "Infinity, inf",
        "-Infinity, -inf",
        "NaN, nan",
        "1.5e-9, 1.5E-9"
    })
    void floatingPointNumbers(double value, String text) {
        Message message = message("matrix2.Explicit");
        message.setDouble("f_double", value);
        message.setFloat("f_float", (float) value);

        assertThat(SINGLE.print(message)).isEqualTo("f_double: " + text + " f_float: " + text);
    }

    @Test
    void floatHasItsOwnDigits() {
        Message message = message("matrix2.Explicit");
        message.setFloat("f_float", 0.1f);
        message.setDouble("f_double", 0.1f);

        assertThat(SINGLE.print(message)).isEqualTo("f_double: 0.10000000149011612 f_float: 0.1");
    }

    @Test
    void enumNumbersWithoutANameAreNumbers() {
        Message message = message("matrix3.Implicit");
        message.setEnum("f_enum", 99);
        assertThat(SINGLE.print(message)).isEqualTo("f_enum: 99");
        message.setEnum("f_enum", -99);
        assertThat(SINGLE.print(message)).isEqualTo("f_enum: -99");
        message.setEnum("f_enum", 1);
        assertThat(SINGLE.print(message)).as("the first of two names").isEqualTo("f_enum: COLOR_RED");
    }

    @Test
    void stringsAreEscapedAndKeepTheirUnicode() {
        Message message = message("matrix2.Explicit");
        message.setString("f_string", "a\"b'c\\d\n\r\t\u0000\u0007\u001f\u007f é€😀 / ?");

        assertThat(SINGLE.print(message))
                .isEqualTo("f_string: \"a\\\"b\\'c\\\\d\\n\\r\\t\\000\\007\\037\\177 é€😀 / ?\"");
    }

    @Test
    void everyPlaceOfAnEscapeIsFound() {
        for (char special : "\"'\\\n\u0001\u007fé".toCharArray()) {
            for (int size = 1; size <= 24; size++) {
                for (int at = 0; at < size; at++) {
                    String text = "x".repeat(at) + special + "x".repeat(size - at - 1);
                    Message message = message("matrix3.Implicit");
                    message.setString("f_string", text);
                    String escaped = switch (special) {
                        case '\n' -> "\\n";
                        case '\u0001' -> "\\001";
                        case '\u007f' -> "\\177";
                        case 'é' -> "é";
                        default -> "\\" + special;
                    };
                    assertThat(SINGLE.print(message))
                            .isEqualTo("f_string: \"" + text.replace(String.valueOf(special), escaped) + '"');
                }
            }
        }
    }

    @Test
    void bytesAreAscii() {
        Message message = message("matrix2.Explicit");
        byte[] all = new byte[256];
        StringBuilder expected = new StringBuilder("f_bytes: \"");
        for (int i = 0; i < 256; i++) {
            all[i] = (byte) i;
            switch (i) {
                case '\n' -> expected.append("\\n");
                case '\r' -> expected.append("\\r");
                case '\t' -> expected.append("\\t");
                case '"', '\'', '\\' -> expected.append('\\').append((char) i);
                default -> expected.append(i >= 32 && i < 127 ? String.valueOf((char) i) : "\\%03o".formatted(i));
            }
        }
        message.setBytes("f_bytes", all);

        assertThat(SINGLE.print(message)).isEqualTo(expected.append('"').toString());
    }

    @Test
    void bytesOfAStringThatAreNoUtf8AreOctal() {
        Message message = decode("matrix2023.Strings", "1209 41c0 c3a9 ed a080 ff 7a".replace(" ", ""));

        assertThat(SINGLE.print(message)).isEqualTo("unverified: \"A\\300é\\355\\240\\200\\377z\"");
    }

    @Test
    void mapsAreEntriesByAscendingKey() {
        Message message = message("matrix2.MapKeys");
        message.<Integer, Integer>getMap("k_int32").put(3, 1);
        message.<Integer, Integer>getMap("k_int32").put(-1, 2);
        message.<Integer, Integer>getMap("k_uint32").put(-1, 3);
        message.<Integer, Integer>getMap("k_uint32").put(1, 4);
        message.<String, Integer>getMap("k_string").put("b", 5);
        message.<String, Integer>getMap("k_string").put("é", 6);
        message.<String, Integer>getMap("k_string").put("", 7);
        message.<String, Integer>getMap("k_string").put("ab", 8);
        message.<Boolean, Integer>getMap("k_bool").put(true, 9);
        message.<Boolean, Integer>getMap("k_bool").put(false, 0);

        assertThat(SINGLE.print(message))
                .isEqualTo("k_int32 { key: -1 value: 2 } k_int32 { key: 3 value: 1 } "
                        + "k_bool { key: false value: 0 } k_bool { key: true value: 9 } "
                        + "k_string { key: \"\" value: 7 } k_string { key: \"ab\" value: 8 } k_string { key: \"b\" value: 5 } k_string { key: \"é\" value: 6 } "
                        + "k_uint32 { key: 1 value: 4 } k_uint32 { key: 4294967295 value: 3 }");
        assertThat(SINGLE.withSortedMapKeys(false).print(message))
                .contains("k_int32 { key: 3 value: 1 } k_int32 { key: -1 value: 2 }")
                .contains("k_string { key: \"b\" value: 5 } k_string { key: \"é\" value: 6 } k_string { key: \"\"");
    }

    @Test
    void mapOfMessagesIsIndented() {
        Message message = decode("matrix2.Recursive", "22080a0161120308ac02" + "22030a0162");

        assertThat(TextPrinter.DEFAULT.print(message)).isEqualTo("""
                        by_name {
                          key: "a"
                          value {
                            value: 300
                          }
                        }
                        by_name {
                          key: "b"
                          value {
                          }
                        }
                        """);
    }

    @Test
    void extensionsFollowByNumberUnderTheirFullNames() {
        Message message = message("matrix2.Extendable");
        message.setString(Types.POOL.extension("upb.testkit.matrix2.x_last"), "l");
        message.<Integer>getRepeated(Types.POOL.extension("upb.testkit.matrix2.xr_int32"))
                .addAll(List.of(1, 2));
        message.mutableMessage(Types.POOL.extension("upb.testkit.matrix2.x_group"))
                .setInt("id", 1);
        message.mutableMessage(Types.POOL.extension("upb.testkit.matrix2.ExtensionScope.nested_extension"));
        message.getRepeated(Types.POOL.extension("upb.testkit.matrix2.xr_bool"));
        message.setInt("id", 3);

        assertThat(SINGLE.print(message))
                .isEqualTo(
                        "id: 3 [upb.testkit.matrix2.x_group] { id: 1 } [upb.testkit.matrix2.xr_int32]: 1 "
                                + "[upb.testkit.matrix2.xr_int32]: 2 [upb.testkit.matrix2.ExtensionScope.nested_extension] { } [upb.testkit.matrix2.x_last]: \"l\"");
    }

    @Test
    void itemsOfAMessageSetGoByTheirTypeIfDefinedInIt() {
        Message message = message("matrix2.MessageSetHolder");
        Message set = message.mutableMessage("set");
        set.mutableMessage(Types.POOL.extension("upb.testkit.matrix2.MessageSetText.text"))
                .setString("value", "v");

        assertThat(SINGLE.print(message)).isEqualTo("set { [upb.testkit.matrix2.MessageSetText] { value: \"v\" } }");
    }

    @Test
    void secondItemOfATypeIsToldFromTheFirst() {
        Message set = message("matrix2.MessageSet");
        set.mutableMessage(Types.POOL.extension("upb.testkit.matrix2.MessageSetItem.highest"))
                .setInt("number", 2);
        set.mutableMessage(Types.POOL.extension("upb.testkit.matrix2.MessageSetItem.item"))
                .setInt("number", 1);

        assertThat(SINGLE.print(set))
                .isEqualTo(
                        "[upb.testkit.matrix2.MessageSetItem] { number: 1 } [upb.testkit.matrix2.MessageSetItem.highest] { number: 2 }");
    }

    @Test
    void groupLikeFieldsGoByTheirType() {
        Message message = message("matrix2023.Delimited");
        message.mutableMessage("inner").setInt("value", 1);
        message.mutableMessage("delimited").setInt("id", 2);

        assertThat(SINGLE.print(message)).isEqualTo("delimited { id: 2 } Inner { value: 1 }");
    }

    // Any.

    @Test
    void anyIsExpandedWhereItsTypeIsKnown() {
        Message message = message("wkt.Singular");
        Message any = message.mutableMessage("f_any");
        any.setString("type_url", "a.b/c/upb.testkit.matrix3.Child");
        any.setBytes("value", Hex.bytes("0896011203c3a961"));

        assertThat(TextPrinter.DEFAULT.print(message))
                .isEqualTo("f_any {\n  [a.b/c/upb.testkit.matrix3.Child] {\n    id: 150\n    name: \"éa\"\n  }\n}\n");
        assertThat(SINGLE.print(message))
                .isEqualTo("f_any { [a.b/c/upb.testkit.matrix3.Child] { id: 150 name: \"éa\" } }");
        assertThat(SINGLE.print(any)).isEqualTo("[a.b/c/upb.testkit.matrix3.Child] { id: 150 name: \"éa\" }");
        assertThat(SINGLE.withExpandedAny(false).print(any))
                .isEqualTo(
                        "type_url: \"a.b/c/upb.testkit.matrix3.Child\" value: \"\\010\\226\\001\\022\\003\\303\\251a\"");
    }

    @ParameterizedTest
    @CsvSource({
        "upb.testkit.matrix3.Child, 0801",
        "/upb.testkit.matrix3.Child, 0801",
        "a/upb.testkit.matrix3.Nope, 0801",
        "a/upb.testkit.matrix3.MapKeys.KInt32Entry, 0801",
        "a b/upb.testkit.matrix3.Child, 0801",
        "a%/upb.testkit.matrix3.Child, 0801",
        "é/upb.testkit.matrix3.Child, 0801",
        "a/upb.testkit.matrix3.Child, 08",
        "a/, 0801",
    })
    void anyThatCantBeExpandedHasItsFields(String url, String value) {
        Message any = Types.POOL.message("google.protobuf.Any").newMessage();
        any.setString("type_url", url);
        any.setBytes("value", Hex.bytes(value));

        assertThat(SINGLE.print(any)).startsWith("type_url: \"" + url + "\" value: \"\\010");
    }

    @Test
    void emptyAnyIsEmpty() {
        assertThat(SINGLE.print(Types.POOL.message("google.protobuf.Any").newMessage()))
                .isEmpty();
    }

    @Test
    void anyIsLookedUpInThePrintersPool() {
        Message any = DefPool.ofFileDescriptorSet(Cases.schemaBytes())
                .message("google.protobuf.Any")
                .newMessage();
        any.setString("type_url", "a/upb.testkit.matrix2.Extendable");
        any.setBytes("value", Hex.bytes("0801" + "e83e05"));

        assertThat(TextPrinter.of(Types.POOL).withSingleLine(true).print(any))
                .isEqualTo("[a/upb.testkit.matrix2.Extendable] { id: 1 [upb.testkit.matrix2.x_int32]: 5 }");
        assertThat(SINGLE.print(any)).startsWith("type_url:");
    }

    @Test
    void anyBeyondTheDepthIsBytes() {
        Message any = TextParser.DEFAULT.parse(
                Types.POOL.message("google.protobuf.Any"),
                "[a/google.protobuf.Any] { [a/google.protobuf.Any] { [a/upb.testkit.matrix3.Recursive] { child { } } } }");

        assertThat(SINGLE.withMaxDepth(4).print(any))
                .isEqualTo(
                        "[a/google.protobuf.Any] { [a/google.protobuf.Any] { [a/upb.testkit.matrix3.Recursive] { child { } } } }");
        assertThat(SINGLE.withMaxDepth(3).print(any))
                .isEqualTo(
                        "[a/google.protobuf.Any] { [a/google.protobuf.Any] { type_url: \"a/upb.testkit.matrix3.Recursive\" value: \"\\022\\000\" } }");
        assertThat(SINGLE.withMaxDepth(0).print(any)).startsWith("type_url: \"a/google.protobuf.Any\" value: \"");
    }

    // Unknown fields.

    @Test
    void unknownFieldsArePrintedByNumber() {
        // 100: varint 300, 101: fixed32 1, 102: fixed64 2, 103: "hello", 104: "", 105: message {1: 5}, 106: group {1:
        // 5}
        Message message = decode(
                "matrix2.Nothing",
                "a006ac02 ad0601000000 b1060200000000000000 ba060568656c6c6f c20600 ca06020805 d3060805d406"
                        .replace(" ", ""));

        assertThat(TextPrinter.DEFAULT.print(message)).isEqualTo("""
                        100: 300
                        101: 0x00000001
                        102: 0x0000000000000002
                        103: "hello"
                        104: ""
                        105 {
                          1: 5
                        }
                        106 {
                          1: 5
                        }
                        """);
        assertThat(SINGLE.print(message))
                .isEqualTo(
                        "100: 300 101: 0x00000001 102: 0x0000000000000002 103: \"hello\" 104: \"\" 105 { 1: 5 } 106 { 1: 5 }");
        assertThat(SINGLE.withUnknownFields(false).print(message)).isEmpty();
    }

    @Test
    void unknownFieldsComeAfterTheKnownOnesInTheOrderOfTheirArrival() {
        Message message = decode("matrix2.Child", "a00602" + "0801" + "980601" + "a00603" + "12016e");

        assertThat(SINGLE.print(message)).isEqualTo("id: 1 name: \"n\" 100: 2 99: 1 100: 3");
    }

    @Test
    void guessesOfMessagesHaveALimit() {
        String hex = "0801";
        for (int i = 0; i < 11; i++) {
            hex = "0a" + "%02x".formatted(hex.length() / 2) + hex;
        }
        Message message = decode("matrix2.Nothing", hex);

        assertThat(SINGLE.print(message)).isEqualTo("1 { ".repeat(10) + "1: \"\\010\\001\"" + " }".repeat(10));
        assertThat(SINGLE.withMaxDepth(2).print(message))
                .isEqualTo(
                        "1 { 1 { 1: \"\\n\\020\\n\\016\\n\\014\\n\\n\\n\\010\\n\\006\\n\\004\\n\\002\\010\\001\" } }");
    }

    @Test
    void unknownGroupsCountAsLevels() {
        Message message = Types.type("matrix2.Nothing").decode(Hex.bytes("0b".repeat(5) + "0c".repeat(5)));

        assertThat(SINGLE.withMaxDepth(5).print(message)).isEqualTo("1 { 1 { 1 { 1 { 1 { } } } } }");
        assertThat(failure(SINGLE.withMaxDepth(4), message).status()).isEqualTo(EncodeStatus.MAX_DEPTH_EXCEEDED);
    }

    @Test
    void malformedUnknownFieldsThatSomebodyPutInAreAnError() {
        Message message = message("matrix2.Nothing");
        message.unknownFields().add(new byte[] {8});

        assertThat(failure(SINGLE, message).status()).isEqualTo(EncodeStatus.NOT_REPRESENTABLE);
    }

    @Test
    void unknownPartsOfManyMessagesAreStable() {
        // Whatever a guess makes of random bytes, the same input prints the same text.
        for (Corpus.Entry entry : Corpus.messages(2)) {
            Message message = Types.type("matrix2.Nothing").decode(entry.bytes());
            String text = TextPrinter.DEFAULT.print(message);
            assertThat(TextPrinter.DEFAULT.print(Types.type("matrix3.Nothing").decode(entry.bytes())))
                    .isEqualTo(text);
        }
    }

    @Test
    void extensionWithoutADefinitionIsPrintedByNumber() {
        Message known = decode("matrix2.Extendable", "f23e02c3a9" + "a83f05");
        assertThat(SINGLE.print(known)).startsWith("[upb.testkit.matrix2.");
        Message unknown = Types.type("matrix2.Extendable")
                .decode(
                        Hex.bytes("a83f05"),
                        DecodeOptions.DEFAULT.withExtensions(ExtensionRegistry.of(List.of(MiniTableExtension.of(
                                Types.type("matrix2.Extendable").miniTable(),
                                1013,
                                FieldType.SINT32,
                                false,
                                false,
                                false,
                                false)))));

        assertThat(SINGLE.print(unknown)).isEqualTo("1013: -3");
    }

    // Limits and outputs.

    private static EncodeException failure(TextPrinter printer, Message message) {
        return catchThrowableOfType(EncodeException.class, () -> printer.print(message));
    }

    private static Message nested(int levels) {
        Message message = message("matrix2.Recursive");
        Message inner = message;
        for (int i = 0; i < levels; i++) {
            inner = inner.mutableMessage("child");
        }
        return message;
    }

    @Test
    void depthHasALimit() {
        assertThat(TextPrinter.DEFAULT.print(nested(100))).hasLineCount(200);
        assertThat(failure(TextPrinter.DEFAULT, nested(101)).status()).isEqualTo(EncodeStatus.MAX_DEPTH_EXCEEDED);
        Message map = message("matrix2.MapKeys");
        map.<Integer, Integer>getMap("k_int32").put(1, 1);
        assertThat(SINGLE.withMaxDepth(1).print(map)).isNotEmpty();
        assertThat(failure(SINGLE.withMaxDepth(0), map).status()).isEqualTo(EncodeStatus.MAX_DEPTH_EXCEEDED);
        Message cycle = message("matrix2.Recursive");
        cycle.setMessage("child", cycle);
        assertThat(failure(SINGLE.withMaxDepth(10_000), cycle).status()).isEqualTo(EncodeStatus.MAX_DEPTH_EXCEEDED);
    }

    @Test
    void everyOutputHasTheSameText() throws IOException {
        Message message = message("matrix2.Explicit");
        message.setString("f_string", "é😀");
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        TextPrinter.DEFAULT.print(message, stream);

        assertThat(TextPrinter.DEFAULT.print(message)).isEqualTo("f_string: \"é😀\"\n");
        assertThat(TextPrinter.DEFAULT.printBytes(message)).isEqualTo("f_string: \"é😀\"\n".getBytes(UTF_8));
        assertThat(stream.toString(UTF_8)).isEqualTo("f_string: \"é😀\"\n");
    }

    @Test
    void largeTextsArePrintedWhole() {
        Message message = message("matrix2.Explicit");
        String text = "x'".repeat(300_000);
        message.setString("f_string", text);

        assertThat(SINGLE.print(message)).isEqualTo("f_string: \"" + text.replace("'", "\\'") + '"');
        assertThat(SINGLE.print(message("matrix2.Explicit"))).isEmpty();
    }

    @Test
    void messageOfAClosedArenaIsMisuse() {
        Arena arena = Arena.create();
        Message message = Types.type("matrix2.Child").newMessage(arena);
        arena.close();

        assertThatThrownBy(() -> SINGLE.print(message)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void frozenMessageIsPrintedByManyThreads() throws Exception {
        Message message = Types.POOL
                .message("google.protobuf.FileDescriptorSet")
                .decode(Corpus.ownSet().toByteArray());
        message.freeze();
        String expected = TextPrinter.DEFAULT.print(message);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<String>> prints = Collections.nCopies(20, () -> TextPrinter.DEFAULT.print(message));
            for (Future<String> print : threads.invokeAll(prints)) {
                assertThat(print.get()).isEqualTo(expected);
            }
        } finally {
            threads.shutdown();
        }
    }

    /** The layout as a whole, on a large message whose text is ASCII. */
    @Test
    void descriptorsAreLaidOutAsProtobufJavaDoes() {
        for (FileDescriptorSet set : List.of(Corpus.descriptorSet(), Corpus.wellKnownSet())) {
            Message message = DefPool.wellKnown()
                    .message("google.protobuf.FileDescriptorSet")
                    .decode(set.toByteArray());

            assertThat(TextPrinter.DEFAULT.print(message))
                    .isEqualTo(TextFormat.printer().printToString(set));
            assertThat(SINGLE.print(message))
                    .isEqualTo(TextFormat.printer().emittingSingleLine(true).printToString(set));
        }
    }
}
