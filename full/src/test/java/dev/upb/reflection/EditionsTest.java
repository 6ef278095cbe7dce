package dev.upb.reflection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.base.FieldType;
import dev.upb.mem.Arena;
import dev.upb.testkit.wire.Hex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How features of editions, and the syntaxes that came before, change what fields are. */
final class EditionsTest {
    private static final String FEATURES = "syntax: 'editions' edition: EDITION_2023 "
            + "options { features { message_encoding: DELIMITED field_presence: IMPLICIT enum_type: CLOSED "
            + "repeated_field_encoding: EXPANDED } } "
            + "message_type { name: 'S' field { name: 'x' number: 1 type: TYPE_INT32 } } "
            + "enum_type { name: 'C' value { name: 'C0' number: 0 } } "
            + "enum_type { name: 'O' value { name: 'O0' number: 0 } options { features { enum_type: OPEN } } } "
            + "message_type { name: 'M' "
            + "field { name: 's' number: 1 type: TYPE_MESSAGE type_name: '.S' } "
            + "field { name: 'lp' number: 2 type: TYPE_MESSAGE type_name: '.S' options { features { message_encoding: LENGTH_PREFIXED } } } "
            + "field { name: 'm' number: 3 type: TYPE_MESSAGE type_name: '.M.MEntry' label: LABEL_REPEATED } "
            + "nested_type { name: 'MEntry' options { map_entry: true } field { name: 'key' number: 1 type: TYPE_INT32 } "
            + "field { name: 'value' number: 2 type: TYPE_MESSAGE type_name: '.S' } } "
            + "field { name: 'r' number: 4 type: TYPE_INT32 label: LABEL_REPEATED } "
            + "field { name: 'rp' number: 5 type: TYPE_INT32 label: LABEL_REPEATED options { features { repeated_field_encoding: PACKED } } } "
            + "field { name: 'ex' number: 6 type: TYPE_INT32 options { features { field_presence: EXPLICIT } } } "
            + "field { name: 'im' number: 7 type: TYPE_INT32 } "
            + "field { name: 'rq' number: 9 type: TYPE_INT32 options { features { field_presence: LEGACY_REQUIRED } } } "
            + "field { name: 'c' number: 10 type: TYPE_ENUM type_name: '.C' options { features { field_presence: EXPLICIT } } } "
            + "field { name: 'o' number: 11 type: TYPE_ENUM type_name: '.O' } "
            + "field { name: 'one' number: 12 type: TYPE_INT32 oneof_index: 0 } oneof_decl { name: 'of' } }";

    @Test
    void featuresOfAFileReachItsFieldsButDelimitedNeverMaps() {
        DefPool pool = Files.pool(FEATURES);
        MessageDef type = pool.message("M");
        Message message = type.newMessage(Arena.create());
        message.mutableMessage("s").setInt("x", 1);
        message.mutableMessage("lp").setInt("x", 2);
        ((Message) message.<Integer, Message>getMap("m").mutableMessage(1)).setInt("x", 3);
        message.getRepeated("r").add(1);
        message.getRepeated("r").add(2);
        message.getRepeated("rp").add(1);
        message.getRepeated("rp").add(2);
        message.setInt("ex", 0);
        message.setInt("im", 0);
        message.setInt("rq", 0);
        byte[] expected = Hex.bytes("0b08010c120208021a06080112020803200120022a02010230004800");
        assertThat(message.encode()).isEqualTo(expected);
        assertThat(type.decode(expected)).isEqualTo(message);

        assertThat(type.field("s").type()).isEqualTo(FieldType.GROUP);
        assertThat(type.field("s").isDelimited()).isTrue();
        assertThat(type.field("lp").type()).isEqualTo(FieldType.MESSAGE);
        assertThat(type.field("m").type()).isEqualTo(FieldType.MESSAGE);
        assertThat(type.field("m").mapValue().type()).isEqualTo(FieldType.MESSAGE);
        assertThat(type.field("ex").hasPresence()).isTrue();
        assertThat(type.field("im").hasPresence()).isFalse();
        assertThat(type.field("one").hasPresence()).isTrue();
        assertThat(type.field("s").hasPresence()).isTrue();
        assertThat(type.field("rq").isRequired()).isTrue();
        assertThat(type.field("r").isPacked()).isFalse();
        assertThat(type.field("rp").isPacked()).isTrue();
        assertThat(pool.enumeration("C").isClosed()).isTrue();
        assertThat(pool.enumeration("O").isClosed()).isFalse();
        assertThat(type.field("c").miniTableField().isClosedEnum()).isTrue();
        assertThat(type.field("o").miniTableField().isClosedEnum()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        // syntax, presence, packed, UTF-8 checked, enum closed
        "'', true, false, false, true",
        "proto2, true, false, false, true",
        "proto3, false, true, true, false",
        "EDITION_2023, true, true, true, false",
        "EDITION_2024, true, true, true, false",
    })
    void eachSyntaxHasItsDefaults(String syntax, boolean presence, boolean packed, boolean utf8, boolean closed) {
        String head =
                syntax.startsWith("EDITION") ? "syntax: 'editions' edition: " + syntax : "syntax: '" + syntax + '\'';
        DefPool pool = Files.pool(
                head + " message_type { name: 'M' field { name: 'i' number: 1 type: TYPE_INT32 } "
                        + "field { name: 'r' number: 2 type: TYPE_INT32 label: LABEL_REPEATED } field { name: 's' number: 3 type: TYPE_STRING } "
                        + "field { name: 'm' number: 4 type: TYPE_MESSAGE type_name: '.M' } } enum_type { name: 'E' value { name: 'V' number: 0 } }");
        MessageDef type = pool.message("M");
        assertThat(type.field("i").hasPresence()).isEqualTo(presence);
        assertThat(type.field("r").isPacked()).isEqualTo(packed);
        assertThat(type.field("r").hasPresence()).isFalse();
        assertThat(type.field("s").validatesUtf8()).isEqualTo(utf8);
        assertThat(type.field("m").hasPresence()).isTrue();
        assertThat(type.field("m").type()).isEqualTo(FieldType.MESSAGE);
        assertThat(pool.enumeration("E").isClosed()).isEqualTo(closed);
    }

