package dev.upb.reflection;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.upb.testkit.random.Seeded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Copies of a schema in which single things are changed: numbers, names, types, labels, options, features, order, what there is at all. */
final class SchemaMutations {
    /** Left alone: of no effect, or the subject of cases written by hand. */
    private static final Set<String> LEFT_OUT =
            Set.of("source_code_info", "uninterpreted_option", "edition_defaults", "aggregate_value");

    private static final String[] ODD_NAMES = {
        "", "a-b", "a", "fooBar", "foo_bar", "FOO", "1", "true", "0x10", ".", "inf"
    };
    private static final int[] ODD_NUMBERS = {
        0,
        1,
        2,
        3,
        4,
        5,
        -1,
        1000,
        18999,
        19000,
        19500,
        20000,
        536870911,
        536870912,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE
    };

    private final Seeded seeded;
    private final List<Message> nodes = new ArrayList<>();

    private SchemaMutations(Seeded seeded) {
        this.seeded = seeded;
    }

    /** Returns a copy with one to three changes. */
    static FileDescriptorSet mutate(Seeded seeded, FileDescriptorSet set) {
        FileDescriptorSet mutated = set;
        for (int i = seeded.pickInt(1, 1, 1, 2, 3); i > 0; i--) {
            mutated = new SchemaMutations(seeded).change(mutated);
        }
        return mutated;
    }

    private FileDescriptorSet change(FileDescriptorSet set) {
        collect(seeded.pick(set.getFileList()));
        Message target = seeded.pick(nodes);
        Message changed = change(target);
        return (FileDescriptorSet) replace(set, target, changed);
    }

    private void collect(Message message) {
        nodes.add(message);
        message.getAllFields().forEach((field, value) -> {
            if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && !LEFT_OUT.contains(field.getName())) {
                (field.isRepeated() ? (List<?>) value : List.of(value)).forEach(part -> collect((Message) part));
            }
        });
    }

    private static Message replace(Message in, Message target, Message replacement) {
        if (in == target) {
            return replacement;
        }
        Message.Builder copy = in.toBuilder();
        in.getAllFields().forEach((field, value) -> {
            if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
                return;
            }
            if (field.isRepeated()) {
                List<?> parts = (List<?>) value;
                for (int i = 0; i < parts.size(); i++) {
                    copy.setRepeatedField(field, i, replace((Message) parts.get(i), target, replacement));
                }
            } else {
                copy.setField(field, replace((Message) value, target, replacement));
            }
        });
        return copy.build();
    }

    private Message change(Message message) {
        List<FieldDescriptor> fields = message.getDescriptorForType().getFields().stream()
                .filter(field -> !LEFT_OUT.contains(field.getName()))
                .toList();
        FieldDescriptor field = fields.get(seeded.below(fields.size()));
        if (seeded.below(3) > 0 && !message.getAllFields().isEmpty()) { // What is there already is more telling.
            List<FieldDescriptor> there = message.getAllFields().keySet().stream()
                    .filter(each -> !LEFT_OUT.contains(each.getName()))
                    .toList();
            field = there.isEmpty() ? field : there.get(seeded.below(there.size()));
        }
        Message.Builder copy = message.toBuilder();
        if (!field.isRepeated()) {
            if (seeded.below(4) == 0) {
                copy.clearField(field);
            } else {
                set(copy, field);
            }
            return copy.build();
        }
        List<Object> list = new ArrayList<>((List<?>) message.getField(field));
        int choice = list.isEmpty() ? 0 : seeded.below(5);
        int at = list.isEmpty() ? 0 : seeded.below(list.size());
        switch (choice) {
            case 0, 1 -> list.add(at, value(field));
            case 2 -> list.add(list.get(at));
            case 3 -> list.remove(at);
            default -> Collections.swap(list, at, seeded.below(list.size()));
        }
        copy.clearField(field);
        for (Object value : list) {
            copy.addRepeatedField(field, value);
        }
        return copy.build();
    }

    private void set(Message.Builder message, FieldDescriptor field) {
        message.setField(field, value(field));
    }

    /** Returns a value for a field: what another message of the schema has there, what other fields of the schema have, or an odd one. */
    private Object value(FieldDescriptor field) {
        List<Object> others = new ArrayList<>();
        for (Message node : nodes) {
            if (node.getDescriptorForType() == field.getContainingType()) {
                if (field.isRepeated()) {
                    others.addAll((List<?>) node.getField(field));
                } else if (node.hasField(field)) {
                    others.add(node.getField(field));
                }
            }
        }
        if (!others.isEmpty() && seeded.below(2) == 0) {
            return others.get(seeded.below(others.size()));
        }
        return switch (field.getJavaType()) {
            case INT -> seeded.pickInt(ODD_NUMBERS);
            case LONG -> (long) seeded.pickInt(ODD_NUMBERS);
            case FLOAT -> 1f;
            case DOUBLE -> 1d;
            case BOOLEAN -> seeded.below(2) == 0;
            case STRING -> name();
            case BYTE_STRING -> ByteString.EMPTY;
            case ENUM -> {
                List<EnumValueDescriptor> values = field.getEnumType().getValues();
                yield values.get(seeded.below(values.size()));
            }
            case MESSAGE -> {
                Message.Builder builder = com.google.protobuf.DynamicMessage.newBuilder(field.getMessageType());
                Message empty = builder.build();
                yield change(empty);
            }
        };
    }

    private String name() {
        if (seeded.below(3) == 0) {
            return ODD_NAMES[seeded.below(ODD_NAMES.length)];
        }
        Message node = nodes.get(seeded.below(nodes.size()));
        List<String> names = new ArrayList<>();
        node.getAllFields().values().forEach(value -> {
            if (value instanceof String text) {
                names.add(text);
            }
        });
        return names.isEmpty() ? "x" : names.get(seeded.below(names.size()));
    }
}
