package dev.upb.reflection;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.upb.base.ByteString;
import dev.upb.base.FieldType;
import dev.upb.minitable.MiniTableField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares all that definitions say with what protobuf-java's descriptors of the same files say. */
final class DescriptorComparison {
    private final DefPool pool;

    DescriptorComparison(DefPool pool) {
        this.pool = pool;
    }

    /** Returns the files and all that they import, each behind its imports. */
    static List<FileDescriptor> withImports(List<FileDescriptor> files) {
        Map<String, FileDescriptor> all = new LinkedHashMap<>();
        files.forEach(file -> addWithImports(file, all));
        return List.copyOf(all.values());
    }

    private static void addWithImports(FileDescriptor file, Map<String, FileDescriptor> all) {
        if (!all.containsKey(file.getName())) {
            file.getDependencies().forEach(dependency -> addWithImports(dependency, all));
            all.put(file.getName(), file);
        }
    }

    static byte[] set(List<FileDescriptor> files) {
        FileDescriptorSet.Builder set = FileDescriptorSet.newBuilder();
        files.forEach(file -> set.addFile(file.toProto()));
        return set.build().toByteArray();
    }

    private static List<String> names(List<? extends Def> defs) {
        return defs.stream().map(Def::fullName).toList();
    }

    void file(FileDescriptor expected) throws Exception {
        FileDef actual = pool.file(expected.getName());
        FileDescriptorProto proto = expected.toProto();
        assertThat(actual.name()).isEqualTo(expected.getName());
        assertThat(actual.fullName()).isEqualTo(expected.getFullName());
        assertThat(actual.packageName()).isEqualTo(expected.getPackage());
        assertThat(actual.syntaxName()).isEqualTo(proto.getSyntax().isEmpty() ? "proto2" : proto.getSyntax());
        assertThat(actual.edition().number())
                .isEqualTo(
                        switch (actual.syntaxName()) {
                            case "proto2" -> 998;
                            case "proto3" -> 999;
                            default -> proto.getEdition().getNumber();
                        });
        assertThat(names(actual.dependencies())).isEqualTo(proto.getDependencyList());
        assertThat(names(actual.publicDependencies()))
                .isEqualTo(expected.getPublicDependencies().stream()
                        .map(FileDescriptor::getName)
                        .toList());
        assertThat(actual.toFileDescriptorProto()).isEqualTo(proto.toByteArray());
        assertThat(actual.optionsBytes()).isEqualTo(proto.getOptions().toByteArray());
        assertThat(actual.options().encode()).isEqualTo(proto.getOptions().toByteArray());
        assertThat(actual.pool()).isSameAs(pool);
        assertThat(actual.file()).isSameAs(actual);
        assertThat(actual.messages()).hasSameSizeAs(expected.getMessageTypes());
        for (int i = 0; i < actual.messages().size(); i++) {
            message(actual.messages().get(i), expected.getMessageTypes().get(i));
        }
        assertThat(actual.enums()).hasSameSizeAs(expected.getEnumTypes());
        for (int i = 0; i < actual.enums().size(); i++) {
            enumeration(actual.enums().get(i), expected.getEnumTypes().get(i));
        }
        assertThat(actual.services()).hasSameSizeAs(expected.getServices());
        for (int i = 0; i < actual.services().size(); i++) {
            service(actual.services().get(i), expected.getServices().get(i));
        }
        fields(actual.extensions(), expected.getExtensions());
    }

    private void common(Def actual, String name, String fullName, FileDescriptor file) {
        assertThat(actual.name()).isEqualTo(name);
        assertThat(actual.fullName()).isEqualTo(fullName);
        assertThat(actual.file()).isSameAs(pool.file(file.getName()));
        assertThat(actual).hasToString(fullName);
        assertThat(pool.findSymbol(fullName)).as(fullName).isSameAs(actual);
        assertThat(pool.findSymbol('.' + fullName)).as(fullName).isSameAs(actual);
    }

