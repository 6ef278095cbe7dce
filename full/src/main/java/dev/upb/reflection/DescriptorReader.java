package dev.upb.reflection;

import static dev.upb.base.WireType.DELIMITED;
import static dev.upb.base.WireType.VARINT;

import dev.upb.base.FieldType;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a {@code FileDescriptorProto} into definitions, names and numbers as they are there; nothing is looked up or checked yet. Throws
 * {@link dev.upb.base.DecodeException} where the bytes are bad.
 *
 * <p>This class, {@link DescriptorSource} and {@link OptionsKind} are all that knows the field numbers of {@code descriptor.proto}. Fields of a wrong wire type are
 * unknown fields, as in any message; of a field that occurs again, the last counts.
 */
final class DescriptorReader {
    /** Levels of nested messages. */
    private static final int MAX_DEPTH = 100;

    private static final int LABEL_REQUIRED = 2;
    private static final int LABEL_REPEATED = 3;

    private final WireCursor in;
    private final FileDef file;

    private DescriptorReader(WireCursor in, FileDef file) {
        this.in = in;
        this.file = file;
    }

    /** Returns the tag of a field of messages, strings or bytes. */
    static int tag(int fieldNumber) {
        return fieldNumber << 3 | DELIMITED;
    }

    static FileDef read(DescriptorSource source) {
        FileDef file = new FileDef(source.bytes, source.start, source.end);
        new DescriptorReader(new WireCursor(source.bytes, source.start, source.end), file).readFile();
        return file;
    }

    /** Returns the list with an element more: the same one, or a new one in place of {@link List#of()}. */
    static <T> List<T> plus(List<T> list, T element) {
        List<T> longer = list.isEmpty() ? new ArrayList<>() : list;
        longer.add(element);
        return longer;
    }

    private void readFile() {
        while (in.next()) {
            switch (in.tag()) {
                case 1 << 3 | DELIMITED -> file.name = in.string();
                case 2 << 3 | DELIMITED -> file.packageName = in.string();
                case 3 << 3 | DELIMITED -> file.dependencyNames = plus(file.dependencyNames, in.string());
                case 4 << 3 | DELIMITED ->
                    file.messages = plus(file.messages, readMessage(file, file.messages.size(), MAX_DEPTH));
                case 5 << 3 | DELIMITED -> file.enums = plus(file.enums, readEnum(file));
                case 6 << 3 | DELIMITED -> file.services = plus(file.services, readService());
                case 7 << 3 | DELIMITED ->
                    file.extensions = plus(file.extensions, readField(file, file.extensions.size(), true));
                case 8 << 3 | DELIMITED -> readOptions(file);
                case 10 << 3 | VARINT, 10 << 3 | DELIMITED -> file.publicIndexes = readInts(file.publicIndexes);
                case 11 << 3 | VARINT, 11 << 3 | DELIMITED -> file.weakIndexes = readInts(file.weakIndexes);
                case 12 << 3 | DELIMITED -> file.syntax = in.string();
                case 14 << 3 | VARINT -> file.editionNumber = (int) in.varint();
                case 15 << 3 | DELIMITED -> file.optionDependencies = plus(file.optionDependencies, in.string());
                default -> in.skip();
            }
        }
        file.dependencyNames = List.copyOf(file.dependencyNames);
        file.publicIndexes = List.copyOf(file.publicIndexes);
        file.weakIndexes = List.copyOf(file.weakIndexes);
        file.optionDependencies = List.copyOf(file.optionDependencies);
        file.messages = List.copyOf(file.messages);
        file.enums = List.copyOf(file.enums);
        file.services = List.copyOf(file.services);
        file.extensions = List.copyOf(file.extensions);
    }

    /** Reads a repeated integer, packed or not. */
    private List<Integer> readInts(List<Integer> ints) {
        if ((in.tag() & 7) == VARINT) {
            return plus(ints, (int) in.varint());
        }
        List<Integer> more = ints;
        int outer = in.enter();
        while (in.at() < in.limit()) {
            more = plus(more, (int) in.varint());
        }
        in.leave(outer);
        return more;
    }

