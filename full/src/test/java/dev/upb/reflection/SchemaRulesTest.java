package dev.upb.reflection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.upb.reflection.SchemaException.Problem;
import dev.upb.testkit.wire.WireMessage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule that a schema must keep, broken once. */
final class SchemaRulesTest {
    private static List<Problem> problems(String... files) {
        SchemaException e = catchThrowableOfType(
                SchemaException.class,
                () -> Files.pool(java.util.Arrays.stream(files)
                        .map(Files::file)
                        .toArray(com.google.protobuf.DescriptorProtos.FileDescriptorProto[]::new)));
        assertThat(e).as("no problem was found").isNotNull();
        return e.problems();
    }

    private static void rejects(String file, String element, String text) {
        assertThat(problems(file)).anySatisfy(problem -> {
            assertThat(problem.file()).isEqualTo("test.proto");
            assertThat(problem.element()).isEqualTo(element);
            assertThat(problem.text()).contains(text);
        });
    }

    private static String field(String rest) {
        return "message_type { name: 'M' field { name: 'f' number: 1 label: LABEL_OPTIONAL " + rest + " } "
                + "extension_range { start: 100 end: 200 } } "
                + "message_type { name: 'Other' } enum_type { name: 'E' value { name: 'E0' number: 0 } value { name: 'E5' number: 5 } }";
    }

    @Test
    void namesAreLettersDigitsAndUnderscores() {
        rejects("message_type { name: 'a-b' }", "a-b", "is no name");
        rejects("message_type { name: '' }", "", "has no name");
        rejects("message_type { }", "", "has no name");
        rejects("package: 'a..b'", "", "package \"a..b\"");
        rejects("package: 'a b'", "", "package \"a b\"");
        rejects("enum_type { name: 'E' value { name: 'x y' number: 0 } }", "x y", "is no name");
        rejects("service { name: 'S.T' }", "S.T", "is no name");
        rejects("message_type { name: 'M' oneof_decl { name: '' } }", "M.", "has no name");
        assertThat(Files.pool("message_type { name: '1a' }").findMessage("1a")).isNotNull(); // As protoc's own library.
    }

