package dev.upb.reflection;

import static dev.upb.base.WireType.DELIMITED;
import static dev.upb.base.WireType.VARINT;

import dev.upb.base.DecodeException;
import dev.upb.base.FieldType;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of one file's descriptor in an array, with the name that they give, and how to read them into definitions: names and numbers as
 * they are there; nothing is looked up or checked yet. Throws {@link DecodeException} where the bytes are bad.
 *
 * <p>This class and {@link OptionsKind} are all that knows the field numbers of {@code descriptor.proto}. Fields of a wrong wire type are
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

    /** What problems call the bytes as long as no file name is known. */
    private static final String INPUT = "the input";

    /** Empty if the bytes do not give one. */
    final String name;

    final byte[] bytes;
    final int start;
    final int end;

    private WireCursor in;
    /** Levels of messages that the current field is in. */
    private int depth;

    DescriptorReader(String name, byte[] bytes, int start, int end) {
        this.name = name;
        this.bytes = bytes;
        this.start = start;
        this.end = end;
    }

    /**
     * Finds the name in a {@code FileDescriptorProto}.
     *
     * @throws SchemaException if the bytes are none
     */
    static DescriptorReader ofFile(byte[] bytes) {
        try {
            String name = nameIn(bytes, 0, bytes.length);
            if (name.startsWith("\n") && isSet(bytes)) {
                throw bad("is a FileDescriptorSet, not a FileDescriptorProto: add it as a set");
            }
            if (name.isEmpty()) {
                throw bad("is no FileDescriptorProto, or one without the name of the file");
            }
            return new DescriptorReader(name, bytes, 0, bytes.length);
        } catch (DecodeException e) {
            throw bad("is no FileDescriptorProto: " + e.getMessage());
        }
    }

    /**
     * Finds the files of a {@code FileDescriptorSet}.
     *
     * @throws SchemaException if the bytes are none
     */
    static List<DescriptorReader> ofSet(byte[] bytes) {
        List<DescriptorReader> sources = new ArrayList<>();
        boolean file = false;
        try {
            file = isFile(bytes);
            for (DescriptorReader part : partsOfSet(bytes)) {
                String name = part.name();
                if (name.isEmpty()) {
                    break;
                }
                sources.add(new DescriptorReader(name, bytes, part.start, part.end));
            }
            if (sources.size() == partsOfSet(bytes).size() && !(file && sources.isEmpty())) {
                return sources;
            }
        } catch (DecodeException e) {
            if (!file) {
                throw bad("is no FileDescriptorSet: in file " + sources.size() + " of it: " + e.getMessage());
            }
        }
        throw bad(
                file
                        ? "is a FileDescriptorProto, not a FileDescriptorSet: add it as a file"
                        : "is no FileDescriptorSet, or one whose file " + sources.size() + " has no name");
    }

    private static SchemaException bad(String text) {
        return Problems.of(INPUT, "", text);
    }

    /** Returns the parts of a {@code FileDescriptorSet}, their names not read yet. */
    private static List<DescriptorReader> partsOfSet(byte[] bytes) {
        List<DescriptorReader> parts = new ArrayList<>();
        WireCursor in = new WireCursor(bytes);
        while (in.find(tag(1))) {
            int outer = in.enter();
            parts.add(new DescriptorReader("", bytes, in.at(), in.limit()));
            in.leave(outer);
        }
        return parts;
    }

    private String name() {
        return nameIn(bytes, start, end);
    }

    private static String nameIn(byte[] bytes, int start, int end) {
        String name = "";
        WireCursor in = new WireCursor(bytes, start, end);
        while (in.find(tag(1))) {
            name = in.string();
        }
        return name;
    }

    /** Whether the bytes have what a file has and a set has not: a package, messages, enums or a syntax. */
    private static boolean isFile(byte[] bytes) {
        WireCursor in = new WireCursor(bytes);
        boolean found = false;
        while (in.next()) {
            found |= in.tag() == tag(2) || in.tag() == tag(4) || in.tag() == tag(5) || in.tag() == tag(12);
            in.skip();
        }
        return found;
    }

    /** Whether the bytes are a set, and not a file whose name only begins as the first file of a set does. */
    private static boolean isSet(byte[] bytes) {
        try {
            return !isFile(bytes) && !partsOfSet(bytes).get(0).name().isEmpty();
        } catch (DecodeException e) {
            return false;
        }
    }

    /** Whether the other is the same file, comments and positions apart. */
    boolean isSame(DescriptorReader other) {
        return Arrays.equals(bytes, start, end, other.bytes, other.start, other.end)
                || Arrays.equals(withoutSourceInfo(), other.withoutSourceInfo());
    }

    private byte[] withoutSourceInfo() {
        ByteArrayOutputStream rest = new ByteArrayOutputStream(end - start);
        WireCursor in = new WireCursor(bytes, start, end);
        for (int from = in.at(); in.next(); from = in.at()) {
            in.skip();
            if (in.tag() != tag(9)) {
                rest.write(bytes, from, in.at() - from);
            }
        }
        return rest.toByteArray();
    }

    /** Returns the tag of a field of messages, strings or bytes. */
    static int tag(int fieldNumber) {
        return fieldNumber << 3 | DELIMITED;
    }

    FileDef read() {
        FileDef file = new FileDef(bytes);
        file.start = start;
        file.end = end;
        in = new WireCursor(bytes, start, end);
        depth = 0;
        readFile(file);
        return file;
    }

    /** Returns the list with an element more: the same one, or a new one in place of {@link List#of()}. */
    static <T> List<T> plus(List<T> list, T element) {
        List<T> longer = list.isEmpty() ? new ArrayList<>() : list;
        longer.add(element);
        return longer;
    }

    /** Reads the current field into a new definition, and returns the list with that. */
    private <D extends Def> List<D> plusRead(List<D> list, D def) {
        int outer = in.enter();
        def.start = in.at();
        def.end = in.limit();
        def.index = list.size();
        if (def instanceof MessageDef message) {
            readMessage(message);
        } else if (def instanceof FieldDef field) {
            readField(field);
        } else if (def instanceof EnumDef enumeration) {
            readEnum(enumeration);
        } else if (def instanceof ServiceDef service) {
            readService(service);
        } else if (def instanceof MethodDef method) {
            readMethod(method);
        } else {
            readSmall(def);
        }
        in.leave(outer);
        return plus(list, def);
    }

    /** Reads what all definitions have: a name and options. */
    private void readCommon(Def def) {
        if (in.tag() == tag(1)) {
            def.name = in.string();
        } else if (in.tag() == tag(def.optionsKind().number)) {
            readOptions(def);
        } else {
            in.skip();
        }
    }

    private void readFile(FileDef file) {
        while (in.next()) {
            switch (in.tag()) {
                case 2 << 3 | DELIMITED -> file.packageName = in.string();
                case 3 << 3 | DELIMITED -> file.dependencyNames = plus(file.dependencyNames, in.string());
                case 4 << 3 | DELIMITED -> file.messages = plusRead(file.messages, new MessageDef(file));
                case 5 << 3 | DELIMITED -> file.enums = plusRead(file.enums, new EnumDef(file));
                case 6 << 3 | DELIMITED -> file.services = plusRead(file.services, new ServiceDef(file));
                case 7 << 3 | DELIMITED -> file.extensions = plusRead(file.extensions, extension(file));
                case 10 << 3 | VARINT, 10 << 3 | DELIMITED -> file.publicIndexes = readInts(file.publicIndexes);
                case 11 << 3 | VARINT, 11 << 3 | DELIMITED -> file.weakIndexes = readInts(file.weakIndexes);
                case 12 << 3 | DELIMITED -> file.syntax = in.string();
                case 14 << 3 | VARINT -> file.editionNumber = (int) in.varint();
                case 15 << 3 | DELIMITED -> file.optionDependencies = plus(file.optionDependencies, in.string());
                default -> readCommon(file);
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

    private static FieldDef extension(Def scope) {
        FieldDef extension = new FieldDef(scope);
        extension.extendee = "";
        return extension;
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

    private void readMessage(MessageDef message) {
        depth++;
        while (in.next()) {
            switch (in.tag()) {
                case 2 << 3 | DELIMITED -> message.fields = plusRead(message.fields, new FieldDef(message));
                case 3 << 3 | DELIMITED -> {
                    if (depth == MAX_DEPTH) {
                        throw in.malformed("messages are nested more than " + MAX_DEPTH + " levels deep");
                    }
                    message.messages = plusRead(message.messages, new MessageDef(message));
                }
                case 4 << 3 | DELIMITED -> message.enums = plusRead(message.enums, new EnumDef(message));
                case 5 << 3 | DELIMITED -> {
                    ExtensionRange range = new ExtensionRange(message);
                    range.numbers = readRange(range, 1);
                    message.extensionRanges = plus(message.extensionRanges, range);
                }
                case 6 << 3 | DELIMITED -> message.extensions = plusRead(message.extensions, extension(message));
                case 8 << 3 | DELIMITED -> message.oneofs = plusRead(message.oneofs, new OneofDef(message));
                case 9 << 3 | DELIMITED -> message.reservedRanges = plus(message.reservedRanges, readRange(null, 1));
                case 10 << 3 | DELIMITED -> message.reservedNames = plus(message.reservedNames, in.string());
                case 11 << 3 | VARINT -> readVisibility(message);
                default -> readCommon(message);
            }
        }
        depth--;
        message.fields = List.copyOf(message.fields);
        message.messages = List.copyOf(message.messages);
        message.enums = List.copyOf(message.enums);
        message.extensionRanges = List.copyOf(message.extensionRanges);
        message.extensions = List.copyOf(message.extensions);
        message.oneofs = List.copyOf(message.oneofs);
        message.reservedRanges = List.copyOf(message.reservedRanges);
        message.reservedNames = List.copyOf(message.reservedNames);
    }

    private void readField(FieldDef field) {
        while (in.next()) {
            switch (in.tag()) {
                case 2 << 3 | DELIMITED -> {
                    String extendee = in.string();
                    if (field.isExtension()) {
                        field.extendee = extendee;
                    } else {
                        field.set(Def.STRAY_EXTENDEE, true);
                    }
                }
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
                case 9 << 3 | VARINT -> {
                    field.oneofIndex = (int) in.varint();
                    field.set(Def.IN_ONEOF, true);
                }
                case 10 << 3 | DELIMITED -> {
                    // Nearly always the one that follows from the name, which stands before it and need not be kept
                    // twice.
                    String json = in.string();
                    field.jsonName = json.equals(FieldDef.defaultJsonName(field.name)) ? null : json;
                    field.set(Def.JSON_NAME, true);
                }
                case 17 << 3 | VARINT -> field.set(Def.PROTO3_OPTIONAL, in.bool());
                default -> readCommon(field);
            }
        }
    }

    private void readEnum(EnumDef enumeration) {
        while (in.next()) {
            switch (in.tag()) {
                case 2 << 3 | DELIMITED ->
                    enumeration.values = plusRead(enumeration.values, new EnumValueDef(enumeration));
                case 4 << 3 | DELIMITED ->
                    enumeration.reservedRanges = plus(enumeration.reservedRanges, readRange(null, 0));
                case 5 << 3 | DELIMITED -> enumeration.reservedNames = plus(enumeration.reservedNames, in.string());
                case 6 << 3 | VARINT -> readVisibility(enumeration);
                default -> readCommon(enumeration);
            }
        }
        enumeration.values = List.copyOf(enumeration.values);
        enumeration.reservedRanges = List.copyOf(enumeration.reservedRanges);
        enumeration.reservedNames = List.copyOf(enumeration.reservedNames);
    }

    private void readVisibility(Def def) {
        long visibility = in.varint();
        def.set(Def.LOCAL, visibility == 1);
        def.set(Def.EXPORT, visibility == 2);
    }

    private void readService(ServiceDef service) {
        while (in.next()) {
            if (in.tag() == tag(2)) {
                service.methods = plusRead(service.methods, new MethodDef(service));
            } else {
                readCommon(service);
            }
        }
        service.methods = List.copyOf(service.methods);
    }

    private void readMethod(MethodDef method) {
        while (in.next()) {
            switch (in.tag()) {
                case 2 << 3 | DELIMITED -> method.input = in.string();
                case 3 << 3 | DELIMITED -> method.output = in.string();
                case 5 << 3 | VARINT -> method.set(Def.CLIENT_STREAMING, in.bool());
                case 6 << 3 | VARINT -> method.set(Def.SERVER_STREAMING, in.bool());
                default -> readCommon(method);
            }
        }
    }

    /** Reads an enum value or a oneof. */
    private void readSmall(Def def) {
        while (in.next()) {
            if (def instanceof EnumValueDef && in.tag() == (2 << 3 | VARINT)) {
                def.number = (int) in.varint();
            } else {
                readCommon(def);
            }
        }
    }

    /**
     * Reads a range of numbers.
     *
     * @param extensions takes its bounds and what its options say, unless it is null
     * @param beyond 1 if the end does not belong to it, as in messages; 0 if it does, as in enums
     */
    private NumberRange readRange(ExtensionRange extensions, int beyond) {
        int outer = in.enter();
        if (extensions != null) {
            extensions.start = in.at();
            extensions.end = in.limit();
        }
        int first = 0;
        int end = 0;
        while (in.next()) {
            if (in.tag() == (1 << 3 | VARINT)) {
                first = (int) in.varint();
            } else if (in.tag() == (2 << 3 | VARINT)) {
                end = (int) in.varint();
            } else if (extensions != null && in.tag() == tag(OptionsKind.EXTENSION_RANGE.number)) {
                readOptions(extensions);
            } else {
                in.skip();
            }
        }
        in.leave(outer);
        return new NumberRange(first, end == Integer.MIN_VALUE ? end : end - beyond);
    }

    private void readOptions(ExtensionRange range) {
        int outer = in.enter();
        while (in.next()) {
            if (in.tag() == tag(OptionsKind.EXTENSION_RANGE.featuresNumber)) {
                range.flags |= Def.OWN_FEATURES | readFeatures(null);
            } else if (in.tag() == tag(2)) {
                range.declarations = plus(range.declarations, readDeclaration(range.message));
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
        FieldDef declaration = new FieldDef(message);
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
        WireCursor options = new WireCursor(enumValueOptions);
        while (options.find(tag(998))) {
            int outer = options.enter();
            while (options.find(tag(1))) {
                name = options.string();
            }
            options.leave(outer);
        }
        return name;
    }
}
