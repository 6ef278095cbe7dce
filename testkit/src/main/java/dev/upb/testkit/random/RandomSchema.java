package dev.upb.testkit.random;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.Edition;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumOptions;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FeatureSet;
import com.google.protobuf.DescriptorProtos.FeatureSet.EnumType;
import com.google.protobuf.DescriptorProtos.FeatureSet.FieldPresence;
import com.google.protobuf.DescriptorProtos.FeatureSet.MessageEncoding;
import com.google.protobuf.DescriptorProtos.FeatureSet.RepeatedFieldEncoding;
import com.google.protobuf.DescriptorProtos.FeatureSet.Utf8Validation;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileOptions;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.TextFormat;
import dev.upb.testkit.wire.WireField;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Draws valid schemas: one file without imports, such that protoc would accept it. Messages have 1 to 200 fields in an
 * order that is not that of their numbers, with gaps up to the largest number, and refer to each other and themselves;
 * there are maps of all key types, oneofs first, last and many, enums with negative and sparse numbers, and, but for
 * proto3, groups, closed enums, defaults, required fields and extensions.
 */
public final class RandomSchema {
    private static final int MAX_FIELDS = 200;

    private static final List<FieldDescriptorProto.Type> KEYS = List.of(
            FieldDescriptorProto.Type.TYPE_INT32,
            FieldDescriptorProto.Type.TYPE_INT64,
            FieldDescriptorProto.Type.TYPE_UINT32,
            FieldDescriptorProto.Type.TYPE_UINT64,
            FieldDescriptorProto.Type.TYPE_SINT32,
            FieldDescriptorProto.Type.TYPE_SINT64,
            FieldDescriptorProto.Type.TYPE_FIXED32,
            FieldDescriptorProto.Type.TYPE_FIXED64,
            FieldDescriptorProto.Type.TYPE_SFIXED32,
            FieldDescriptorProto.Type.TYPE_SFIXED64,
            FieldDescriptorProto.Type.TYPE_BOOL,
            FieldDescriptorProto.Type.TYPE_STRING);

    /** Which rules the file follows. */
    public enum Syntax {
        PROTO2,
        PROTO3,
        /** Features set at random on the file and on single fields and enums. */
        EDITION_2023
    }

    private final Seeded seeded;
    private final Syntax syntax;
    private final String packageName;
    private final List<String> messages = new ArrayList<>();
    private final List<String> enums = new ArrayList<>();
    /** Names in {@link #enums} of those declared closed; kept for editions only. */
    private final Set<String> closedEnums = new HashSet<>();

    private final FeatureSet fileFeatures;

    private RandomSchema(Seeded seeded, Syntax syntax) {
        this.seeded = seeded;
        this.syntax = syntax;
        this.packageName = "random" + Long.toUnsignedString(seeded.seed());
        this.fileFeatures = syntax == Syntax.EDITION_2023 ? drawFileFeatures(seeded) : FeatureSet.getDefaultInstance();
    }

    /** Draws a file of any syntax. */
    public static FileDescriptorProto next(Seeded seeded) {
        return next(seeded, seeded.pick(List.of(Syntax.values())));
    }

    public static FileDescriptorProto next(Seeded seeded, Syntax syntax) {
        return new RandomSchema(seeded, syntax).file();
    }

    /** Turns a file without imports into descriptors of protobuf-java. */
    public static FileDescriptor build(FileDescriptorProto file) {
        try {
            return FileDescriptor.buildFrom(file, new FileDescriptor[0]);
        } catch (DescriptorValidationException e) {
            throw new IllegalArgumentException(
                    "not a valid file: " + TextFormat.printer().printToString(file), e);
        }
    }

