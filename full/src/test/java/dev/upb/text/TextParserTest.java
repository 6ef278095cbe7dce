package dev.upb.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import dev.upb.base.ArenaExhaustedException;
import dev.upb.mem.Arena;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.Cases;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextParserTest {
    private static Message parse(String type, String text) {
        return TextParser.DEFAULT.parse(Types.type(type), text);
    }

    private static TextParseException failure(String type, String text) {
        return catchThrowableOfType(TextParseException.class, () -> parse(type, text));
    }

    /** Type, text, and plain text of the same meaning that protobuf-java reads. */
    static Stream<Arguments> accepted() {
        return Stream.of(
                // Layout.
                Arguments.of("matrix2.Explicit", "", ""),
                Arguments.of("matrix2.Explicit", " \t\r\n\f\u000B# all white space\n#", ""),
                Arguments.of(
                        "matrix2.Explicit", "f_int32: 1 # one\n#two\nf_bool#three\n:true", "f_int32: 1 f_bool: true"),
                Arguments.of(
                        "matrix2.Explicit", "f_int32:1,f_bool:true;f_uint32:2", "f_int32: 1 f_bool: true f_uint32: 2"),
                Arguments.of("matrix2.Explicit", "f_int32: 1;", "f_int32: 1"),
                Arguments.of("matrix2.Explicit", "f_message { id: 1 };", "f_message { id: 1 }"),
                Arguments.of("matrix2.Explicit", "f_message < id: 1 >", "f_message { id: 1 }"),
                Arguments.of("matrix2.Explicit", "f_message: { id: 1, name: 'x'; }", "f_message { id: 1 name: 'x' }"),
                Arguments.of("matrix2.Explicit", "f_message: <>f_bool:false", "f_message {} f_bool: false"),
                Arguments.of(
                        "matrix2.Recursive", "child<child{child<value:3>}>", "child { child { child { value: 3 } } }"),
                // Lists.
                Arguments.of("matrix2.Expanded", "f_int32: [1, -2,3]", "f_int32: 1 f_int32: -2 f_int32: 3"),
                Arguments.of(
                        "matrix2.Expanded",
                        "f_int32: 1 f_int32: [] f_int32: [2] f_int32: 3",
                        "f_int32: 1 f_int32: 2 f_int32: 3"),
                Arguments.of("matrix2.Expanded", "f_string: ['a' \"b\", 'c']", "f_string: 'ab' f_string: 'c'"),
                Arguments.of("matrix2.Expanded", "f_enum: [COLOR_RED, 2]", "f_enum: COLOR_RED f_enum: COLOR_GREEN"),
                Arguments.of(
                        "matrix2.Expanded", "f_message: [{id: 1}, <id: 2>]", "f_message { id: 1 } f_message { id: 2 }"),
                Arguments.of("matrix2.Expanded", "f_message [{}, {}]", "f_message {} f_message {}"),
                Arguments.of(
                        "matrix2.Expanded", "F_group [{id: 1}] f_group {id: 2}", "F_group { id: 1 } F_group { id: 2 }"),
                Arguments.of("matrix2.Packed", "f_double: [1, 2.5, inf]", "f_double: 1 f_double: 2.5 f_double: inf"),
                // Messages that are given again.
                Arguments.of(
                        "matrix2.Explicit",
                        "f_message { id: 1 name: 'a' } f_message { id: 2 } f_message {}",
                        "f_message { id: 2 name: 'a' }"),
                Arguments.of(
                        "matrix2.Explicit", "F_group { id: 1 } f_group { name: 'a' }", "F_group { id: 1 name: 'a' }"),
                Arguments.of(
                        "matrix2.Recursive",
                        "child { children { value: 1 } child { value: 2 } } value: 3"
                                + " child { children { value: 4 } child { label: 'a' } }",
                        "child { children { value: 1 } children { value: 4 } child { value: 2 label: 'a' } } value: 3"),
                Arguments.of(
                        "matrix2.Recursive",
                        "child { by_name { key: 'a' value { value: 1 } } } child { by_name { key: 'a' value {} } }",
                        "child { by_name { key: 'a' value {} } }"),
                Arguments.of(
                        "matrix2.InOneof",
                        "f_message { id: 1 } after: 1 f_message { name: 'a' }",
                        "f_message { id: 1 name: 'a' } after: 1"),
                Arguments.of(
                        "matrix2.Recursive",
                        "child { left { value: 1 } } child { label: 'a' } child { left { label: 'b' } }",
                        "child { left { label: 'b' } }"),
                Arguments.of(
                        "matrix2.Extendable",
                        "[upb.testkit.matrix2.x_message] { id: 1 name: 'a' } [upb.testkit.matrix2.x_message] { id: 2 }",
                        "[upb.testkit.matrix2.x_message] { id: 2 name: 'a' }"),
                Arguments.of(
                        "matrix2.MapValues",
                        "v_message { value { id: 1 } key: 2 value { name: 'a' } }",
                        "v_message { key: 2 value { id: 1 name: 'a' } }"),
                // Groups.
                Arguments.of("matrix2.Explicit", "F_group { id: 1 }", "F_group { id: 1 }"),
                Arguments.of("matrix2.Explicit", "F_group: { id: 1 }", "F_group { id: 1 }"),
                Arguments.of("matrix2.Explicit", "f_group { id: 1 }", "F_group { id: 1 }"),
                Arguments.of(
                        "matrix2.Recursive",
                        "Twigs {} twigs { trunk { Branch {} } }",
                        "Twigs {} Twigs { trunk { Branch {} } }"),
                Arguments.of("matrix2023.Delimited", "inner { value: 1 }", "inner { value: 1 }"),
                Arguments.of("matrix2023.Delimited", "Inner { value: 1 }", "Inner { value: 1 }"),
                Arguments.of(
                        "matrix2023.Delimited",
                        "delimited { id: 1 } delimited_list [{id: 2}]",
                        "delimited { id: 1 } delimited_list { id: 2 }"),
                // Integers.
                Arguments.of(
                        "matrix2.Explicit",
                        "f_int32: -0x80000000 f_sint32: 0X7fffffff",
                        "f_int32: -2147483648 f_sint32: 2147483647"),
                Arguments.of("matrix2.Explicit", "f_sfixed32: -017 f_int64: 0777", "f_sfixed32: -15 f_int64: 511"),
                Arguments.of("matrix2.Explicit", "f_int32: -\n#c\n 5 f_sint64: -0", "f_int32: -5 f_sint64: 0"),
                Arguments.of(
                        "matrix2.Explicit",
                        "f_int64: -9223372036854775808 f_sfixed64: 0x7fffffffffffffff",
                        "f_int64: -9223372036854775808 f_sfixed64: 9223372036854775807"),
                Arguments.of(
                        "matrix2.Explicit",
                        "f_uint32: 0xFFFFFFFF f_fixed32: 037777777777",
                        "f_uint32: 4294967295 f_fixed32: 4294967295"),
                Arguments.of(
                        "matrix2.Explicit",
                        "f_uint64: 18446744073709551615 f_fixed64: 01777777777777777777777",
                        "f_uint64: 18446744073709551615 f_fixed64: 18446744073709551615"),
                Arguments.of(
                        "matrix2.Explicit",
                        "f_int32: 00 f_uint64: 0x0000000000000000000000001",
                        "f_int32: 0 f_uint64: 1"),
                Arguments.of(
                        "matrix2.Extendable",
                        "id: 10[upb.testkit.matrix2.x_int32]: 20",
                        "id: 10 [upb.testkit.matrix2.x_int32]: 20"),
                // Bools.
                Arguments.of(
                        "matrix2.Expanded",
                        "f_bool: [true, True, t, 1, 01, 0x1]",
                        "f_bool: [true, true, true, true, true, true]"),
                Arguments.of(
                        "matrix2.Expanded",
                        "f_bool: [false, False, f, 0, 00, 0x0]",
                        "f_bool: [false, false, false, false, false, false]"),
                // Enums.
                Arguments.of("matrix2.Explicit", "f_enum: COLOR_CRIMSON", "f_enum: COLOR_RED"),
                Arguments.of("matrix2.Explicit", "f_enum: -1", "f_enum: COLOR_NEGATIVE"),
                Arguments.of("matrix2.Explicit", "f_enum: 0x3e8", "f_enum: COLOR_SPARSE"),
                Arguments.of("matrix2.Explicit", "f_enum: - 0x80000000", "f_enum: COLOR_SMALLEST"),
                Arguments.of("matrix3.Implicit", "f_enum: 99", "f_enum: 99"),
                // Strings.
                Arguments.of(
                        "matrix2.Explicit",
                        "f_string: 'first' \"second\"\n# and\n'third''fourth'",
                        "f_string: 'firstsecondthirdfourth'"),
                Arguments.of("matrix2.Explicit", "f_string: '\"' f_bytes: \"'\"", "f_string: '\\\"' f_bytes: '\\''"),
                Arguments.of("matrix2.Explicit", "f_string: 'a\\?\\\\b'", "f_string: \"a?\\\\b\""),
                Arguments.of(
                        "matrix2.Explicit", "f_string: 'é\\303\\251\\u00e9\\xc3\\xA9\\U000000e9'", "f_string: 'ééééé'"),
                Arguments.of(
                        "matrix2.Explicit", "f_string: '\\u20ac\\U0001F600\\U0010FFFF'", "f_string: '€😀\uDBFF\uDFFF'"),
                Arguments.of("matrix2.Explicit", "f_string: '# no comment'", "f_string: '# no comment'"),
                Arguments.of("matrix2.Explicit", "f_string: 'tab\tand\rreturn'", "f_string: 'tab\\tand\\rreturn'"),
                Arguments.of("matrix2.Explicit", "f_string: '' ''", "f_string: ''"),
                Arguments.of(
                        "matrix2.Explicit",
                        "f_string: 'exactly8' 'exactly16 chars!'",
                        "f_string: 'exactly8exactly16 chars!'"),
                Arguments.of("matrix3.Implicit", "f_bytes: '\\300' '\\xc0'", "f_bytes: '\\300\\300'"),
                // Extensions.
                Arguments.of(
                        "matrix2.Extendable",
                        "[upb.testkit.matrix2.x_string]: 'x'",
                        "[upb.testkit.matrix2.x_string]: 'x'"),
                Arguments.of(
                        "matrix2.Extendable",
                        "[ upb # comment \n .testkit\t.matrix2.x_ int32 ] : 1",
                        "[upb.testkit.matrix2.x_int32]: 1"),
                Arguments.of(
                        "matrix2.Extendable",
                        "[upb.testkit.matrix2.xr_int32]: [1, 2] [upb.testkit.matrix2.xr_int32]: 3",
                        "[upb.testkit.matrix2.xr_int32]: [1, 2, 3]"),
                Arguments.of(
                        "matrix2.Extendable",
                        "[upb.testkit.matrix2.x_group] { id: 1 };",
                        "[upb.testkit.matrix2.x_group] { id: 1 }"),
                Arguments.of(
                        "matrix2.Extendable",
                        "[upb.testkit.matrix2.xr_message]: [{id: 1}, {}]",
                        "[upb.testkit.matrix2.xr_message] { id: 1 } [upb.testkit.matrix2.xr_message] {}"),
                Arguments.of(
                        "matrix2.Extendable",
                        "[upb.testkit.matrix2.ExtensionScope.nested_extension] < value: 1 >",
                        "[upb.testkit.matrix2.ExtensionScope.nested_extension] { value: 1 }"),
                Arguments.of(
                        "matrix2.MessageSetHolder",
                        "set { [upb.testkit.matrix2.MessageSetText] { value: 'v' } }",
                        "set { [upb.testkit.matrix2.MessageSetText] { value: 'v' } }"),
                Arguments.of(
                        "matrix2.MessageSetHolder",
                        "set { [upb.testkit.matrix2.MessageSetText.text] { value: 'v' } }",
                        "set { [upb.testkit.matrix2.MessageSetText] { value: 'v' } }"),
                // Maps.
                Arguments.of(
                        "matrix2.MapKeys",
                        "k_string { key: 'a' value: 1 } k_string { value: 2 key: 'b' }",
                        "k_string { key: 'a' value: 1 } k_string { key: 'b' value: 2 }"),
                Arguments.of(
                        "matrix2.MapKeys",
                        "k_bool: [{ key: true, value: 1 }, <key: f; value: 2;>]",
                        "k_bool { key: true value: 1 } k_bool { key: false value: 2 }"),
                Arguments.of(
                        "matrix2.MapKeys",
                        "k_int32 { } k_int64 { value: 5 } k_uint32 { key: 7 }",
                        "k_int32 { key: 0 value: 0 } k_int64 { key: 0 value: 5 } k_uint32 { key: 7 value: 0 }"),
                Arguments.of("matrix2.MapKeys", "k_string { value: 1 }", "k_string { key: '' value: 1 }"),
                Arguments.of(
                        "matrix2.MapValues",
                        "v_message { key: 1 } v_string { key: 2 }",
                        "v_message { key: 1 value {} } v_string { key: 2 value: '' }"),
                Arguments.of(
                        "matrix2.MapValues",
                        "v_message { key: 1 value: { id: 5 name: 'n' } } v_message { key: 1 value < id: 6 > }",
                        "v_message { key: 1 value { id: 6 } }"),
                Arguments.of(
                        "matrix2.Recursive",
                        "by_name { key: 'a' value { by_name { key: 'b' value { value: 1 } } } }",
                        "by_name { key: 'a' value { by_name { key: 'b' value { value: 1 } } } }"),
                // Oneofs.
                Arguments.of("matrix3.InOneof", "f_int32: 0 after: 1", "f_int32: 0 after: 1"),
                Arguments.of(
                        "matrix3.Oneofs",
                        "first_a: 1 maybe: true middle_child {} last_d: COLOR_RED",
                        "first_a: 1 maybe: true middle_child {} last_d: COLOR_RED"));
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void textMeansWhatItsPlainFormMeans(String type, String text, String plain) {
        Message message = parse(type, text);

        assertThat(Types.inProtobufJava(type, message)).isEqualTo(Types.expected(type, plain));
    }

    /** Type, text, line, column, field path, and a part of the error. */
    static Stream<Arguments> rejected() {
        return Stream.of(
                // Layout.
                Arguments.of(
                        "matrix2.Explicit",
                        "f_int32: 1,, f_bool: true",
                        1,
                        12,
                        "",
                        "expected the name of a field, found `,`"),
                Arguments.of("matrix2.Explicit", ";", 1, 1, "", "expected the name of a field, found `;`"),
                Arguments.of("matrix2.Explicit", "f_int32 1", 1, 9, "f_int32", "expected ':', found `1`"),
                Arguments.of(
                        "matrix2.Explicit",
                        "f_int32:",
                        1,
                        9,
                        "f_int32",
                        "expected an integer, found the end of the text"),
                Arguments.of("matrix2.Explicit", "f_int32", 1, 8, "f_int32", "expected ':', found the end of the text"),
                Arguments.of("matrix2.Explicit", "f_message 1", 1, 11, "f_message", "expected '{' or '<', found `1`"),
                Arguments.of(
                        "matrix2.Explicit",
                        "\n f_message {\n  id: 1\n  ",
                        4,
                        3,
                        "f_message",
                        "expected a field or '}', found the end"),
                Arguments.of("matrix2.Explicit", "f_message { id: 1 >", 1, 19, "f_message", "found `>`"),
                Arguments.of("matrix2.Explicit", "f_message < id: 1 }", 1, 19, "f_message", "found `}`"),
                Arguments.of("matrix2.Explicit", "}", 1, 1, "", "found `}`"),
                Arguments.of("matrix2.Explicit", "f_string: 'é😀'\u00a0", 1, 15, "", "found `\u00a0`"),
                Arguments.of("matrix2.Explicit", "f_int32: 1\0", 1, 11, "", "found `\uFFFD`"),
                Arguments.of("matrix2.Explicit", "# \0", 1, 3, "", "NUL"),
                Arguments.of("matrix2.Explicit", "f_int32: 1 /* c */", 1, 12, "", "found `/`"),
                // Names.
                Arguments.of(
                        "matrix2.Explicit",
                        "nothing: 1",
                        1,
                        1,
                        "",
                        "message upb.testkit.matrix2.Explicit has no field `nothing`"),
                Arguments.of("matrix2.Explicit", "F_int32: 1", 1, 1, "", "no field `F_int32`"),
                Arguments.of("matrix2.Explicit", "F_GROUP { }", 1, 1, "", "no field `F_GROUP`"),
                Arguments.of("matrix2023.Delimited", "Child { }", 1, 1, "", "no field `Child`"),
                Arguments.of("matrix2023.Delimited", "Delimited { }", 1, 1, "", "no field `Delimited`"),
                Arguments.of("matrix2.Explicit", "fInt32: 1", 1, 1, "", "no field `fInt32`"),
                Arguments.of("matrix2.Explicit", "5: 1", 1, 1, "", "expected the name of a field, found `5`"),
                Arguments.of(
                        "matrix2.Explicit",
                        "'f_int32': 1",
                        1,
                        1,
                        "",
                        "expected the name of a field, found string `'f_int32'`"),
                Arguments.of(
                        "matrix2.Explicit",
                        "f_message { child { } }",
                        1,
                        13,
                        "f_message",
                        "message upb.testkit.matrix2.Child has no field `child`"),
                // Once.
                Arguments.of(
                        "matrix2.Explicit",
                        "f_int32: 1 f_int32: 1",
                        1,
                        12,
                        "",
                        "non-repeated field `f_int32` is given more than once"),
                Arguments.of("matrix3.Implicit", "f_int32: 0 f_int32: 0", 1, 12, "", "more than once"),
                Arguments.of(
                        "matrix2.Explicit",
                        "f_message {} f_message { id: 1 id: 1 }",
                        1,
                        32,
                        "f_message",
                        "more than once"),
                Arguments.of("matrix2.Explicit", "f_int32: [1]", 1, 10, "f_int32", "expected an integer, found `[`"),
                Arguments.of(
                        "matrix2.Explicit", "f_message: [{}]", 1, 12, "f_message", "expected '{' or '<', found `[`"),
                Arguments.of(
                        "matrix2.InOneof",
                        "f_int32: 1 f_bool: true",
                        1,
                        12,
                        "",
                        "field `f_bool` is given along with `f_int32`; both are members of oneof `choice`"),
                Arguments.of(
                        "matrix2.InOneof",
                        "f_message {} f_message {} F_group {}",
                        1,
                        27,
                        "",
                        "field `f_group` is given along with `f_message`"),
                Arguments.of(
                        "matrix2.InOneof",
                        "f_message {} f_int32: 1 f_message {}",
                        1,
                        14,
                        "",
                        "field `f_int32` is given along with `f_message`"),
                Arguments.of(
                        "matrix3.Oneofs",
                        "last_a: 0 plain: 1 last_b: ''",
                        1,
                        20,
                        "",
                        "`last_b` is given along with `last_a`"),
                Arguments.of("matrix3.Oneofs", "maybe: true maybe: true", 1, 13, "", "more than once"),
                Arguments.of(
                        "matrix2.Extendable",
                        "[upb.testkit.matrix2.x_int32]: 1 id: 1 [upb.testkit.matrix2.x_int32]: 1",
                        1,
                        40,
                        "",
                        "non-repeated extension"),
                Arguments.of("matrix2.MapKeys", "k_int32 { key: 1 key: 1 }", 1, 18, "k_int32[0]", "more than once"),
                // Lists.
                Arguments.of(
                        "matrix2.Expanded",
                        "f_int32: [1, 2",
                        1,
                        15,
                        "f_int32[2]",
                        "expected ',' or ']', found the end"),
                Arguments.of(
                        "matrix2.Expanded", "f_int32: [1, ]", 1, 14, "f_int32[1]", "expected an integer, found `]`"),
                Arguments.of(
                        "matrix2.Expanded", "f_int32: [1 2]", 1, 13, "f_int32[1]", "expected ',' or ']', found `2`"),
                Arguments.of(
                        "matrix2.Expanded", "f_int32: [[1]]", 1, 11, "f_int32[0]", "expected an integer, found `[`"),
                Arguments.of("matrix2.Expanded", "f_int32 [1]", 1, 9, "f_int32[0]", "expected ':'"),
                Arguments.of(
                        "matrix2.Expanded",
                        "f_message: [{id: 1}, {id: 'x'}]",
                        1,
                        27,
                        "f_message[1].id",
                        "expected an integer, found string `'x'`"),
                // Integers.
                Arguments.of(
                        "matrix2.Explicit",
                        "f_int32: 2147483648",
                        1,
                        10,
                        "f_int32",
                        "integer `2147483648` is out of range"),
                Arguments.of(
                        "matrix2.Explicit",
                        "f_int32: -2147483649",
                        1,
                        10,
                        "f_int32",
                        "integer `-2147483649` is out of range"),
                Arguments.of("matrix2.Explicit", "f_int64: 9223372036854775808", 1, 10, "f_int64", "out of range"),
                Arguments.of("matrix2.Explicit", "f_int64: -0x8000000000000001", 1, 10, "f_int64", "out of range"),
                Arguments.of("matrix2.Explicit", "f_uint32: 4294967296", 1, 11, "f_uint32", "out of range"),
                Arguments.of("matrix2.Explicit", "f_uint64: 18446744073709551616", 1, 11, "f_uint64", "out of range"),
                Arguments.of("matrix2.Explicit", "f_uint64: 0x10000000000000000", 1, 11, "f_uint64", "out of range"),
                Arguments.of(
                        "matrix2.Explicit",
                        "f_uint64: 99999999999999999999999999999999",
                        1,
                        11,
                        "f_uint64",
                        "out of range"),
                Arguments.of("matrix2.Explicit", "f_uint32: -1", 1, 11, "f_uint32", "expected an integer, found `-`"),
                Arguments.of("matrix2.Explicit", "f_fixed64: -0", 1, 12, "f_fixed64", "expected an integer, found `-`"),
                Arguments.of("matrix2.Explicit", "f_int32: 08", 1, 10, "f_int32", "found `08`"),
                Arguments.of("matrix2.Explicit", "f_int32: 019", 1, 10, "f_int32", "found `019`"),
                Arguments.of("matrix2.Explicit", "f_int32: 0x", 1, 10, "f_int32", "found `0x`"),
                Arguments.of("matrix2.Explicit", "f_int32: 0xg", 1, 10, "f_int32", "found `0xg`"),
                Arguments.of("matrix2.Explicit", "f_int32: 1.0", 1, 10, "f_int32", "found `1.0`"),
                Arguments.of("matrix2.Explicit", "f_int32: 1e3", 1, 10, "f_int32", "found `1e3`"),
                Arguments.of("matrix2.Explicit", "f_int32: 10f", 1, 10, "f_int32", "found `10f`"),
                Arguments.of("matrix2.Explicit", "f_int32: 10f_bool: true", 1, 10, "f_int32", "found `10f_bool`"),
                Arguments.of("matrix2.Explicit", "f_int32: +1", 1, 10, "f_int32", "found `+`"),
                Arguments.of("matrix2.Explicit", "f_int32: --1", 1, 11, "f_int32", "found `-`"),
                Arguments.of("matrix2.Explicit", "f_int32: inf", 1, 10, "f_int32", "found `inf`"),
                // Floating-point numbers.
                Arguments.of(
                        "matrix2.Explicit", "f_float: 012", 1, 10, "f_float", "octal and hexadecimal are for integers"),
                Arguments.of("matrix2.Explicit", "f_float: -012", 1, 11, "f_float", "found `012`"),
                Arguments.of("matrix2.Explicit", "f_double: 00", 1, 11, "f_double", "found `00`"),
                Arguments.of("matrix2.Explicit", "f_double: 00.5", 1, 11, "f_double", "found `00.5`"),
                Arguments.of("matrix2.Explicit", "f_double: 0x1", 1, 11, "f_double", "found `0x1`"),
                Arguments.of(
                        "matrix2.Explicit", "f_double: 2 . 0", 1, 13, "", "expected the name of a field, found `.`"),
                Arguments.of("matrix2.Explicit", "f_double: 1.2.3", 1, 11, "f_double", "found `1.2.3`"),
                Arguments.of("matrix2.Explicit", "f_double: 1e", 1, 11, "f_double", "found `1e`"),
                Arguments.of("matrix2.Explicit", "f_double: 1e+", 1, 11, "f_double", "found `1e`"),
                Arguments.of("matrix2.Explicit", "f_double: .", 1, 11, "f_double", "found `.`"),
                Arguments.of("matrix2.Explicit", "f_double: 1.5ff", 1, 11, "f_double", "found `1.5ff`"),
                Arguments.of("matrix2.Explicit", "f_double: inff", 1, 11, "f_double", "found `inff`"),
                Arguments.of("matrix2.Explicit", "f_double: infinit", 1, 11, "f_double", "found `infinit`"),
                Arguments.of("matrix2.Explicit", "f_double: '1'", 1, 11, "f_double", "expected a number, found string"),
                Arguments.of(
                        "matrix2.Explicit", "f_double: true", 1, 11, "f_double", "expected a number, found `true`"),
                Arguments.of("matrix2.Explicit", "f_double: -", 1, 12, "f_double", "found the end"),
                // Bools.
                Arguments.of("matrix2.Explicit", "f_bool: 2", 1, 9, "f_bool", "out of range"),
                Arguments.of("matrix2.Explicit", "f_bool: -0", 1, 9, "f_bool", "expected `true` or `false`, found `-`"),
                Arguments.of("matrix2.Explicit", "f_bool: TRUE", 1, 9, "f_bool", "found `TRUE`"),
                Arguments.of("matrix2.Explicit", "f_bool: yes", 1, 9, "f_bool", "found `yes`"),
                // Enums.
                Arguments.of(
                        "matrix2.Explicit",
                        "f_enum: COLOUR_RED",
                        1,
                        9,
                        "f_enum",
                        "enum upb.testkit.matrix2.Color has no value `COLOUR_RED`"),
                Arguments.of(
                        "matrix2.Explicit",
                        "f_enum: 99",
                        1,
                        9,
                        "f_enum",
                        "closed enum upb.testkit.matrix2.Color has no value 99"),
                Arguments.of("matrix2.Explicit", "f_enum: COLOR_OLD", 1, 9, "f_enum", "no value `COLOR_OLD`"),
                Arguments.of("matrix3.Implicit", "f_enum: 2147483648", 1, 9, "f_enum", "out of range"),
                Arguments.of(
                        "matrix3.Implicit",
                        "f_enum: -COLOR_RED",
                        1,
                        10,
                        "f_enum",
                        "expected an integer, found `COLOR_RED`"),
                Arguments.of(
                        "matrix3.Implicit",
                        "f_enum: 'COLOR_RED'",
                        1,
                        9,
                        "f_enum",
                        "expected the name or number of an enum value"),
                // Strings.
                Arguments.of("matrix2.Explicit", "f_string: 'abc", 1, 11, "f_string", "not closed"),
                Arguments.of("matrix2.Explicit", "f_string: 'first\nsecond'", 1, 11, "f_string", "not closed"),
                Arguments.of("matrix2.Explicit", "f_string: 'ok' 'first\nsecond'", 1, 16, "f_string", "not closed"),
                Arguments.of("matrix2.Explicit", "f_string: 'abc\"", 1, 11, "f_string", "not closed"),
                Arguments.of("matrix2.Explicit", "f_string: 'a\\", 1, 13, "f_string", "escape `\\` is not one"),
                Arguments.of("matrix2.Explicit", "f_string: 'a\\q'", 1, 13, "f_string", "escape `\\q` is not one"),
                Arguments.of("matrix2.Explicit", "f_string: '\\xg'", 1, 12, "f_string", "hex digit"),
                Arguments.of(
                        "matrix2.Explicit", "f_bytes: '\\400'", 1, 11, "f_bytes", "escape `\\400` is more than a byte"),
                Arguments.of("matrix2.Explicit", "f_string: '\\u123'", 1, 12, "f_string", "needs 4 hex digits"),
                Arguments.of("matrix2.Explicit", "f_string: '\\U0001234'", 1, 12, "f_string", "needs 8 hex digits"),
                Arguments.of("matrix2.Explicit", "f_string: '\\U00110000'", 1, 12, "f_string", "no Unicode character"),
                Arguments.of("matrix2.Explicit", "f_bytes: '\\ud801\\udc37'", 1, 11, "f_bytes", "no Unicode character"),
                Arguments.of("matrix2.Explicit", "f_bytes: '\\U0000dc00'", 1, 11, "f_bytes", "no Unicode character"),
                Arguments.of("matrix2.Explicit", "f_string: 'a\0'", 1, 13, "f_string", "NUL"),
                Arguments.of("matrix2.Explicit", "f_string: abc", 1, 11, "f_string", "expected a string, found `abc`"),
                Arguments.of("matrix2.Explicit", "f_bytes: 1", 1, 10, "f_bytes", "expected a string, found `1`"),
                Arguments.of("matrix3.Implicit", "f_string: '\\xc0'", 1, 11, "f_string", "no valid UTF-8"),
                Arguments.of("matrix3.Implicit", "f_string: '\\300'", 1, 11, "f_string", "no valid UTF-8"),
                Arguments.of("matrix3.Implicit", "f_string: 'a' '\\303'", 1, 11, "f_string", "no valid UTF-8"),
                Arguments.of("matrix2023.Strings", "verified: '\\355\\240\\200'", 1, 11, "verified", "no valid UTF-8"),
                // Extensions.
                Arguments.of(
                        "matrix2.Extendable",
                        "[upb.testkit.matrix2.nothing]: 1",
                        1,
                        1,
                        "",
                        "`upb.testkit.matrix2.nothing` is no extension of upb.testkit.matrix2.Extendable"),
                Arguments.of(
                        "matrix2.Extendable",
                        "[upb.testkit.matrix2.required_extension] {}",
                        1,
                        1,
                        "",
                        "is no extension of"),
                Arguments.of("matrix2.Extendable", "[upb.testkit.matrix2.Child] {}", 1, 1, "", "is no extension of"),
                Arguments.of("matrix2.Extendable", "[upb.testkit.matrix2.X_group] {}", 1, 1, "", "is no extension of"),
                Arguments.of(
                        "matrix2.Extendable", "[upb.testkit.matrix2.Extendable.id]: 1", 1, 1, "", "is no extension of"),
                Arguments.of("matrix2.Extendable", "[]: 1", 1, 1, "", "expected the full name"),
                Arguments.of("matrix2.Extendable", "[a..b]: 1", 1, 1, "", "expected the full name"),
                Arguments.of("matrix2.Extendable", "[.a]: 1", 1, 1, "", "expected the full name"),
                Arguments.of("matrix2.Extendable", "[1a]: 1", 1, 1, "", "expected the full name"),
                Arguments.of(
                        "matrix2.Extendable", "[a\n'b']: 1", 2, 1, "", "expected ']' or more of the name in brackets"),
                Arguments.of("matrix2.Extendable", "[upb.testkit", 1, 13, "", "found the end"),
                Arguments.of(
                        "matrix2.Extendable",
                        "[a/upb.testkit.matrix2.x_int32]: 1",
                        1,
                        1,
                        "",
                        "belongs in a google.protobuf.Any"),
                Arguments.of(
                        "matrix2.Extendable",
                        "[upb.testkit.matrix2.xr_message] [{}, {id: t}]",
                        1,
                        44,
                        "[upb.testkit.matrix2.xr_message][1].id",
                        "expected an integer"),
                // Maps.
                Arguments.of(
                        "matrix2.MapKeys",
                        "k_int32 { key: 1 value: 2 other: 3 }",
                        1,
                        27,
                        "k_int32[0]",
                        "no field `other`"),
                Arguments.of(
                        "matrix2.MapKeys", "k_int32 { key: 1 [a.b]: 3 }", 1, 18, "k_int32[0]", "no extension `a.b`"),
                Arguments.of(
                        "matrix2.MapKeys",
                        "k_int32 { key: 1 } k_int32 { key: 'a' }",
                        1,
                        35,
                        "k_int32[1].key",
                        "expected an integer"),
                Arguments.of(
                        "matrix2.MapKeys", "k_int32 { key: 1", 1, 17, "k_int32[0]", "expected `key`, `value` or '}'"),
                Arguments.of("matrix2.MapKeys", "k_int32: 1", 1, 10, "k_int32[0]", "expected '{' or '<'"),
                Arguments.of(
                        "matrix2.MapValues",
                        "v_message { value { id: 1 id: 2 } }",
                        1,
                        27,
                        "v_message[0].value",
                        "more than once"),
                Arguments.of("matrix2.MapValues", "v_enum { value: 77 }", 1, 17, "v_enum[0].value", "closed enum"));
    }

    @ParameterizedTest
    @MethodSource("rejected")
    void errorSaysWhereAndWhat(String type, String text, int line, int column, String path, String problem) {
        TextParseException e = failure(type, text);

        assertThat(e).isNotNull();
        assertThat(e).hasMessageContaining(problem);
        assertThat(e.fieldPath()).isEqualTo(path);
        assertThat(e.line() + ":" + e.column()).isEqualTo(line + ":" + column);
        assertThat(e).hasMessageStartingWith("line " + line + ", column " + column);
    }

    @Test
    void messageOfAnErrorNamesTheField() {
        assertThat(failure("matrix2.Recursive", "child {\n  children { label: 5 }\n}"))
                .hasMessage("line 2, column 21, field child.children[0].label: expected a string, found `5`");
    }

    private static double f64(String number) {
        return parse("matrix2.Explicit", "f_double: " + number).getDouble("f_double");
    }

    private static float f32(String number) {
        return parse("matrix2.Explicit", "f_float: " + number).getFloat("f_float");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "1",
                "1.5",
                "0.1",
                "3.192837",
                "123456789012345",
                "1e22",
                "1e23",
                "1.7976931348623157e308",
                "4.9e-324",
                "2.2250738585072014e-308",
                "9007199254740993",
                "0.000001",
                "100000000000000000000000000",
                "179769313486231580793728971405301e276",
                "8.41e21",
                "0.1e-6",
                "5e-324",
                "2.4703282292062327208299439634110764365e-324",
                "123456.7890123456789012345678901234567890",
                "0e0"
            })
    void doubleIsTheOneClosestToItsText(String number) {
        assertThat(f64(number)).isEqualTo(Double.parseDouble(number));
        assertThat(f64("-" + number + "f")).isEqualTo(-Double.parseDouble(number));
        assertThat(f64("- " + number + "F")).isEqualTo(-Double.parseDouble(number));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "1",
                "0.1",
                "3.123456789123456789",
                "3.4028235e38",
                "3.4028235677973366e+38",
                "3.4028235677973365e+38",
                "1.17549e-38",
                "1.17549e-39",
                "1.4e-45",
                "7e-46",
                "7.1e-46",
                "16777217",
                "16777216.99999999999",
                "1.00000005960464477",
                "1.00000005960464478",
                "1.000000059604644775390625",
                "1.00000017881393432617187499",
                "1.00000017881393432617187500",
                "4294967296",
                "9223372036854775808",
                "18446744073709551616"
            })
    void floatIsRoundedOnce(String number) {
        assertThat(f32(number)).isEqualTo(Float.parseFloat(number));
        assertThat(f32(number + "f")).isEqualTo(Float.parseFloat(number));
        assertThat(f32("-" + number)).isEqualTo(-Float.parseFloat(number));
    }

    @Test
    void numbersMayLackAPart() {
        assertThat(f64(".123")).isEqualTo(0.123);
        assertThat(f64("-.123")).isEqualTo(-0.123);
        assertThat(f64(".123e2")).isEqualTo(12.3);
        assertThat(f64("5.")).isEqualTo(5);
        assertThat(f64("5.f")).isEqualTo(5);
        assertThat(f64("5.E+1F")).isEqualTo(50);
        assertThat(f64("0e9")).isEqualTo(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "inf",
                "Inf",
                "INF",
                "infinity",
                "Infinity",
                "inFINITY",
                "1e9999",
                "1e18446744073709551616",
                "1.8e308"
            })
    void largeNumbersAreInfinite(String number) {
        assertThat(f64(number)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(f64("-" + number)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(f32(number)).isEqualTo(Float.POSITIVE_INFINITY);
        assertThat(f32("-" + number)).isEqualTo(Float.NEGATIVE_INFINITY);
    }

    @Test
    void numberTooLargeForAFloatAloneIsInfiniteThere() {
        assertThat(f32("1e50")).isEqualTo(Float.POSITIVE_INFINITY);
        assertThat(f32("-3.4028235e+39")).isEqualTo(Float.NEGATIVE_INFINITY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nan", "NaN", "nAn", "-nan", "-NAN"})
    void notANumberIsQuiet(String number) {
        assertThat(Double.doubleToRawLongBits(f64(number))).isEqualTo(0x7ff8000000000000L);
        assertThat(Float.floatToRawIntBits(f32(number))).isEqualTo(0x7fc00000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0", "-0.0", "-0f", "- 0", "-1e-18446744073709551616"})
    void negativeZeroKeepsItsSign(String number) {
        assertThat(Double.doubleToRawLongBits(f64(number))).isEqualTo(Long.MIN_VALUE);
        Message implicit = parse("matrix3.Implicit", "f_float: " + number);
        assertThat(Float.floatToRawIntBits(implicit.getFloat("f_float"))).isEqualTo(Integer.MIN_VALUE);
        assertThat(implicit.has("f_float")).isTrue();
    }

    @Test
    void everyEscapeIsRead() {
        String text = "f_bytes: '\\a\\b\\f\\n\\r\\t\\v\\?\\\\\\'\\\"\\0\\12\\123\\1234\\x1\\xFHello\\x213\\5Hello'";
        byte[] bytes = parse("matrix2.Explicit", text).getBytes("f_bytes");

        assertThat(new String(bytes, ISO_8859_1))
                .isEqualTo("\u0007\b\f\n\r\t\u000B?\\'\"\0\nSS4\u0001\u000FHello!3\u0005Hello");
    }

    @Test
    void stringsThatNeedNotBeUtf8TakeAnyBytes() {
        Message message = parse(
                "matrix2023.Strings",
                "unverified: '\\xc0' unverified_list: '\\377' unverified_map { key: '\\200' value: '\\300' }");

        assertThat(message.getBytes("unverified")).isEqualTo(new byte[] {(byte) 0xC0});
    }

    @Test
    void rawBytesThatAreNoUtf8AreTakenByBytesAlone() {
        byte[] bytes = "f_bytes: '\u00C0'".getBytes(ISO_8859_1);
        byte[] string = "f_string: '\u00C0'".getBytes(ISO_8859_1);
        MessageDef type = Types.type("matrix3.Implicit");

        assertThat(TextParser.DEFAULT.parse(type, Arena.create(), bytes).getBytes("f_bytes"))
                .isEqualTo(new byte[] {(byte) 0xC0});
        assertThatThrownBy(() -> TextParser.DEFAULT.parse(type, Arena.create(), string))
                .isInstanceOf(TextParseException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "true",
                "-123",
                "0.123",
                "0x1F",
                "017",
                "ENUM_VALUE",
                "-inf",
                "'hello' 'you'",
                "{ a: 123 }",
                "< a: 123 >",
                "[-123, 456]",
                "[0.123, 1e-10]",
                "['hello', \"world\"]",
                "[]",
                "[{ a: 1 }, < b <> >]",
                "{ [a.b/c.D] { x: 1; } [ext]: [1] c [{}] }",
                "99999999999999999999999999999",
                "inf",
                "1.5f"
            })
    void reservedNameIsSkipped(String value) {
        assertThat(parse("matrix2.JsonNames", "gone: " + value + " plain_name: 1")
                        .getInt("plain_name"))
                .isEqualTo(1);
        assertThat(parse("matrix2.JsonNames", "plain_name: 1 also_gone:" + value + ";")
                        .encodedSize())
                .isEqualTo(2);
        assertThat(parse("matrix2024.Visibility", "gone:" + value + ",").encodedSize())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{ a: 1 }", "<>", "[{}, {}]", "[]"})
    void skippedMessageNeedsNoColon(String value) {
        assertThat(parse("matrix2.JsonNames", "gone " + value + " plain_name: 1")
                        .getInt("plain_name"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "'x'",
                ": ",
                ": [1",
                ": [1 2]",
                ": [[1]]",
                ": { a 1 }",
                ": { a: 1 >",
                ": -abc",
                ": -'x'",
                ": 'x",
                ": 08",
                ": 1.2.3",
                ": 0x",
                ": }",
                ": {",
                ": { : 1 }",
                ": '\\q'",
                "[1]",
                ": [{}",
                ": 5a"
            })
    void skippedValueMustBeWellFormed(String value) {
        assertThat(failure("matrix2.JsonNames", "gone" + value)).isNotNull();
    }

    @Test
    void unknownNamesAreSkippedOnDemand() {
        TextParser lenient = TextParser.DEFAULT.withIgnoreUnknown(true);
        String text = "x: 1 id: 5 y { z: [1, 2] } [a.b]: 'c' [a.com/b.C] {} 12 { 13: 4 } 14: 0x5; name: 'n'";
        Message child = lenient.parse(Types.type("matrix2.Child"), text);

        assertThat(child.getInt("id")).isEqualTo(5);
        assertThat(child.getString("name")).isEqualTo("n");
        Message map = lenient.parse(Types.type("matrix2.MapKeys"), "k_int32 { x: 1 key: 2 [y]: 1 }");
        assertThat(map.getMap("k_int32").get(2)).isEqualTo(0);
        assertThatThrownBy(() -> lenient.parse(Types.type("matrix2.Explicit"), "f_enum: NO_SUCH"))
                .isInstanceOf(TextParseException.class);
    }

    @Test
    void requiredFieldsAreCheckedOnDemand() {
        MessageDef type = Types.type("matrix2.RequiredBelow");
        String text = "item { id: 1 } items { id: 1 } items { note: 'x' } by_name { key: 'k' value {} }";

        assertThat(TextParser.DEFAULT.parse(type, text).getMessages("items")).hasSize(2);
        assertThatThrownBy(() -> TextParser.DEFAULT.withRequiredCheck(true).parse(type, text))
                .isInstanceOf(TextParseException.class)
                .hasMessageContaining("items[1].id, by_name[\"k\"].id");
    }

    // Any.

    private static final String CHILD = "type.googleapis.com/upb.testkit.matrix3.Child";

    private static Message any(String text) {
        return parse("wkt.Singular", text).getMessage("f_any");
    }

    static Stream<Arguments> expandedAny() {
        return Stream.of(
                Arguments.of("[" + CHILD + "] { id: 150 }", CHILD),
                Arguments.of("[" + CHILD + "]: < id: 150 >;", CHILD),
                Arguments.of(
                        "[non.default.domain/upb.testkit.matrix3.Child] { id: 150 }",
                        "non.default.domain/upb.testkit.matrix3.Child"),
                Arguments.of(
                        "[a.b/sub-path_0/~!$&()*+,;=/upb.testkit.matrix3.Child] { id: 150 }",
                        "a.b/sub-path_0/~!$&()*+,;=/upb.testkit.matrix3.Child"),
                Arguments.of("[a.b/%2F/upb.testkit.matrix3.Child] { id: 150 }", "a.b/%2F/upb.testkit.matrix3.Child"),
                Arguments.of("[ ty pe.go\nogleap\tis.com/\n upb.test\nkit.matr ix3.Child ]{id: 150}", CHILD),
                Arguments.of(
                        "[type.google # comment \napis.com/upb.testkit.matrix3.Ch # comment \nild] { id: 150 }",
                        CHILD));
    }

    @ParameterizedTest
    @MethodSource("expandedAny")
    void expandedAnyIsEncoded(String text, String url) {
        Message any = any("f_any { " + text + " }");

        assertThat(any.getString("type_url")).isEqualTo(url);
        assertThat(any.getBytes("value")).containsExactly(8, 0x96, 1);
    }

    @Test
    void anyMayBeWrittenByItsFields() {
        Message any = any("f_any { type_url: '" + CHILD + "' value: '\\x08\\226\\001' }");

        assertThat(any.getString("type_url")).isEqualTo(CHILD);
        assertThat(any.getBytes("value")).containsExactly(8, 0x96, 1);
    }

    @Test
    void anyMayHoldAny() {
        Message outer = any("f_any { [type.googleapis.com/google.protobuf.Any] { [" + CHILD + "] { name: 'x' } } }");
        Message inner = Types.POOL.message("google.protobuf.Any").decode(outer.getBytes("value"));

        assertThat(inner.getString("type_url")).isEqualTo(CHILD);
        assertThat(inner.getBytes("value")).containsExactly(0x12, 1, 'x');
    }

    @Test
    void anyKnowsTheTypesOfTheParsersPool() {
        DefPool other = DefPool.ofFileDescriptorSet(Cases.schemaBytes());
        MessageDef type = Types.type("wkt.Singular");
        String text = "f_any { [type.googleapis.com/p3.Inner] {} }";

        Message message = TextParser.of(other).parse(type, text);
        assertThat(message.getMessage("f_any").getString("type_url")).isEqualTo("type.googleapis.com/p3.Inner");
        assertThatThrownBy(() -> TextParser.DEFAULT.parse(type, text)).hasMessageContaining("no message type for");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[type.googleapis.com/unknown] {}",
                "[type.googleapis.com/upb.testkit.matrix2.x_int32] {}",
                "[type.googleapis.com/upb.testkit.matrix2.MapKeys.KInt32Entry] {}",
                "[upb.testkit.matrix3.Child] {}",
                "[/upb.testkit.matrix3.Child] {}",
                "[//a/upb.testkit.matrix3.Child] {}",
                "[a/%ZZ/upb.testkit.matrix3.Child] {}",
                "[a/%2/upb.testkit.matrix3.Child] {}",
                "[a/upb.testkit.matrix3.Child/] {}",
                "[a/upb.testkit.matrix3.Ch-ild] {}",
                "[a/upb.testkit.matrix3.Child] 1",
                "[a/upb.testkit.matrix3.Child] [{}]",
                "[a/upb.testkit.matrix3.Child] { id: 'x' }",
                "[a/upb.testkit.matrix3.Child] {} [a/upb.testkit.matrix3.Child] {}",
                "type_url: 'a/upb.testkit.matrix3.Child' [a/upb.testkit.matrix3.Child] {}",
                "[a/upb.testkit.matrix3.Child] {} value: ''",
                "[a@b/upb.testkit.matrix3.Child] {}",
                "[a/upb.testkit.matrix3.Child {}"
            })
    void badAnyIsRejected(String content) {
        assertThat(failure("wkt.Singular", "f_any { " + content + " }")).isNotNull();
    }

    @Test
    void errorInAnyHasItsPath() {
        assertThat(failure("wkt.Singular", "f_any { [" + CHILD + "] { id: 1 id: 2 } }")
                        .fieldPath())
                .isEqualTo("f_any.[" + CHILD + "]");
    }

    @Test
    void requiredFieldsInAnyAreCheckedToo() {
        String text = "f_any { [a/upb.testkit.matrix2.RequiredBelow] { item {} } }";
        MessageDef type = Types.type("wkt.Singular");

        assertThat(TextParser.DEFAULT.parse(type, text).has("f_any")).isTrue();
        assertThatThrownBy(() -> TextParser.DEFAULT.withRequiredCheck(true).parse(type, text))
                .hasMessageContaining("item.id");
    }

    // Depth and size.

    private static String nested(String open, String close, int levels) {
        return open.repeat(levels) + close.repeat(levels);
    }

    @Test
    void depthCountsMessagesEntriesAndAny() {
        for (int limit : List.of(0, 1, 2, 3, 10, 100)) {
            TextParser parser = TextParser.DEFAULT.withMaxDepth(limit);
            MessageDef type = Types.type("matrix2.Recursive");
            assertThat(parser.parse(type, nested("child{", "}", limit))).isNotNull();
            assertThatThrownBy(() -> parser.parse(type, nested("child{", "}", limit + 1)))
                    .hasMessageContaining("deeper than the limit of " + limit);
            if (limit % 2 == 0) {
                assertThat(parser.parse(type, nested("by_name{value{", "}}", limit / 2)))
                        .isNotNull();
                assertThatThrownBy(() -> parser.parse(type, nested("by_name{value{", "}}", limit / 2 + 1)))
                        .hasMessageContaining("deeper");
                assertThatThrownBy(() -> parser.parse(type, "child{" + nested("by_name{value{", "}}", limit / 2) + "}"))
                        .hasMessageContaining("deeper");
            }
            MessageDef any = Types.POOL.message("google.protobuf.Any");
            assertThat(parser.parse(any, nested("[a/google.protobuf.Any]{", "}", limit)))
                    .isNotNull();
            assertThatThrownBy(() -> parser.parse(any, nested("[a/google.protobuf.Any]{", "}", limit + 1)))
                    .hasMessageContaining("deeper");
            MessageDef names = Types.type("matrix2.JsonNames");
            assertThat(parser.parse(names, nested("gone{", "}", limit))).isNotNull();
            assertThatThrownBy(() -> parser.parse(names, nested("gone{", "}", limit + 1)))
                    .hasMessageContaining("deeper");
        }
    }

    @Test
    void mapEntryAloneCountsAsALevel() {
        MessageDef type = Types.type("matrix2.MapKeys");

        assertThat(TextParser.DEFAULT.withMaxDepth(1).parse(type, "k_int32 {}")).isNotNull();
        assertThatThrownBy(() -> TextParser.DEFAULT.withMaxDepth(0).parse(type, "k_int32 {}"))
                .hasMessageContaining("deeper");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"child {", "children: [{", "by_name { value {", "left <", "Branch { trunk {", "{", "[", "<"})
    void tenThousandOpenMessagesAreACleanError(String open) {
        assertThat(failure("matrix2.Recursive", open.repeat(10_000))).isNotNull();
        assertThat(failure("matrix2.JsonNames", "gone: " + open.repeat(10_000))).isNotNull();
        assertThatThrownBy(() -> TextParser.DEFAULT
                        .withMaxDepth(10_000)
                        .parse(Types.type("matrix2.Recursive"), open.repeat(100_000)))
                .isInstanceOf(TextParseException.class);
    }

    @Test
    void timeGrowsWithTheTextAlone() {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            assertThat(parse("matrix2.Recursive", "children { value: 1 }\n".repeat(100_000))
                            .getMessages("children"))
                    .hasSize(100_000);
            assertThat(parse("matrix2.Recursive", "children: [" + "{ Twigs {} },".repeat(100_000) + "{}]")
                            .getMessages("children"))
                    .hasSize(100_001);
            assertThat(parse("matrix2.Extendable", "[upb.testkit.matrix2.xr_int32]: 1 ".repeat(100_000))
                            .has(Types.POOL.extension("upb.testkit.matrix2.xr_int32")))
                    .isTrue();
            assertThat(parse("matrix2.Explicit", "f_string: " + "'a' \"\\n\"\n".repeat(500_000))
                            .getBytesSize(Types.type("matrix2.Explicit").field("f_string")))
                    .isEqualTo(1_000_000);
            assertThat(f64("1" + "0".repeat(1_000_000))).isEqualTo(Double.POSITIVE_INFINITY);
            assertThat(f64("." + "0".repeat(1_000_000) + "1")).isEqualTo(0);
            assertThat(failure("matrix2.Extendable", "[" + "a.".repeat(1_000_000)))
                    .isNotNull();
            assertThat(failure("matrix2.Extendable", "a".repeat(1_000_000) + ": 1"))
                    .isNotNull();
            assertThat(parse("matrix2.Explicit", "#".repeat(1_000_000) + "\n ".repeat(1_000_000))
                            .encodedSize())
                    .isZero();
            Message map = parse("matrix2.MapKeys", "k_int32 { key: 7 value: 1 }".repeat(100_000));
            assertThat(map.getMap("k_int32").size()).isEqualTo(1);
        });
    }

    @Test
    void excerptsInErrorsAreShort() {
        assertThat(failure("matrix2.Explicit", "f_int32: " + "x".repeat(100_000))
                        .getMessage())
                .hasSizeLessThan(200);
        assertThat(failure("matrix2.Explicit", "f_int32: '" + "x".repeat(100_000))
                        .getMessage())
                .hasSizeLessThan(200);
        assertThat(failure("matrix2.Explicit", "f_int32: " + "9".repeat(100_000))
                        .getMessage())
                .hasSizeLessThan(200);
    }

    // Inputs.

    @Test
    void everyKindOfInputIsReadAlike() throws IOException {
        MessageDef type = Types.type("matrix2.Child");
        byte[] text = "id: 1 name: 'né'".getBytes(UTF_8);
        byte[] padded = "id: 1 name: 'né'}}}".getBytes(UTF_8);
        ByteBuffer direct =
                ByteBuffer.allocateDirect(padded.length).put(padded).flip().limit(text.length);
        ByteBuffer array = ByteBuffer.wrap(padded, 0, text.length);
        ByteBuffer readOnly = ByteBuffer.wrap(padded).limit(text.length).asReadOnlyBuffer();
        Message expected = TextParser.DEFAULT.parse(type, "id: 1 name: 'né'");
        Arena arena = Arena.create();

        assertThat(TextParser.DEFAULT.parse(type, arena, text)).isEqualTo(expected);
        assertThat(TextParser.DEFAULT.parse(type, arena, padded, 0, text.length))
                .isEqualTo(expected);
        assertThat(TextParser.DEFAULT.parse(type, arena, "id: 1 name: 'né'")).isEqualTo(expected);
        assertThat(TextParser.DEFAULT.parse(type, arena, direct)).isEqualTo(expected);
        assertThat(TextParser.DEFAULT.parse(type, arena, array)).isEqualTo(expected);
        assertThat(TextParser.DEFAULT.parse(type, arena, readOnly)).isEqualTo(expected);
        assertThat(TextParser.DEFAULT.parse(type, arena, new ByteArrayInputStream(text)))
                .isEqualTo(expected);
        assertThat(direct.position()).isZero();
        for (Object input : List.of(text, "id: 1 name: 'né'", direct, new ByteArrayInputStream(text))) {
            Message target = type.newMessage(arena);
            if (input instanceof byte[] bytes) {
                TextParser.DEFAULT.mergeInto(target, bytes);
            } else if (input instanceof String string) {
                TextParser.DEFAULT.mergeInto(target, string);
            } else if (input instanceof ByteBuffer buffer) {
                TextParser.DEFAULT.mergeInto(target, buffer);
            } else {
                TextParser.DEFAULT.mergeInto(target, (ByteArrayInputStream) input);
            }
            assertThat(target).isEqualTo(expected);
        }
    }

    @Test
    void unpairedSurrogateIsAnError() {
        TextParseException e = failure("matrix2.Child", "id: 1\n# é😀 \uD83D x");

        assertThat(e.line()).isEqualTo(2);
        assertThat(e.column()).isEqualTo(6);
        assertThat(e).hasMessageContaining("surrogate");
    }

    @Test
    void failedParseLeavesTheArenaAsItWas() {
        Arena arena = Arena.create();
        Message before = TextParser.DEFAULT.parse(Types.type("matrix2.Child"), arena, "name: 'before'");
        long used = arena.spaceUsed();

        assertThatThrownBy(() -> TextParser.DEFAULT.parse(
                        Types.type("matrix2.Recursive"), arena, "children { label: 'abc' } x: 1"))
                .isInstanceOf(TextParseException.class);
        assertThat(arena.spaceUsed()).isEqualTo(used);
        assertThat(before.getString("name")).isEqualTo("before");
    }

    @Test
    void fullArenaIsACleanError() {
        String text = "children { label: 'abc' by_name { key: 'k' value { Branch {} } } } children { Twigs {} }";
        MessageDef type = Types.type("matrix2.Recursive");
        for (int size = 16; ; size += 8) {
            Arena arena = Arena.ofFixedBlock(new byte[size]);
            try {
                assertThat(TextParser.DEFAULT.parse(type, arena, text).getMessages("children"))
                        .hasSize(2);
                assertThat(size).isGreaterThan(200);
                break;
            } catch (ArenaExhaustedException e) {
                assertThat(arena.spaceUsed()).isZero();
            }
        }
    }

    @Test
    void closedArenaIsMisuse() {
        Arena arena = Arena.create();
        arena.close();

        assertThatThrownBy(() -> TextParser.DEFAULT.parse(Types.type("matrix2.Child"), arena, ""))
                .isInstanceOf(IllegalStateException.class);
    }

    // Merging.

    @Test
    void mergingReplacesMergesAndExtends() {
        Message message = parse(
                "matrix2.Recursive",
                "value: 1 child { value: 2 label: 'old' } children { value: 3 } label: 'x' by_name { key: 'a' value { value: 1 } }");

        TextParser.DEFAULT.mergeInto(
                message,
                "value: 5 child { value: 6 child {} } children { value: 7 } left { value: 8 } by_name { key: 'a' value { label: 'n' } } by_name { key: 'b' }");

        assertThat(Types.inProtobufJava("matrix2.Recursive", message))
                .isEqualTo(Types.expected(
                        "matrix2.Recursive",
                        "value: 5 child { value: 6 label: 'old' child {} } children { value: 3 } children { value: 7 } left { value: 8 } "
                                + "by_name { key: 'a' value { label: 'n' } } by_name { key: 'b' value {} }"));
    }

    @Test
    void mergingKeepsAndReplacesExtensions() {
        String type = "matrix2.Extendable";
        Message message = parse(
                type,
                "[upb.testkit.matrix2.x_int32]: 1 [upb.testkit.matrix2.x_message] { id: 1 } [upb.testkit.matrix2.xr_int32]: 1");

        TextParser.DEFAULT.mergeInto(
                message,
                "[upb.testkit.matrix2.x_int32]: 2 [upb.testkit.matrix2.x_message] { name: 'n' } [upb.testkit.matrix2.xr_int32]: 2");

        assertThat(Types.inProtobufJava(type, message))
                .isEqualTo(
                        Types.expected(
                                type,
                                "[upb.testkit.matrix2.x_int32]: 2 [upb.testkit.matrix2.x_message] { id: 1 name: 'n' } [upb.testkit.matrix2.xr_int32]: [1, 2]"));
    }

    @Test
    void memberOfAOneofIsReplacedByAnotherWhateverItsSlotHeld() {
        Message message = parse("matrix2.InOneof", "f_uint64: 18446744073709551615");

        TextParser.DEFAULT.mergeInto(message, "f_message { id: 1 }");
        assertThat(message.getMessage("f_message").getInt("id")).isEqualTo(1);
        TextParser.DEFAULT.mergeInto(message, "f_message { name: 'n' }");
        assertThat(message.getMessage("f_message").getInt("id")).isEqualTo(1);
        TextParser.DEFAULT.mergeInto(message, "f_bool: false");
        assertThat(message.whichOneof("choice").name()).isEqualTo("f_bool");
        assertThat(message.getBool("f_bool")).isFalse();
    }

    @Test
    void frozenMessagesAreNotMergedInto() {
        Message message = parse("matrix2.Recursive", "child { value: 1 }");
        message.getMessage("child").freeze();

        assertThatThrownBy(() -> TextParser.DEFAULT.mergeInto(message, "child { value: 2 }"))
                .isInstanceOf(IllegalStateException.class);
        message.freeze();
        assertThatThrownBy(() -> TextParser.DEFAULT.mergeInto(message, "value: 2"))
                .isInstanceOf(IllegalStateException.class);
        assertThat(message.getMessage("child").getInt("value")).isEqualTo(1);
    }

    @Test
    void fieldOfAMissingTypeIsAnError() {
        FieldDescriptorProto lost = FieldDescriptorProto.newBuilder()
                .setName("lost")
                .setNumber(1)
                .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
                .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
                .setTypeName(".Missing")
                .build();
        FileDescriptorProto file = FileDescriptorProto.newBuilder()
                .setName("a.proto")
                .addDependency("missing.proto")
                .addMessageType(DescriptorProto.newBuilder().setName("A").addField(lost))
                .build();
        DefPool partial = DefPool.builder()
                .addFile(file.toByteArray())
                .tolerateMissingImports()
                .build();
        MessageDef type = partial.message("A");

        assertThatThrownBy(() -> TextParser.DEFAULT.parse(type, "lost { x: 1 }"))
                .hasMessageContaining("the pool lacks the type of field `lost`");
        TextParser lenient = TextParser.DEFAULT.withIgnoreUnknown(true);
        assertThat(lenient.parse(type, "lost { x: 1 }").encodedSize()).isZero();
    }
}