    void message(MessageDef actual, Descriptor expected) throws Exception {
        common(actual, expected.getName(), expected.getFullName(), expected.getFile());
        assertThat(pool.message(expected.getFullName())).isSameAs(actual);
        assertThat(actual.index()).isEqualTo(expected.getIndex());
        assertThat(actual.containingType())
                .isSameAs(
                        expected.getContainingType() == null
                                ? null
                                : pool.message(expected.getContainingType().getFullName()));
        assertThat(actual.isMapEntry()).isEqualTo(expected.getOptions().getMapEntry());
        assertThat(actual.isMessageSet()).isEqualTo(expected.getOptions().getMessageSetWireFormat());
        assertThat(actual.isPlaceholder()).isFalse();
        assertThat(actual.toDescriptorProto()).isEqualTo(expected.toProto().toByteArray());
        assertThat(actual.optionsBytes())
                .isEqualTo(expected.toProto().getOptions().toByteArray());
        fields(actual.fields(), expected.getFields());
        assertThat(names(actual.fieldsByNumber()))
                .isEqualTo(expected.getFields().stream()
                        .sorted()
                        .map(FieldDescriptor::getFullName)
                        .toList());
        assertThat(names(actual.oneofs()))
                .isEqualTo(expected.getOneofs().stream()
                        .map(OneofDescriptor::getFullName)
                        .toList());
        for (int i = 0; i < actual.oneofs().size(); i++) {
            oneof(actual.oneofs().get(i), expected.getOneofs().get(i));
        }
        assertThat(actual.nestedMessages()).hasSameSizeAs(expected.getNestedTypes());
        for (int i = 0; i < actual.nestedMessages().size(); i++) {
            message(actual.nestedMessages().get(i), expected.getNestedTypes().get(i));
        }
        assertThat(actual.nestedEnums()).hasSameSizeAs(expected.getEnumTypes());
        for (int i = 0; i < actual.nestedEnums().size(); i++) {
            enumeration(actual.nestedEnums().get(i), expected.getEnumTypes().get(i));
        }
        fields(actual.nestedExtensions(), expected.getExtensions());
        for (int i = 0; i < actual.extensionRanges().size(); i++) {
            assertThat(actual.extensionRanges().get(i).first())
                    .isEqualTo(expected.toProto().getExtensionRange(i).getStart());
            assertThat(actual.extensionRanges().get(i).last() + 1)
                    .isEqualTo(expected.toProto().getExtensionRange(i).getEnd());
            assertThat(actual.extensionRanges().get(i).optionsBytes())
                    .isEqualTo(
                            expected.toProto().getExtensionRange(i).getOptions().toByteArray());
        }
        assertThat(actual.extensionRanges()).hasSize(expected.toProto().getExtensionRangeCount());
        assertThat(actual.reservedRanges())
                .isEqualTo(expected.toProto().getReservedRangeList().stream()
                        .map(range -> new NumberRange(range.getStart(), range.getEnd() - 1))
                        .toList());
        assertThat(actual.reservedNames()).isEqualTo(expected.toProto().getReservedNameList());
        table(actual);
    }

    /** The table says the same as the definition. */
    private static void table(MessageDef message) {
        assertThat(message.miniTable().definition()).isSameAs(message);
        assertThat(message.miniTable().fieldCount()).isEqualTo(message.fields().size());
        for (int i = 0; i < message.fieldsByNumber().size(); i++) {
            FieldDef field = message.fieldsByNumber().get(i);
            MiniTableField table = message.miniTable().field(i);
            assertThat(field.miniTableField()).isSameAs(table);
            assertThat(table.definition()).isSameAs(field);
            assertThat(table.number()).isEqualTo(field.number());
            assertThat(table.type()).isEqualTo(field.type());
            assertThat(table.isRepeated()).isEqualTo(field.isRepeated());
            assertThat(table.isMap()).isEqualTo(field.isMap());
            assertThat(table.isPacked()).isEqualTo(field.isPacked());
            assertThat(table.isRequired()).isEqualTo(field.isRequired());
            assertThat(table.hasPresence()).isEqualTo(field.hasPresence() || message.isMapEntry());
            assertThat(table.validatesUtf8()).isEqualTo(field.validatesUtf8());
            assertThat(table.isLinked()).isTrue();
            assertThat(table.subTable())
                    .isSameAs(
                            field.messageType() == null
                                    ? null
                                    : field.messageType().miniTable());
            assertThat(table.subEnum())
                    .isSameAs(field.enumType() == null ? null : field.enumType().miniTableEnum());
            assertThat(message.findField(field.number())).isSameAs(field);
            assertThat(message.findField(field.name())).isSameAs(field);
            assertThat(message.field(field.name())).isSameAs(field);
            assertThat(message.findFieldByJsonName(field.jsonName())).isSameAs(field);
            assertThat(message.findFieldByJsonName(field.name()))
                    .isIn(
                            field,
                            message.fields().stream()
                                    .filter(other -> other.jsonName().equals(field.name()))
                                    .findAny()
                                    .orElse(field));
            if (!field.isRepeated() && field.hasPresence() && field.messageType() == null) {
                assertThat(message.emptyMessage().get(field)).isEqualTo(field.defaultValue());
            }
        }
    }