    private MessageDef readMessage(Def parent, int index, int depth) {
        if (depth == 0) {
            throw in.malformed("messages are nested more than " + MAX_DEPTH + " levels deep");
        }
        int outer = in.enter();
        MessageDef message = new MessageDef(parent, in.at(), in.limit());
        message.index = index;
        while (in.next()) {
            switch (in.tag()) {
                case 1 << 3 | DELIMITED -> message.name = in.string();
                case 2 << 3 | DELIMITED ->
                    message.fields = plus(message.fields, readField(message, message.fields.size(), false));
                case 3 << 3 | DELIMITED ->
                    message.messages = plus(message.messages, readMessage(message, message.messages.size(), depth - 1));
                case 4 << 3 | DELIMITED -> message.enums = plus(message.enums, readEnum(message));
                case 5 << 3 | DELIMITED ->
                    message.extensionRanges = plus(message.extensionRanges, readExtensionRange(message));
                case 6 << 3 | DELIMITED ->
                    message.extensions = plus(message.extensions, readField(message, message.extensions.size(), true));
                case 7 << 3 | DELIMITED -> readOptions(message);
                case 8 << 3 | DELIMITED -> message.oneofs = plus(message.oneofs, readOneof(message));
                case 9 << 3 | DELIMITED -> message.reservedRanges = plus(message.reservedRanges, readRange(true));
                case 10 << 3 | DELIMITED -> message.reservedNames = plus(message.reservedNames, in.string());
                default -> in.skip();
            }
        }
        in.leave(outer);
        message.fields = List.copyOf(message.fields);
        message.messages = List.copyOf(message.messages);
        message.enums = List.copyOf(message.enums);
        message.extensionRanges = List.copyOf(message.extensionRanges);
        message.extensions = List.copyOf(message.extensions);
        message.oneofs = List.copyOf(message.oneofs);
        message.reservedRanges = List.copyOf(message.reservedRanges);
        message.reservedNames = List.copyOf(message.reservedNames);
        return message;
    }

    private FieldDef readField(Def parent, int index, boolean extension) {
        int outer = in.enter();
        FieldDef field = new FieldDef(parent, in.at(), in.limit());
        field.index = index;
        while (in.next()) {
            switch (in.tag()) {
                case 1 << 3 | DELIMITED -> field.name = in.string();
                case 2 << 3 | DELIMITED -> field.extendee = in.string();
                case 3 << 3 | VARINT -> field.number = (int) in.varint();
                case 4 << 3 | VARINT -> {
                    int label = (int) in.varint();
                    if (label > 0 && label <= LABEL_REPEATED) {
                        field.set(Def.REPEATED, label == LABEL_REPEATED);
                        field.set(Def.REQUIRED_LABEL, label == LABEL_REQUIRED);
                    }
                }
                case 5 << 3 | VARINT -> {
                    FieldType type = FieldType.ofNumber((int) in.varint());
                    field.type = type != null ? type : field.type;
                }
                case 6 << 3 | DELIMITED -> field.subType = in.string();
                case 7 << 3 | DELIMITED -> {
                    field.defaultValue = in.string();
                    field.set(Def.DEFAULT, true);
                }
                case 8 << 3 | DELIMITED -> readOptions(field);
                case 9 << 3 | VARINT -> {
                    field.oneofIndex = (int) in.varint();
                    field.set(Def.IN_ONEOF, true);
                }
                case 10 << 3 | DELIMITED -> {
                    // Nearly always the one that follows from the name, which stands before it and need not be kept
                    // twice.
                    if (in.isJsonNameOf(field.name)) {
                        field.jsonName = null;
                        in.skip();
                    } else {
                        field.jsonName = in.string();
                    }
                    field.set(Def.JSON_NAME, true);
                }
                case 17 << 3 | VARINT -> field.set(Def.PROTO3_OPTIONAL, in.bool());
                default -> in.skip();
            }
        }
        in.leave(outer);
        if (extension && field.extendee == null) {
            field.extendee = "";
        } else if (!extension && field.extendee != null) {
            field.extendee = null;
            field.set(Def.STRAY_EXTENDEE, true);
        }
        return field;
    }

    private OneofDef readOneof(MessageDef parent) {
        int outer = in.enter();
        OneofDef oneof = new OneofDef(parent, in.at(), in.limit());
        oneof.index = parent.oneofs.size();
        while (in.next()) {
            switch (in.tag()) {
                case 1 << 3 | DELIMITED -> oneof.name = in.string();
                case 2 << 3 | DELIMITED -> readOptions(oneof);
                default -> in.skip();
            }
        }
        in.leave(outer);
        return oneof;
    }

    private EnumDef readEnum(Def parent) {
        int outer = in.enter();
        EnumDef enumeration = new EnumDef(parent, in.at(), in.limit());
        while (in.next()) {
            switch (in.tag()) {
                case 1 << 3 | DELIMITED -> enumeration.name = in.string();
                case 2 << 3 | DELIMITED -> enumeration.values = plus(enumeration.values, readEnumValue(enumeration));
                case 3 << 3 | DELIMITED -> readOptions(enumeration);
                case 4 << 3 | DELIMITED ->
                    enumeration.reservedRanges = plus(enumeration.reservedRanges, readRange(false));
                case 5 << 3 | DELIMITED -> enumeration.reservedNames = plus(enumeration.reservedNames, in.string());
                default -> in.skip();
            }
        }
        in.leave(outer);
        enumeration.values = List.copyOf(enumeration.values);
        enumeration.reservedRanges = List.copyOf(enumeration.reservedRanges);
        enumeration.reservedNames = List.copyOf(enumeration.reservedNames);
        return enumeration;
    }

