package dev.upb.reflection;

import dev.upb.base.DecodeException;
import dev.upb.base.FieldType;
import dev.upb.base.Utf8;
import dev.upb.base.ValueKind;
import dev.upb.base.WireType;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The rules of the language that a schema must keep, as protoc does. Runs once all names are resolved; what could not be resolved is passed
 * over. Gives fields the flags that follow from features and syntax.
 *
 * <p>{@link #checkOptions} checks what definitions of options ask for: the elements on which they are set, and the editions. It walks over the
 * bytes of all options, with the options messages that the pool has, or the well-known ones, and passes over what those do not define.
 */
final class SchemaRules {
    private static final int MAX_PACKAGE_DEPTH = 100;
    private static final NumberRange[] NO_RANGES = {};
    private static final String DESCRIPTOR_PROTO = "google/protobuf/descriptor.proto";

    private static final String SCALARS =
            " double float int64 uint64 int32 fixed32 fixed64 bool string bytes uint32 enum"
                    + " sfixed32 sfixed64 sint32 sint64 ";

    /** Levels of messages in options. */
    private static final int MAX_DEPTH = 100;

    // What the options of a field or an enum value say of its use: FeatureSupport by field number, editions as numbers,
    // 0 if there are none.
    private static final int INTRODUCED = 1;
    private static final int DEPRECATED = 2;
    private static final int WARNING = 3;
    private static final int REMOVED = 4;
    private static final int ERROR = 5;
    /** Bit by number of the fields that are there; bit 0 if there is a {@code FeatureSupport} at all. */
    private static final int SEEN = 0;
    /** Bit by number of {@code OptionTargetType}; 0 if all are allowed. */
    private static final int TARGETS = 6;

    private static final int[] NONE = new int[TARGETS + 1];

    private final Problems problems;
    private final NameTable symbols;
    /** Filled here. */
    private final Map<MessageDef, Map<Integer, FieldDef>> extensions;
    /** Names that options give to enum values in JSON. */
    private final Map<Def, String> jsonNames = new HashMap<>();

    /** What is said of the use of fields and enum values. */
    private final Map<Def, int[]> supports = new HashMap<>();
    /** The element whose options are being looked at. */
    private Def element;

    /** What targets are compared with; null in groups, where protoc does not look at them. */
    private OptionsKind kind;

    SchemaRules(Problems problems, NameTable symbols, Map<MessageDef, Map<Integer, FieldDef>> extensions) {
        this.problems = problems;
        this.symbols = symbols;
        this.extensions = extensions;
    }

    void check(Def def) {
        if (def.is(Def.HAS_OPTIONS)) {
            checkFlags(def, def.flags);
        }
        if (def instanceof FileDef file) {
            checkFile(file);
            return;
        }
        if (!isIdentifier(def.name)) {
            problems.add(
                    def,
                    def.name.isEmpty()
                            ? "has no name"
                            : "\"" + def.name + "\" is no name: only letters, digits and _ make one");
        }
        if (def instanceof MessageDef message) {
            checkMessage(message);
        } else if (def instanceof FieldDef field) {
            checkField(field);
        } else if (def instanceof EnumDef enumeration) {
            checkEnum(enumeration);
        } else if (def instanceof EnumValueDef value) {
            checkJsonName(value);
        } else if (def instanceof OneofDef oneof) {
            checkOneof(oneof);
        } else if (def instanceof ServiceDef service) {
            FileDef file = service.file();
            if (file.is(Def.LITE) && file.is(Def.CC_SERVICES | Def.JAVA_SERVICES)) {
                problems.add(service, "the lite runtime has no generic services");
            }
        }
    }

    private void checkJsonName(EnumValueDef value) {
        try {
            String name = value.customJsonName();
            if (name != null) {
                jsonNames.put(value, name);
            }
        } catch (DecodeException e) {
            problems.addUndecoded(value, e);
        }
    }

    private void checkFlags(Def def, int flags) {
        if ((flags & Def.OWN_FEATURES) != 0 && !def.file().edition.hasFeatures()) {
            problems.add(
                    def,
                    "features can be set in editions only, not in " + def.file().syntaxName());
        }
        if ((flags & Def.UNKNOWN_FEATURE) != 0) {
            problems.add(def, "a feature has no known value");
        }
        if ((flags & Def.UNINTERPRETED) != 0) {
            problems.add(def, "has an uninterpreted_option; compilers leave none");
        }
    }

    private void checkFile(FileDef file) {
        String name = file.packageName;
        boolean named = name.isEmpty() || isQualified(name) && name.split("\\.", -1).length <= MAX_PACKAGE_DEPTH + 1;
        if (!named) {
            problems.add(file, "package \"" + name + "\" is no name, or one of more than 100 parts");
        }
        if (file.name.indexOf('\0') >= 0) {
            problems.add(file, "the name of the file has a zero character");
        }
        checkIndexes(file, "public_dependency", file.publicIndexes);
        checkIndexes(file, "weak_dependency", file.weakIndexes);
        List<String> imports = new ArrayList<>(file.dependencyNames);
        imports.addAll(file.optionDependencies);
        checkTwice(file, imports, "is imported twice");
        if (file.optionDependencies.contains(file.name)) {
            problems.add(file, "imports itself");
        }
        boolean edition2024 = file.edition.number() >= Edition.EDITION_2024.number();
        if (!edition2024 && !file.optionDependencies.isEmpty()) {
            problems.add(file, "import option is for edition 2024 and later");
        }
        if (edition2024 && !file.weakIndexes.isEmpty()) {
            problems.add(file, "edition 2024 and later have no weak imports");
        }
        if (Features.get(file.features, Features.PRESENCE) == Features.LEGACY_REQUIRED) {
            problems.add(file, "feature field_presence can't be LEGACY_REQUIRED for a whole file");
        }
        if (file.is(Def.JAVA_UTF8) && file.edition.hasFeatures()) {
            problems.add(file, "editions have a feature for java_string_check_utf8");
        }
        for (FileDef dependency : file.dependencies) {
            if (dependency.is(Def.LITE) && !file.is(Def.LITE)) {
                problems.add(file, "is not for the lite runtime, but imports a file that is");
            }
        }
    }

    private void checkIndexes(FileDef file, String field, List<Integer> indexes) {
        for (int index : indexes) {
            if (index < 0 || index >= file.dependencies.size()) {
                problems.add(file, field + ' ' + index + " is not one of the " + file.dependencies.size() + " imports");
            }
        }
    }

    /** Returns the names as a set. */
    private Set<String> checkTwice(Def def, List<String> names, String text) {
        if (names.isEmpty()) {
            return Set.of();
        }
        Set<String> set = new HashSet<>();
        for (String name : names) {
            if (!set.add(name)) {
                problems.add(def, '"' + name + "\" " + text);
            }
        }
        return set;
    }

    private static boolean isQualified(String name) {
        for (String part : name.split("\\.", -1)) {
            if (!isIdentifier(part)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isIdentifier(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_')) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private void checkEnum(EnumDef enumeration) {
        checkNesting(enumeration);
        List<EnumValueDef> values = enumeration.values;
        if (values.isEmpty()) {
            problems.add(enumeration, "has no values; an enum needs at least one");
        } else if (!enumeration.isClosedByFeature() && values.get(0).number != 0) {
            problems.add(enumeration, "the first value of an open enum must be 0, not " + values.get(0).number);
        }
        NumberRange[] ranges = checkRanges(enumeration, enumeration.reservedRanges, List.of(), Integer.MIN_VALUE);
        Set<String> names = checkTwice(enumeration, enumeration.reservedNames, "is reserved twice");
        boolean json = false;
        for (EnumValueDef value : values) {
            checkReserved(value, value.number, ranges, names);
            if (!enumeration.is(Def.ALLOW_ALIAS)
                    && enumeration.byNumber != null
                    && enumeration.byNumber.length < values.size()
                    && enumeration.findValue(value.number) != value) {
                problems.add(value, "has the number of another value, which needs allow_alias");
            }
            json |= jsonNames.containsKey(value);
        }
        if (!enumeration.is(Def.LEGACY_JSON_NAMES) || enumeration.file().edition() != Edition.PROTO2) {
            checkShortNames(enumeration);
        }
        if (json) {
            checkJsonNames(enumeration);
        }
    }

    /** Generated code drops the enum's name from its values' names; they must stay different. */
    private void checkShortNames(EnumDef enumeration) {
        Map<String, EnumValueDef> shortNames = new HashMap<>();
        for (EnumValueDef value : enumeration.values) {
            EnumValueDef first = shortNames.putIfAbsent(shorten(enumeration.name, value.name), value);
            if (first != null && first.number != value.number && !first.name.equals(value.name)) {
                problems.add(value, "is the same name as " + first.name + " without that of the enum");
            }
        }
    }

    /** Makes {@code FooBar} of value {@code MY_ENUM_FOO_BAR} of {@code MyEnum}. */
    private static String shorten(String enumeration, String name) {
        int at = 0;
        for (int i = 0; i < enumeration.length() && at >= 0; i++) {
            if (enumeration.charAt(i) != '_') {
                at = skipUnderscores(name, at);
                boolean same = at < name.length() && lower(name.charAt(at)) == lower(enumeration.charAt(i));
                at = same ? at + 1 : -1;
            }
        }
        at = at < 0 ? 0 : skipUnderscores(name, at);
        StringBuilder result = new StringBuilder();
        boolean first = true;
        for (int i = at == name.length() ? 0 : at; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c != '_') {
                result.append(first ? FieldDef.upper(c) : lower(c));
            }
            first = c == '_';
        }
        return result.toString();
    }

    private static int skipUnderscores(String name, int from) {
        int at = from;
        while (at < name.length() && name.charAt(at) == '_') {
            at++;
        }
        return at;
    }

    private static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c - 'A' + 'a') : c;
    }

    /** Names that options give to values in JSON: they stand for one number each, and aliases have the same one. */
    private void checkJsonNames(EnumDef enumeration) {
        Map<String, EnumValueDef> names = new HashMap<>();
        for (EnumValueDef value : enumeration.values) {
            String custom = jsonNames.get(value);
            String json = custom == null ? value.name : custom;
            boolean broken = json.indexOf('\0') >= 0
                    || enumeration.is(Def.ALLOW_ALIAS)
                            && !Objects.equals(custom, jsonNames.get(enumeration.findValue(value.number)));
            for (String name : new String[] {value.name, json}) {
                EnumValueDef first = names.putIfAbsent(name, value);
                broken |= first != null && first.number != value.number;
            }
            try {
                broken |= custom != null && Integer.parseInt(custom.strip()) != value.number;
            } catch (NumberFormatException e) {
                // Then it is no number, and can't be taken for one.
            }
            if (broken) {
                problems.add(value, "the JSON name does not stand for this number alone");
            }
        }
    }

    private void checkMessage(MessageDef message) {
        checkNesting(message);
        checkNumbers(message);
        boolean synthetic = false;
        for (OneofDef oneof : message.oneofs) {
            if (synthetic && !oneof.isSynthetic()) {
                problems.add(oneof, "stands behind the oneof of a proto3_optional field; those must be the last");
            }
            synthetic |= oneof.isSynthetic();
        }
        if (!message.is(Def.LEGACY_JSON_NAMES)) {
            checkJsonNames(message);
        }
        if (message.isMapEntry()) {
            checkMapEntry(message);
        }
        boolean proto3 = message.file().edition() == Edition.PROTO3;
        if (proto3 && message.isMessageSet()) {
            problems.add(message, "proto3 has no MessageSet");
        }
        if (proto3 && !message.extensionRanges.isEmpty()) {
            problems.add(message, "proto3 has no extension ranges");
        }
    }

    /** With strict visibility, what is in a message is local; but for enums in a message that is there for nothing else. */
    private void checkNesting(Def def) {
        if (def.is(Def.EXPORT)
                && def.parent instanceof MessageDef outer
                && Features.get(def.features, Features.VISIBILITY) == Features.STRICT) {
            boolean namespace = def instanceof EnumDef
                    && outer.parent instanceof FileDef
                    && !outer.is(Def.EXPORT)
                    && outer.reservedRanges.equals(List.of(new NumberRange(1, WireType.MAX_FIELD_NUMBER)));
            if (!namespace) {
                problems.add(def, "is nested, and so can't be exported where visibility is STRICT");
            }
        }
    }

    private void checkNumbers(MessageDef message) {
        int most = message.isMessageSet() ? Integer.MAX_VALUE - 1 : WireType.MAX_FIELD_NUMBER;
        List<NumberRange> extensions = new ArrayList<>(message.extensionRanges.size());
        Set<String> declared = new HashSet<>();
        for (ExtensionRange range : message.extensionRanges) {
            extensions.add(range.numbers);
            if (range.last() > most) {
                problems.add(message, "extension range " + range + " is not in 1 to " + most);
            }
            checkFlags(message, range.flags);
            checkDeclarations(message, range, declared);
        }
        NumberRange[] ranges = checkRanges(message, message.reservedRanges, extensions, 1);
        Set<String> names = checkTwice(message, message.reservedNames, "is reserved twice");
        for (FieldDef field : message.fields) {
            checkReserved(field, field.number, ranges, names);
        }
        FieldDef before = null;
        for (FieldDef field : message.fieldsByNumber) {
            if (field.number < 1 || field.number > WireType.MAX_FIELD_NUMBER) {
                problems.add(field, "number " + field.number + " is not in 1 to " + WireType.MAX_FIELD_NUMBER);
            } else if (before != null && field.number == before.number) {
                problems.add(field, "has number " + field.number + ", as " + before.name + " has");
            }
            before = field;
        }
    }

    /** Returns reserved ranges and those of extensions by their first numbers. */
    private NumberRange[] checkRanges(Def def, List<NumberRange> reserved, List<NumberRange> extensions, int least) {
        if (reserved.isEmpty() && extensions.isEmpty()) {
            return NO_RANGES;
        }
        List<NumberRange> all = new ArrayList<>(reserved);
        all.addAll(extensions);
        int[] firsts = new int[all.size()];
        for (int i = 0; i < firsts.length; i++) {
            firsts[i] = all.get(i).first();
        }
        int[] order = Def.order(firsts);
        NumberRange[] sorted = new NumberRange[order.length];
        NumberRange before = null;
        for (int i = 0; i < order.length; i++) {
            NumberRange range = all.get(order[i]);
            sorted[i] = range;
            if (range.first() < least || range.last() < range.first()) {
                problems.add(def, "range " + range.first() + " to " + range.last() + " of numbers is none");
            } else if (before != null && range.first() <= before.last()) {
                problems.add(def, "range " + range + " of numbers overlaps " + before);
            }
            before = before == null || range.last() > before.last() ? range : before;
        }
        return sorted;
    }

    private void checkReserved(Def def, int number, NumberRange[] ranges, Set<String> names) {
        int low = 0;
        int high = ranges.length;
        while (low < high) { // Ends behind the last one that does not begin above.
            int middle = low + high >>> 1;
            if (ranges[middle].first() <= number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low > 0 && ranges[low - 1].contains(number)) {
            problems.add(def, "number " + number + " is reserved, or for extensions: " + ranges[low - 1]);
        }
        if (names.contains(def.name)) {
            problems.add(def, "the name is reserved");
        }
    }

    private void checkOneof(OneofDef oneof) {
        List<FieldDef> fields = oneof.fields;
        int last = fields.size() - 1;
        if (last < 0) {
            problems.add(oneof, "has no fields; a oneof needs at least one");
        }
        if (last > 0 && fields.get(last).index - fields.get(0).index != last) {
            problems.add(oneof, "other fields stand among its own");
        }
    }

    /**
     * Two fields can't have one name in JSON, nor names that would be the same by default, which field masks use. Where names are concerned
     * that follow from the fields' own, legacy files may.
     */
    private void checkJsonNames(MessageDef message) {
        boolean strict = Features.get(message.features, Features.JSON) == Features.ALLOW;
        boolean custom = false;
        for (FieldDef field : message.fields) {
            if (field.hasCustomJsonName()) {
                custom = true;
                if (field.jsonName.startsWith("[") && field.jsonName.endsWith("]")) {
                    problems.add(field, "the json_name looks like that of an extension");
                }
            }
        }
        if (custom) {
            checkJsonNames(message, true, strict);
        }
        if (strict) {
            checkJsonNames(message, false, true);
        }
    }

    private void checkJsonNames(MessageDef message, boolean custom, boolean strict) {
        Map<String, FieldDef> names = new HashMap<>();
        for (FieldDef field : message.fields) {
            String name = custom ? field.jsonName() : FieldDef.defaultJsonName(field.name);
            FieldDef first = names.putIfAbsent(name, field);
            if (first != null) {
                boolean one = custom && field.hasCustomJsonName();
                boolean two = custom && first.hasCustomJsonName();
                if (one && two || strict && (!custom || one || two)) {
                    problems.add(field, "has the same JSON name as " + first.name + ": " + name);
                }
            }
        }
    }

    private void checkField(FieldDef field) {
        int own = field.features;
        boolean group = field.type == FieldType.GROUP;
        boolean extension = field.isExtension();
        boolean required = field.is(Def.REQUIRED_LABEL);
        boolean packed = field.is(Def.PACKED);
        settle(field);
        Edition edition = field.file().edition;
        boolean proto3 = edition == Edition.PROTO3;
        boolean singular = !field.isRepeated();
        if (field.is(Def.STRAY_EXTENDEE)) {
            problems.add(field, "is no extension, and so can't have an extendee");
        }
        if (field.number / 1000 == 19) {
            problems.add(field, "numbers 19000 to 19999 are for the implementation");
        }
        if (field.oneof != null && (!singular || required)) {
            problems.add(field, "is in a oneof, and so can't be repeated or required");
        }
        if (field.isProto3Optional() && !(proto3 && (extension || field.oneof != null && field.oneof.isSynthetic()))) {
            problems.add(field, "is proto3_optional, which is for singular fields of proto3 in a oneof of their own");
        }
        String json = field.jsonName;
        if (json != null && json.indexOf('\0') >= 0) {
            problems.add(field, "json_name has a zero character");
        }
        if (extension) {
            checkExtension(field, own);
        }
        if (field.type == null) {
            return;
        }
        boolean packable = !singular && field.type.isPackable();
        if (proto3 && (group || required || field.is(Def.DEFAULT))) {
            problems.add(field, "proto3 has no groups, required fields and defaults");
        }
        if (edition.hasFeatures()) {
            if (group) {
                problems.add(field, "is a group by type; editions have feature message_encoding for that");
            }
            if (required) {
                problems.add(field, "is required by label; editions have feature field_presence for that");
            }
            if (field.is(Def.PACKED_OPTION) || field.is(Def.CTYPE) && edition != Edition.EDITION_2023) {
                problems.add(field, "has option packed or ctype; editions have features for that");
            }
            if (own != 0 && !(field.parent instanceof MessageDef parent && parent.isMapEntry())) {
                checkFeatures(field, own, packable);
            }
        } else {
            if (packed && !packable) {
                problems.add(field, "is packed; only repeated numbers, bools and enums can be");
            }
        }
        if (field.is(Def.LAZY | Def.UNVERIFIED_LAZY) && field.type != FieldType.MESSAGE
                || field.is(Def.UNVERIFIED_LAZY) && extension
                || field.is(Def.JSTYPE) && field.type.kind() != ValueKind.LONG) {
            problems.add(field, "has option lazy, which is for messages, or jstype, which is for 64-bit integers");
        }
        MessageDef message = field.messageType();
        if (message != null && message.isMapEntry()) {
            boolean fits = !singular
                    && !extension
                    && field.type == FieldType.MESSAGE
                    && message.parent == field.parent
                    && message.name.equals(FieldDef.defaultJsonName('_' + field.name) + "Entry");
            if (!fits) {
                problems.add(field, "can't be of type " + message + ", which is for the entries of one map field");
            }
        }
        if (field.is(Def.DEFAULT)) {
            checkDefault(field);
        }
        EnumDef enumeration = field.enumType();
        if (enumeration != null && enumeration.isClosedByFeature() && (proto3 || singular && !field.hasPresence())) {
            problems.add(field, "does not know whether it is set, or is in proto3, and so can't have a closed enum");
        }
    }

    /** Checks features that are set on the field itself. */
    private void checkFeatures(FieldDef field, int own, boolean packable) {
        FieldType type = field.type;
        int presence = Features.get(own, Features.PRESENCE);
        int encoding = Features.get(own, Features.REPEATED_ENCODING);
        boolean map = field.isMap();
        boolean text =
                type == FieldType.STRING || map && (isText(field.messageType(), 1) || isText(field.messageType(), 2));
        String feature = presence != 0
                        && (field.oneof != null
                                || field.isRepeated()
                                || field.isExtension()
                                || presence == Features.IMPLICIT && type.isMessage())
                ? "field_presence"
                : encoding != 0 && !field.isRepeated() || encoding == Features.PACKED && !packable
                        ? "repeated_field_encoding"
                        : Features.get(own, Features.UTF8) != 0 && !text
                                ? "utf8_validation"
                                : Features.get(own, Features.MESSAGE_ENCODING) != 0 && (map || !type.isMessage())
                                        ? "message_encoding"
                                        : null;
        if (feature != null) {
            problems.add(field, "feature " + feature + " is not for fields like this, or not with this value");
        }
    }

    private static boolean isText(MessageDef entry, int number) {
        FieldDef field = entry.findField(number);
        return field != null && field.type == FieldType.STRING;
    }

    private void checkDefault(FieldDef field) {
        String text = (String) field.defaultValue;
        field.defaultValue = null;
        if (field.isRepeated() || field.type.isMessage() || !field.hasPresence()) {
            problems.add(field, "has a default, which lists, messages and fields without presence can't have");
        } else if (field.type != FieldType.ENUM || field.enumType() != null) {
            try {
                field.defaultValue = parseDefault(field, text);
            } catch (IllegalArgumentException e) {
                String why = e instanceof NumberFormatException ? "no number, or out of range" : e.getMessage();
                problems.add(field, "default \"" + text + "\" does not fit: " + why);
            }
        }
    }

    private void checkExtension(FieldDef extension, int own) {
        if (Features.get(own, Features.PRESENCE) == Features.LEGACY_REQUIRED
                || extension.is(Def.REQUIRED_LABEL | Def.IN_ONEOF)
                || extension.hasCustomJsonName()) {
            problems.add(extension, "an extension can't be required, or in a oneof, or have a json_name");
        }
        MessageDef extendee = (MessageDef) extension.extendee;
        extensions.putIfAbsent(extendee, new LinkedHashMap<>());
        FieldDef first = extensions.get(extendee).putIfAbsent(extension.number, extension);
        if (first != null) {
            problems.add(extension, "has number " + extension.number + ", as " + first + " has");
        }
        if (extendee.isPlaceholder()) {
            return;
        }
        FileDef file = extension.file();
        FileDef other = extendee.file();
        ExtensionRange range = null;
        problems.spend(extension, extendee.extensionRanges.size());
        for (ExtensionRange each : extendee.extensionRanges) {
            range = each.numbers.contains(extension.number) ? each : range;
        }
        if (range == null) {
            problems.add(extension, "number " + extension.number + " is in no extension range of " + extendee);
        } else if (!other.name.equals(DESCRIPTOR_PROTO)) {
            if (!isDeclared(extension, range)) {
                problems.add(extension, "is not what the extension range declares");
            }
        }
        if (extendee.isMessageSet() && (extension.isRepeated() || extension.type != FieldType.MESSAGE)) {
            problems.add(extension, "an extension of a MessageSet must be a singular message");
        }
        if (file.edition == Edition.PROTO3
                && !(extendee.fullName.startsWith("google.protobuf.") && extendee.name.endsWith("Options"))) {
            problems.add(extension, "proto3 has no extensions but those that define options");
        }
        if (file.is(Def.LITE) && !other.is(Def.LITE)) {
            problems.add(extension, "is for the lite runtime, but not what it extends");
        }
    }

    /** Checks what a range declares of the extensions in it, apart from those themselves. */
    private void checkDeclarations(MessageDef message, ExtensionRange range, Set<String> names) {
        Set<Integer> numbers = new HashSet<>();
        for (FieldDef declaration : range.declarations) {
            String name = declaration.name;
            String type = (String) declaration.subType;
            boolean fits = name.isEmpty() && type == null
                    ? declaration.is(Def.RESERVED)
                    : type != null && names.add(name) && isAbsolute(name) && (isScalar(type) || isAbsolute(type));
            if (!fits
                    || range.verification == ExtensionRange.UNVERIFIED
                    || !range.numbers.contains(declaration.number)
                    || !numbers.add(declaration.number)) {
                problems.add(
                        message, "declaration " + declaration.number + " of extension range " + range + " is none");
            }
        }
    }

    private static boolean isScalar(String type) {
        return SCALARS.contains(' ' + type + ' ');
    }

    private static boolean isAbsolute(String name) {
        return name.startsWith(".") && isQualified(name.substring(1));
    }

    /** Whether an extension is as its range declares it, which may leave that open. */
    private boolean isDeclared(FieldDef extension, ExtensionRange range) {
        problems.spend(extension, range.declarations.size());
        for (FieldDef declaration : range.declarations) {
            if (declaration.number == extension.number) {
                String type = (String) declaration.subType;
                String actual = extension.subType != null
                        ? "." + extension.subType
                        : String.valueOf(extension.type).toLowerCase(Locale.ROOT);
                return !declaration.is(Def.RESERVED)
                        && declaration.isRepeated() == extension.isRepeated()
                        && declaration.name.equals("." + extension)
                        && actual.equals(type);
            }
        }
        return range.declarations.isEmpty() && range.verification != ExtensionRange.DECLARATION;
    }

    /** The shape that protoc gives to the entries of a map. */
    private void checkMapEntry(MessageDef entry) {
        boolean shape = entry.fields.size() == 2
                && entry.oneofs.isEmpty()
                && entry.messages.isEmpty()
                && entry.enums.isEmpty()
                && entry.extensions.isEmpty()
                && entry.extensionRanges.isEmpty()
                && entry.parent instanceof MessageDef
                && isEntryField(entry, 0, "key")
                && isEntryField(entry, 1, "value");
        if (!shape) {
            problems.add(
                    entry,
                    "a map entry is nested in a message and has exactly the singular fields 1 (key) and 2 (value)");
            return;
        }
        FieldDef key = entry.fields.get(0);
        FieldDef value = entry.fields.get(1);
        if (key.type != null && !key.type.isMapKey()) {
            problems.add(key, "the key of a map can't be of type " + key.type);
        }
        if (value.type == FieldType.GROUP) {
            problems.add(value, "the value of a map can't be a group");
        }
        EnumDef enumeration = value.enumType();
        if (enumeration != null && !enumeration.values.isEmpty() && enumeration.values.get(0).number != 0) {
            problems.add(value, "the enum of a map's value must have 0 as its first value");
        }
    }

    private static boolean isEntryField(MessageDef entry, int index, String name) {
        FieldDef field = entry.fields.get(index);
        return field.number == index + 1 && field.name.equals(name) && !field.isRepeated() && !field.isRequired();
    }

    /** Works out what holds for a field from its own features and those of what it is in, or from the syntax. */
    private static void settle(FieldDef field) {
        int features =
                Features.merge(field.oneof != null ? field.oneof.features : field.parent.features, field.features);
        if (!field.file().edition().hasFeatures()) {
            if (field.is(Def.REQUIRED_LABEL)) {
                features = Features.with(features, Features.PRESENCE, Features.LEGACY_REQUIRED);
            } else if (field.isProto3Optional()) {
                features = Features.with(features, Features.PRESENCE, Features.EXPLICIT);
            }
            if (field.type == FieldType.GROUP) {
                features = Features.with(features, Features.MESSAGE_ENCODING, Features.DELIMITED);
            }
            if (field.is(Def.PACKED_OPTION)) {
                features = Features.with(
                        features,
                        Features.REPEATED_ENCODING,
                        field.is(Def.PACKED) ? Features.PACKED : Features.EXPANDED);
            }
        } else if (field.type == FieldType.MESSAGE
                && Features.get(features, Features.MESSAGE_ENCODING) == Features.DELIMITED
                && !(field.subType instanceof MessageDef message && message.isMapEntry())
                && !(field.parent instanceof MessageDef parent && parent.isMapEntry())) {
            field.type = FieldType.GROUP;
        }
        field.features = features;
        int presence = Features.get(features, Features.PRESENCE);
        boolean singular = !field.isRepeated();
        boolean message = field.type != null && field.type.isMessage();
        field.set(
                Def.REQUIRED,
                singular && !field.isExtension() && field.oneof == null && presence == Features.LEGACY_REQUIRED);
        field.set(
                Def.PRESENCE,
                singular && (message || field.isExtension() || field.oneof != null || presence != Features.IMPLICIT));
        boolean packed = Features.get(features, Features.REPEATED_ENCODING) == Features.PACKED;
        field.set(Def.PACKED, packed && !singular && field.type != null && field.type.isPackable());
        field.set(Def.UTF8, field.type == FieldType.STRING && Features.get(features, Features.UTF8) == Features.VERIFY);
    }

    /**
     * Returns the default that a text stands for, as tables take it: a {@code Long} with the bits of a number, or a {@code byte[]}.
     *
     * @throws IllegalArgumentException if it stands for none
     */
    private static Object parseDefault(FieldDef field, String text) {
        FieldType type = field.type;
        if (type == FieldType.STRING) {
            return Utf8.encode(text);
        }
        if (type == FieldType.BYTES) {
            return unescape(text);
        }
        if (type == FieldType.FLOAT) {
            return Float.floatToRawIntBits(Float.parseFloat(decimal(text))) & 0xFFFFFFFFL;
        }
        if (type == FieldType.DOUBLE) {
            return Double.doubleToRawLongBits(Double.parseDouble(decimal(text)));
        }
        if (type == FieldType.BOOL) {
            if (!text.equals("true") && !text.equals("false")) {
                throw new IllegalArgumentException("neither true nor false");
            }
            return text.equals("true") ? 1L : 0L;
        }
        EnumDef enumeration = field.enumType();
        if (enumeration != null) {
            EnumValueDef value = enumeration.findValue(text);
            boolean digit = !text.isEmpty() && text.charAt(0) <= '9'; // Then it is a name, but no identifier.
            if ((value == null || digit) && !enumeration.isPlaceholder()) {
                throw new IllegalArgumentException("no value of enum " + enumeration);
            }
            return value == null ? 0L : (long) value.number;
        }
        long value = integer(text, type.isUnsigned(), type.slotSize() * Byte.SIZE);
        return type.kind() == ValueKind.INT ? (int) value : value;
    }

    /** Returns a text that is made of what decimal numbers are, so that Java's own forms are not taken; inf and nan as Java writes them. */
    private static String decimal(String text) {
        if (text.equals("nan") || text.equals("-nan")) {
            return "NaN";
        }
        if (text.equals("inf") || text.equals("-inf")) {
            return text.replace("inf", "Infinity");
        }
        for (int i = 0; i < text.length(); i++) {
            if ("0123456789+-.eE".indexOf(text.charAt(i)) < 0) {
                throw new IllegalArgumentException("no number");
            }
        }
        return text;
    }

    /** Parses decimal, octal with 0 before, or hexadecimal with 0x before. */
    private static long integer(String text, boolean unsigned, int bits) {
        boolean negative = text.startsWith("-");
        String digits = negative ? text.substring(1) : text;
        int radix = 10;
        if (digits.startsWith("0x") || digits.startsWith("0X")) {
            digits = digits.substring(2);
            radix = 16;
        } else if (digits.startsWith("0") && digits.length() > 1) {
            radix = 8;
        }
        if (digits.isEmpty() || Character.digit(digits.charAt(0), radix) < 0) {
            throw new IllegalArgumentException("no integer");
        }
        long magnitude = Long.parseUnsignedLong(digits, radix);
        long value = negative ? -magnitude : magnitude;
        long most = unsigned ? -1L >>> Long.SIZE - bits : (1L << bits - 1) - 1;
        boolean fits = unsigned
                ? (!negative || magnitude == 0) && Long.compareUnsigned(magnitude, most) <= 0
                : Long.compareUnsigned(magnitude, negative ? most + 1 : most) <= 0;
        if (!fits) {
            throw new IllegalArgumentException("out of range");
        }
        return value;
    }

    /** Undoes the escapes of C, which descriptors use for bytes. */
    private static byte[] unescape(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            at += Character.charCount(c);
            if (c != '\\') {
                bytes.writeBytes(Utf8.encode(Character.toString(c)));
                continue;
            }
            if (at == text.length()) {
                throw new IllegalArgumentException("ends with a backslash");
            }
            char escape = text.charAt(at++);
            int simple = "abfnrtv\\'\"?".indexOf(escape);
            if (simple >= 0) {
                bytes.write("\007\b\f\n\r\t\013\\'\"?".charAt(simple));
                continue;
            }
            int unicode = escape == 'u' ? 4 : escape == 'U' ? 8 : 0;
            int radix = unicode > 0 || escape == 'x' || escape == 'X' ? 16 : 8;
            int from = radix == 16 ? at : at - 1;
            int most = unicode > 0 ? unicode : radix == 8 ? 3 : text.length();
            int value = 0;
            for (at = from; at < text.length() && at - from < most; at++) {
                int digit = Character.digit(text.charAt(at), radix);
                if (digit < 0) {
                    break;
                }
                value = Math.min(value * radix + digit, Character.MAX_CODE_POINT + 1);
            }
            boolean surrogate = value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE;
            if (at == from
                    || value > (unicode > 0 ? Character.MAX_CODE_POINT : 255)
                    || unicode > 0 && (at - from < unicode || surrogate)) {
                throw new IllegalArgumentException("unknown escape \\" + escape);
            }
            if (unicode > 0) {
                bytes.writeBytes(Utf8.encode(Character.toString(value)));
            } else {
                bytes.write(value);
            }
        }
        return bytes.toByteArray();
    }

    /** Checks the options of a definition: the elements and editions that theirs allow. Needs the features of all fields. */
    void checkOptions(Def def) {
        try {
            if (def.is(Def.HAS_OPTIONS)) {
                walk(def, def.optionsKind(), def.optionsBytes());
            }
            if (def.is(Def.RESTRICTED)) {
                checkSupport(def);
            }
            if (def instanceof MessageDef message) {
                for (ExtensionRange range : message.extensionRanges) {
                    walk(message, OptionsKind.EXTENSION_RANGE, range.optionsBytes());
                }
            }
        } catch (DecodeException e) {
            problems.addUndecoded(def, e);
        }
    }

    /** Checks that editions follow one another, that there is a text for what is deprecated or removed, and that values stay within that. */
    private void checkSupport(Def def) {
        int[] support = support(def);
        boolean sound = isSound(support);
        if (has(support, SEEN) && def instanceof FieldDef field && field.enumType() != null) {
            problems.spend(def, field.enumType().values.size());
            for (EnumValueDef value : field.enumType().values) {
                if (has(support(value), SEEN)) {
                    int[] both = read(value, support.clone());
                    sound &= isSound(both)
                            && both[INTRODUCED] >= support[INTRODUCED]
                            && (!has(support, REMOVED) || both[REMOVED] <= support[REMOVED])
                            && (!has(support, DEPRECATED) || both[DEPRECATED] <= support[DEPRECATED]);
                }
            }
        }
        if (!sound) {
            problems.add(def, "its feature_support contradicts itself, or that of its enum's values");
        }
    }

    private static boolean isSound(int[] support) {
        return (!has(support, DEPRECATED) || support[DEPRECATED] >= support[INTRODUCED])
                && (!has(support, REMOVED)
                        || support[REMOVED] > support[DEPRECATED] && support[REMOVED] >= support[INTRODUCED])
                && has(support, WARNING) == has(support, DEPRECATED)
                && (has(support, ERROR) == has(support, REMOVED)
                        || has(support, REMOVED) && support[INTRODUCED] == support[REMOVED]);
    }

    private static boolean has(int[] support, int field) {
        return (support[SEEN] >>> field & 1) != 0;
    }

    private int[] support(Def def) {
        if (!def.is(Def.RESTRICTED)) {
            return NONE;
        }
        int[] support = supports.get(def);
        if (support == null) {
            support = read(def, new int[TARGETS + 1]);
            supports.put(def, support);
        }
        return support;
    }

    private static int[] read(Def def, int[] support) {
        byte[] options = def.optionsBytes();
        boolean field = def instanceof FieldDef;
        WireCursor in = new WireCursor(options);
        while (in.next()) {
            int outer = (in.tag() & 7) == WireType.DELIMITED ? in.enter() : -1;
            if (field && in.tag() >>> 3 == 19 && (outer >= 0 || (in.tag() & 7) == WireType.VARINT)) {
                do {
                    long target = in.at() < in.limit() ? in.varint() : Long.SIZE;
                    support[TARGETS] |= target >>> 4 == 0 ? 1 << (int) target : 0; // Others are unknown fields.
                } while (outer >= 0 && in.at() < in.limit());
            } else if (in.tag() == DescriptorReader.tag(field ? 22 : 4)) {
                support[SEEN] |= 1;
                while (in.next()) {
                    int number = in.tag() >>> 3;
                    support[SEEN] |= number <= ERROR ? 1 << number : 0;
                    if ((in.tag() & 7) == WireType.VARINT && number <= ERROR) {
                        support[number] = (int) in.varint();
                    } else {
                        in.skip();
                    }
                }
            } else if (outer < 0) {
                in.skip();
            }
            if (outer >= 0) {
                in.leave(outer);
            }
        }
        return support;
    }

    private void walk(Def def, OptionsKind optionsKind, byte[] options) {
        Def type = symbols.find(optionsKind.typeName);
        if (options.length == 0 || type == null && !def.file().edition().hasFeatures()) {
            return; // Older files can break the rules of custom options only.
        }
        element = def;
        kind = optionsKind;
        MessageDef message =
                type instanceof MessageDef own ? own : DefPool.wellKnown().message(optionsKind.typeName);
        walk(message, new WireCursor(options), 0, MAX_DEPTH);
    }

    /**
     * Walks over the fields of a message.
     *
     * @param end the tag at which it ends if it is a group, otherwise 0
     */
    private void walk(MessageDef type, WireCursor in, int end, int depth) {
        if (depth == 0) {
            throw in.malformed("messages are nested too deeply");
        }
        while (in.next()) {
            int tag = in.tag();
            if (tag == end) {
                return;
            }
            int wireType = tag & 7;
            FieldDef field = type.findField(tag >>> 3);
            if (field == null) {
                field = extensions.getOrDefault(type, Map.of()).get(tag >>> 3);
            }
            FieldType fieldType = field == null ? null : field.type;
            boolean delimited = wireType == WireType.DELIMITED;
            if (fieldType == null
                    || wireType != fieldType.wireType()
                            && !(delimited && field.isRepeated() && fieldType.isPackable())) {
                in.skip();
                continue;
            }
            checkUse(field);
            MessageDef message = field.messageType();
            EnumDef enumeration = field.enumType();
            if (message == null && enumeration == null) {
                in.skip();
            } else if (fieldType == FieldType.GROUP) {
                OptionsKind outer = kind;
                kind = null;
                walk(message, in, tag + 1, depth - 1);
                kind = outer;
            } else {
                int outer = delimited ? in.enter() : -1;
                if (message != null) {
                    walk(message, in, 0, depth - 1);
                } else {
                    do {
                        EnumValueDef value = in.at() == in.limit() ? null : enumeration.findValue((int) in.varint());
                        if (value != null) {
                            checkUse(value);
                        }
                    } while (delimited && in.at() < in.limit());
                }
                if (delimited) {
                    in.leave(outer);
                }
            }
        }
        if (end != 0) {
            throw in.malformed("a group has no end");
        }
    }

    /** Reports an option or a value of one that can't be on the element, or in its edition. */
    private void checkUse(Def option) {
        int[] support = support(option);
        if (support[TARGETS] != 0 && kind != null && (support[TARGETS] >>> kind.target & 1) == 0) {
            problems.add(element, "can't have option " + option + ", which is for other elements");
        }
        int edition = element.file().edition.number();
        if (edition < support[INTRODUCED] || has(support, REMOVED) && edition >= support[REMOVED]) {
            problems.add(element, "can't have option " + option + " in this edition");
        }
    }
}