    private FileDescriptorProto file() {
        int messageCount = seeded.between(1, 6);
        int enumCount = seeded.between(1, 3);
        for (int i = 0; i < messageCount; i++) {
            messages.add("M" + i);
        }
        for (int i = 0; i < enumCount; i++) {
            enums.add("E" + i);
        }
        FileDescriptorProto.Builder file =
                FileDescriptorProto.newBuilder().setName(packageName + ".proto").setPackage(packageName);
        switch (syntax) {
            case PROTO2 -> {}
            case PROTO3 -> file.setSyntax("proto3");
            case EDITION_2023 ->
                file.setSyntax("editions")
                        .setEdition(Edition.EDITION_2023)
                        .setOptions(FileOptions.newBuilder().setFeatures(fileFeatures));
        }
        for (String name : enums) {
            file.addEnumType(enumType(name));
        }
        for (String name : messages) {
            file.addMessageType(message(name));
        }
        if (syntax != Syntax.PROTO3) {
            addExtensions(file);
        }
        return file.build();
    }

    private static FeatureSet drawFileFeatures(Seeded seeded) {
        FeatureSet.Builder features = FeatureSet.newBuilder();
        if (seeded.nextBoolean()) {
            features.setFieldPresence(seeded.nextBoolean() ? FieldPresence.EXPLICIT : FieldPresence.IMPLICIT);
        }
        if (seeded.nextBoolean()) {
            features.setRepeatedFieldEncoding(
                    seeded.nextBoolean() ? RepeatedFieldEncoding.PACKED : RepeatedFieldEncoding.EXPANDED);
        }
        if (seeded.oneIn(3)) {
            features.setMessageEncoding(MessageEncoding.DELIMITED);
        }
        // Always set: a closed enum decides which fields may have implicit presence.
        return features.setEnumType(seeded.nextBoolean() ? EnumType.OPEN : EnumType.CLOSED)
                .build();
    }

    private EnumDescriptorProto enumType(String name) {
        // Starts with zero, as proto3 demands and proto2 does for map values.
        EnumDescriptorProto.Builder type = EnumDescriptorProto.newBuilder().setName(name);
        Set<Integer> numbers = new HashSet<>();
        int count = seeded.pickInt(1, 3, 10, 70);
        boolean dense = seeded.nextBoolean();
        for (int i = 0; i < count; i++) {
            int number = i == 0 || dense ? i : RandomValues.bits32(seeded);
            if (numbers.add(number)) {
                type.addValue(EnumValueDescriptorProto.newBuilder()
                        .setName(name + "_V" + i)
                        .setNumber(number));
            }
        }
        if (syntax == Syntax.EDITION_2023) {
            EnumType kind = fileFeatures.getEnumType();
            if (seeded.oneIn(3)) {
                kind = seeded.nextBoolean() ? EnumType.OPEN : EnumType.CLOSED;
                type.setOptions(EnumOptions.newBuilder()
                        .setFeatures(FeatureSet.newBuilder().setEnumType(kind)));
            }
            if (kind == EnumType.CLOSED) {
                closedEnums.add("." + packageName + "." + name);
            }
        }
        return type.build();
    }

    private DescriptorProto message(String name) {
        DescriptorProto.Builder type = DescriptorProto.newBuilder().setName(name);
        int count = seeded.oneIn(4) ? seeded.between(1, MAX_FIELDS) : seeded.between(1, 20);
        List<Integer> numbers = numbers(count);
        // Where oneofs stand: none, at the start, at the end, or anywhere.
        int placement = seeded.below(4);
        int index = 0;
        while (index < count) {
            boolean inOneof = switch (placement) {
                case 0 -> false;
                case 1 -> index == 0;
                case 2 -> index >= count - 4;
                default -> seeded.oneIn(4);
            };
            if (!inOneof) {
                addPlain(type, name, index, numbers.get(index));
                index++;
                continue;
            }
            int oneof = type.getOneofDeclCount();
            type.addOneofDecl(OneofDescriptorProto.newBuilder().setName("choice" + oneof));
            int end = Math.min(count, index + seeded.between(1, 6));
            for (; index < end; index++) {
                FieldDescriptorProto.Builder member = singular(type, name, index, numbers.get(index));
                type.addField(withFeatures(member.setOneofIndex(oneof)));
            }
        }
        if (syntax == Syntax.PROTO3) {
            makeSomeOptional(type);
        } else {
            addExtensionRange(type, numbers);
        }
        return type.build();
    }

