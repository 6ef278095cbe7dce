package dev.upb.json;

import static dev.upb.json.JsonTypes.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueOptions;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.UnknownFieldSet;
import dev.upb.base.EncodeException;
import dev.upb.base.EncodeStatus;
import dev.upb.mem.Arena;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.AllocationMeter;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.wire.WireMessage;
import dev.upb.testkit.wire.WireValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPrinterTest {
    private static final JsonPrinter PRINTER = JsonPrinter.DEFAULT;

    private static WireMessage.Builder wire() {
        return WireMessage.builder();
    }

    private static String print(String type, WireMessage.Builder content) {
        return PRINTER.print(message(type, content));
    }

    @Test
    void everyScalarHasItsForm() {
        assertThat(print(
                        "matrix3.Implicit",
                        wire().floating(1, 1.5)
                                .floating(2, 0.1f)
                                .varint(3, -1)
                                .varint(4, -1)
                                .varint(5, -1)
                                .fixed64(6, -1)
                                .fixed32(7, -1)
                                .varint(8, 1)
                                .string(9, "é\n")
                                .message(11, wire().varint(1, 7).build())
                                .bytes(12, new byte[] {-1, -2, 0, 1})
                                .varint(13, 0xFFFFFFFFL)
                                .varint(14, 1)
                                .fixed32(15, -1)
                                .fixed64(16, -1)
                                .zigZag(17, -5)
                                .zigZag(18, -6)))
                .isEqualTo(
                        "{\"fDouble\":1.5,\"fFloat\":0.1,\"fInt64\":\"-1\",\"fUint64\":\"18446744073709551615\",\"fInt32\":-1,"
                                + "\"fFixed64\":\"18446744073709551615\",\"fFixed32\":4294967295,\"fBool\":true,\"fString\":\"é\\n\","
                                + "\"fMessage\":{\"id\":7},\"fBytes\":\"//4AAQ==\",\"fUint32\":4294967295,\"fEnum\":\"COLOR_RED\","
                                + "\"fSfixed32\":-1,\"fSfixed64\":\"-1\",\"fSint32\":-5,\"fSint64\":\"-6\"}");
    }

    @Test
    void anEmptyMessageIsAnEmptyObject() {
        assertThat(print("matrix3.Implicit", wire())).isEqualTo("{}");
        assertThat(PRINTER.print(JsonTypes.type("matrix3.Implicit").emptyMessage()))
                .isEqualTo("{}");
        assertThat(PRINTER.withIndent(true)
                        .print(JsonTypes.type("matrix3.Implicit").emptyMessage()))
                .isEqualTo("{\n}");
    }

    @Test
    void setFieldsWithPresenceArePrintedThoughTheyAreZero() {
        assertThat(print("matrix3.Explicit", wire().varint(5, 0).string(9, "").floating(1, 0.0)))
                .isEqualTo("{\"fDouble\":0.0,\"fInt32\":0,\"fString\":\"\"}");
        assertThat(print("matrix3.Implicit", wire().varint(5, 0).string(9, "").floating(1, -0.0)))
                .isEqualTo("{\"fDouble\":-0.0}");
    }

    @Test
    void numbersThatJsonDoesNotHaveAreStrings() {
        assertThat(print("matrix3.Implicit", wire().floating(1, Double.NaN).floating(2, Float.NEGATIVE_INFINITY)))
                .isEqualTo("{\"fDouble\":\"NaN\",\"fFloat\":\"-Infinity\"}");
    }

    @Test
    void enumsWithoutANameAreNumbersAndAliasesTheFirstName() {
        assertThat(print("matrix3.Packed", wire().packedVarints(14, 0, 1, 2, 3, 1000, -1, 2147483647, -2147483648)))
                .isEqualTo(
                        "{\"fEnum\":[\"COLOR_UNSPECIFIED\",\"COLOR_RED\",\"COLOR_GREEN\",3,\"COLOR_SPARSE\",\"COLOR_NEGATIVE\","
                                + "\"COLOR_LARGEST\",\"COLOR_SMALLEST\"]}");
    }

    @Test
    void enumsAreNumbersOnRequestButNullIsNull() {
        JsonPrinter numbers = PRINTER.withEnumsAsNumbers(true);
        assertThat(numbers.print(message("matrix3.Packed", wire().packedVarints(14, 1, -1))))
                .isEqualTo("{\"fEnum\":[1,-1]}");
        assertThat(numbers.print(message("wkt.Repeated", wire().packedVarints(8, 0, 0))))
                .isEqualTo("{\"rNullValue\":[null,null]}");
    }

    @Test
    void longsAreNumbersOnRequestButNotAsKeys() {
        JsonPrinter numbers = PRINTER.withInt64AsNumbers(true);
        assertThat(numbers.print(message(
                        "matrix3.Implicit", wire().varint(3, Long.MIN_VALUE).varint(4, -1))))
                .isEqualTo("{\"fInt64\":-9223372036854775808,\"fUint64\":18446744073709551615}");
        assertThat(numbers.print(
                        message("matrix3.MapKeys", wire().entry(3, new WireValue.Varint(5), new WireValue.Varint(6)))))
                .isEqualTo("{\"kInt64\":{\"5\":6}}");
        assertThat(numbers.print(message("google.protobuf.Int64Value", wire().varint(1, 9))))
                .isEqualTo("9");
    }

    @Test
    void keysAreStringsInTheOrderOfTheMap() {
        WireValue.Varint one = new WireValue.Varint(1);
        assertThat(print(
                        "matrix3.MapKeys",
                        wire().entry(4, new WireValue.Varint(-1), one)
                                .entry(4, new WireValue.Varint(2), one)
                                .entry(5, new WireValue.Varint(-3), one)
                                .entry(8, new WireValue.Varint(1), one)
                                .entry(8, new WireValue.Varint(0), one)
                                .entry(9, WireValue.Delimited.of("b\""), one)
                                .entry(9, WireValue.Delimited.of("a"), one)
                                .entry(13, new WireValue.Varint(0xFFFFFFFFL), one)))
                .isEqualTo(
                        "{\"kUint64\":{\"18446744073709551615\":1,\"2\":1},\"kInt32\":{\"-3\":1},\"kBool\":{\"true\":1,\"false\":1},"
                                + "\"kString\":{\"b\\\"\":1,\"a\":1},\"kUint32\":{\"4294967295\":1}}");
    }

    @Test
    void keysAreSortedOnRequestByValueOrUtf8() {
        WireValue.Varint one = new WireValue.Varint(1);
        WireMessage.Builder content = wire();
        for (long key : new long[] {-1, 10, 9, 0}) {
            content.entry(4, new WireValue.Varint(key), one).entry(3, new WireValue.Varint(key), one);
        }
        for (String key : List.of("\uffff", "😀", "b", "", "aa", "a")) {
            content.entry(9, WireValue.Delimited.of(key), one);
        }
        content.entry(8, new WireValue.Varint(1), one).entry(8, new WireValue.Varint(0), one);
        assertThat(PRINTER.withSortedMapKeys(true).print(message("matrix3.MapKeys", content)))
                .isEqualTo("{\"kInt64\":{\"-1\":1,\"0\":1,\"9\":1,\"10\":1},\"kUint64\":{\"0\":1,\"9\":1,\"10\":1,"
                        + "\"18446744073709551615\":1},\"kBool\":{\"false\":1,\"true\":1},"
                        + "\"kString\":{\"\":1,\"a\":1,\"aa\":1,\"b\":1,\"\uffff\":1,\"😀\":1}}");
    }

    @Test
    void aMapEntryWithoutAValueHasTheEmptyOne() {
        assertThat(print(
                        "matrix3.MapValues",
                        wire().message(11, wire().varint(1, 4).build()).message(9, WireMessage.empty())))
                .isEqualTo("{\"vString\":{\"0\":\"\"},\"vMessage\":{\"4\":{}}}");
        assertThat(print(
                        "wkt.Maps",
                        wire().message(2, wire().string(1, "a").build())
                                .message(3, wire().string(1, "b").build())))
                .isEqualTo("{\"mDuration\":{\"a\":\"0s\"},\"mTimestamp\":{\"b\":\"1970-01-01T00:00:00Z\"}}");
    }

    @Test
    void removedEntriesAreNotPrinted() {
        Message message = JsonTypes.type("matrix3.MapKeys").newMessage();
        message.<Integer, Integer>getMap("k_int32").put(1, 10);
        message.<Integer, Integer>getMap("k_int32").put(2, 20);
        message.<Integer, Integer>getMap("k_int32").remove(1);
        message.<String, Integer>getMap("k_string").put("gone", 1);
        message.<String, Integer>getMap("k_string").remove("gone");
        assertThat(PRINTER.print(message)).isEqualTo("{\"kInt32\":{\"2\":20}}");
    }

    @Test
    void protoNamesAreUsedOnRequest() {
        assertThat(PRINTER.withProtoNames(true)
                        .print(message("matrix3.Implicit", wire().varint(5, 1).varint(8, 1))))
                .isEqualTo("{\"f_int32\":1,\"f_bool\":true}");
    }

    @Test
    void defaultsAreWhatHasNoPresence() {
        Message message = message("matrix3.Oneofs", wire().varint(9, 0));
        assertThat(PRINTER.withDefaults(true).print(message)).isEqualTo("{\"numbers\":[],\"plain\":0,\"firstA\":0}");
        assertThat(PRINTER.withDefaults(true).print(message("matrix3.Implicit", wire())))
                .isEqualTo(
                        "{\"fDouble\":0.0,\"fFloat\":0.0,\"fInt64\":\"0\",\"fUint64\":\"0\",\"fInt32\":0,\"fFixed64\":\"0\","
                                + "\"fFixed32\":0,\"fBool\":false,\"fString\":\"\",\"fBytes\":\"\",\"fUint32\":0,"
                                + "\"fEnum\":\"COLOR_UNSPECIFIED\",\"fSfixed32\":0,\"fSfixed64\":\"0\",\"fSint32\":0,\"fSint64\":\"0\"}");
        assertThat(PRINTER.withDefaults(true).print(message("wkt.Singular", wire())))
                .isEqualTo("{\"fNullValue\":null}");
        assertThat(PRINTER.withDefaults(true)
                        .print(JsonTypes.CASES.message("p3.M").decode(new byte[] {0x58, 5})))
                .isEqualTo(
                        "{\"m\":{},\"bl\":false,\"by\":\"\",\"db\":0.0,\"ss\":{},\"i32\":0,\"u32\":0,\"rep\":[],\"o3\":5,"
                                + "\"str\":\"\",\"i64\":\"0\"}");
    }

    @Test
    void defaultsDoNotHideExtensions() {
        Message message =
                JsonTypes.CASES.message("p2.M").decode(wire().varint(1000, 1).encode());
        assertThat(PRINTER.withDefaults(true).print(message))
                .isEqualTo("{\"re\":[],\"pe\":[],\"me\":{},\"g\":[],\"mr\":{},\"[p2.xe]\":\"B\"}");
    }

    @Test
    void extensionsHaveTheirFullNameInBrackets() {
        assertThat(print(
                        "matrix2.Extendable",
                        wire().varint(1, 1)
                                .string(1009, "x")
                                .group(1010, wire().varint(1, 2).build())
                                .message(1011, wire().varint(1, 3).build())
                                .varint(1014, 2)
                                .varint(1105, 4)
                                .varint(1105, 5)))
                .isEqualTo(
                        "{\"id\":1,\"[upb.testkit.matrix2.x_string]\":\"x\",\"[upb.testkit.matrix2.x_group]\":{\"id\":2},"
                                + "\"[upb.testkit.matrix2.x_message]\":{\"id\":3},\"[upb.testkit.matrix2.x_enum]\":\"COLOR_GREEN\","
                                + "\"[upb.testkit.matrix2.xr_int32]\":[4,5]}");
    }

    @Test
    void itemsOfAMessageSetAreExtensions() {
        byte[] set = wire().group(
                        1,
                        wire().varint(2, 100)
                                .message(3, wire().varint(9, 5).build())
                                .build())
                .encode();
        assertThat(PRINTER.print(JsonTypes.CASES.message("p2.MS").decode(set))).isEqualTo("{\"[p2.X.ext]\":{\"i\":5}}");
    }

    @Test
    void clearedExtensionsAreNotPrinted() {
        Message message = message("matrix2.Extendable", wire().varint(1005, 1).varint(1105, 2));
        message.clear(JsonTypes.POOL.findExtension("upb.testkit.matrix2.x_int32"));
        message.getRepeated(JsonTypes.POOL.findExtension("upb.testkit.matrix2.xr_int32"))
                .clear();
        assertThat(PRINTER.print(message)).isEqualTo("{}");
    }

    @Test
    void groupsAreMessages() {
        assertThat(print(
                        "matrix2.Explicit",
                        wire().group(10, wire().string(2, "n").build())))
                .isEqualTo("{\"fGroup\":{\"name\":\"n\"}}"
                        .replace(
                                "fGroup",
                                JsonTypes.type("matrix2.Explicit").findField(10).jsonName()));
    }

    @Test
    void unknownFieldsAreNotPrinted() {
        assertThat(print("matrix3.Child", wire().varint(1, 1).varint(999, 5).string(1000, "x")))
                .isEqualTo("{\"id\":1}");
    }

    @Test
    void malformedUtf8IsReplaced() {
        byte[] bad = {'a', (byte) 0xFF, '"', (byte) 0xE6, (byte) 0x97, 'b', (byte) 0xC3, (byte) 0xA9};
        assertThat(print("matrix2.Child", wire().bytes(2, bad))).isEqualTo("{\"name\":\"a\uFFFD\\\"\uFFFDbé\"}");
    }

    @Test
    void namesOfFieldsAndEnumsAreEscapedAndMayBeCustom() {
        EnumValueOptions options = EnumValueOptions.newBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(
                                998,
                                UnknownFieldSet.Field.newBuilder()
                                        .addLengthDelimited(com.google.protobuf.ByteString.copyFrom(
                                                wire().string(1, "cus\"tom").encode()))
                                        .build())
                        .build())
                .build();
        FileDescriptorProto file = FileDescriptorProto.newBuilder()
                .setName("a.proto")
                .setSyntax("proto3")
                .addEnumType(EnumDescriptorProto.newBuilder()
                        .setName("E")
                        .addValue(EnumValueDescriptorProto.newBuilder()
                                .setName("ZERO")
                                .setNumber(0))
                        .addValue(EnumValueDescriptorProto.newBuilder()
                                .setName("ONE")
                                .setNumber(1)
                                .setOptions(options)))
                .addMessageType(DescriptorProto.newBuilder()
                        .setName("M")
                        .addField(FieldDescriptorProto.newBuilder()
                                .setName("e")
                                .setJsonName("a\"b")
                                .setNumber(1)
                                .setType(FieldDescriptorProto.Type.TYPE_ENUM)
                                .setTypeName(".E")
                                .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED)))
                .build();
        DefPool pool = DefPool.ofFileDescriptorSet(
                FileDescriptorSet.newBuilder().addFile(file).build().toByteArray());
        Message message = pool.message("M").decode(wire().packedVarints(1, 0, 1).encode());
        assertThat(PRINTER.print(message)).isEqualTo("{\"a\\\"b\":[\"ZERO\",\"cus\\\"tom\"]}");
    }

    @Test
    void indentedTextHasALineForEachMember() {
        Message message = message(
                "matrix3.Packed",
                wire().packedVarints(5, 1, 2)
                        .message(11, wire().varint(1, 1).string(2, "a").build())
                        .message(11, WireMessage.empty()));
        assertThat(PRINTER.withIndent(true).print(message)).isEqualTo("""
                        {
                          "fInt32": [1, 2],
                          "fMessage": [{
                            "id": 1,
                            "name": "a"
                          }, {
                          }]
                        }""");
        assertThat(PRINTER.withIndent(true)
                        .print(message(
                                "matrix3.MapKeys",
                                wire().entry(5, new WireValue.Varint(1), new WireValue.Varint(2))
                                        .entry(5, new WireValue.Varint(3), new WireValue.Varint(4)))))
                .isEqualTo("""
                        {
                          "kInt32": {
                            "1": 2,
                            "3": 4
                          }
                        }""");
    }

    @Test
    void allTargetsGetTheSameText() throws IOException {
        Message message = message("matrix3.Child", wire().string(2, "日本"));
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        PRINTER.print(message, stream);
        assertThat(PRINTER.print(message)).isEqualTo("{\"name\":\"日本\"}");
        assertThat(PRINTER.printBytes(message)).isEqualTo("{\"name\":\"日本\"}".getBytes(StandardCharsets.UTF_8));
        assertThat(stream.toByteArray()).isEqualTo(PRINTER.printBytes(message));
    }

    @Test
    void aStreamGetsNothingOfAMessageThatFails() {
        Message message = message(
                "wkt.All",
                wire().message(1, wire().message(6, WireMessage.empty()).build()));
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        assertThatThrownBy(() -> PRINTER.print(message, stream)).isInstanceOf(EncodeException.class);
        assertThat(stream.size()).isZero();
    }

    @Test
    void aMessageOfAClosedArenaIsNotPrinted() {
        Arena arena = Arena.create();
        Message message = JsonTypes.type("matrix3.Child").newMessage(arena);
        arena.close();
        assertThatThrownBy(() -> PRINTER.print(message)).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 10_001})
    void depthsOutOfRangeAreRefused(int depth) {
        assertThatThrownBy(() -> PRINTER.withMaxDepth(depth))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Integer.toString(depth));
    }

    private static Message nested(int levels) {
        Message message = JsonTypes.type("matrix3.Recursive").newMessage();
        Message innermost = message;
        for (int i = 0; i < levels; i++) {
            innermost = innermost.mutableMessage("child");
        }
        return message;
    }

    @Test
    void theDepthIsALimit() {
        String inner = "{\"child\":".repeat(100) + "{}" + "}".repeat(100);
        assertThat(PRINTER.print(nested(100))).isEqualTo(inner);
        assertFails(EncodeStatus.MAX_DEPTH_EXCEEDED, () -> PRINTER.print(nested(101)))
                .hasMessageContaining("limit of 100")
                .hasMessageContaining("child.child");
        assertThat(PRINTER.withMaxDepth(0).print(nested(0))).isEqualTo("{}");
        assertFails(
                        EncodeStatus.MAX_DEPTH_EXCEEDED,
                        () -> PRINTER.withMaxDepth(0).print(nested(1)))
                .hasMessageContaining("(at child)");
    }

    @Test
    void anEntryOfAMapIsNoLevelButItsMessageIs() {
        Message message = message(
                "matrix3.MapValues",
                wire().message(
                                11,
                                wire().varint(1, 4)
                                        .message(2, WireMessage.empty())
                                        .build()));
        assertThat(PRINTER.withMaxDepth(1).print(message)).isEqualTo("{\"vMessage\":{\"4\":{}}}");
        assertFails(
                        EncodeStatus.MAX_DEPTH_EXCEEDED,
                        () -> PRINTER.withMaxDepth(0).print(message))
                .hasMessageContaining("(at v_message[4])");
        Message scalar =
                message("matrix3.MapValues", wire().entry(9, new WireValue.Varint(1), WireValue.Delimited.of("x")));
        assertThat(PRINTER.withMaxDepth(0).print(scalar)).isEqualTo("{\"vString\":{\"1\":\"x\"}}");
    }

    @Test
    void aMessageThatContainsItselfIsAnErrorNotAnOverflow() {
        Message message = JsonTypes.type("matrix3.Recursive").newMessage();
        message.setMessage(message.type().field("child"), message);
        assertFails(EncodeStatus.MAX_DEPTH_EXCEEDED, () -> PRINTER.print(message))
                .hasMessageContaining("contains itself");
        assertFails(
                        EncodeStatus.MAX_DEPTH_EXCEEDED,
                        () -> PRINTER.withMaxDepth(10_000).print(message))
                .hasMessageContaining("depth");
    }

    @Test
    void aSmallStackIsAnErrorNotAnOverflow() throws Exception {
        Message message = nested(9000);
        List<Throwable> thrown = new ArrayList<>();
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        PRINTER.withMaxDepth(10_000).print(message);
                    } catch (Throwable e) {
                        thrown.add(e);
                    }
                },
                "small-stack",
                160 * 1024);
        thread.start();
        thread.join();
        assertThat(thrown)
                .singleElement()
                .isInstanceOfSatisfying(
                        EncodeException.class, e -> assertThat(e.status()).isEqualTo(EncodeStatus.MAX_DEPTH_EXCEEDED));
        assertThat(PRINTER.print(nested(1))).isEqualTo("{\"child\":{}}");
    }

    @Test
    void errorsTellThePath() {
        WireMessage value = wire().message(
                        6,
                        wire().message(1, wire().floating(2, Double.NaN).build())
                                .build())
                .build();
        assertFails(
                        EncodeStatus.NOT_REPRESENTABLE,
                        () -> print(
                                "wkt.InOneof",
                                wire().message(
                                                7,
                                                wire().message(
                                                                1,
                                                                wire().string(3, "ok")
                                                                        .build())
                                                        .message(
                                                                1,
                                                                wire().floating(2, Double.NaN)
                                                                        .build())
                                                        .build())))
                .hasMessageContaining("(at o_list_value.values[1].number_value)");
        assertFails(
                        EncodeStatus.NOT_REPRESENTABLE,
                        () -> print(
                                "wkt.All",
                                wire().message(
                                                3,
                                                wire().entry(
                                                                6,
                                                                WireValue.Delimited.of("k"),
                                                                WireValue.Delimited.of(value))
                                                        .build())))
                .hasMessageContaining("(at maps.m_value[\"k\"].list_value.values[0].number_value)");
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> assertFails(
            EncodeStatus status, org.assertj.core.api.ThrowableAssert.ThrowingCallable body) {
        return assertThatThrownBy(body)
                .isInstanceOfSatisfying(
                        EncodeException.class, e -> assertThat(e.status()).isEqualTo(status));
    }

    @Test
    void aPrintToAStreamAllocatesNothing() throws Exception {
        MessageDef type = DefPool.wellKnown().message("google.protobuf.FileDescriptorProto");
        Message message = type.decode(Corpus.descriptorProto().toByteArray());
        CountingStream out = new CountingStream();
        long bytes = AllocationMeter.smallest(2000, 50, () -> PRINTER.print(message, out));
        assertThat(bytes).isZero();
        assertThat(out.count).isGreaterThan(30_000);
    }

    private static final class CountingStream extends OutputStream {
        private long count;

        @Override
        public void write(int b) {
            count++;
        }

        @Override
        public void write(byte[] bytes, int offset, int size) {
            count += size;
        }
    }

    @Test
    void manyThreadsMayPrintAFrozenMessage() throws Exception {
        MessageDef type = JsonTypes.POOL.message("google.protobuf.FileDescriptorSet");
        Message message = type.decode(Corpus.ownSet().toByteArray());
        message.freeze();
        String expected = PRINTER.print(type.decode(Corpus.ownSet().toByteArray()));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                tasks.add(() -> {
                    for (int run = 0; run < 20; run++) {
                        assertThat(PRINTER.print(message)).isEqualTo(expected);
                    }
                    return 0;
                });
            }
            for (Future<Integer> result : threads.invokeAll(tasks)) {
                result.get();
            }
        } finally {
            threads.shutdown();
        }
    }
}