    @Test
    void anEnumIsClosedByItsOwnFileWhereverItIsUsed() {
        DefPool pool = Files.pool(
                Files.file("name: 'e.proto' enum_type { name: 'E' value { name: 'V' number: 0 } }"),
                Files.file(
                        "name: 'm.proto' syntax: 'editions' edition: EDITION_2023 dependency: 'e.proto' message_type { name: 'M' "
                                + "field { name: 'e' number: 1 type: TYPE_ENUM type_name: '.E' } }"));
        assertThat(pool.message("M").field("e").miniTableField().isClosedEnum()).isTrue();
        Message message = pool.message("M").decode(Hex.bytes("0807"));
        assertThat(message.has("e")).isFalse();
        assertThat(message.encode()).isEqualTo(Hex.bytes("0807"));
    }

    @Test
    void aFieldHasTheFeaturesOfItsFileUnlessItSetsThem() {
        DefPool pool = Files.pool("syntax: 'editions' edition: EDITION_2023 "
                + "options { features { repeated_field_encoding: EXPANDED utf8_validation: NONE } } "
                + "message_type { name: 'M' extension_range { start: 10 end: 20 } "
                + "field { name: 'r' number: 1 type: TYPE_INT32 label: LABEL_REPEATED } "
                + "field { name: 'a' number: 2 type: TYPE_STRING oneof_index: 0 options { features { utf8_validation: VERIFY } } } "
                + "oneof_decl { name: 'o' } "
                + "extension { name: 'x' extendee: '.M' number: 10 type: TYPE_INT32 label: LABEL_REPEATED } } "
                + "extension { name: 'y' extendee: '.M' number: 11 type: TYPE_INT32 label: LABEL_REPEATED "
                + "options { features { repeated_field_encoding: PACKED } } }");
        assertThat(pool.message("M").field("r").isPacked()).isFalse();
        assertThat(pool.message("M").field("a").validatesUtf8()).isTrue();
        assertThat(pool.extension("M.x").isPacked()).isFalse();
        assertThat(pool.extension("y").isPacked()).isTrue();
    }

    @Test
    void groupsAreTellableFromMessagesThatAreDelimitedByAFeature() {
        DefPool proto2 = Files.pool("message_type { name: 'M' nested_type { name: 'Grp' } "
                + "field { name: 'grp' number: 1 type: TYPE_GROUP type_name: '.M.Grp' } }");
        assertThat(proto2.message("M").field("grp").isGroupLike()).isTrue();
        DefPool editions = Files.pool(
                "syntax: 'editions' edition: EDITION_2023 options { features { message_encoding: DELIMITED } } "
                        + "message_type { name: 'Other' } message_type { name: 'M' nested_type { name: 'Grp' } "
                        + "field { name: 'grp' number: 1 type: TYPE_MESSAGE type_name: '.M.Grp' } "
                        + "field { name: 'other' number: 2 type: TYPE_MESSAGE type_name: '.Other' } "
                        + "field { name: 'name' number: 3 type: TYPE_MESSAGE type_name: '.M.Grp' } }");
        assertThat(editions.message("M").field("grp").isGroupLike()).isTrue();
        assertThat(editions.message("M").field("other").isGroupLike()).isFalse();
        assertThat(editions.message("M").field("name").isGroupLike()).isFalse();
    }
}