    private void addPlain(DescriptorProto.Builder type, String name, int index, int number) {
        if (seeded.oneIn(8)) {
            addMap(type, name, index, number);
            return;
        }
        FieldDescriptorProto.Builder field = singular(type, name, index, number);
        if (seeded.oneIn(4)) {
            field.setLabel(Label.LABEL_REPEATED).clearDefaultValue();
            if (syntax != Syntax.EDITION_2023 && isPackable(field.getType()) && seeded.nextBoolean()) {
                field.setOptions(FieldOptions.newBuilder().setPacked(seeded.nextBoolean()));
            }
        } else if (syntax == Syntax.PROTO2 && index < 63 && !isMessage(field.getType()) && seeded.oneIn(10)) {
            // Never a message: a required cycle could not be filled.
            field.setLabel(Label.LABEL_REQUIRED);
        }
        type.addField(withFeatures(field));
    }

    /** In an edition, sets features that the field may have. */
    private FieldDescriptorProto.Builder withFeatures(FieldDescriptorProto.Builder field) {
        if (syntax != Syntax.EDITION_2023) {
            return field;
        }
        FeatureSet.Builder features = FeatureSet.newBuilder();
        boolean repeated = field.getLabel() == Label.LABEL_REPEATED;
        if (repeated && isPackable(field.getType()) && seeded.oneIn(3)) {
            features.setRepeatedFieldEncoding(
                    seeded.nextBoolean() ? RepeatedFieldEncoding.PACKED : RepeatedFieldEncoding.EXPANDED);
        }
        if (isMessage(field.getType()) && seeded.oneIn(3)) {
            features.setMessageEncoding(
                    seeded.nextBoolean() ? MessageEncoding.DELIMITED : MessageEncoding.LENGTH_PREFIXED);
        }
        if (field.getType() == FieldDescriptorProto.Type.TYPE_STRING && seeded.oneIn(4)) {
            features.setUtf8Validation(Utf8Validation.NONE);
        }
        boolean choosesPresence = !repeated && !field.hasOneofIndex() && !field.hasExtendee();
        if (choosesPresence && !isMessage(field.getType())) {
            // Implicit presence bears neither a default nor a closed enum.
            boolean explicit = field.hasDefaultValue() || closedEnums.contains(field.getTypeName());
            if (explicit) {
                features.setFieldPresence(FieldPresence.EXPLICIT);
            } else if (seeded.oneIn(3)) {
                features.setFieldPresence(seeded.pick(
                        List.of(FieldPresence.EXPLICIT, FieldPresence.IMPLICIT, FieldPresence.LEGACY_REQUIRED)));
            }
        }
        if (features.build().equals(FeatureSet.getDefaultInstance())) {
            return field;
        }
        return field.setOptions(field.getOptions().toBuilder().setFeatures(features));
    }

    private FieldDescriptorProto.Builder singular(
            DescriptorProto.Builder type, String typeName, int index, int number) {
        FieldDescriptorProto.Builder field = FieldDescriptorProto.newBuilder()
                .setName(fieldName(index))
                .setNumber(number)
                .setLabel(Label.LABEL_OPTIONAL);
        setType(field);
        if (field.getType() == FieldDescriptorProto.Type.TYPE_GROUP) {
            String group = "Group" + index;
            field.setName("group" + index).setTypeName("." + packageName + "." + typeName + "." + group);
            type.addNestedType(DescriptorProto.newBuilder()
                    .setName(group)
                    .addField(FieldDescriptorProto.newBuilder()
                            .setName("value")
                            .setNumber(seeded.between(1, 30))
                            .setLabel(Label.LABEL_OPTIONAL)
                            .setType(FieldDescriptorProto.Type.TYPE_INT32)));
        } else if (syntax != Syntax.PROTO3 && seeded.oneIn(3)) {
            setDefault(field);
        }
        return field;
    }

