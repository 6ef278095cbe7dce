package dev.upb.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueOptions;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.UnknownFieldSet;
import dev.upb.mem.Arena;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.InputKind;
import dev.upb.testkit.wire.WireMessage;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonParserTest {
    private static final MessageDef IMPLICIT = JsonTypes.type("matrix3.Implicit");

    /** Parses what stands between the quotes and returns it as it is printed; apostrophes stand for quotes. */
    private static String reprinted(String type, String json) {
        return reprinted(JsonParser.DEFAULT, type, json);
    }

    private static String reprinted(JsonParser parser, String type, String json) {
        return JsonPrinter.DEFAULT
                .print(parser.parse(JsonTypes.type(type), json.replace('\'', '"')))
                .replace('"', '\'');
    }

    private static JsonParseException refused(String type, String json) {
        return refused(JsonParser.DEFAULT, type, json.replace('\'', '"').getBytes(UTF_8));
    }

    private static JsonParseException refused(JsonParser parser, String type, byte[] json) {
        JsonParseException e =
                catchThrowableOfType(JsonParseException.class, () -> parser.parse(JsonTypes.type(type), json));
        assertThat(e).as(new String(json, UTF_8)).isNotNull();
        return e;
    }

    // Values.

    static Stream<Arguments> accepted() {
        return Stream.of(
                Arguments.of(
                        "matrix3.Implicit",
                        "{'fInt32':'-7','fInt64':-7,'fUint32':4294967295,'fUint64':18446744073709551615}",
                        "{'fInt64':'-7','fUint64':'18446744073709551615','fInt32':-7,'fUint32':4294967295}"),
                Arguments.of("matrix3.Implicit", "{'fInt32':-0,'fInt64':0e5,'fUint32':-0.0,'fUint64':'-0'}", "{}"),
                Arguments.of("matrix3.Implicit", "{'fInt32':12e-1}", null),
                Arguments.of(
                        "matrix3.Implicit",
                        "{'fInt32':1200e-2,'fInt64':'9.223372036854775807e18'}",
                        "{'fInt64':'9223372036854775807','fInt32':12}"),
                Arguments.of(
                        "matrix3.Implicit", "{'fInt64':-9223372036854775808}", "{'fInt64':'-9223372036854775808'}"),
                Arguments.of("matrix3.Implicit", "{'fInt64':-9223372036854775809}", null),
                Arguments.of("matrix3.Implicit", "{'fUint64':18446744073709551616}", null),
                Arguments.of(
                        "matrix3.Implicit",
                        "{'fUint64':1844674407370955161.5e1}",
                        "{'fUint64':'18446744073709551615'}"),
                Arguments.of("matrix3.Implicit", "{'fInt32':'\\u0031\\u0032'}", "{'fInt32':12}"),
                Arguments.of("matrix3.Implicit", "{'fInt32':'1 '}", null),
                Arguments.of("matrix3.Implicit", "{'fInt32':''}", null),
                Arguments.of("matrix3.Implicit", "{'fInt32':'+1'}", null),
                Arguments.of("matrix3.Implicit", "{'fInt32':'01'}", null),
                Arguments.of("matrix3.Implicit", "{'fInt32':'0x1'}", null),
                Arguments.of("matrix3.Implicit", "{'fInt32':'NaN'}", null),
                Arguments.of("matrix3.Implicit", "{'fInt32':true}", null),
                Arguments.of("matrix3.Implicit", "{'fInt32':[1]}", null),
                Arguments.of("matrix3.Implicit", "{'fInt32':{}}", null),
                Arguments.of("matrix3.Implicit", "{'fInt32':'١'}", null),
                Arguments.of(
                        "matrix3.Implicit", "{'fDouble':'1.5','fFloat':'-1e-3'}", "{'fDouble':1.5,'fFloat':-0.001}"),
                Arguments.of(
                        "matrix3.Implicit",
                        "{'fDouble':'NaN','fFloat':'Infinity'}",
                        "{'fDouble':'NaN','fFloat':'Infinity'}"),
                Arguments.of(
                        "matrix3.Implicit",
                        "{'fDouble':'-Infinity','fFloat':'\\u004eaN'}",
                        "{'fDouble':'-Infinity','fFloat':'NaN'}"),
                Arguments.of("matrix3.Implicit", "{'fDouble':'nan'}", null),
                Arguments.of("matrix3.Implicit", "{'fDouble':'+Infinity'}", null),
                Arguments.of("matrix3.Implicit", "{'fDouble':' 1'}", null),
                Arguments.of("matrix3.Implicit", "{'fDouble':Infinity}", null),
                Arguments.of("matrix3.Implicit", "{'fFloat':3.4028236e38}", null),
                Arguments.of("matrix3.Implicit", "{'fFloat':3.4028235e38}", "{'fFloat':3.4028235E38}"),
                Arguments.of("matrix3.Implicit", "{'fFloat':-3.5e38}", null),
                Arguments.of("matrix3.Implicit", "{'fDouble':1e309}", null),
                Arguments.of("matrix3.Implicit", "{'fDouble':'1e309'}", null),
                Arguments.of("matrix3.Implicit", "{'fBool':true}", "{'fBool':true}"),
                Arguments.of("matrix3.Implicit", "{'fBool':1}", null),
                Arguments.of("matrix3.Implicit", "{'fBool':True}", null),
                Arguments.of("matrix3.Implicit", "{'fBool':truex}", null),
                Arguments.of("matrix3.Implicit", "{'fEnum':'COLOR_CRIMSON'}", "{'fEnum':'COLOR_RED'}"),
                Arguments.of("matrix3.Implicit", "{'fEnum':'\\u0043OLOR_GREEN'}", "{'fEnum':'COLOR_GREEN'}"),
                Arguments.of("matrix3.Implicit", "{'fEnum':-2147483648}", "{'fEnum':'COLOR_SMALLEST'}"),
                Arguments.of("matrix3.Implicit", "{'fEnum':7.0}", "{'fEnum':7}"),
                Arguments.of("matrix3.Implicit", "{'fEnum':'7'}", "{'fEnum':7}"),
                Arguments.of("matrix3.Implicit", "{'fEnum':2147483648}", null),
                Arguments.of("matrix3.Implicit", "{'fEnum':1.5}", null),
                Arguments.of("matrix3.Implicit", "{'fEnum':'color_red'}", null),
                Arguments.of("matrix3.Implicit", "{'fEnum':COLOR_RED}", null),
                Arguments.of("matrix2.Explicit", "{'fEnum':7}", null),
                Arguments.of("matrix2.Explicit", "{'fGroup':{'id':1}}", "{'fGroup':{'id':1}}"),
                Arguments.of("matrix3.Implicit", "{'fBytes':'AQI='}", "{'fBytes':'AQI='}"),
                Arguments.of("matrix3.Implicit", "{'fBytes':'AQI'}", "{'fBytes':'AQI='}"),
                Arguments.of("matrix3.Implicit", "{'fBytes':'AQ=='}", "{'fBytes':'AQ=='}"),
                Arguments.of("matrix3.Implicit", "{'fBytes':'-_+/'}", "{'fBytes':'+/+/'}"),
                Arguments.of("matrix3.Implicit", "{'fBytes':'AQI\\u003d'}", "{'fBytes':'AQI='}"),
                Arguments.of("matrix3.Implicit", "{'fBytes':'A'}", null),
                Arguments.of("matrix3.Implicit", "{'fBytes':'AQ='}", null),
                Arguments.of("matrix3.Implicit", "{'fBytes':'A==='}", null),
                Arguments.of("matrix3.Implicit", "{'fBytes':'===='}", null),
                Arguments.of("matrix3.Implicit", "{'fBytes':'AQ I'}", null),
                Arguments.of("matrix3.Implicit", "{'fBytes':'AQ\\nI'}", null),
                Arguments.of("matrix3.Implicit", "{'fBytes':5}", null),
                Arguments.of(
                        "matrix3.Implicit",
                        "{'fString':'\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u8C37\\ud83d\\uDE01\\u0000'}",
                        "{'fString':'\\'\\\\/\\b\\f\\n\\r\\té谷😁\\u0000'}"),
                Arguments.of("matrix3.Implicit", "{'fString':'\\x'}", null),
                Arguments.of("matrix3.Implicit", "{'fString':'\\U0041'}", null),
                Arguments.of("matrix3.Implicit", "{'fString':'\\u00g0'}", null),
                Arguments.of("matrix3.Implicit", "{'fString':'\\u00'}", null),
                Arguments.of("matrix3.Implicit", "{'fString':'\\udc00'}", null),
                Arguments.of("matrix3.Implicit", "{'fString':'\\ud83dx'}", null),
                Arguments.of("matrix3.Implicit", "{'fString':'\\ude01\\ud83d'}", null),
                Arguments.of("matrix3.Implicit", "{'fString':'\\ud83d\\ud83d\\ude01'}", null),
                Arguments.of("matrix3.Implicit", "{'fString':'a\nb'}", null),
                Arguments.of("matrix3.Implicit", "{'fString':'a\tb'}", null),
                Arguments.of("matrix3.Implicit", "{'fString':'a\0b'}", null),
                Arguments.of("matrix3.Implicit", "{'fString':true}", null),
                Arguments.of(
                        "matrix3.Implicit", "{'fMessage':{'id':1,'name':'x'}}", "{'fMessage':{'id':1,'name':'x'}}"),
                Arguments.of("matrix3.Implicit", "{'fMessage':[]}", null),
                Arguments.of("matrix3.Implicit", " \t\r\n{ \n'fInt32' :\t1 \r\n} \n", "{'fInt32':1}"),
                Arguments.of("matrix3.Implicit", "{'fInt32':1,}", null),
                Arguments.of("matrix3.Implicit", "{,}", null),
                Arguments.of("matrix3.Implicit", "{'fInt32':1 'fInt64':1}", null),
                Arguments.of("matrix3.Implicit", "{'fInt32' 1}", null),
                Arguments.of("matrix3.Implicit", "{fInt32:1}", null),
                Arguments.of("matrix3.Implicit", "{'fInt32':1}}", null),
                Arguments.of("matrix3.Implicit", "{'fInt32':1} x", null),
                Arguments.of("matrix3.Implicit", "{'fInt32':1}\0", null),
                Arguments.of("matrix3.Implicit", "[]", null),
                Arguments.of("matrix3.Implicit", "null", null),
                Arguments.of("matrix3.Implicit", "5", null),
                Arguments.of("matrix3.Implicit", "", null),
                Arguments.of("matrix3.Implicit", "\ufeff{}", null),
                Arguments.of("matrix3.Implicit", "{'f_int32':1,'fInt\\u00364':2}", "{'fInt64':'2','fInt32':1}"),
                Arguments.of("matrix3.Implicit", "{'fInt32':1,'f_int32':1}", null),
                Arguments.of("matrix3.Implicit", "{'fInt32':null,'fInt32':1}", null),
                Arguments.of("matrix3.Implicit", "{'FInt32':1}", null),
                Arguments.of("matrix3.Implicit", "{'fInt32':nul}", null),
                Arguments.of(
                        "matrix2.JsonNames",
                        "{'@type':1,'a\\\"b\\\\c':'x','naïve😀':2}",
                        "{'@type':1,'a\\'b\\\\c':'x','naïve😀':2}"),
                Arguments.of(
                        "matrix2.JsonNames",
                        "{'with_quote':'x','na\\u00efve\\ud83d\\ude00':2}",
                        "{'a\\'b\\\\c':'x','naïve😀':2}"),
                Arguments.of(
                        "matrix2.Expanded",
                        "{'fInt32':[1,2],'fString':[],'fMessage':[{},{'id':1}],'fGroup':[{}]}",
                        "{'fInt32':[1,2],'fGroup':[{}],'fMessage':[{},{'id':1}]}"),
                Arguments.of("matrix2.Expanded", "{'fInt32':1}", null),
                Arguments.of("matrix2.Expanded", "{'fInt32':[1,]}", null),
                Arguments.of("matrix2.Expanded", "{'fInt32':[,1]}", null),
                Arguments.of("matrix2.Expanded", "{'fInt32':[1 2]}", null),
                Arguments.of("matrix2.Expanded", "{'fInt32':[[1]]}", null),
                Arguments.of("matrix2.Expanded", "{'fMessage':[null]}", null),
                Arguments.of(
                        "matrix2.MapKeys",
                        "{'kInt64':{'-5':1,'5e0':2},'kUint64':{'18446744073709551615':1},'kBool':{'true':1,'false':2}}",
                        "{'kInt64':{'-5':1,'5':2},'kUint64':{'18446744073709551615':1},'kBool':{'true':1,'false':2}}"),
                Arguments.of("matrix2.MapKeys", "{'kInt32':{'1':1,'1.0':2}}", null),
                Arguments.of("matrix2.MapKeys", "{'kInt32':{1:1}}", null),
                Arguments.of("matrix2.MapKeys", "{'kInt32':{'x':1}}", null),
                Arguments.of("matrix2.MapKeys", "{'kInt32':{'':1}}", null),
                Arguments.of("matrix2.MapKeys", "{'kUint32':{'4294967295':1,'-1':2}}", null),
                Arguments.of("matrix2.MapKeys", "{'kBool':{'True':1}}", null),
                Arguments.of("matrix2.MapKeys", "{'kBool':{'truex':1}}", null),
                Arguments.of("matrix2.MapKeys", "{'kString':{'a':1,'\\u0061':2}}", null),
                Arguments.of(
                        "matrix2.MapKeys",
                        "{'kString':{'':1,'\\n':2},'kSint32':{'\\u002d1':1}}",
                        "{'kString':{'':1,'\\n':2},'kSint32':{'-1':1}}"),
                Arguments.of("matrix2.MapKeys", "{'kString':[]}", null),
                Arguments.of("matrix2.MapKeys", "{'kString':{'a':1,}}", null),
                Arguments.of(
                        "matrix2.MapValues",
                        "{'vMessage':{'1':{}},'vBytes':{'1':'AQ'},'vFloat':{'1':'NaN'}}",
                        "{'vFloat':{'1':'NaN'},'vMessage':{'1':{}},'vBytes':{'1':'AQ=='}}"),
                Arguments.of("matrix2.MapValues", "{'vInt32':{'1':null}}", null),
                Arguments.of("matrix2.InOneof", "{'fInt32':0,'after':1}", "{'fInt32':0,'after':1}"),
                Arguments.of("matrix2.InOneof", "{'fInt32':null,'fString':'','fBool':null}", "{'fString':''}"),
                Arguments.of("matrix2.InOneof", "{'fMessage':{},'fGroup':{}}", null),
                Arguments.of(
                        "wkt.Singular",
                        "{'fInt32Value':5,'fStringValue':'','fBoolValue':false,'fBytesValue':'AQ','fInt64Value':'7'}",
                        "{'fInt64Value':'7','fInt32Value':5,'fBoolValue':false,'fStringValue':'','fBytesValue':'AQ=='}"),
                Arguments.of(
                        "wkt.Singular",
                        "{'fInt32Value':null,'fTimestamp':null,'fStruct':null,'fAny':null,'fListValue':null}",
                        "{}"),
                Arguments.of(
                        "wkt.Singular",
                        "{'fValue':null,'fNullValue':null,'explicitNullValue':null}",
                        "{'fValue':null,'explicitNullValue':null}"),
                Arguments.of("wkt.Singular", "{'explicitNullValue':'NULL_VALUE'}", "{'explicitNullValue':null}"),
                Arguments.of("wkt.Singular", "{'explicitNullValue':'x'}", null),
                Arguments.of("wkt.Singular", "{'fInt32Value':{'value':5}}", null),
                Arguments.of("wkt.Singular", "{'fEmpty':{}}", "{'fEmpty':{}}"),
                Arguments.of("wkt.Singular", "{'fEmpty':{'a':1}}", null),
                Arguments.of(
                        "wkt.Repeated",
                        "{'rValue':[null,1],'rNullValue':[null,'NULL_VALUE',0],'rStruct':null}",
                        "{'rValue':[null,1.0],'rNullValue':[null,null,null]}"),
                Arguments.of("wkt.Repeated", "{'rInt32Value':[null]}", null),
                Arguments.of("wkt.Repeated", "{'rStruct':[null]}", null),
                Arguments.of("wkt.Repeated", "{'rListValue':[[1],[]]}", "{'rListValue':[[1.0],[]]}"),
                Arguments.of("wkt.Repeated", "{'rListValue':[null]}", null),
                Arguments.of(
                        "wkt.Maps",
                        "{'mValue':{'a':null},'mNullValue':{'a':null}}",
                        "{'mValue':{'a':null},'mNullValue':{'a':null}}"),
                Arguments.of("wkt.Maps", "{'mDuration':{'a':null}}", null),
                Arguments.of("wkt.InOneof", "{'oValue':null}", "{'oValue':null}"),
                Arguments.of("wkt.InOneof", "{'oNullValue':null}", "{'oNullValue':null}"),
                Arguments.of("wkt.InOneof", "{'oNullValue':null,'oValue':1}", null),
                Arguments.of("wkt.InOneof", "{'oDuration':null,'oValue':1}", "{'oValue':1.0}"),
                Arguments.of("google.protobuf.Struct", "{'a':{'b':[]},'c':'x'}", "{'a':{'b':[]},'c':'x'}"),
                Arguments.of("google.protobuf.Struct", "{'a':1,'a':1}", null),
                Arguments.of("google.protobuf.Struct", "null", null),
                Arguments.of("google.protobuf.Value", "1e999", null),
                Arguments.of("google.protobuf.Value", "tru", null),
                Arguments.of("google.protobuf.Value", "-", null),
                Arguments.of("google.protobuf.Int32Value", "null", null),
                Arguments.of("google.protobuf.UInt64Value", "'18446744073709551615'", "'18446744073709551615'"),
                Arguments.of("google.protobuf.FieldMask", "'a.fooBar,Baz'", "'a.fooBar,Baz'"),
                Arguments.of("google.protobuf.FieldMask", "'foo_bar'", null),
                Arguments.of("google.protobuf.FieldMask", "'a,,b'", null),
                Arguments.of("google.protobuf.FieldMask", "'a,'", null),
                Arguments.of("google.protobuf.FieldMask", "['a']", null));
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void valuesAreReadAsTheSpecificationSays(String type, String json, String expected) {
        if (expected == null) {
            refused(type, json);
        } else {
            assertThat(reprinted(type, json)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z",
        "0000-12-31T23:00:00-01:00, 0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999999Z, 9999-12-31T23:59:59.999999999Z",
        "2000-02-29T00:00:00.1Z, 2000-02-29T00:00:00.100Z",
        "2024-02-29T23:59:59.123456Z, 2024-02-29T23:59:59.123456Z",
        "1970-01-01T00:00:00.000000001+00:00, 1970-01-01T00:00:00.000000001Z",
        "1970-01-01T23:59:00+23:59, 1970-01-01T00:00:00Z",
        "0000-12-31T23:59:59Z,",
        "0001-01-01T00:00:00+00:01,",
        "1900-02-29T00:00:00Z,",
        "2001-04-31T00:00:00Z,",
        "2001-00-01T00:00:00Z,",
        "2001-13-01T00:00:00Z,",
        "2001-01-00T00:00:00Z,",
        "2001-01-01T00:60:00Z,",
        "2001-01-01T00:00:60Z,",
        "2001-01-01T00:00:00,",
        "2001-01-01 00:00:00Z,",
        "2001-01-01t00:00:00Z,",
        "2001-01-01T00:00:00.Z,",
        "2001-01-01T00:00:00.1234567890Z,",
        "2001-01-01T00:00:00+24:00,",
        "2001-01-01T00:00:00+0800,",
        "2001-01-01T00:00:00+08,",
        "2001-01-01T00:00:00ZZ,",
        "10000-01-01T00:00:00Z,",
        "-001-01-01T00:00:00Z,",
        "2001-1-01T00:00:00Z,",
        "2001-01-01T00:00Z,"
    })
    void timestampsAreThoseOfRfc3339(String text, String expected) {
        if (expected == null) {
            assertThat(refused("google.protobuf.Timestamp", "'" + text + "'").status())
                    .isEqualTo(JsonParseStatus.INVALID_VALUE);
        } else {
            assertThat(reprinted("google.protobuf.Timestamp", "'" + text + "'")).isEqualTo("'" + expected + "'");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0s, 0s",
        "-0s, 0s",
        "1.5s, 1.500s",
        "-1.5s, -1.500s",
        "0.000000001s, 0.000000001s",
        "-315576000000.999999999s, -315576000000.999999999s",
        "007s, 7s",
        "s,",
        "-s,",
        "1,",
        "1S,",
        "1 s,",
        "1ss,",
        "--1s,",
        "1.0000000000s,",
        "1.-5s,",
        "99999999999999999999s,"
    })
    void durationsAreSecondsWithASuffix(String text, String expected) {
        if (expected == null) {
            assertThat(refused("google.protobuf.Duration", "'" + text + "'").status())
                    .isEqualTo(JsonParseStatus.INVALID_VALUE);
        } else {
            assertThat(reprinted("google.protobuf.Duration", "'" + text + "'")).isEqualTo("'" + expected + "'");
        }
    }

    @Test
    void customNamesOfEnumValuesAndTheirOwnAreRead() {
        EnumValueOptions options = EnumValueOptions.newBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(
                                998,
                                UnknownFieldSet.Field.newBuilder()
                                        .addLengthDelimited(ByteString.copyFrom(WireMessage.builder()
                                                .string(1, "custom")
                                                .encode()))
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
                                .setNumber(1)
                                .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED)
                                .setType(FieldDescriptorProto.Type.TYPE_ENUM)
                                .setTypeName(".E")))
                .build();
        MessageDef type = DefPool.builder().addFile(file.toByteArray()).build().message("M");
        assertThat(JsonPrinter.DEFAULT.print(JsonParser.DEFAULT.parse(type, "{\"e\":[\"custom\",\"ONE\",\"ZERO\",1]}")))
                .isEqualTo("{\"e\":[\"custom\",\"custom\",\"ZERO\",\"custom\"]}");
    }

    @Test
    void fieldsWhoseTypeIsMissingAreRefusedOrIgnored() {
        FileDescriptorProto file = FileDescriptorProto.newBuilder()
                .setName("a.proto")
                .addDependency("missing.proto")
                .addMessageType(DescriptorProto.newBuilder()
                        .setName("M")
                        .addField(FieldDescriptorProto.newBuilder()
                                .setName("m")
                                .setNumber(1)
                                .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
                                .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
                                .setTypeName(".Missing"))
                        .addField(FieldDescriptorProto.newBuilder()
                                .setName("ms")
                                .setNumber(2)
                                .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED)
                                .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
                                .setTypeName(".Missing")))
                .build();
        MessageDef type = DefPool.builder()
                .addFile(file.toByteArray())
                .tolerateMissingImports()
                .build()
                .message("M");
        for (String json : List.of("{\"m\":{\"a\":1}}", "{\"ms\":[{\"a\":1}]}")) {
            assertThatThrownBy(() -> JsonParser.DEFAULT.parse(type, json))
                    .isInstanceOf(JsonParseException.class)
                    .hasMessageContaining("its file is missing");
            assertThat(JsonPrinter.DEFAULT.print(
                            JsonParser.DEFAULT.withIgnoreUnknown(true).parse(type, json)))
                    .isEqualTo("{}");
        }
        assertThat(JsonPrinter.DEFAULT.print(JsonParser.DEFAULT.parse(type, "{\"m\":null,\"ms\":null}")))
                .isEqualTo("{}");
    }

    @Test
    void unknownMembersAreIgnoredOnRequestButCheckedAsJson() {
        JsonParser ignoring = JsonParser.DEFAULT.withIgnoreUnknown(true);
        for (String value : List.of(
                "1",
                "-1.5e3",
                "'a\\n'",
                "true",
                "false",
                "null",
                "{}",
                "[]",
                "{'a':[1,{'b':null}],'c':''}",
                "[[],[[]]]")) {
            assertThat(reprinted(ignoring, "matrix2.Child", "{'x':" + value + ",'id':1,'[a.b]':" + value + "}"))
                    .isEqualTo("{'id':1}");
        }
        for (String value : List.of(
                "01",
                "tru",
                "'\\x'",
                "'\\ud83d'",
                "{'a'}",
                "{'a':}",
                "{a:1}",
                "[1,]",
                "[1}",
                "{'a':1]",
                "nulll",
                "'",
                "",
                "-",
                "[,]",
                "{,}",
                "'\t'")) {
            refused(
                    ignoring,
                    "matrix2.Child",
                    ("{'x':" + value + "}").replace('\'', '"').getBytes(UTF_8));
        }
        assertThat(refused("matrix2.Child", "{'x':1}")).hasMessageContaining("has no field \"x\"");
    }

    // Any.

    @Test
    void anyTakesItsTypeFromAnywhereHoweverItIsSpelled() {
        String expected = "{'@type':'t/upb.testkit.matrix2.Child','id':1,'name':'x'}";
        assertThat(reprinted("google.protobuf.Any", "{'id':1,'@type':'t/upb.testkit.matrix2.Child','name':'x'}"))
                .isEqualTo(expected);
        assertThat(reprinted("google.protobuf.Any", "{'id':1,'name':'x','\\u0040type':'t/upb.testkit.matrix2.Child'}"))
                .isEqualTo(expected);
        assertThat(reprinted(
                        "google.protobuf.Any", "{'@typ\\u0065':'t\\/upb.testkit.matrix2.Child','id':1,'name':'x'}"))
                .isEqualTo(expected);
        assertThat(reprinted(
                        "google.protobuf.Any",
                        " { 'name' : 'x' , 'id' : 1 , '@type' : 't/upb.testkit.matrix2.Child' } "))
                .isEqualTo(expected);
    }

    @Test
    void anyInAnyIsReadWithTypesBehindAndBefore() {
        String inner = "{'id':1,'@type':'t/upb.testkit.matrix2.Child'}";
        String expectedInner = "{'@type':'t/upb.testkit.matrix2.Child','id':1}";
        assertThat(reprinted(
                        "google.protobuf.Any",
                        "{'value':{'value':" + inner
                                + ",'@type':'a/google.protobuf.Any'},'@type':'b/google.protobuf.Any'}"))
                .isEqualTo("{'@type':'b/google.protobuf.Any','value':{'@type':'a/google.protobuf.Any','value':"
                        + expectedInner + "}}");
        assertThat(reprinted(
                        "google.protobuf.Any",
                        "{'repeated':{'rAny':[" + inner + ",{}," + inner + "]},'singular':{'fAny':" + inner
                                + "},'@type':'t/upb.testkit.wkt.All'}"))
                .isEqualTo("{'@type':'t/upb.testkit.wkt.All','singular':{'fAny':" + expectedInner
                        + "},'repeated':{'rAny':[" + expectedInner + ",{}," + expectedInner + "]}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'id':1}",
                "{'@type':5}",
                "{'@type':null}",
                "{'@type':'t/upb.testkit.matrix2.Child','@type':'t/upb.testkit.matrix2.Child'}",
                "{'@type':'t/upb.testkit.matrix2.Child','id':1,'id':2}",
                "{'@type':'t/upb.testkit.matrix2.Child','x':1}",
                "{'@type':'t/upb.testkit.matrix2.Child','id':1,}",
                "{'@type':'t/google.protobuf.Duration','value':'1s','value':'1s'}",
                "{'@type':'t/google.protobuf.Duration','value':'1s','@type':'t/google.protobuf.Duration'}",
                "{'@type':'t/google.protobuf.Duration','value':null}",
                "{'@type':'t/google.protobuf.Duration','value':'1s',}",
                "{'@type':'t/google.protobuf.Duration','value':'1s'",
                "[]",
                "'t/google.protobuf.Duration'"
            })
    void malformedAnyIsRefused(String json) {
        refused("google.protobuf.Any", json);
    }

    @Test
    void typesInAnyAreLookedUpInThePoolOfTheParser() {
        MessageDef any = JsonTypes.CASES.message("google.protobuf.Any");
        String json = "{\"@type\":\"t/upb.testkit.matrix2.Child\",\"id\":1}";
        assertThatThrownBy(() -> JsonParser.DEFAULT.parse(any, json))
                .isInstanceOf(JsonParseException.class)
                .hasMessageContaining("the pool does not have the type");
        Message message = JsonParser.of(JsonTypes.POOL).parse(any, json);
        assertThat(message.getBytes("value")).containsExactly(8, 1);
        assertThat(message.getString("type_url")).isEqualTo("t/upb.testkit.matrix2.Child");
    }

    @Test
    void anyWithIgnoredMembersKeepsTheRest() {
        assertThat(
                        reprinted(
                                JsonParser.DEFAULT.withIgnoreUnknown(true),
                                "wkt.Repeated",
                                "{'rAny':[{'x':[{}],'id':1,'@type':'t/upb.testkit.matrix2.Child'},{'y':1,'@type':'t/google.protobuf.Duration','value':'1s'}]}"))
                .isEqualTo(
                        "{'rAny':[{'@type':'t/upb.testkit.matrix2.Child','id':1},{'@type':'t/google.protobuf.Duration','value':'1s'}]}");
    }

    // Places of errors.

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "matrix2.Child|{'id':x}|1|7|id|SYNTAX",
                "matrix2.Child|{$  'id':1,$  'name':5}|3|10|name|INVALID_VALUE",
                "matrix2.Child|{'name':'é😀',$'id':'x'}|2|6|id|INVALID_VALUE",
                "matrix2.Child|{'name':'é😀','id':'x'}|1|19|id|INVALID_VALUE",
                "matrix2.Child|{'id':1|1|8||TRUNCATED",
                "matrix2.Child|{'name':'abc|1|13|name|TRUNCATED",
                "matrix2.Recursive|{'children':[{},{'by_name':{'k':{'value':1.5}}}]}|1|42|children[1].by_name[\"k\"].value|INVALID_VALUE",
                "matrix2.Recursive|{'branch':{'trunk':{'x':1}}}|1|21|branch.trunk|UNKNOWN_NAME",
                "matrix2.MapValues|{'vInt32':{'7':'x'}}|1|16|v_int32[7]|INVALID_VALUE",
                "matrix2.MapValues|{'vInt32':{'7':1,'7':1}}|1|18|v_int32|DUPLICATE",
                "wkt.Singular|{'fAny':{'@type':'t/upb.testkit.matrix2.Child','id':''}}|1|53|f_any.id|INVALID_VALUE",
                "google.protobuf.Value|[1,{'a':[tru]}]|1|10|[1][\"a\"][0]|SYNTAX",
                "matrix2.Child|{} {}|1|4||SYNTAX",
                "matrix2.Child||1|1||TRUNCATED",
                "matrix2.Child|{'id':1,'id':2}|1|9|id|DUPLICATE"
            })
    void errorsTellLineColumnAndPath(
            String type, String json, long line, int column, String path, JsonParseStatus status) {
        JsonParseException e = refused(type, json == null ? "" : json.replace('$', '\n'));
        assertThat(e.fieldPath()).isEqualTo(path == null ? "" : path);
        assertThat(e).hasMessageStartingWith("line " + line + ", column " + column + ": ");
        assertThat(e.line()).isEqualTo(line);
        assertThat(e.column()).isEqualTo(column);
        assertThat(e.status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'fInt32':true}|expected a 32-bit integer, found true (at f_int32)",
                "{'fInt32':'x'}|expected a 32-bit integer, found the string \"x\" (at f_int32)",
                "{'fString':[]}|expected a string for field upb.testkit.matrix3.Implicit.f_string, found an array (at f_string)",
                "{'fMessage':1}|expected an object for message upb.testkit.matrix3.Child, found 1 (at f_message)",
                "{'fEnum':'BLUE'}|enum upb.testkit.matrix3.Color has no value \"BLUE\" (at f_enum)",
                "{'fInt32':1;}|expected ',' or '}', found ';'",
                "{'fInt32'=1}|expected ':', found '='",
                "{'fInt32':-}|expected a digit, found '}' (at f_int32)",
                "{'fString':'\\q'}|not by q (at f_string)",
                "[|expected an object for message upb.testkit.matrix3.Implicit, found an array"
            })
    void errorsTellWhatWasFoundAndWhatIsAllowed(String json, String text) {
        assertThat(refused("matrix3.Implicit", json)).hasMessageContaining(text);
    }

    @Test
    void malformedUtf8IsRefusedWhereItBegins() {
        for (String type : List.of("matrix3.Implicit", "matrix2.Explicit")) {
            byte[] json = "{\"fString\":\"ab?c\"}".getBytes(UTF_8);
            json[14] = (byte) 0xC3;
            JsonParseException e = refused(JsonParser.DEFAULT, type, json);
            assertThat(e.status()).isEqualTo(JsonParseStatus.BAD_UTF8);
            assertThat(e.column()).isEqualTo(15);
            json[13] = '\\';
            json[14] = (byte) 0xC3;
            assertThat(refused(JsonParser.DEFAULT, type, json).status()).isNotNull();
        }
        byte[] overlong = {'"', (byte) 0xC0, (byte) 0x80, '"'};
        assertThat(refused(JsonParser.DEFAULT, "google.protobuf.StringValue", overlong)
                        .status())
                .isEqualTo(JsonParseStatus.BAD_UTF8);
        byte[] outside = {'{', (byte) 0xFF, '}'};
        assertThat(refused(JsonParser.DEFAULT, "matrix3.Implicit", outside)).hasMessageContaining("0xFF");
    }

    @Test
    void halvesOfSurrogatePairsInAStringAreRefused() {
        JsonParseException e = catchThrowableOfType(
                JsonParseException.class, () -> JsonParser.DEFAULT.parse(IMPLICIT, "{\"fString\":\"é?\ud83d\"}"));
        assertThat(e.status()).isEqualTo(JsonParseStatus.BAD_UTF8);
        assertThat(e.column()).isEqualTo(15);
        assertThat(JsonParser.DEFAULT
                        .parse(IMPLICIT, "{\"fString\":\"é?\ud83d\ude01\"}")
                        .getString("f_string"))
                .isEqualTo("é?\ud83d\ude01");
    }

    // Merging.

    @ParameterizedTest
    @EnumSource(InputKind.class)
    void mergingReplacesValuesAndAppendsToListsAndPutsEntries(InputKind kind) throws IOException {
        try (Arena arena = Arena.create()) {
            Message message = JsonParser.DEFAULT.parse(
                    JsonTypes.type("matrix2.Recursive"),
                    arena,
                    "{\"value\":1,\"child\":{\"value\":2},\"children\":[{\"value\":3}],\"byName\":{\"a\":{\"value\":4},\"b\":{\"value\":5}},\"left\":{}}");
            byte[] more =
                    "{\"value\":10,\"child\":{\"label\":\"x\"},\"children\":[{}],\"byName\":{\"a\":{\"label\":\"y\"},\"c\":{}},\"label\":\"z\"}"
                            .getBytes(UTF_8);
            assertThat(kind.feed(more, ParseSink.merging(JsonParser.DEFAULT, message)))
                    .isSameAs(message);
            assertThat(JsonPrinter.DEFAULT.withSortedMapKeys(true).print(message))
                    .isEqualTo("{\"value\":10,\"child\":{\"value\":2,\"label\":\"x\"},\"children\":[{\"value\":3},{}],"
                            + "\"byName\":{\"a\":{\"label\":\"y\"},\"b\":{\"value\":5},\"c\":{}},\"label\":\"z\"}");
        }
    }

    @Test
    void mergingTellsDuplicatesInTheTextFromWhatWasThereBefore() {
        try (Arena arena = Arena.create()) {
            Message message =
                    JsonParser.DEFAULT.parse(JsonTypes.type("matrix2.MapKeys"), arena, "{\"kInt32\":{\"1\":1}}");
            JsonParser.DEFAULT.mergeInto(message, "{\"kInt32\":{\"1\":2}}");
            assertThat(JsonPrinter.DEFAULT.print(message)).isEqualTo("{\"kInt32\":{\"1\":2}}");
            assertThatThrownBy(() -> JsonParser.DEFAULT.mergeInto(message, "{\"kInt32\":{\"2\":2,\"2\":3}}"))
                    .isInstanceOf(JsonParseException.class);
            assertThat(JsonPrinter.DEFAULT.print(message)).isEqualTo("{\"kInt32\":{\"1\":2}}");
        }
    }

    @Test
    void mergingExtensionsKeepsWhatIsThere() {
        try (Arena arena = Arena.create()) {
            Message message = JsonParser.DEFAULT.parse(
                    JsonTypes.CASES.message("p2.M"), arena, "{\"[p2.xm]\":{\"x\":1},\"[p2.xe]\":\"B\"}");
            JsonParser.DEFAULT.mergeInto(message, "{\"[p2.xm]\":{},\"[p2.xe]\":\"C\"}");
            assertThat(JsonPrinter.DEFAULT.print(message)).isEqualTo("{\"[p2.xm]\":{\"x\":1},\"[p2.xe]\":\"C\"}");
        }
    }

    @Test
    void aFrozenMessageIsNotMergedInto() {
        Message message = JsonParser.DEFAULT.parse(IMPLICIT, "{}");
        message.freeze();
        assertThatThrownBy(() -> JsonParser.DEFAULT.mergeInto(message, "{}")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> JsonParser.DEFAULT.mergeInto(IMPLICIT.emptyMessage(), "{}"))
                .isInstanceOf(IllegalStateException.class);
    }

    // Arenas and misuse.

    @Test
    void aFailureLeavesEarlierMessagesOfTheArenaAlone() {
        try (Arena arena = Arena.create()) {
            Message first = JsonParser.DEFAULT.parse(IMPLICIT, arena, "{\"fString\":\"kept\"}");
            long used = arena.spaceUsed();
            assertThatThrownBy(() -> JsonParser.DEFAULT.parse(
                            IMPLICIT, arena, "{\"fString\":\"\\u0061bc\",\"fMessage\":{\"id\":}}"))
                    .isInstanceOf(JsonParseException.class);
            assertThat(arena.spaceUsed()).isEqualTo(used);
            JsonParser.DEFAULT.parse(IMPLICIT, arena, "{\"fString\":\"other\",\"fInt64\":5}");
            assertThat(first.getString("f_string")).isEqualTo("kept");
        }
    }

    @Test
    void whatAStreamThrowsComesThroughAndLeavesTheArenaAsItWas() {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("broken");
            }

            @Override
            public int read(byte[] target, int offset, int size) throws IOException {
                throw new IOException("broken");
            }
        };
        try (Arena arena = Arena.create()) {
            assertThatThrownBy(() -> JsonParser.DEFAULT.parse(IMPLICIT, arena, broken))
                    .isInstanceOf(IOException.class)
                    .hasMessage("broken");
            assertThat(arena.spaceUsed()).isZero();
        }
    }

    @Test
    void wrongArgumentsAreRefused() {
        Arena closed = Arena.create();
        closed.close();
        assertThatThrownBy(() -> JsonParser.DEFAULT.parse(IMPLICIT, closed, "{}"))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> JsonParser.DEFAULT.withMaxDepth(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JsonParser.DEFAULT.withMaxDepth(10_001)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JsonParser.of(null)).isInstanceOf(NullPointerException.class);
        try (Arena arena = Arena.create()) {
            assertThatThrownBy(() -> JsonParser.DEFAULT.parse(IMPLICIT, arena, new byte[2], 1, 2))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void wideMessagesTellEveryFieldThatIsThereTwice() {
        MessageDef wide = JsonTypes.type("matrix2.Wide");
        for (var field : wide.fields()) {
            String member = '"' + field.jsonName() + "\":null";
            String other = '"' + field.name() + "\":null";
            assertThatThrownBy(() -> JsonParser.DEFAULT.parse(wide, "{" + member + "," + other + "}"))
                    .isInstanceOf(JsonParseException.class)
                    .hasMessageContaining("field " + field + " is there twice");
        }
    }
}
