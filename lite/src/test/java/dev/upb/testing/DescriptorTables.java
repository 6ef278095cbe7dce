package dev.upb.testing;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import dev.upb.base.FieldType;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.ExtensionRegistry;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.MiniTableEnum;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Mini-tables for protobuf-java's descriptors: presence, packing, UTF-8 checks, closed enums, oneofs, maps, groups, defaults and extensions,
 * all linked. The same descriptor gives the same table each time. Not thread safe.
 */
public final class DescriptorTables {
    private final Map<Descriptor, MiniTable> tables = new HashMap<>();
    private final Map<EnumDescriptor, MiniTableEnum> enums = new HashMap<>();
    private final Map<FieldDescriptor, MiniTableExtension> extensions = new HashMap<>();

    /** Returns the table of a type, linked to those of all types below it. */
    public MiniTable of(Descriptor type) {
        MiniTable known = tables.get(type);
        if (known != null) {
            return known;
        }
        MiniTable.Builder builder = MiniTable.builder();
        if (type.getOptions().getMapEntry()) {
            builder.mapEntry();
        } else if (type.getOptions().getMessageSetWireFormat()) {
            builder.extensionMode(ExtensionMode.MESSAGE_SET);
        } else if (type.isExtendable()) {
            builder.extensionMode(ExtensionMode.EXTENDABLE);
        }
        for (FieldDescriptor field : type.getFields()) {
            builder.field(
                    field.getNumber(),
                    type(field),
                    cardinality(field),
                    field.isPacked(),
                    field.needsUtf8Check(),
                    !isClosedEnum(field));
        }
        for (OneofDescriptor oneof : type.getRealOneofs()) {
            builder.oneof(oneof.getFields().stream()
                    .mapToInt(FieldDescriptor::getNumber)
                    .toArray());
        }
        MiniTable table = builder.build();
        tables.put(type, table); // Before linking: types may contain themselves.
        for (FieldDescriptor field : type.getFields()) {
            MiniTableField tableField = table.findFieldByNumber(field.getNumber());
            if (tableField.type().isMessage()) {
                table.linkSubMessage(tableField, of(field.getMessageType()));
            } else if (tableField.isClosedEnum()) {
                table.linkSubEnum(tableField, of(field.getEnumType()));
            }
            setDefault(tableField, field);
        }
        return table;
    }

    /** Returns the numbers of an enum. */
    public MiniTableEnum of(EnumDescriptor type) {
        return enums.computeIfAbsent(
                type,
                unknown -> MiniTableEnum.of(type.getValues().stream()
                        .mapToInt(EnumValueDescriptor::getNumber)
                        .toArray()));
    }

    /** Returns the field of a message's table, or the extension. */
    public MiniTableField field(FieldDescriptor field) {
        return field.isExtension()
                ? extension(field)
                : of(field.getContainingType()).findFieldByNumber(field.getNumber());
    }

    public MiniTableExtension extension(FieldDescriptor field) {
        MiniTableExtension known = extensions.get(field);
        if (known != null) {
            return known;
        }
        MiniTableExtension extension = MiniTableExtension.of(
                of(field.getContainingType()),
                field.getNumber(),
                type(field),
                field.isRepeated(),
                field.isPacked(),
                field.needsUtf8Check(),
                !isClosedEnum(field));
        extensions.put(field, extension);
        if (extension.type().isMessage()) {
            extension.linkSubMessage(of(field.getMessageType()));
        } else if (extension.isClosedEnum()) {
            extension.linkSubEnum(of(field.getEnumType()));
        }
        setDefault(extension, field);
        return extension;
    }

    /** Returns a registry of the given extensions. */
    public ExtensionRegistry extensions(Collection<FieldDescriptor> fields) {
        return ExtensionRegistry.of(fields.stream().map(this::extension).toList());
    }

    /** Returns a registry of all extensions that the files declare, in messages too. */
    public ExtensionRegistry extensionsIn(Collection<FileDescriptor> files) {
        List<FieldDescriptor> found = new ArrayList<>();
        for (FileDescriptor file : files) {
            found.addAll(file.getExtensions());
            file.getMessageTypes().forEach(type -> addNestedExtensions(type, found));
        }
        return extensions(found);
    }

    private static void addNestedExtensions(Descriptor type, List<FieldDescriptor> found) {
        found.addAll(type.getExtensions());
        type.getNestedTypes().forEach(nested -> addNestedExtensions(nested, found));
    }

    private static FieldType type(FieldDescriptor field) {
        return FieldType.ofNumber(field.getType().toProto().getNumber());
    }

    private static boolean isClosedEnum(FieldDescriptor field) {
        return field.getType() == FieldDescriptor.Type.ENUM
                && field.getEnumType().isClosed();
    }

    private static Cardinality cardinality(FieldDescriptor field) {
        if (field.isRepeated()) {
            return Cardinality.REPEATED;
        }
        if (field.isRequired()) {
            return Cardinality.REQUIRED;
        }
        boolean inEntry = field.getContainingType().getOptions().getMapEntry();
        return field.hasPresence() || inEntry ? Cardinality.OPTIONAL : Cardinality.IMPLICIT;
    }

    private static void setDefault(MiniTableField target, FieldDescriptor field) {
        if (field.isRepeated() || field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
            return;
        }
        Object value = field.getDefaultValue(); // Of an enum the first value, which may not be 0.
        switch (field.getJavaType()) {
            case INT -> target.setDefault((Integer) value);
            case LONG -> target.setDefault((Long) value);
            case FLOAT -> target.setDefault(Float.floatToRawIntBits((Float) value));
            case DOUBLE -> target.setDefault(Double.doubleToRawLongBits((Double) value));
            case BOOLEAN -> target.setDefault((Boolean) value ? 1 : 0);
            case ENUM -> target.setDefault(((EnumValueDescriptor) value).getNumber());
            case STRING -> target.setDefault(((String) value).getBytes(StandardCharsets.UTF_8));
            case BYTE_STRING -> target.setDefault(((ByteString) value).toByteArray());
            case MESSAGE -> throw new AssertionError("messages have no default");
        }
    }
}