    private void setType(FieldDescriptorProto.Builder field) {
        List<FieldDescriptorProto.Type> types = List.of(FieldDescriptorProto.Type.values());
        FieldDescriptorProto.Type drawn = seeded.pick(types);
        boolean groupAllowed = syntax == Syntax.PROTO2 && field.getExtendee().isEmpty();
        field.setType(
                drawn == FieldDescriptorProto.Type.TYPE_GROUP && !groupAllowed
                        ? FieldDescriptorProto.Type.TYPE_MESSAGE
                        : drawn);
        if (field.getType() == FieldDescriptorProto.Type.TYPE_MESSAGE) {
            field.setTypeName("." + packageName + "." + seeded.pick(messages));
        } else if (field.getType() == FieldDescriptorProto.Type.TYPE_ENUM) {
            field.setTypeName("." + packageName + "." + seeded.pick(enums));
        }
    }

    private void addMap(DescriptorProto.Builder type, String typeName, int index, int number) {
        FieldDescriptorProto.Builder key = FieldDescriptorProto.newBuilder()
                .setName("key")
                .setNumber(1)
                .setLabel(Label.LABEL_OPTIONAL)
                .setType(seeded.pick(KEYS));
        FieldDescriptorProto.Builder value =
                FieldDescriptorProto.newBuilder().setName("value").setNumber(2).setLabel(Label.LABEL_OPTIONAL);
        do {
            value.clearTypeName();
            setType(value);
        } while (value.getType() == FieldDescriptorProto.Type.TYPE_GROUP || isImplicitClosedEnum(value));
        String entry = "Map" + index + "Entry";
        type.addNestedType(DescriptorProto.newBuilder()
                .setName(entry)
                .addField(key)
                .addField(value)
                .setOptions(MessageOptions.newBuilder().setMapEntry(true)));
        type.addField(FieldDescriptorProto.newBuilder()
                .setName("map" + index)
                .setNumber(number)
                .setLabel(Label.LABEL_REPEATED)
                .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
                .setTypeName("." + packageName + "." + typeName + "." + entry));
    }

    /** Tells whether a value of a map has the presence of the file and an enum that this presence does not allow. */
    private boolean isImplicitClosedEnum(FieldDescriptorProto.Builder value) {
        return fileFeatures.getFieldPresence() == FieldPresence.IMPLICIT && closedEnums.contains(value.getTypeName());
    }

    /** Gives some singular fields a synthetic oneof, which must follow the real ones. */
    private void makeSomeOptional(DescriptorProto.Builder type) {
        for (FieldDescriptorProto.Builder field : type.getFieldBuilderList()) {
            if (field.getLabel() == Label.LABEL_OPTIONAL && !field.hasOneofIndex() && seeded.oneIn(4)) {
                field.setProto3Optional(true).setOneofIndex(type.getOneofDeclCount());
                type.addOneofDecl(OneofDescriptorProto.newBuilder().setName("_" + field.getName()));
            }
        }
    }

    private void addExtensionRange(DescriptorProto.Builder type, List<Integer> numbers) {
        int start = seeded.pickInt(100_000, 536_870_000);
        int end = start + 100;
        if (seeded.oneIn(3) && numbers.stream().noneMatch(number -> number >= start && number < end)) {
            type.addExtensionRange(
                    DescriptorProto.ExtensionRange.newBuilder().setStart(start).setEnd(end));
        }
    }

    private void addExtensions(FileDescriptorProto.Builder file) {
        int index = 0;
        for (DescriptorProto extended : file.getMessageTypeList()) {
            if (extended.getExtensionRangeCount() == 0) {
                continue;
            }
            int count = seeded.between(1, 8);
            for (int i = 0; i < count; i++) {
                FieldDescriptorProto.Builder field = FieldDescriptorProto.newBuilder()
                        .setName("extension" + index++)
                        .setExtendee("." + packageName + "." + extended.getName())
                        .setNumber(extended.getExtensionRange(0).getStart() + i)
                        .setLabel(seeded.nextBoolean() ? Label.LABEL_OPTIONAL : Label.LABEL_REPEATED);
                setType(field);
                boolean packable = field.getLabel() == Label.LABEL_REPEATED && isPackable(field.getType());
                if (packable && syntax == Syntax.PROTO2) {
                    field.setOptions(FieldOptions.newBuilder().setPacked(seeded.nextBoolean()));
                }
                file.addExtension(withFeatures(field));
            }
        }
    }