    private EnumValueDef readEnumValue(EnumDef parent) {
        int outer = in.enter();
        EnumValueDef value = new EnumValueDef(parent, in.at(), in.limit());
        value.index = parent.values.size();
        while (in.next()) {
            switch (in.tag()) {
                case 1 << 3 | DELIMITED -> value.name = in.string();
                case 2 << 3 | VARINT -> value.number = (int) in.varint();
                case 3 << 3 | DELIMITED -> readOptions(value);
                default -> in.skip();
            }
        }
        in.leave(outer);
        return value;
    }

    private ServiceDef readService() {
        int outer = in.enter();
        ServiceDef service = new ServiceDef(file, in.at(), in.limit());
        while (in.next()) {
            switch (in.tag()) {
                case 1 << 3 | DELIMITED -> service.name = in.string();
                case 2 << 3 | DELIMITED -> service.methods = plus(service.methods, readMethod(service));
                case 3 << 3 | DELIMITED -> readOptions(service);
                default -> in.skip();
            }
        }
        in.leave(outer);
        service.methods = List.copyOf(service.methods);
        return service;
    }

    private MethodDef readMethod(ServiceDef parent) {
        int outer = in.enter();
        MethodDef method = new MethodDef(parent, in.at(), in.limit());
        method.index = parent.methods.size();
        while (in.next()) {
            switch (in.tag()) {
                case 1 << 3 | DELIMITED -> method.name = in.string();
                case 2 << 3 | DELIMITED -> method.input = in.string();
                case 3 << 3 | DELIMITED -> method.output = in.string();
                case 4 << 3 | DELIMITED -> readOptions(method);
                case 5 << 3 | VARINT -> method.set(Def.CLIENT_STREAMING, in.bool());
                case 6 << 3 | VARINT -> method.set(Def.SERVER_STREAMING, in.bool());
                default -> in.skip();
            }
        }
        in.leave(outer);
        return method;
    }

    private ExtensionRange readExtensionRange(MessageDef message) {
        int outer = in.enter();
        int start = in.at();
        NumberRange numbers = readNumbers(true);
        in.leave(outer);
        return new ExtensionRange(message, start, in.at(), numbers);
    }

    private NumberRange readRange(boolean endExcluded) {
        int outer = in.enter();
        NumberRange numbers = readNumbers(endExcluded);
        in.leave(outer);
        return numbers;
    }

    /** Reads the fields of a range of numbers; in messages the end does not belong to it. */
    private NumberRange readNumbers(boolean endExcluded) {
        int first = 0;
        int end = 0;
        while (in.next()) {
            switch (in.tag()) {
                case 1 << 3 | VARINT -> first = (int) in.varint();
                case 2 << 3 | VARINT -> end = (int) in.varint();
                default -> in.skip();
            }
        }
        return new NumberRange(first, endExcluded && end != Integer.MIN_VALUE ? end - 1 : end);
    }

    /** Reads of the options what changes how messages behave. */
    private void readOptions(Def def) {
        OptionsKind kind = def.optionsKind();
        def.set(Def.HAS_OPTIONS, true);
        int outer = in.enter();
        while (in.next()) {
            int number = in.tag() >>> 3;
            if (in.tag() == tag(kind.featuresNumber)) {
                readFeatures(def);
            } else if (in.tag() == (number << 3 | VARINT) && kind == OptionsKind.MESSAGE && messageFlag(number) != 0) {
                def.set(messageFlag(number), in.bool());
            } else if (in.tag() == (2 << 3 | VARINT) && kind == OptionsKind.FIELD) {
                def.set(Def.PACKED_OPTION, true);
                def.set(Def.PACKED, in.bool());
            } else {
                in.skip();
            }
        }
        in.leave(outer);
    }

    private static int messageFlag(int number) {
        return switch (number) {
            case 1 -> Def.MESSAGE_SET;
            case 7 -> Def.MAP_ENTRY;
            case 11 -> Def.LEGACY_JSON_NAMES;
            default -> 0;
        };
    }

    private void readFeatures(Def def) {
        def.set(Def.OWN_FEATURES, true);
        int outer = in.enter();
        while (in.next()) {
            if ((in.tag() & 7) == VARINT) {
                def.features = Features.withField(def.features, in.tag() >>> 3, in.varint());
            } else {
                in.skip();
            }
        }
        in.leave(outer);
    }

    /** Returns field {@code string} of extension {@code (pb.enumvalue.json)} in the options of an enum value, or null. */
    static String jsonName(byte[] enumValueOptions) {
        String name = null;
        WireCursor options = new WireCursor(enumValueOptions, 0, enumValueOptions.length);
        while (options.next()) {
            if (options.tag() != tag(998)) {
                options.skip();
                continue;
            }
            int outer = options.enter();
            while (options.next()) {
                if (options.tag() == tag(1)) {
                    name = options.string();
                } else {
                    options.skip();
                }
            }
            options.leave(outer);
        }
        return name;
    }
}
