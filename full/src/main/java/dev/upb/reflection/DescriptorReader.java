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
    private static final int MAX_DEPTH = 31;

    private static final int LABEL_REQUIRED = 2;
    private static final int LABEL_REPEATED = 3;
    private static final int LITE_RUNTIME = 3;

    // What options are of, by the number of field features, for flag().
    private static final int FILE = 50 << 8;
    private static final int MESSAGE = 12 << 8;
    private static final int FIELD = 21 << 8;
    private static final int ENUM = 7 << 8;
    private static final int ENUM_VALUE = 2 << 8;

    /** Number of field {@code uninterpreted_option} in every options message. */
    static final int UNINTERPRETED_NUMBER = 999;

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
                case 9 << 3 | DELIMITED -> message.reservedRanges = plus(message.reservedRanges, readRange(message));
                case 10 << 3 | DELIMITED -> message.reservedNames = plus(message.reservedNames, in.string());
                case 11 << 3 | VARINT -> readVisibility(message);
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
                    enumeration.reservedRanges = plus(enumeration.reservedRanges, readRange(null));
                case 5 << 3 | DELIMITED -> enumeration.reservedNames = plus(enumeration.reservedNames, in.string());
                case 6 << 3 | VARINT -> readVisibility(enumeration);
                default -> in.skip();
            }
        }
        in.leave(outer);
        enumeration.values = List.copyOf(enumeration.values);
        enumeration.reservedRanges = List.copyOf(enumeration.reservedRanges);
        enumeration.reservedNames = List.copyOf(enumeration.reservedNames);
        return enumeration;
    }

    private void readVisibility(Def def) {
        long visibility = in.varint();
        def.set(Def.LOCAL, visibility == 1);
        def.set(Def.EXPORT, visibility == 2);
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
        ExtensionRange range = new ExtensionRange(message, in.at(), in.limit());
        range.numbers = readNumbers(message, range);
        in.leave(outer);
        return range;
    }

    private NumberRange readRange(MessageDef message) {
        int outer = in.enter();
        NumberRange numbers = readNumbers(message, null);
        in.leave(outer);
        return numbers;
    }

    /** Reads the fields of a range of numbers; in messages the end does not belong to it, in enums, without a message here, it does. */
    private NumberRange readNumbers(MessageDef message, ExtensionRange range) {
        int first = 0;
        int end = 0;
        while (in.next()) {
            if (in.tag() == (1 << 3 | VARINT)) {
                first = (int) in.varint();
            } else if (in.tag() == (2 << 3 | VARINT)) {
                end = (int) in.varint();
            } else if (range != null && in.tag() == tag(OptionsKind.EXTENSION_RANGE.number)) {
                readOptions(range, message);
            } else {
                in.skip();
            }
        }
        return new NumberRange(first, message != null && end != Integer.MIN_VALUE ? end - 1 : end);
    }

    private void readOptions(ExtensionRange range, MessageDef message) {
        int outer = in.enter();
        while (in.next()) {
            if (in.tag() == tag(OptionsKind.EXTENSION_RANGE.featuresNumber)) {
                range.flags |= Def.OWN_FEATURES;
                range.flags |= readFeatures(null);
            } else if (in.tag() == tag(2)) {
                range.declarations = plus(range.declarations, readDeclaration(message));
            } else if (in.tag() == (3 << 3 | VARINT)) {
                range.verification = (int) in.varint();
            } else {
                range.flags |= in.tag() == tag(UNINTERPRETED_NUMBER) ? Def.UNINTERPRETED : 0;
                in.skip();
            }
        }
        in.leave(outer);
    }

    private FieldDef readDeclaration(MessageDef message) {
        int outer = in.enter();
        FieldDef declaration = new FieldDef(message, in.at(), in.limit());
        while (in.next()) {
            switch (in.tag()) {
                case 1 << 3 | VARINT -> declaration.number = (int) in.varint();
                case 2 << 3 | DELIMITED -> declaration.name = in.string();
                case 3 << 3 | DELIMITED -> declaration.subType = in.string();
                case 5 << 3 | VARINT -> declaration.set(Def.RESERVED, in.bool());
                case 6 << 3 | VARINT -> declaration.set(Def.REPEATED, in.bool());
                default -> in.skip();
            }
        }
        in.leave(outer);
        return declaration;
    }

    /** Reads of the options what changes how messages behave, and what there are rules for. */
    private void readOptions(Def def) {
        OptionsKind kind = def.optionsKind();
        def.set(Def.HAS_OPTIONS, true);
        int outer = in.enter();
        while (in.next()) {
            int number = in.tag() >>> 3;
            int flag = flag(kind, number);
            if (in.tag() == tag(kind.featuresNumber)) {
                def.set(Def.OWN_FEATURES | readFeatures(def), true);
            } else if (flag != 0 && flag != Def.RESTRICTED && (in.tag() & 7) == VARINT) {
                readFlag(def, flag, in.varint());
            } else {
                def.set(in.tag() == tag(UNINTERPRETED_NUMBER) ? Def.UNINTERPRETED : flag & Def.RESTRICTED, true);
                in.skip();
            }
        }
        in.leave(outer);
    }

    private static void readFlag(Def def, int flag, long value) {
        boolean field = def instanceof FieldDef;
        if (def instanceof FileDef && flag == Def.LITE) {
            def.set(flag, value == LITE_RUNTIME);
        } else if (!field || flag != Def.CTYPE && flag != Def.JSTYPE || value >= 0 && value <= 2) {
            def.set(flag, value != 0 || field && flag == Def.CTYPE); // Other values are unknown fields.
        }
        if (field && flag == Def.PACKED) {
            def.set(Def.PACKED_OPTION, true);
        }
    }

    /** Returns the flag that stands for an option of a kind of definition, which the number of its features tells; 0 if none does. */
    private static int flag(OptionsKind kind, int number) {
        return switch (number > 0xFF ? 0 : kind.featuresNumber << 8 | number) {
            case FILE | 9 -> Def.LITE;
            case FILE | 16 -> Def.CC_SERVICES;
            case FILE | 17 -> Def.JAVA_SERVICES;
            case FILE | 27 -> Def.JAVA_UTF8;
            case MESSAGE | 1 -> Def.MESSAGE_SET;
            case MESSAGE | 7 -> Def.MAP_ENTRY;
            case MESSAGE | 11, ENUM | 6 -> Def.LEGACY_JSON_NAMES;
            case FIELD | 1 -> Def.CTYPE;
            case FIELD | 2 -> Def.PACKED;
            case FIELD | 5 -> Def.LAZY;
            case FIELD | 6 -> Def.JSTYPE;
            case FIELD | 15 -> Def.UNVERIFIED_LAZY;
            case FIELD | 19, FIELD | 22, ENUM_VALUE | 4 -> Def.RESTRICTED;
            case ENUM | 2 -> Def.ALLOW_ALIAS;
            default -> 0;
        };
    }

    /**
     * Reads features.
     *
     * @param def takes them, unless it is null
     * @return {@link Def#UNKNOWN_FEATURE} if one of them has the value that stands for none, otherwise 0
     */
    private int readFeatures(Def def) {
        int flag = 0;
        int outer = in.enter();
        while (in.next()) {
            if ((in.tag() & 7) != VARINT) {
                in.skip();
                continue;
            }
            int number = in.tag() >>> 3;
            long value = in.varint();
            if (def != null) {
                def.features = Features.withField(def.features, number, value);
            }
            flag |= value == 0 && number <= Features.LAST_NUMBER ? Def.UNKNOWN_FEATURE : 0;
        }
        in.leave(outer);
        return flag;
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