    private void setDefault(FieldDescriptorProto.Builder field) {
        switch (field.getType()) {
            case TYPE_MESSAGE, TYPE_GROUP -> {}
            case TYPE_ENUM -> {
                // The first value is the only one of which the name is sure.
                String name = field.getTypeName().substring(field.getTypeName().lastIndexOf('.') + 1);
                field.setDefaultValue(name + "_V0");
            }
            case TYPE_BOOL -> field.setDefaultValue(String.valueOf(seeded.nextBoolean()));
            case TYPE_STRING -> field.setDefaultValue(RandomValues.string(seeded));
            case TYPE_BYTES ->
                field.setDefaultValue(TextFormat.escapeBytes(ByteString.copyFrom(RandomValues.bytes(seeded))));
            case TYPE_FLOAT -> field.setDefaultValue(floating(RandomValues.float32(seeded)));
            case TYPE_DOUBLE -> field.setDefaultValue(floating(RandomValues.float64(seeded)));
            case TYPE_INT32, TYPE_SINT32, TYPE_SFIXED32 ->
                field.setDefaultValue(String.valueOf(RandomValues.bits32(seeded)));
            case TYPE_UINT32, TYPE_FIXED32 ->
                field.setDefaultValue(Integer.toUnsignedString(RandomValues.bits32(seeded)));
            case TYPE_INT64, TYPE_SINT64, TYPE_SFIXED64 ->
                field.setDefaultValue(String.valueOf(RandomValues.bits64(seeded)));
            case TYPE_UINT64, TYPE_FIXED64 -> field.setDefaultValue(Long.toUnsignedString(RandomValues.bits64(seeded)));
        }
    }

    /** Prints as protoc writes defaults: "inf", "-inf", "nan", digits otherwise. */
    private static String floating(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        return String.valueOf(value).replace('E', 'e');
    }

    private List<Integer> numbers(int count) {
        Set<Integer> numbers = new HashSet<>();
        List<Integer> ordered = new ArrayList<>();
        // From 1 without gaps, with small gaps, or all over the range.
        int shape = seeded.below(3);
        int next = 1;
        while (ordered.size() < count) {
            int number = switch (shape) {
                case 0 -> next;
                case 1 -> next + seeded.below(4);
                default ->
                    seeded.oneIn(4)
                            ? seeded.between(1, WireField.MAX_NUMBER)
                            : seeded.pickInt(1, 15, 16, 2047, 2048, WireField.MAX_NUMBER, seeded.between(1, 400));
            };
            boolean reserved = number >= 19_000 && number <= 19_999;
            if (!reserved && numbers.add(number)) {
                ordered.add(number);
                next = number + 1;
            }
        }
        return seeded.nextBoolean() ? seeded.shuffled(ordered) : ordered;
    }

    /** Returns a name whose JSON form no other field of the message has, since the index ends it. */
    private String fieldName(int index) {
        return seeded.pick(List.of("field", "some_field", "x", "CamelCase", "long_name_of_a_field_")) + index;
    }

    private static boolean isMessage(FieldDescriptorProto.Type type) {
        return type == FieldDescriptorProto.Type.TYPE_MESSAGE || type == FieldDescriptorProto.Type.TYPE_GROUP;
    }

    private static boolean isPackable(FieldDescriptorProto.Type type) {
        return !isMessage(type)
                && type != FieldDescriptorProto.Type.TYPE_STRING
                && type != FieldDescriptorProto.Type.TYPE_BYTES;
    }
}
