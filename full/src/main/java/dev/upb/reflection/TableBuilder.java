package dev.upb.reflection;

import dev.upb.base.FieldType;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.ExtensionRegistry;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.MiniTableEnum;
import dev.upb.minitable.MiniTableExtension;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Lays out the mini-tables of a schema that keeps the rules, and links them. What is too large to lay out becomes a problem. */
final class TableBuilder {
    private final Problems problems;

    TableBuilder(Problems problems) {
        this.problems = problems;
    }

    void build(List<FileDef> files, Collection<Def> placeholders) {
        Def.forEach(files, this::build);
        placeholders.forEach(this::build);
    }

    private void build(Def def) {
        if (def instanceof MessageDef message) {
            build(message);
        } else if (def instanceof EnumDef enumeration && SchemaRules.isClosed(enumeration)) {
            int[] numbers = new int[enumeration.values.size()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = enumeration.values.get(i).number;
            }
            enumeration.miniTableEnum = MiniTableEnum.of(numbers);
        }
    }

    private void build(MessageDef message) {
        if (message.is(Def.BROKEN)) {
            return;
        }
        MiniTable.Builder builder = MiniTable.builder();
        try {
            for (FieldDef field : message.fieldsByNumber) {
                builder.field(
                        field.number,
                        field.type,
                        cardinality(field),
                        field.isPacked(),
                        field.validatesUtf8(),
                        field.enumType() == null || !SchemaRules.isClosed(field.enumType()));
            }
            for (OneofDef oneof : message.oneofs) {
                if (!oneof.isSynthetic()) {
                    int[] numbers = new int[oneof.fields.size()];
                    for (int i = 0; i < numbers.length; i++) {
                        numbers[i] = oneof.fields.get(i).number;
                    }
                    builder.oneof(numbers);
                }
            }
            if (message.isMapEntry()) {
                builder.mapEntry();
            }
            builder.extensionMode(extensionMode(message));
            message.miniTable = builder.build();
        } catch (IllegalArgumentException e) {
            problems.add(message, e.getMessage());
            return;
        }
        message.miniTable.setDefinition(message);
        for (int i = 0; i < message.fieldsByNumber.size(); i++) {
            FieldDef field = message.fieldsByNumber.get(i);
            field.miniTableField = message.miniTable.field(i);
            field.miniTableField.setDefinition(field);
        }
    }

    private static Cardinality cardinality(FieldDef field) {
        if (field.isRepeated()) {
            return Cardinality.REPEATED;
        }
        return field.isRequired()
                ? Cardinality.REQUIRED
                : field.hasPresence() ? Cardinality.OPTIONAL : Cardinality.IMPLICIT;
    }

    private static ExtensionMode extensionMode(MessageDef message) {
        if (message.isMessageSet()) {
            return ExtensionMode.MESSAGE_SET;
        }
        // Of a placeholder it is not known which extensions it takes.
        return message.extensionRanges.isEmpty() && !message.isPlaceholder()
                ? ExtensionMode.NONE
                : ExtensionMode.EXTENDABLE;
    }

    /** Links the fields of all messages, and gives them their defaults. Needs all tables. */
    void link(List<FileDef> files) {
        Def.forEach(files, def -> {
            if (def instanceof MessageDef message) {
                link(message);
            }
        });
    }

    private void link(MessageDef message) {
        message.wellKnownType = WellKnownType.of(message);
        try {
            for (FieldDef field : message.fields) {
                MessageDef subMessage = field.messageType();
                if (subMessage != null && !subMessage.isPlaceholder()) {
                    message.miniTable.linkSubMessage(field.miniTableField, subMessage.miniTable);
                } else if (field.miniTableField.isClosedEnum()) {
                    message.miniTable.linkSubEnum(field.miniTableField, field.enumType().miniTableEnum);
                }
                if (!field.isRepeated()) {
                    DefaultValues.attach(field);
                }
            }
        } catch (IllegalArgumentException e) {
            problems.add(message, e.getMessage());
        }
    }

    /** Makes the tables of all extensions. */
    ExtensionRegistry registry(Collection<Map<Integer, FieldDef>> extensions) {
        List<MiniTableExtension> tables = new ArrayList<>();
        for (Map<Integer, FieldDef> ofMessage : extensions) {
            for (FieldDef extension : ofMessage.values()) {
                try {
                    tables.add(build(extension));
                } catch (IllegalArgumentException e) {
                    problems.add(extension, e.getMessage());
                }
            }
        }
        problems.check();
        return ExtensionRegistry.of(tables);
    }

    private static MiniTableExtension build(FieldDef extension) {
        EnumDef enumeration = extension.enumType();
        MiniTableExtension table = MiniTableExtension.of(
                extension.containingType().miniTable,
                extension.number,
                extension.type,
                extension.isRepeated(),
                extension.isPacked(),
                extension.validatesUtf8(),
                enumeration == null || !SchemaRules.isClosed(enumeration));
        extension.miniTableField = table;
        table.setDefinition(extension);
        MessageDef message = extension.messageType();
        if (message != null && !message.isPlaceholder()) {
            table.linkSubMessage(message.miniTable);
        } else if (extension.type == FieldType.ENUM && table.isClosedEnum()) {
            table.linkSubEnum(enumeration.miniTableEnum);
        }
        if (!extension.isRepeated()) {
            DefaultValues.attach(extension);
        }
        return table;
    }
}
