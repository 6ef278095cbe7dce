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
        for (FileDef file : files) {
            file.enums.forEach(TableBuilder::build);
            file.messages.forEach(this::build);
        }
        for (Def placeholder : placeholders) {
            if (placeholder instanceof MessageDef message) {
                build(message);
            }
        }
    }

    private static void build(EnumDef enumeration) {
        if (SchemaRules.isClosed(enumeration)) {
            int[] numbers = new int[enumeration.values.size()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = enumeration.values.get(i).number;
            }
            enumeration.miniTableEnum = MiniTableEnum.of(numbers);
        }
    }

    private void build(MessageDef message) {
        message.enums.forEach(TableBuilder::build);
        message.messages.forEach(this::build);
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
        files.forEach(file -> file.messages.forEach(this::link));
    }

    private void link(MessageDef message) {
        message.messages.forEach(this::link);
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

    /** Makes the tables of all extensions, and lists them by what they extend. */
    ExtensionRegistry registry(List<FileDef> files, Map<MessageDef, List<FieldDef>> byExtendee) {
        List<FieldDef> all = new ArrayList<>();
        for (FileDef file : files) {
            all.addAll(file.extensions);
            addNested(file.messages, all);
        }
        List<MiniTableExtension> tables = new ArrayList<>(all.size());
        for (FieldDef extension : all) {
            byExtendee
                    .computeIfAbsent(extension.containingType(), extendee -> new ArrayList<>())
                    .add(extension);
        }
        for (Map.Entry<MessageDef, List<FieldDef>> entry : byExtendee.entrySet()) {
            List<FieldDef> sorted = new ArrayList<>(entry.getValue());
            sorted.sort((a, b) -> Integer.compare(a.number, b.number)); // Stable.
            for (int i = 1; i < sorted.size(); i++) {
                if (sorted.get(i).number == sorted.get(i - 1).number) {
                    problems.add(
                            sorted.get(i),
                            "has number " + sorted.get(i).number + ", as " + sorted.get(i - 1)
                                    + " has, which extends the same message");
                }
            }
            entry.setValue(List.copyOf(entry.getValue()));
        }
        problems.check();
        for (FieldDef extension : all) {
            try {
                tables.add(build(extension));
            } catch (IllegalArgumentException e) {
                problems.add(extension, e.getMessage());
            }
        }
        problems.check();
        return ExtensionRegistry.of(tables);
    }

    private static void addNested(List<MessageDef> messages, List<FieldDef> all) {
        for (MessageDef message : messages) {
            all.addAll(message.extensions);
            addNested(message.messages, all);
        }
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
