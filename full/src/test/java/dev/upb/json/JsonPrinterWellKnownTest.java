package dev.upb.json;

import static dev.upb.json.JsonTypes.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.Empty;
import com.google.protobuf.FieldMask;
import com.google.protobuf.ListValue;
import com.google.protobuf.NullValue;
import com.google.protobuf.StringValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import dev.upb.base.EncodeException;
import dev.upb.base.EncodeStatus;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import dev.upb.testkit.proto.matrix2.Extendable;
import dev.upb.testkit.proto.matrix2.Matrix2Proto;
import dev.upb.testkit.proto.matrix3.Child;
import dev.upb.testkit.wire.WireMessage;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPrinterWellKnownTest {
    private static final JsonPrinter PRINTER = JsonPrinter.DEFAULT;

    private static String print(com.google.protobuf.Message content) {
        return PRINTER.print(message(content.getDescriptorForType().getFullName(), content));
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertFails(com.google.protobuf.Message content) {
        return assertThatThrownBy(() -> print(content))
                .isInstanceOfSatisfying(
                        EncodeException.class, e -> assertThat(e.status()).isEqualTo(EncodeStatus.NOT_REPRESENTABLE));
    }

    @Test
    void wrappersAreTheValueThatTheyWrap() {
        WireMessage.Builder zero = WireMessage.builder();
        assertThat(PRINTER.print(message("google.protobuf.DoubleValue", zero))).isEqualTo("0.0");
        assertThat(PRINTER.print(message("google.protobuf.Int64Value", zero))).isEqualTo("\"0\"");
        assertThat(PRINTER.print(message(
                        "google.protobuf.UInt64Value", WireMessage.builder().varint(1, -1))))
                .isEqualTo("\"18446744073709551615\"");
        assertThat(PRINTER.print(message("google.protobuf.BoolValue", zero))).isEqualTo("false");
        assertThat(PRINTER.print(message("google.protobuf.StringValue", zero))).isEqualTo("\"\"");
        assertThat(PRINTER.print(message(
                        "google.protobuf.BytesValue", WireMessage.builder().bytes(1, new byte[] {1}))))
                .isEqualTo("\"AQ==\"");
    }

    @Test
    void timestampsAndDurationsAreStrings() {
        assertThat(print(Timestamp.newBuilder()
                        .setSeconds(-1)
                        .setNanos(500_000_000)
                        .build()))
                .isEqualTo("\"1969-12-31T23:59:59.500Z\"");
        assertThat(print(Duration.newBuilder().setNanos(-500_000_000).build())).isEqualTo("\"-0.500s\"");
    }

    @Test
    void timesOutOfRangeAreErrors() {
        assertFails(Timestamp.newBuilder().setSeconds(253_402_300_800L).build()).hasMessageContaining("253402300800");
        assertFails(Timestamp.newBuilder().setNanos(-1).build()).hasMessageContaining("-1 nanoseconds");
        assertFails(Duration.newBuilder().setSeconds(315_576_000_001L).build()).hasMessageContaining("315576000001");
        assertFails(Duration.newBuilder().setSeconds(1).setNanos(-1).build()).hasMessageContaining("signs");
    }

    @Test
    void fieldMasksAreOneStringInCamelCase() {
        assertThat(print(FieldMask.newBuilder()
                        .addPaths("foo_bar")
                        .addPaths("baz.q_x")
                        .build()))
                .isEqualTo("\"fooBar,baz.qX\"");
        assertThat(print(FieldMask.getDefaultInstance())).isEqualTo("\"\"");
        assertThat(print(FieldMask.newBuilder()
                        .addPaths("")
                        .addPaths("a")
                        .addPaths("")
                        .addPaths("b")
                        .build()))
                .isEqualTo("\"a,b\"");
        assertThat(print(FieldMask.newBuilder().addPaths("a\"b\\").build())).isEqualTo("\"a\\\"b\\\\\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fooBar", "foo__bar", "foo_3_bar", "foo_", "a,b"})
    void fieldMasksWithoutAWayBackAreErrors(String path) {
        assertFails(FieldMask.newBuilder().addPaths("ok").addPaths(path).build())
                .hasMessageContaining(path)
                .hasMessageContaining("(at paths[1])");
    }

    @Test
    void structsAndValuesAreJson() {
        Struct struct = Struct.newBuilder()
                .putFields(
                        "n",
                        Value.newBuilder().setNullValue(NullValue.NULL_VALUE).build())
                .putFields("d", Value.newBuilder().setNumberValue(1.5).build())
                .putFields("s", Value.newBuilder().setStringValue("x").build())
                .putFields("b", Value.newBuilder().setBoolValue(true).build())
                .putFields(
                        "o",
                        Value.newBuilder()
                                .setStructValue(Struct.getDefaultInstance())
                                .build())
                .putFields(
                        "l",
                        Value.newBuilder()
                                .setListValue(ListValue.newBuilder()
                                        .addValues(Value.newBuilder().setBoolValue(false)))
                                .build())
                .build();
        assertThat(JsonValues.differences(
                        print(struct), "{\"n\":null,\"d\":1.5,\"s\":\"x\",\"b\":true,\"o\":{},\"l\":[false]}"))
                .isEmpty();
        assertThat(print(ListValue.getDefaultInstance())).isEqualTo("[]");
        assertThat(print(Struct.getDefaultInstance())).isEqualTo("{}");
    }

    @Test
    void valuesWithoutAKindOrANumberAreErrors() {
        assertFails(Value.getDefaultInstance()).hasMessageContaining("no kind");
        assertFails(ListValue.newBuilder().addValues(Value.getDefaultInstance()).build())
                .hasMessageContaining("(at values[0])");
        assertFails(Value.newBuilder().setNumberValue(Double.NaN).build()).hasMessageContaining("NaN");
        assertFails(Value.newBuilder().setNumberValue(Double.NEGATIVE_INFINITY).build())
                .hasMessageContaining("infinity");
    }

    @Test
    void anAnyHasTheFieldsOfItsMessage() {
        Any any = Any.pack(Child.newBuilder().setId(5).setName("x").build());
        assertThat(print(any))
                .isEqualTo("{\"@type\":\"type.googleapis.com/upb.testkit.matrix3.Child\",\"id\":5,\"name\":\"x\"}");
        assertThat(PRINTER.withIndent(true).print(message("google.protobuf.Any", any)))
                .isEqualTo("""
                        {
                          "@type": "type.googleapis.com/upb.testkit.matrix3.Child",
                          "id": 5,
                          "name": "x"
                        }""");
    }

    @Test
    void anAnyHasTheExtensionsOfItsMessage() {
        Any any = Any.pack(
                Extendable.newBuilder().setExtension(Matrix2Proto.xInt32, 3).build());
        assertThat(print(any)).endsWith("Extendable\",\"[upb.testkit.matrix2.x_int32]\":3}");
    }

    @Test
    void anAnyOfATypeWithAFormOfItsOwnHasAValue() {
        assertThat(print(Any.pack(Duration.newBuilder().setSeconds(1).build())))
                .isEqualTo("{\"@type\":\"type.googleapis.com/google.protobuf.Duration\",\"value\":\"1s\"}");
        assertThat(print(Any.pack(Any.pack(StringValue.of("s")))))
                .isEqualTo("{\"@type\":\"type.googleapis.com/google.protobuf.Any\",\"value\":"
                        + "{\"@type\":\"type.googleapis.com/google.protobuf.StringValue\",\"value\":\"s\"}}");
        assertThat(print(Any.pack(Empty.getDefaultInstance())))
                .isEqualTo("{\"@type\":\"type.googleapis.com/google.protobuf.Empty\"}");
    }

    @Test
    void anEmptyAnyIsAnEmptyObject() {
        assertThat(print(Any.getDefaultInstance())).isEqualTo("{}");
    }

    @ParameterizedTest
    @CsvSource({"/", "''", "not_a_url", "/google.protobuf.Empty", "host/"})
    void anAnyWithoutATypeUrlIsAnError(String url) {
        assertFails(Any.newBuilder()
                        .setTypeUrl(url)
                        .setValue(ByteString.copyFromUtf8("x"))
                        .build())
                .hasMessageContaining('"' + url + '"');
    }

    @Test
    void anAnyOfAnUnknownTypeIsAnErrorThatNamesUrlAndPath() {
        WireMessage any = WireMessage.builder().string(1, "x.com/no.Such").build();
        assertThatThrownBy(() -> PRINTER.print(message(
                        "wkt.Repeated",
                        WireMessage.builder().message(1, WireMessage.empty()).message(1, any))))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("\"x.com/no.Such\"")
                .hasMessageContaining("(at r_any[1])");
    }

    @Test
    void anAnyWhoseBytesAreNoSuchMessageIsAnError() {
        assertFails(Any.newBuilder()
                        .setTypeUrl("x/upb.testkit.matrix3.Child")
                        .setValue(ByteString.copyFrom(new byte[] {8}))
                        .build())
                .hasMessageContaining("no upb.testkit.matrix3.Child");
    }

    @Test
    void theTypesOfAnyAreThoseOfThePrintersPool() {
        Message any = JsonTypes.CASES
                .message("google.protobuf.Any")
                .decode(Any.pack(Child.newBuilder().setId(1).build()).toByteArray());
        assertThatThrownBy(() -> PRINTER.print(any)).isInstanceOf(EncodeException.class);
        assertThat(JsonPrinter.of(JsonTypes.POOL).print(any)).endsWith("\"id\":1}");
        assertThatThrownBy(() -> JsonPrinter.of((DefPool) null).print(any)).isInstanceOf(NullPointerException.class);
    }

    /** An Any of levels - 1 in each other, and one of an Empty inside. */
    private static Any nested(int levels) {
        Any any = Any.pack(Empty.getDefaultInstance());
        for (int i = 1; i < levels; i++) {
            any = Any.pack(any);
        }
        return any;
    }

    @Test
    void theDepthCountsThroughAny() {
        assertThat(print(nested(100))).contains("google.protobuf.Empty");
        for (int levels : new int[] {101, 200}) {
            assertThatThrownBy(() -> print(nested(levels)))
                    .isInstanceOfSatisfying(
                            EncodeException.class,
                            e -> assertThat(e.status()).isEqualTo(EncodeStatus.MAX_DEPTH_EXCEEDED));
        }
    }

    @Test
    void aPrinterGoesOnAfterAnError() {
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> print(nested(101))).isInstanceOf(EncodeException.class);
            assertThat(print(Any.pack(StringValue.of("s")))).endsWith("\"value\":\"s\"}");
        }
    }

    @Test
    void manyAnysInOneMessageAreEachPrinted() {
        WireMessage.Builder content = WireMessage.builder();
        StringBuilder expected = new StringBuilder();
        for (int i = 1; i <= 50; i++) {
            Any inner = Any.pack(
                    Child.newBuilder().setId(i).setName("n".repeat(i * 40)).build());
            content.bytes(1, Any.pack(inner).toByteArray());
            expected.append(i == 1 ? "" : ",")
                    .append("{\"@type\":\"type.googleapis.com/google.protobuf.Any\",\"value\":")
                    .append("{\"@type\":\"type.googleapis.com/upb.testkit.matrix3.Child\",\"id\":")
                    .append(i)
                    .append(",\"name\":\"")
                    .append("n".repeat(i * 40))
                    .append("\"}}");
        }
        assertThat(PRINTER.print(message("wkt.Repeated", content))).isEqualTo("{\"rAny\":[" + expected + "]}");
    }
}
