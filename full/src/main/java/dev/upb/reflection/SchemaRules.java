package dev.upb.reflection;

import dev.upb.base.WireType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The rules of the language that a schema must keep, as protoc does. Runs once all names are resolved; what could not be resolved is passed
 * over. {@link FieldRules} has those of fields, and {@link OptionRules} what definitions of options ask for.
 */
final class SchemaRules {
    private static final int MAX_PACKAGE_DEPTH = 100;
    private static final NumberRange[] NO_RANGES = {};
    static final String DESCRIPTOR_PROTO = "google/protobuf/descriptor.proto";

    private final Problems problems;
    private final FieldRules fieldRules;
    /** Names that options give to enum values in JSON. */
    private final Map<Def, String> jsonNames = new HashMap<>();

    SchemaRules(Problems problems, Map<MessageDef, Map<Integer, FieldDef>> extensions) {
        this.problems = problems;
        this.fieldRules = new FieldRules(problems, extensions);
    }

    void check(Def def) {
        if (def.is(Def.HAS_OPTIONS)) {
            checkOptions(def, def.flags);
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
            fieldRules.check(field);
        } else if (def instanceof EnumDef enumeration) {
            checkEnum(enumeration);
        } else if (def instanceof EnumValueDef value) {
            jsonNames.computeIfAbsent(value, each -> value.customJsonName());
        } else if (def instanceof OneofDef oneof) {
            checkOneof(oneof);
        } else if (def instanceof ServiceDef service) {
            FileDef file = service.file();
            problems.addIf(
                    file.is(Def.LITE) && file.is(Def.CC_SERVICES | Def.JAVA_SERVICES),
                    service,
                    "the lite runtime has no generic services");
        }
    }

    private void checkOptions(Def def, int flags) {
        if ((flags & Def.OWN_FEATURES) != 0 && !def.file().edition.hasFeatures()) {
            problems.add(
                    def,
                    "features can be set in editions only, not in " + def.file().syntaxName());
        }
        problems.addIf((flags & Def.UNKNOWN_FEATURE) != 0, def, "a feature has no known value");
        problems.addIf((flags & Def.UNINTERPRETED) != 0, def, "has an uninterpreted_option; compilers leave none");
    }

    private void checkFile(FileDef file) {
        String name = file.packageName;
        boolean named = name.isEmpty()
                || isQualified(name) && name.chars().filter(c -> c == '.').count() <= MAX_PACKAGE_DEPTH;
        problems.addIf(!named, file, "package \"" + name + "\" is no name, or one of more than 100 parts");
        problems.addIf(file.name.indexOf('\0') >= 0, file, "the name of the file has a zero character");
        checkIndexes(file, "public_dependency", file.publicIndexes);
        checkIndexes(file, "weak_dependency", file.weakIndexes);
        List<String> imports = new ArrayList<>(file.dependencyNames);
        imports.addAll(file.optionDependencies);
        checkTwice(file, imports, "is imported twice");
        problems.addIf(file.optionDependencies.contains(file.name), file, "imports itself");
        boolean edition2024 = file.edition.number() >= Edition.EDITION_2024.number();
        problems.addIf(
                !edition2024 && !file.optionDependencies.isEmpty(),
                file,
                "import option is for edition 2024 and later");
        problems.addIf(edition2024 && !file.weakIndexes.isEmpty(), file, "edition 2024 and later have no weak imports");
        problems.addIf(
                Features.get(file.features, Features.PRESENCE) == Features.LEGACY_REQUIRED,
                file,
                "feature field_presence can't be LEGACY_REQUIRED for a whole file");
        problems.addIf(
                file.is(Def.JAVA_UTF8) && file.edition.hasFeatures(),
                file,
                "editions have a feature for java_string_check_utf8");
        for (FileDef dependency : file.dependencies) {
            problems.addIf(
                    dependency.is(Def.LITE) && !file.is(Def.LITE),
                    file,
                    "is not for the lite runtime, but imports a file that is");
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

    static boolean isQualified(String name) {
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
        } else if (!isClosed(enumeration) && values.get(0).number != 0) {
            problems.add(enumeration, "the first value of an open enum must be 0, not " + values.get(0).number);
        }
        NumberRange[] ranges = checkRanges(enumeration, enumeration.reservedRanges, List.of(), Integer.MIN_VALUE);
        Set<String> names = checkTwice(enumeration, enumeration.reservedNames, "is reserved twice");
        boolean json = false;
        for (EnumValueDef value : values) {
            checkReserved(value, value.number, ranges, names);
            problems.addIf(
                    !enumeration.is(Def.ALLOW_ALIAS)
                            && enumeration.byNumber != null
                            && enumeration.byNumber.length < values.size()
                            && enumeration.findValue(value.number) != value,
                    value,
                    "has the number of another value, which needs allow_alias");
            json |= jsonNames.containsKey(value);
        }
        if (!enumeration.is(Def.LEGACY_JSON_NAMES) || enumeration.file().edition() != Edition.PROTO2) {
            checkShortNames(enumeration);
        }
        if (json) {
            checkJsonNames(enumeration);
        }
    }

    static boolean isClosed(EnumDef enumeration) {
        return !enumeration.isPlaceholder()
                && Features.get(enumeration.features, Features.ENUM_TYPE) == Features.CLOSED;
    }

    /** Generated code drops the enum's name from its values' names; they must stay different. */
    private void checkShortNames(EnumDef enumeration) {
        int[] hashes = new int[enumeration.values.size()];
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < hashes.length; i++) {
            shorten(enumeration, enumeration.values.get(i), name);
            for (int at = 0; at < name.length(); at++) {
                hashes[i] = hashes[i] * 31 + name.charAt(at);
            }
        }
        if (allDiffer(hashes)) {
            return;
        }
        Map<String, EnumValueDef> shortNames = new HashMap<>();
        for (EnumValueDef value : enumeration.values) {
            shorten(enumeration, value, name);
            EnumValueDef first = shortNames.putIfAbsent(name.toString(), value);
            if (first != null && first.number != value.number && !first.name.equals(value.name)) {
                problems.add(value, "is the same name as " + first.name + " without that of the enum");
            }
        }
    }