    @Test
    void namesAreUniqueInTheirScope() {
        rejects(
                "message_type { name: 'M' field { name: 'a' number: 1 type: TYPE_INT32 } field { name: 'a' number: 2 type: TYPE_INT32 } }",
                "M.a",
                "is defined twice");
        rejects(
                "message_type { name: 'M' field { name: 'N' number: 1 type: TYPE_INT32 } nested_type { name: 'N' } }",
                "M.N",
                "is defined twice");
        rejects(
                "message_type { name: 'M' field { name: 'V' number: 1 type: TYPE_INT32 } enum_type { name: 'E' value { name: 'V' number: 0 } } }",
                "M.V",
                "is defined twice");
        rejects(
                "enum_type { name: 'E' value { name: 'V' number: 0 } } enum_type { name: 'F' value { name: 'V' number: 0 } }",
                "V",
                "is defined twice");
        rejects("message_type { name: 'M' } service { name: 'M' }", "M", "is defined twice");
        rejects(
                "message_type { name: 'M' } service { name: 'S' method { name: 'm' input_type: 'M' output_type: 'M' } method { name: 'm' input_type: 'M' output_type: 'M' } }",
                "S.m",
                "is defined twice");
        assertThat(problems("name: 'a.proto' message_type { name: 'M' }", "name: 'b.proto' message_type { name: 'M' }"))
                .containsExactly(new Problem("b.proto", "M", "is defined already in \"a.proto\""));
        assertThat(problems("name: 'a.proto' message_type { name: 'x' }", "name: 'b.proto' package: 'x.y'"))
                .containsExactly(new Problem("a.proto", "x", "is also the name of a package, in \"b.proto\""));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 536870912, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void fieldNumbersHaveARange(int number) {
        rejects(
                "message_type { name: 'M' field { name: 'f' number: " + number + " type: TYPE_INT32 } }",
                "M.f",
                "number " + number + " is not in 1 to 536870911");
    }

    @Test
    void fieldNumbersAreUnique() {
        rejects(
                "message_type { name: 'M' field { name: 'a' number: 7 type: TYPE_INT32 } field { name: 'b' number: 7 type: TYPE_INT32 } }",
                "M.b",
                "has number 7, as a has");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1, 2, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void oneofIndexNamesAOneof(int index) {
        rejects(
                "message_type { name: 'M' oneof_decl { name: 'o' } "
                        + "field { name: 'f' number: 1 type: TYPE_INT32 oneof_index: " + index + " } "
                        + "field { name: 'g' number: 2 type: TYPE_INT32 oneof_index: 0 } }",
                "M.f",
                "oneof_index " + index);
    }

    @Test
    void oneofsHaveFieldsAndOnlySingularOnes() {
        rejects("message_type { name: 'M' oneof_decl { name: 'o' } }", "M.o", "has no fields");
        for (String label : List.of("REPEATED", "REQUIRED")) {
            rejects(
                    "message_type { name: 'M' oneof_decl { name: 'o' } field { name: 'f' number: 1 type: TYPE_INT32 label: LABEL_"
                            + label + " oneof_index: 0 } }",
                    "M.f",
                    "is in a oneof, and so can't be repeated or required");
        }
    }

    @Test
    void oneofsOfProto3OptionalFieldsAreLastAndHaveOneMember() {
        String a = "field { name: 'a' number: 1 type: TYPE_INT32 oneof_index: 0 proto3_optional: true } ";
        rejects(
                "syntax: 'proto3' message_type { name: 'M' oneof_decl { name: '_a' } oneof_decl { name: 'o' } " + a
                        + "field { name: 'b' number: 2 type: TYPE_INT32 oneof_index: 1 } }",
                "M.o",
                "must be the last");
        rejects(
                "syntax: 'proto3' message_type { name: 'M' oneof_decl { name: '_a' } " + a
                        + "field { name: 'b' number: 2 type: TYPE_INT32 oneof_index: 0 } }",
                "M.a",
                "in a oneof of their own");
        rejects("message_type { name: 'M' oneof_decl { name: '_a' } " + a + "}", "M.a", "is proto3_optional");
    }

    @Test
    void enumsHaveValuesAndOpenOnesBeginWithZero() {
        rejects("enum_type { name: 'E' }", "E", "has no values");
        rejects("syntax: 'proto3' enum_type { name: 'E' value { name: 'A' number: 1 } }", "E", "must be 0, not 1");
        assertThat(Files.pool("enum_type { name: 'E' value { name: 'A' number: 1 } }")
                        .enumeration("E")
                        .isClosed())
                .isTrue();
    }

    @Test
    void aTypeAndItsNameFitTogether() {
        rejects(field("type: TYPE_MESSAGE type_name: '.E'"), "M.f", "\".E\" is no message");
        rejects(field("type: TYPE_ENUM type_name: '.Other'"), "M.f", "\".Other\" is no enum");
        rejects(field("type: TYPE_INT32 type_name: '.Other'"), "M.f", "takes none");
        rejects(field("type: TYPE_MESSAGE"), "M.f", "without a type_name");
        rejects(field("type: TYPE_ENUM"), "M.f", "without a type_name");
        rejects(field(""), "M.f", "has no known type");
        rejects(field("type: TYPE_MESSAGE type_name: '.Missing'"), "M.f", "\".Missing\" is not defined");
        rejects(field("type_name: '.M.f'"), "M.f", "\".M.f\" is no type");
        rejects(field("type_name: '.E0'"), "M.f", "\".E0\" is no type");
        assertThat(Files.pool(field("type_name: '.Other'"))
                        .message("M")
                        .field("f")
                        .type()
                        .name())
                .isEqualTo("MESSAGE");
        assertThat(Files.pool(field("type_name: '.E'"))
                        .message("M")
                        .field("f")
                        .type()
                        .name())
                .isEqualTo("ENUM");
    }

    @Test
    void onlyExtensionsHaveAnExtendee() {
        rejects(field("type: TYPE_INT32 extendee: '.Other'"), "M.f", "can't have an extendee");
        rejects("extension { name: 'x' number: 100 type: TYPE_INT32 }", "x", "has no extendee");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TYPE_INT32 | 2147483648",
                "TYPE_INT32 | -2147483649",
                "TYPE_INT32 | 1.5",
                "TYPE_INT32 | +1",
                "TYPE_INT32 | --1",
                "TYPE_INT32 | 09",
                "TYPE_INT32 | 0x",
                "TYPE_INT32 | ''",
                "TYPE_INT32 | ' 1'",
                "TYPE_UINT32 | -1",
                "TYPE_UINT32 | 4294967296",
                "TYPE_INT64 | 9223372036854775808",
                "TYPE_UINT64 | 18446744073709551616",
                "TYPE_UINT64 | -1",
                "TYPE_BOOL | 1",
                "TYPE_BOOL | True",
                "TYPE_FLOAT | 1f",
                "TYPE_FLOAT | NaN",
                "TYPE_FLOAT | ''",
                "TYPE_DOUBLE | 0x1p3",
                "TYPE_DOUBLE | 1e",
                "TYPE_DOUBLE | Infinity",
                "TYPE_BYTES | '\\'",
                "TYPE_BYTES | '\\400'",
                "TYPE_BYTES | '\\q'",
                "TYPE_BYTES | '\\x'",
                "TYPE_ENUM type_name: '.E' | NO_SUCH",
                "TYPE_ENUM type_name: '.E' | 0",
            })
    void defaultsFitTheirTypes(String type, String text) {
        String escaped = text.replace("\\", "\\\\");
        rejects(field("type: " + type + " default_value: \"" + escaped + '"'), "M.f", "does not fit");
    }

    @Test
    void onlySingularFieldsWithPresenceHaveDefaults() {
        rejects(field("type: TYPE_MESSAGE type_name: '.Other' default_value: ''"), "M.f", "has a default");
        rejects(field("type: TYPE_INT32 default_value: '1'").replace("OPTIONAL", "REPEATED"), "M.f", "has a default");
        rejects(
                "syntax: 'proto3' "
                        + field("type: TYPE_INT32 default_value: '1'").replaceAll("extension_range \\{.*?}", ""),
                "M.f",
                "has a default");
    }

    @Test
    void extensionsHaveNumbersThatAreOpen() {
        rejects(
                "message_type { name: 'M' } extension { name: 'x' extendee: '.M' number: 100 type: TYPE_INT32 }",
                "x",
                "is in no extension range of M");
        for (int number : new int[] {0, -5, 99, 200, 536870912}) {
            rejects(
                    field("type: TYPE_INT32") + " extension { name: 'x' extendee: '.M' number: " + number
                            + " type: TYPE_INT32 }",
                    "x",
                    "number " + number + " is in no extension range of M");
        }
        rejects(
                field("type: TYPE_INT32")
                        + " extension { name: 'x' extendee: '.M' number: 100 type: TYPE_INT32 label: LABEL_REQUIRED }",
                "x",
                "can't be required");
        rejects(
                field("type: TYPE_INT32")
                        + " extension { name: 'x' extendee: '.M' number: 100 type: TYPE_INT32 oneof_index: 0 }",
                "x",
                "or in a oneof");
        rejects(
                field("type: TYPE_INT32") + " extension { name: 'x' extendee: '.M' number: 100 type: TYPE_INT32 }"
                        + " extension { name: 'y' extendee: '.M' number: 100 type: TYPE_INT32 }",
                "y",
                "has number 100, as x has");
        rejects(
                field("type: TYPE_INT32") + " extension { name: 'x' extendee: '.E' number: 100 type: TYPE_INT32 }",
                "x",
                "is no message");
    }

    @ParameterizedTest
    @CsvSource({"0,10", "-1,10", "10,10", "20,10", "1,536870913", "5,-2147483648", "-2147483648,-2147483648"})
    void extensionRangesAreRanges(int start, int end) {
        rejects("message_type { name: 'M' extension_range { start: " + start + " end: " + end + " } }", "M", "range ");
    }

    @Test
    void extensionRangesTakeNoFields() {
        rejects(
                "message_type { name: 'M' field { name: 'f' number: 15 type: TYPE_INT32 } extension_range { start: 10 end: 16 } }",
                "M.f",
                "number 15 is reserved, or for extensions: 10 to 15");
        assertThat(Files.pool(
                                "message_type { name: 'M' field { name: 'f' number: 16 type: TYPE_INT32 } extension_range { start: 10 end: 16 } }")
                        .message("M")
                        .extensionRanges()
                        .get(0)
                        .last())
                .isEqualTo(15);
    }

    @Test
    void messageSetsHaveNoFieldsAndOnlyMessageExtensions() {
        String set =
                "message_type { name: 'S' options { message_set_wire_format: true } extension_range { start: 4 end: 2147483647 } } ";
        rejects(
                set.replace("extension_range", "field { name: 'f' number: 1 type: TYPE_INT32 } extension_range"),
                "S",
                "no fields of its own");
        rejects(
                set + "extension { name: 'x' extendee: '.S' number: 4 type: TYPE_INT32 }",
                "x",
                "must be a singular message");
        rejects(
                set
                        + "extension { name: 'x' extendee: '.S' number: 4 type: TYPE_MESSAGE type_name: '.S' label: LABEL_REPEATED }",
                "x",
                "must be a singular message");
        DefPool pool = Files.pool(
                set + "extension { name: 'x' extendee: '.S' number: 2147483646 type: TYPE_MESSAGE type_name: '.S' }");
        assertThat(pool.message("S").isMessageSet()).isTrue();
        assertThat(pool.findExtension(pool.message("S"), 2147483646)).isSameAs(pool.extension("x"));
    }

    private static String map(String key, String value) {
        return "message_type { name: 'M' "
                + "field { name: 'm' number: 1 type: TYPE_MESSAGE type_name: '.M.MEntry' label: LABEL_REPEATED } "
                + "nested_type { name: 'MEntry' options { map_entry: true } field { name: 'key' number: 1 " + key
                + " } field { name: 'value' number: 2 " + value + " } } nested_type { name: 'N' } } "
                + "enum_type { name: 'E' value { name: 'E1' number: 1 } value { name: 'E0' number: 0 } }";
    }

    @Test
    void mapEntriesHaveTheShapeThatProtocGivesThem() {
        String ok = map("type: TYPE_INT32", "type: TYPE_INT32");
        assertThat(Files.pool(ok).message("M").field("m").isMap()).isTrue();
        String shape = "exactly the singular fields 1 (key) and 2 (value)";
        rejects(map("type: TYPE_INT32 label: LABEL_REPEATED", "type: TYPE_INT32"), "M.MEntry", shape);
        rejects(map("type: TYPE_INT32", "type: TYPE_INT32 label: LABEL_REPEATED"), "M.MEntry", shape);
        rejects(map("type: TYPE_INT32 label: LABEL_REQUIRED", "type: TYPE_INT32"), "M.MEntry", shape);
        rejects(ok.replace("number: 2", "number: 3"), "M.MEntry", shape);
        rejects("message_type { name: 'M' options { map_entry: true } }", "M", shape);
        rejects(map("type: TYPE_INT32", "type: TYPE_GROUP type_name: '.M.N'"), "M.MEntry.value", "can't be a group");
        rejects(
                map("type: TYPE_INT32", "type: TYPE_MESSAGE type_name: '.M.MEntry'"),
                "M.MEntry.value",
                "entries of one map");
        rejects(
                map("type: TYPE_INT32", "type: TYPE_ENUM type_name: '.E'"),
                "M.MEntry.value",
                "must have 0 as its first value");
        for (String key : List.of(
                "TYPE_FLOAT",
                "TYPE_DOUBLE",
                "TYPE_BYTES",
                "TYPE_ENUM type_name: '.E'",
                "TYPE_MESSAGE type_name: '.M.N'")) {
            rejects(map("type: " + key, "type: TYPE_INT32"), "M.MEntry.key", "the key of a map can't be");
        }
        rejects(ok.replace("LABEL_REPEATED", "LABEL_OPTIONAL"), "M.m", "entries of one map field");
        rejects(
                ok
                        + " message_type { name: 'X' field { name: 'm' number: 1 type: TYPE_MESSAGE type_name: '.M.MEntry' label: LABEL_REPEATED } }",
                "X.m",
                "entries of one map field");
    }

    @Test
    void indexesOfImportsNameOne() {
        for (int index : new int[] {-1, 1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            for (String kind : List.of("public_dependency", "weak_dependency")) {
                assertThat(problems("name: 'a.proto'", "name: 'b.proto' dependency: 'a.proto' " + kind + ": " + index))
                        .containsExactly(
                                new Problem("b.proto", "", kind + ' ' + index + " is not one of the 1 imports"));
            }
        }
    }

    @Test
    void syntaxAndEditionAreKnown() {
        rejects("syntax: 'proto4'", "", "unknown syntax \"proto4\"");
        rejects("syntax: 'editions'", "", "edition 0 is not one that is known");
        rejects("syntax: 'editions' edition: EDITION_99999_TEST_ONLY", "", "edition 99999 is not one that is known");
        rejects("syntax: 'editions' edition: EDITION_PROTO2", "", "edition 998 is not one that is known");
        rejects("syntax: 'proto3' edition: EDITION_2023", "", "has edition 1000, but not syntax");
        rejects("edition: EDITION_2023", "", "has edition 1000, but not syntax");
    }

    @Test
    void featuresAreForEditionsAndLegacyWaysAreNot() {
        rejects("options { features { field_presence: EXPLICIT } }", "", "features can be set in editions only");
        rejects(
                "message_type { name: 'M' options { features { json_format: ALLOW } } }",
                "M",
                "features can be set in editions only");
        rejects(
                field("type: TYPE_INT32 options { features { field_presence: EXPLICIT } }"),
                "M.f",
                "features can be set in editions only");
        String editions = "syntax: 'editions' edition: EDITION_2023 ";
        rejects(editions + field("type: TYPE_INT32").replace("OPTIONAL", "REQUIRED"), "M.f", "is required by label");
        rejects(
                editions + field("type: TYPE_INT32 options { packed: true }").replace("OPTIONAL", "REPEATED"),
                "M.f",
                "has option packed");
        rejects(editions + field("type: TYPE_GROUP type_name: '.Other'"), "M.f", "is a group by type");
        rejects(
                editions + "options { features { field_presence: LEGACY_REQUIRED } }",
                "",
                "can't be LEGACY_REQUIRED for a whole file");
    }

    @Test
    void onlyRepeatedNumbersArePacked() {
        rejects(
                field("type: TYPE_STRING options { packed: true }").replace("OPTIONAL", "REPEATED"),
                "M.f",
                "is packed");
        rejects(field("type: TYPE_INT32 options { packed: true }"), "M.f", "is packed");
        assertThat(Files.pool(field("type: TYPE_STRING options { packed: false }")
                                .replace("OPTIONAL", "REPEATED"))
                        .message("M")
                        .field("f")
                        .isPacked())
                .isFalse();
    }

    private static String twoFields(String syntax, String a, String b, String options) {
        return syntax + " message_type { name: 'M' options { " + options + " } field { number: 1 type: TYPE_INT32 " + a
                + " } field { number: 2 type: TYPE_INT32 " + b + " } }";
    }

    @Test
    void jsonNamesAreUniqueWhereJsonMatters() {
        String same = "has the same JSON name as fooBar: fooBar";
        String proto3 = "syntax: 'proto3'";
        rejects(twoFields(proto3, "name: 'fooBar'", "name: 'foo_bar'", ""), "M.foo_bar", same);
        rejects(twoFields(proto3, "name: 'fooBar'", "name: 'x' json_name: 'fooBar'", ""), "M.x", same);
        rejects(
                twoFields("", "name: 'fooBar' json_name: 'z'", "name: 'x' json_name: 'z'", ""),
                "M.x",
                "has the same JSON name");
        rejects(twoFields("", "name: 'a' json_name: '[z]'", "name: 'x'", ""), "M.a", "looks like that of an extension");
        rejects(twoFields("", "name: 'a' json_name: 'z\\000'", "name: 'x'", ""), "M.a", "zero character");
        assertThat(Files.pool(twoFields("", "name: 'fooBar'", "name: 'foo_bar'", ""))
                        .message("M")
                        .findFieldByJsonName("fooBar")
                        .number())
                .isEqualTo(1);
        assertThat(Files.pool(twoFields(
                                proto3,
                                "name: 'fooBar'",
                                "name: 'foo_bar'",
                                "deprecated_legacy_json_field_conflicts: true"))
                        .files())
                .hasSize(1);
        assertThat(Files.pool(twoFields(proto3, "name: 'a' json_name: 'b'", "name: 'b' json_name: 'a'", ""))
                        .message("M")
                        .findFieldByJsonName("a")
                        .number())
                .isEqualTo(2);
    }

    @Test
    void aMessageHasAtMost63RequiredFields() {
        StringBuilder fields = new StringBuilder();
        for (int i = 1; i <= 63; i++) {
            fields.append("field { name: 'f")
                    .append(i)
                    .append("' number: ")
                    .append(i)
                    .append(" type: TYPE_BOOL label: LABEL_REQUIRED } ");
        }
        assertThat(Files.pool("message_type { name: 'M' " + fields + "}")
                        .message("M")
                        .miniTable()
                        .requiredCount())
                .isEqualTo(63);
        fields.append("field { name: 'f64' number: 64 type: TYPE_BOOL label: LABEL_REQUIRED } ");
        rejects("message_type { name: 'M' " + fields + "}", "M", "64 required fields; at most 63");
    }

    @Test
    void aMessageThatIsTooLargeIsRejected() {
        StringBuilder fields = new StringBuilder();
        for (int i = 1; i <= 9000; i++) {
            fields.append("field { name: 'f")
                    .append(i)
                    .append("' number: ")
                    .append(i)
                    .append(" type: TYPE_INT64 } ");
        }
        rejects("message_type { name: 'M' " + fields + "}", "M", "at most 65528 can be laid out");
    }

    @Test
    void anEnumOfAFieldWithoutPresenceIsOpen() {
        rejects(
                "syntax: 'editions' edition: EDITION_2023 options { features { field_presence: IMPLICIT } } "
                        + "enum_type { name: 'E' value { name: 'A' number: 1 } options { features { enum_type: CLOSED } } } "
                        + "message_type { name: 'M' field { name: 'f' number: 1 type: TYPE_ENUM type_name: '.E' } }",
                "M.f",
                "can't have a closed enum");
    }

    @Test
    void reservedRangesAreRanges() {
        rejects("message_type { name: 'M' reserved_range { start: 5 end: 5 } }", "M", "of numbers is none");
        rejects(
                "enum_type { name: 'E' value { name: 'A' number: 0 } reserved_range { start: 5 end: 4 } }",
                "E",
                "of numbers is none");
    }

    @Test
    void methodsHaveMessages() {
        rejects(
                "service { name: 'S' method { name: 'm' output_type: '.M' } } message_type { name: 'M' }",
                "S.m",
                "has no input_type");
        rejects(
                "service { name: 'S' method { name: 'm' input_type: '.M' output_type: '.N' } } message_type { name: 'M' }",
                "S.m",
                "output_type \".N\" is not defined");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "message_type { name: 'M' reserved_name: 'f' field { name: 'f' number: 1 type: TYPE_BOOL } } | M.f | the name is reserved",
                "message_type { name: 'M' field { name: 'f' number: 19000 type: TYPE_BOOL } } | M.f | are for the implementation",
                "message_type { name: 'M' reserved_range { start: 1 end: 5 } reserved_range { start: 4 end: 6 } } | M | range 4 to 5 of numbers overlaps 1 to 4",
                "enum_type { name: 'E' value { name: 'A' } value { name: 'B' } } | B | allow_alias",
                "enum_type { name: 'E' value { name: 'E_A' } value { name: 'A' number: 1 } } | A | is the same name as E_A",
                "enum_type { name: 'E' value { name: 'A' } reserved_range { end: 3 } } | A | number 0 is reserved",
                "syntax: 'proto3' message_type { name: 'M' options { message_set_wire_format: true } } | M | proto3 has no MessageSet",
                "dependency: 'test.proto' | '' | in a circle",
                "option_dependency: 'x.proto' option_dependency: 'x.proto' | '' | \"x.proto\" is imported twice",
                "name: 'a\\000' | '' | zero character",
                "service { name: 'S' options { uninterpreted_option { } } } | S | uninterpreted_option",
                "syntax: 'editions' edition: EDITION_2023 options { features { enum_type: ENUM_TYPE_UNKNOWN } } | '' | no known value",
                "syntax: 'editions' edition: EDITION_2023 enum_type { name: 'E' value { name: 'A' options { features { enum_type: CLOSED } } } } | A | can't have option google.protobuf.FeatureSet.enum_type",
                "syntax: 'editions' edition: EDITION_2023 options { features { enforce_naming_style: STYLE2024 } } | '' | in this edition",
                "message_type { name: 'M' extension_range { start: 1 end: 2 options { declaration { number: 2 reserved: true } } } } | M | declaration 2 of extension range 1",
            })
    void problemsNameTheElement(String file, String element, String text) {
        assertThat(problems(file)).anySatisfy(problem -> {
            assertThat(problem.element()).isEqualTo(element);
            assertThat(problem.text()).contains(text);
        });
    }

    @Test
    void aTypeIsUsedOnlyWhereItsFileIsImportedAndItIsNotLocal() {
        String local = "name: 'b.proto' message_type { name: 'N' visibility: VISIBILITY_LOCAL }";
        String user = "message_type { name: 'M' field { name: 'f' number: 1 type_name: '.N' } }";
        assertThat(problems(local, user))
                .containsExactly(new Problem("test.proto", "M.f", "\".N\" is in \"b.proto\", which is not imported"));
        assertThat(problems(local, "dependency: 'b.proto' " + user))
                .containsExactly(new Problem("test.proto", "M.f", "uses N, which is local to its file"));
    }

    @Test
    void allProblemsComeAtOnce() {
        SchemaException e = catchThrowableOfType(
                SchemaException.class,
                () -> Files.pool(
                        Files.file(
                                "name: 'a.proto' enum_type { name: 'E' } message_type { name: 'M' field { name: 'f' number: 0 type: TYPE_INT32 } }"),
                        Files.file("name: 'b.proto' message_type { name: '?' }")));
        assertThat(e.problems()).extracting(Problem::file).containsExactly("a.proto", "a.proto", "b.proto");
        assertThat(e).hasMessage("""
                the schema has 3 problems:
                  a.proto: E: has no values; an enum needs at least one
                  a.proto: M.f: number 0 is not in 1 to 536870911
                  b.proto: ?: "?" is no name: only letters, digits and _ make one""");
    }

    @Test
    void problemsOfMissingAndBrokenFilesOptionsAndTablesComeWithAllOthers() {
        StringBuilder required = new StringBuilder("message_type { name: 'Wide' ");
        for (int i = 1; i <= 64; i++) {
            required.append("field { name: 'f")
                    .append(i)
                    .append("' number: ")
                    .append(i)
                    .append(" type: TYPE_BOOL options { features { field_presence: LEGACY_REQUIRED } } } ");
        }
        byte[] broken = WireMessage.builder()
                .string(1, "broken.proto")
                .bytes(4, new byte[] {1})
                .encode();
        SchemaException e = catchThrowableOfType(
                SchemaException.class,
                () -> DefPool.builder()
                        .addFile(broken)
                        .addFile(
                                Files.file("name: 'circle.proto' dependency: 'circle.proto' message_type { name: '?' }")
                                        .toByteArray())
                        .addFile(Files.file("dependency: 'gone.proto' dependency: 'broken.proto' "
                                        + "syntax: 'editions' edition: EDITION_2023 enum_type { name: 'E' } " + required
                                        + "} "
                                        + "message_type { name: 'M' options { features { enum_type: OPEN } } "
                                        + "field { name: 'f' number: 1 type: TYPE_MESSAGE type_name: '.Gone' } }")
                                .toByteArray())
                        .build());
        assertThat(e.problems())
                .extracting(Problem::toString)
                .satisfiesExactly(
                        text -> assertThat(text).startsWith("broken.proto: the descriptor can't be decoded: "),
                        text -> assertThat(text)
                                .isEqualTo("circle.proto: imports itself in a circle: circle.proto -> circle.proto"),
                        text -> assertThat(text)
                                .isEqualTo("test.proto: imports \"gone.proto\", which is missing; add that file too"),
                        text -> assertThat(text).startsWith("circle.proto: ?: \"?\" is no name"),
                        text -> assertThat(text).isEqualTo("test.proto: E: has no values; an enum needs at least one"),
                        text -> assertThat(text)
                                .isEqualTo(
                                        "test.proto: M: can't have option google.protobuf.FeatureSet.enum_type, which is for other elements"),
                        text -> assertThat(text).startsWith("test.proto: Wide: 64 required fields; at most 63"));
    }

    @Test
    void aProblemThatIsFoundTwiceIsReportedOnce() {
        assertThat(problems("options { features { } } enum_type { name: 'E' } enum_type { name: 'E' }"))
                .extracting(Problem::text)
                .containsExactly(
                        "is defined twice in this file",
                        "has no values; an enum needs at least one",
                        "features can be set in editions only, not in proto2");
    }

    @Test
    void theListOfProblemsHasAnEnd() {
        StringBuilder file = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            file.append("enum_type { name: 'E").append(i).append("' } ");
        }
        assertThat(problems(file.toString()))
                .hasSize(1001)
                .last()
                .extracting(Problem::text)
                .asString()
                .contains("too many");
    }
}