    private void fields(List<FieldDef> actual, List<FieldDescriptor> expected) throws Exception {
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < actual.size(); i++) {
            field(actual.get(i), expected.get(i));
        }
    }

    private void field(FieldDef actual, FieldDescriptor expected) {
        common(actual, expected.getName(), expected.getFullName(), expected.getFile());
        assertThat(actual.number()).isEqualTo(expected.getNumber());
        assertThat(actual.type().name())
                .as(actual.fullName())
                .isEqualTo(expected.getType().name());
        assertThat(actual.type().number())
                .isEqualTo(expected.getType().toProto().getNumber());
        assertThat(actual.jsonName()).isEqualTo(expected.getJsonName());
        assertThat(actual.hasJsonName()).isEqualTo(expected.toProto().hasJsonName());
        assertThat(actual.isRepeated()).isEqualTo(expected.isRepeated());
        assertThat(actual.isMap()).isEqualTo(expected.isMapField());
        assertThat(actual.isPacked()).as(actual.fullName()).isEqualTo(expected.isPacked());
        assertThat(actual.isRequired()).isEqualTo(expected.isRequired());
        assertThat(actual.isExtension()).isEqualTo(expected.isExtension());
        assertThat(actual.hasPresence()).as(actual.fullName()).isEqualTo(expected.hasPresence());
        assertThat(actual.isProto3Optional()).isEqualTo(expected.toProto().getProto3Optional());
        assertThat(actual.containingType())
                .isSameAs(pool.message(expected.getContainingType().getFullName()));
        assertThat(actual.extensionScope())
                .isSameAs(
                        expected.isExtension() && expected.getExtensionScope() != null
                                ? pool.message(expected.getExtensionScope().getFullName())
                                : null);
        assertThat(fullName(actual.containingOneof())).isEqualTo(fullName(expected.getContainingOneof()));
        assertThat(fullName(actual.realContainingOneof())).isEqualTo(fullName(expected.getRealContainingOneof()));
        assertThat(actual.messageType())
                .isSameAs(
                        expected.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                                ? pool.message(expected.getMessageType().getFullName())
                                : null);
        assertThat(actual.enumType())
                .isSameAs(
                        expected.getType() == FieldDescriptor.Type.ENUM
                                ? pool.enumeration(expected.getEnumType().getFullName())
                                : null);
        if (actual.isMap()) {
            assertThat(actual.mapKey()).isSameAs(actual.messageType().field("key"));
            assertThat(actual.mapValue()).isSameAs(actual.messageType().field("value"));
        }
        assertThat(actual.hasDefault()).isEqualTo(expected.hasDefaultValue());
        if (!expected.isRepeated() && actual.messageType() == null) {
            assertThat(actual.defaultValue()).as(actual.fullName()).isEqualTo(value(expected.getDefaultValue()));
        }
        assertThat(actual.index()).isEqualTo(expected.getIndex());
        // protobuf-java has rules of its own for maps, and for files with an option that is its own.
        boolean javaRules = actual.containingType().isMapEntry()
                || expected.getFile().getOptions().getJavaStringCheckUtf8();
        if (actual.type() == FieldType.STRING && !javaRules) {
            assertThat(actual.validatesUtf8()).as(actual.fullName()).isEqualTo(expected.needsUtf8Check());
        }
        assertThat(actual.isDelimited()).isEqualTo(expected.getType() == FieldDescriptor.Type.GROUP);
        assertThat(actual.optionsBytes())
                .isEqualTo(expected.toProto().getOptions().toByteArray());
        assertThat(actual.options().type().fullName()).isEqualTo("google.protobuf.FieldOptions");
        if (actual.isExtension()) {
            assertThat(pool.findExtension(actual.fullName())).isSameAs(actual);
            assertThat(pool.findExtension(actual.containingType(), actual.number()))
                    .isSameAs(actual);
            assertThat(pool.extensionsOf(actual.containingType())).contains(actual);
        }
    }

    private static String fullName(OneofDef oneof) {
        return oneof == null ? null : oneof.fullName();
    }

    private static String fullName(OneofDescriptor oneof) {
        return oneof == null ? null : oneof.getFullName();
    }

    private static Object value(Object value) {
        if (value instanceof com.google.protobuf.ByteString bytes) {
            return ByteString.of(bytes.toByteArray());
        }
        return value instanceof EnumValueDescriptor enumValue ? enumValue.getNumber() : value;
    }

    private void oneof(OneofDef actual, OneofDescriptor expected) {
        common(actual, expected.getName(), expected.getFullName(), expected.getFile());
        assertThat(actual.index()).isEqualTo(expected.getIndex());
        assertThat(actual.isSynthetic())
                .isEqualTo(!expected.getContainingType().getRealOneofs().contains(expected));
        assertThat(actual.containingType())
                .isSameAs(pool.message(expected.getContainingType().getFullName()));
        assertThat(names(actual.fields()))
                .isEqualTo(expected.getFields().stream()
                        .map(FieldDescriptor::getFullName)
                        .toList());
        assertThat(actual.optionsBytes())
                .isEqualTo(expected.toProto().getOptions().toByteArray());
    }

    private void enumeration(EnumDef actual, EnumDescriptor expected) {
        common(actual, expected.getName(), expected.getFullName(), expected.getFile());
        assertThat(pool.enumeration(expected.getFullName())).isSameAs(actual);
        assertThat(actual.containingType())
                .isSameAs(
                        expected.getContainingType() == null
                                ? null
                                : pool.message(expected.getContainingType().getFullName()));
        assertThat(actual.isClosed()).isEqualTo(expected.isClosed());
        assertThat(actual.optionsBytes())
                .isEqualTo(expected.toProto().getOptions().toByteArray());
        assertThat(actual.toEnumDescriptorProto()).isEqualTo(expected.toProto().toByteArray());
        assertThat(actual.reservedNames()).isEqualTo(expected.toProto().getReservedNameList());
        assertThat(actual.reservedRanges())
                .isEqualTo(expected.toProto().getReservedRangeList().stream()
                        .map(range -> new NumberRange(range.getStart(), range.getEnd()))
                        .toList());
        assertThat(actual.values()).hasSameSizeAs(expected.getValues());
        for (int i = 0; i < actual.values().size(); i++) {
            EnumValueDef value = actual.values().get(i);
            EnumValueDescriptor expectedValue = expected.getValues().get(i);
            assertThat(value.name()).isEqualTo(expectedValue.getName());
            assertThat(value.number()).isEqualTo(expectedValue.getNumber());
            assertThat(value.index()).isEqualTo(expectedValue.getIndex());
            assertThat(value.enumType()).isSameAs(actual);
            assertThat(value.optionsBytes())
                    .isEqualTo(expectedValue.toProto().getOptions().toByteArray());
            assertThat(pool.findSymbol(value.fullName())).isSameAs(value);
            assertThat(actual.findValue(value.name())).isSameAs(value);
            assertThat(actual.findValue(value.number()).name())
                    .isEqualTo(expected.findValueByNumber(value.number()).getName());
        }
        for (int number :
                new int[] {Integer.MIN_VALUE, -1, 0, 1, actual.values().size(), Integer.MAX_VALUE}) {
            assertThat(actual.findValue(number) == null).isEqualTo(expected.findValueByNumber(number) == null);
        }
    }

    private void service(ServiceDef actual, ServiceDescriptor expected) {
        common(actual, expected.getName(), expected.getFullName(), expected.getFile());
        assertThat(pool.service(expected.getFullName())).isSameAs(actual);
        assertThat(actual.optionsBytes())
                .isEqualTo(expected.toProto().getOptions().toByteArray());
        assertThat(actual.toServiceDescriptorProto())
                .isEqualTo(expected.toProto().toByteArray());
        List<String> methods = new ArrayList<>();
        for (MethodDescriptor method : expected.getMethods()) {
            MethodDef actualMethod = actual.findMethod(method.getName());
            common(actualMethod, method.getName(), method.getFullName(), method.getFile());
            assertThat(actualMethod.index()).isEqualTo(method.getIndex());
            assertThat(actualMethod.service()).isSameAs(actual);
            assertThat(actualMethod.inputType())
                    .isSameAs(pool.message(method.getInputType().getFullName()));
            assertThat(actualMethod.outputType())
                    .isSameAs(pool.message(method.getOutputType().getFullName()));
            assertThat(actualMethod.isClientStreaming()).isEqualTo(method.isClientStreaming());
            assertThat(actualMethod.isServerStreaming()).isEqualTo(method.isServerStreaming());
            assertThat(actualMethod.optionsBytes())
                    .isEqualTo(method.toProto().getOptions().toByteArray());
            methods.add(method.getFullName());
        }
        assertThat(names(actual.methods())).isEqualTo(methods);
    }
}