    /** Makes {@code FooBar} of value {@code MY_ENUM_FOO_BAR} of {@code MyEnum}. */
    private static void shorten(EnumDef enumeration, EnumValueDef value, StringBuilder result) {
        String name = value.name;
        int at = 0;
        for (int i = 0; i < enumeration.name.length() && at >= 0; i++) {
            if (enumeration.name.charAt(i) != '_') {
                at = skipUnderscores(name, at);
                boolean same = at < name.length() && lower(name.charAt(at)) == lower(enumeration.name.charAt(i));
                at = same ? at + 1 : -1;
            }
        }
        at = at < 0 ? 0 : skipUnderscores(name, at);
        result.setLength(0);
        boolean first = true;
        for (int i = at == name.length() ? 0 : at; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c != '_') {
                result.append(first && c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : first ? c : lower(c));
            }
            first = c == '_';
        }
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
            problems.addIf(broken, value, "the JSON name does not stand for this number alone");
        }
    }

    private void checkMessage(MessageDef message) {
        checkNesting(message);
        checkNumbers(message);
        boolean synthetic = false;
        for (OneofDef oneof : message.oneofs) {
            problems.addIf(
                    synthetic && !oneof.isSynthetic(),
                    oneof,
                    "stands behind the oneof of a proto3_optional field; those must be the last");
            synthetic |= oneof.isSynthetic();
        }
        if (!message.is(Def.LEGACY_JSON_NAMES)) {
            checkJsonNames(message);
        }
        if (message.isMapEntry()) {
            fieldRules.checkMapEntry(message);
        }
        boolean proto3 = message.file().edition() == Edition.PROTO3;
        problems.addIf(proto3 && message.isMessageSet(), message, "proto3 has no MessageSet");
        problems.addIf(proto3 && !message.extensionRanges.isEmpty(), message, "proto3 has no extension ranges");
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
            problems.addIf(!namespace, def, "is nested, and so can't be exported where visibility is STRICT");
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
            checkOptions(message, range.flags);
            fieldRules.checkDeclarations(message, range, declared);
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
        NumberRange[] sorted = all.toArray(NumberRange[]::new);
        Arrays.sort(sorted, (a, b) -> Integer.compare(a.first(), b.first()));
        NumberRange before = null;
        for (NumberRange range : sorted) {
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
        problems.addIf(names.contains(def.name), def, "the name is reserved");
    }

    private void checkOneof(OneofDef oneof) {
        List<FieldDef> fields = oneof.fields;
        int last = fields.size() - 1;
        problems.addIf(last < 0, oneof, "has no fields; a oneof needs at least one");
        problems.addIf(
                last > 0 && fields.get(last).index - fields.get(0).index != last,
                oneof,
                "other fields stand among its own");
    }

    /**
     * Two fields can't have one name in JSON, nor names that would be the same by default, which field masks use. Where names are concerned
     * that follow from the fields' own, legacy files may.
     */
    private void checkJsonNames(MessageDef message) {
        boolean strict = Features.get(message.features, Features.JSON) == Features.ALLOW;
        int[] hashes = new int[message.fields.size()];
        boolean custom = false;
        for (int i = 0; i < hashes.length; i++) {
            FieldDef field = message.fields.get(i);
            hashes[i] = FieldDef.defaultJsonNameHash(field.name);
            if (field.hasCustomJsonName()) {
                custom = true;
                problems.addIf(
                        field.jsonName.startsWith("[") && field.jsonName.endsWith("]"),
                        field,
                        "the json_name looks like that of an extension");
            }
        }
        if (custom) {
            checkJsonNames(message, true, strict);
        }
        if (strict && !allDiffer(hashes)) {
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

    private static boolean allDiffer(int[] hashes) {
        Arrays.sort(hashes);
        for (int i = 1; i < hashes.length; i++) {
            if (hashes[i] == hashes[i - 1]) {
                return false;
            }
        }
        return true;
    }
}
