package dev.upb.base;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.WireFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FieldTypeTest {
    private static FieldDescriptor.Type protobufJava(FieldType type) {
        return FieldDescriptor.Type.valueOf(type.name());
    }

    @Test
    void thereAreAsManyTypesAsInDescriptorProto() {
        assertThat(FieldType.values()).hasSameSizeAs(FieldDescriptorProto.Type.values());
    }

    @ParameterizedTest
    @EnumSource(FieldType.class)
    void numberIsThatOfDescriptorProto(FieldType type) {
        assertThat(type.number())
                .isEqualTo(FieldDescriptorProto.Type.valueOf("TYPE_" + type).getNumber());
        assertThat(FieldType.ofNumber(type.number())).isSameAs(type);
    }

    @Test
    void otherNumbersHaveNoType() {
        assertThat(FieldType.ofNumber(0)).isNull();
        assertThat(FieldType.ofNumber(19)).isNull();
        assertThat(FieldType.ofNumber(-1)).isNull();
        assertThat(FieldType.ofNumber(Integer.MAX_VALUE)).isNull();
    }

    @ParameterizedTest
    @EnumSource(FieldType.class)
    void wireTypeIsThatOfProtobufJava(FieldType type) {
        assertThat(type.wireType())
                .isEqualTo(WireFormat.FieldType.valueOf(type.name()).getWireType());
        assertThat(type.isPackable())
                .isEqualTo(WireFormat.FieldType.valueOf(type.name()).isPackable());
    }

    @ParameterizedTest
    @EnumSource(FieldType.class)
    void kindIsTheJavaTypeOfProtobufJava(FieldType type) {
        ValueKind expected = switch (protobufJava(type).getJavaType()) {
            case INT -> ValueKind.INT;
            case LONG -> ValueKind.LONG;
            case FLOAT -> ValueKind.FLOAT;
            case DOUBLE -> ValueKind.DOUBLE;
            case BOOLEAN -> ValueKind.BOOL;
            case STRING -> ValueKind.STRING;
            case BYTE_STRING -> ValueKind.BYTES;
            case ENUM -> ValueKind.ENUM;
            case MESSAGE -> ValueKind.MESSAGE;
        };

        assertThat(type.kind()).isEqualTo(expected);
        assertThat(type.isMessage()).isEqualTo(expected == ValueKind.MESSAGE);
    }

    @ParameterizedTest
    @EnumSource(FieldType.class)
    void slotHoldsTheValueOrAPointer(FieldType type) {
        int expected = switch (type.kind()) {
            case BOOL -> 1;
            case INT, FLOAT, ENUM, MESSAGE -> 4;
            case LONG, DOUBLE, STRING, BYTES -> 8;
        };

        assertThat(type.slotSize()).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(
            value = FieldType.class,
            names = {"DOUBLE", "FLOAT", "BYTES", "ENUM", "MESSAGE", "GROUP"})
    void floatsBytesEnumsAndMessagesAreNoMapKeys(FieldType type) {
        assertThat(type.isMapKey()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = FieldType.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"DOUBLE", "FLOAT", "BYTES", "ENUM", "MESSAGE", "GROUP"})
    void integersBoolsAndStringsAreMapKeys(FieldType type) {
        assertThat(type.isMapKey()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(FieldType.class)
    void fourTypesAreUnsigned(FieldType type) {
        boolean named = type.name().startsWith("UINT") || type.name().startsWith("FIXED");

        assertThat(type.isUnsigned()).isEqualTo(named);
    }

    @Test
    void tagHoldsNumberAndWireType() {
        assertThat(WireType.tag(1, WireType.VARINT)).isEqualTo(8);
        assertThat(WireType.tag(WireType.MAX_FIELD_NUMBER, WireType.DELIMITED)).isEqualTo(0xFFFFFFFA);
        assertThat(WireType.fieldNumber(0xFFFFFFFA)).isEqualTo(536_870_911);
        assertThat(WireType.wireType(0xFFFFFFFA)).isEqualTo(2);
    }
}
