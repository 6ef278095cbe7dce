package dev.upb.testkit.random;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.ExtensionRegistry.ExtensionInfo;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import dev.upb.testkit.wire.WireField;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Draws random messages of any type: required fields always set, everything else by chance, at most one member per
 * oneof, no map key twice. Well-known types hold values that their JSON mapping allows.
 *
 * <p>Immutable; each {@code with} method returns a changed copy.
 *
 * @param maxDepth nesting levels filled; below them only required fields are set
 * @param maxElements the most elements in a list or map
 * @param maxFields about how many values one message has in total, so that wide recursive types stay small
 * @param unknownPercent chance, 0 to 100, that a message has unknown fields
 * @param unnamedEnums whether open enums may hold numbers that have no name
 * @param extensions extensions that may be set
 */
public record RandomMessage(
        int maxDepth,
        int maxElements,
        int maxFields,
        int unknownPercent,
        boolean unnamedEnums,
        ExtensionRegistry extensions) {

    /** Returns depth 5, 5 elements, 300 fields, no unknown fields, unnamed enum numbers, no extensions. */
    public static RandomMessage defaults() {
        return new RandomMessage(5, 5, 300, 0, true, ExtensionRegistry.getEmptyRegistry());
    }

    public RandomMessage withMaxDepth(int depth) {
        return new RandomMessage(depth, maxElements, maxFields, unknownPercent, unnamedEnums, extensions);
    }

    public RandomMessage withMaxElements(int count) {
        return new RandomMessage(maxDepth, count, maxFields, unknownPercent, unnamedEnums, extensions);
    }

    public RandomMessage withMaxFields(int count) {
        return new RandomMessage(maxDepth, maxElements, count, unknownPercent, unnamedEnums, extensions);
    }

    public RandomMessage withUnknownPercent(int percent) {
        return new RandomMessage(maxDepth, maxElements, maxFields, percent, unnamedEnums, extensions);
    }

    public RandomMessage withUnnamedEnums(boolean allowed) {
        return new RandomMessage(maxDepth, maxElements, maxFields, unknownPercent, allowed, extensions);
    }

    public RandomMessage withExtensions(ExtensionRegistry registry) {
        return new RandomMessage(maxDepth, maxElements, maxFields, unknownPercent, unnamedEnums, registry);
    }

    /** Draws a dynamic message of {@code type}. */
    public DynamicMessage next(Seeded seeded, Descriptor type) {
        return (DynamicMessage) fill(seeded, DynamicMessage.newBuilder(type));
    }

    /** Draws a message of the class of {@code prototype}, whose content does not matter. */
    public <M extends Message> M next(Seeded seeded, M prototype) {
        @SuppressWarnings("unchecked") // A builder builds the class that it was made from.
        M message = (M) fill(seeded, prototype.newBuilderForType());
        return message;
    }

    private Message fill(Seeded seeded, Message.Builder builder) {
        new Filler(seeded).fill(builder, 1);
        return builder.build();
    }

    /** Fills one message tree and counts the values that it may still set. */
    private final class Filler {
        private final Seeded seeded;
        private int fieldsLeft = maxFields;

        Filler(Seeded seeded) {
            this.seeded = seeded;
        }

        void fill(Message.Builder builder, int depth) {
            Descriptor type = builder.getDescriptorForType();
            boolean full = depth > maxDepth || fieldsLeft <= 0;
            if (type.getFullName().equals("google.protobuf.Value")) {
                fillValue(builder, depth, full);
                return;
            }
            if (WellKnownValues.fill(seeded, builder)) {
                return;
            }
            // A message is either sparse or dense, so that both shapes turn up in wide types.
            int percent = seeded.pickInt(5, 30, 60, 95);
            for (FieldDescriptor field : seeded.shuffled(type.getFields())) {
                if (field.isRequired() || (!full && field.getRealContainingOneof() == null && take(percent))) {
                    set(builder, field, null, depth);
                }
            }
            if (full) {
                return;
            }
            for (OneofDescriptor oneof : type.getRealOneofs()) {
                if (take(80)) {
                    set(builder, seeded.pick(oneof.getFields()), null, depth);
                }
            }
            for (ExtensionInfo extension : extensionsOf(type)) {
                if (take(30)) {
                    set(builder, extension.descriptor, extension.defaultInstance, depth);
                }
            }
            if (seeded.percent(unknownPercent)) {
                builder.setUnknownFields(unknownFields(type));
            }
        }

        private boolean take(int percent) {
            return fieldsLeft > 0 && seeded.percent(percent);
        }

        /** Sets one member of the oneof, which JSON demands, and only finite numbers, which JSON has alone. */
        private void fillValue(Message.Builder builder, int depth, boolean full) {
            List<FieldDescriptor> kinds = builder.getDescriptorForType().getFields();
            List<FieldDescriptor> leaves = kinds.stream()
                    .filter(kind -> kind.getJavaType() != FieldDescriptor.JavaType.MESSAGE)
                    .toList();
            FieldDescriptor kind = seeded.pick(full ? leaves : kinds);
            if (kind.getJavaType() == FieldDescriptor.JavaType.DOUBLE) {
                double number = RandomValues.float64(seeded);
                builder.setField(kind, Double.isFinite(number) ? number : 0.5);
            } else {
                set(builder, kind, null, depth);
            }
        }

        private void set(Message.Builder builder, FieldDescriptor field, Message prototype, int depth) {
            if (field.isMapField()) {
                putEntries(builder, field, depth);
            } else if (field.isRepeated()) {
                int count = elementCount();
                for (int i = 0; i < count; i++) {
                    builder.addRepeatedField(field, value(builder, field, prototype, depth));
                }
            } else {
                builder.setField(field, value(builder, field, prototype, depth));
            }
        }

        private void putEntries(Message.Builder builder, FieldDescriptor field, int depth) {
            FieldDescriptor key = field.getMessageType().findFieldByNumber(1);
            FieldDescriptor value = field.getMessageType().findFieldByNumber(2);
            Set<Object> keys = new HashSet<>();
            int count = elementCount();
            for (int i = 0; i < count; i++) {
                Message.Builder entry = builder.newBuilderForField(field);
                Object drawn = value(entry, key, null, depth);
                if (keys.add(drawn)) {
                    entry.setField(key, drawn).setField(value, value(entry, value, null, depth));
                    builder.addRepeatedField(field, entry.build());
                }
            }
        }

        private int elementCount() {
            return seeded.below(Math.max(0, Math.min(maxElements, fieldsLeft)) + 1);
        }

        private Object value(Message.Builder parent, FieldDescriptor field, Message prototype, int depth) {
            fieldsLeft--;
            return switch (field.getJavaType()) {
                case INT -> RandomValues.bits32(seeded);
                case LONG -> RandomValues.bits64(seeded);
                case FLOAT -> RandomValues.float32(seeded);
                case DOUBLE -> RandomValues.float64(seeded);
                case BOOLEAN -> seeded.nextBoolean();
                case STRING -> RandomValues.string(seeded);
                case BYTE_STRING -> ByteString.copyFrom(RandomValues.bytes(seeded));
                case ENUM -> enumValue(field);
                case MESSAGE -> {
                    Message.Builder child =
                            prototype == null ? parent.newBuilderForField(field) : prototype.newBuilderForType();
                    fill(child, depth + 1);
                    yield child.build();
                }
            };
        }

        private EnumValueDescriptor enumValue(FieldDescriptor field) {
            EnumDescriptor type = field.getEnumType();
            boolean mayBeUnnamed = unnamedEnums
                    && !field.legacyEnumFieldTreatedAsClosed()
                    && !type.getFullName().equals("google.protobuf.NullValue");
            int number = mayBeUnnamed && seeded.oneIn(4)
                    ? RandomValues.bits32(seeded)
                    : seeded.pick(type.getValues()).getNumber();
            // By number, so that an alias gives the value that parsing gives.
            return type.findValueByNumberCreatingIfUnknown(number);
        }

        private List<ExtensionInfo> extensionsOf(Descriptor type) {
            if (!type.isExtendable()) {
                return List.of();
            }
            return extensions.getAllImmutableExtensionsByExtendedType(type.getFullName()).stream()
                    .sorted(Comparator.comparingInt(extension -> extension.descriptor.getNumber()))
                    .toList();
        }

        private UnknownFieldSet unknownFields(Descriptor type) {
            UnknownFieldSet.Builder unknown = UnknownFieldSet.newBuilder();
            int count = seeded.between(1, 3);
            for (int i = 0; i < count; i++) {
                UnknownFieldSet.Field.Builder field = UnknownFieldSet.Field.newBuilder();
                ByteString bytes = ByteString.copyFrom(RandomValues.bytes(seeded));
                if (type.getOptions().getMessageSetWireFormat()) {
                    // Items of a message set are length-delimited, whatever their number.
                    unknown.mergeField(
                            unregisteredItem(type),
                            field.addLengthDelimited(bytes).build());
                    continue;
                }
                switch (seeded.below(5)) {
                    case 0 -> field.addVarint(RandomValues.bits64(seeded));
                    case 1 -> field.addFixed32(RandomValues.bits32(seeded));
                    case 2 -> field.addFixed64(RandomValues.bits64(seeded));
                    case 3 -> field.addLengthDelimited(bytes);
                    default ->
                        field.addGroup(UnknownFieldSet.newBuilder()
                                .mergeVarintField(1, seeded.below(1000))
                                .build());
                }
                unknown.mergeField(unknownNumber(type), field.build());
            }
            return unknown.build();
        }

        private int unknownNumber(Descriptor type) {
            while (true) {
                int number = seeded.between(1, seeded.pickInt(30, 3000, WireField.MAX_NUMBER));
                if (type.findFieldByNumber(number) == null && !type.isExtensionNumber(number)) {
                    return number;
                }
            }
        }

        private int unregisteredItem(Descriptor type) {
            while (true) {
                int number = seeded.between(4, 5_000_000);
                if (extensions.findImmutableExtensionByNumber(type, number) == null) {
                    return number;
                }
            }
        }
    }
}
