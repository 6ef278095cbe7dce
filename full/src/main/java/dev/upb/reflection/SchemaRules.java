package dev.upb.reflection;

import dev.upb.base.FieldType;
import dev.upb.base.WireType;
import java.util.Arrays;
import java.util.List;

/**
 * The rules of the language that a schema must keep, and the flags of fields that follow from them. Runs once all names are resolved; what
 * could not be resolved is passed over.
 */
final class SchemaRules {
    private final Problems problems;

    SchemaRules(Problems problems) {
        this.problems = problems;
    }

    void check(List<FileDef> files) {
        for (FileDef file : files) {
            checkFile(file);
            file.enums.forEach(this::checkEnum);
            file.messages.forEach(this::checkMessage);
            file.extensions.forEach(this::checkExtension);
            for (ServiceDef service : file.services) {
                checkName(service);
                service.methods.forEach(this::checkName);
            }
        }
    }

    private void checkFile(FileDef file) {
        for (String part : file.packageName.isEmpty() ? new String[0] : file.packageName.split("\\.", -1)) {
            if (!isIdentifier(part)) {
                problems.add(file, "package \"" + file.packageName + "\" is no name");
                break;
            }
        }
        checkIndexes(file, "public_dependency", file.publicIndexes);
        checkIndexes(file, "weak_dependency", file.weakIndexes);
        if (Features.get(file.features, Features.PRESENCE) == Features.LEGACY_REQUIRED) {
            problems.add(file, "feature field_presence can't be LEGACY_REQUIRED for a whole file");
        }
    }

    private void checkIndexes(FileDef file, String field, List<Integer> indexes) {
        for (int index : indexes) {
            if (index < 0 || index >= file.dependencies.size()) {
                problems.add(file, field + ' ' + index + " is not one of the " + file.dependencies.size() + " imports");
            }
        }
    }

    private void checkName(Def def) {
        if (!isIdentifier(def.name)) {
            problems.add(
                    def,
                    def.name.isEmpty()
                            ? "has no name"
                            : "\"" + def.name + "\" is no name: only letters, digits and _ make one");
        }
        if (def.is(Def.OWN_FEATURES) && !def.file().edition().hasFeatures()) {
            problems.add(
                    def,
                    "features can be set in editions only, not in " + def.file().syntaxName());
        }
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
        checkName(enumeration);
        enumeration.values.forEach(this::checkName);
        if (enumeration.values.isEmpty()) {
            problems.add(enumeration, "has no values; an enum needs at least one");
        } else if (!isClosed(enumeration) && enumeration.values.get(0).number != 0) {
            problems.add(
                    enumeration, "the first value of an open enum must be 0, not " + enumeration.values.get(0).number);
        }
        for (NumberRange range : enumeration.reservedRanges) {
            if (range.last() < range.first()) {
                problems.add(enumeration, "reserved range " + range + " ends before it begins");
            }
        }
    }

    static boolean isClosed(EnumDef enumeration) {
        return !enumeration.isPlaceholder()
                && Features.get(enumeration.features, Features.ENUM_TYPE) == Features.CLOSED;
    }

    private void checkMessage(MessageDef message) {
        checkName(message);
        message.enums.forEach(this::checkEnum);
        message.messages.forEach(this::checkMessage);
        message.extensions.forEach(this::checkExtension);
        message.fields.forEach(this::checkField);
        checkNumbers(message);
        checkOneofs(message);
        checkJsonNames(message);
        if (message.isMapEntry()) {
            checkMapEntry(message);
        }
        if (message.isMessageSet() && !message.fields.isEmpty()) {
            problems.add(message, "a MessageSet has no fields of its own");
        }
        if (message.isMessageSet() && message.extensionRanges.isEmpty()) {
            problems.add(message, "a MessageSet needs an extension range");
        }
    }

    private void checkNumbers(MessageDef message) {
        List<FieldDef> fields = message.fieldsByNumber;
        for (int i = 0; i < fields.size(); i++) {
            FieldDef field = fields.get(i);
            if (field.number < 1 || field.number > WireType.MAX_FIELD_NUMBER) {
                problems.add(field, "number " + field.number + " is not in 1 to " + WireType.MAX_FIELD_NUMBER);
            } else if (i > 0 && field.number == fields.get(i - 1).number) {
                problems.add(field, "has number " + field.number + ", as " + fields.get(i - 1).name + " has");
            }
        }
        int most = message.isMessageSet() ? Integer.MAX_VALUE - 1 : WireType.MAX_FIELD_NUMBER;
        for (ExtensionRange range : message.extensionRanges) {
            if (range.first() < 1 || range.last() > most || range.last() < range.first()) {
                problems.add(
                        message,
                        "extension range " + range.first() + " to " + range.last() + " is not in 1 to " + most);
                continue;
            }
            int at = firstFrom(fields, range.first());
            if (at < fields.size() && fields.get(at).number <= range.last()) {
                problems.add(message, "extension range " + range + " takes the number of field " + fields.get(at).name);
            }
        }
        for (NumberRange range : message.reservedRanges) {
            if (range.first() < 1 || range.last() < range.first()) {
                problems.add(message, "reserved range " + range.first() + " to " + range.last() + " is none");
            }
        }
    }

    /** Returns the index of the first field whose number is not below. */
    private static int firstFrom(List<FieldDef> fields, int number) {
        int low = 0;
        int high = fields.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (fields.get(middle).number < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void checkOneofs(MessageDef message) {
        boolean synthetic = false;
        for (OneofDef oneof : message.oneofs) {
            checkName(oneof);
            if (oneof.fields.isEmpty()) {
                problems.add(oneof, "has no fields; a oneof needs at least one");
                continue;
            }
            boolean optional = false;
            for (FieldDef field : oneof.fields) {
                optional |= field.isProto3Optional();
            }
            if (optional && oneof.fields.size() > 1) {
                problems.add(oneof, "has a proto3_optional field, and so must have no other");
            }
            if (synthetic && !optional) {
                problems.add(oneof, "stands behind the oneof of a proto3_optional field; those must be the last");
            }
            synthetic |= optional;
        }
    }

    /** Two fields can't have one name in JSON. Where only names are concerned that follow from the fields' own, legacy files may. */
    private void checkJsonNames(MessageDef message) {
        boolean strict =
                Features.get(message.features, Features.JSON) == Features.ALLOW && !message.is(Def.LEGACY_JSON_NAMES);
        boolean custom = false;
        for (FieldDef field : message.fields) {
            if (field.jsonName != null) {
                custom |= hasCustomJsonName(field);
                if (field.jsonName.indexOf('\0') >= 0) {
                    problems.add(field, "json_name has a zero character");
                } else if (field.jsonName.startsWith("[") && field.jsonName.endsWith("]")) {
                    problems.add(field, "json_name \"" + field.jsonName + "\" looks like that of an extension");
                }
            }
        }
        if (custom || strict && mayCollide(message.fields)) {
            NameTable.of(NameTable.Key.JSON_NAME, message.fields, (other, first) -> {
                if (strict || hasCustomJsonName((FieldDef) other) && hasCustomJsonName((FieldDef) first)) {
                    problems.add(
                            other, "has the same JSON name as " + first.name() + ": " + ((FieldDef) other).jsonName());
                }
            });
        }
    }

    private static boolean hasCustomJsonName(FieldDef field) {
        return field.jsonName != null && !field.jsonName.equals(FieldDef.defaultJsonName(field.name));
    }

    /** Whether the default JSON names of two fields have one hash; told without making the names. */
    private static boolean mayCollide(List<FieldDef> fields) {
        int[] hashes = new int[fields.size()];
        for (int i = 0; i < hashes.length; i++) {
            hashes[i] = FieldDef.defaultJsonNameHash(fields.get(i).name);
        }
        Arrays.sort(hashes);
        for (int i = 1; i < hashes.length; i++) {
            if (hashes[i] == hashes[i - 1]) {
                return true;
            }
        }
        return false;
    }

    /** The shape that protoc gives to the entries of a map. */
    private void checkMapEntry(MessageDef entry) {
        FieldDef key = entry.findField(1);
        FieldDef value = entry.findField(2);
        boolean shape = entry.fields.size() == 2
                && key != null
                && value != null
                && entry.oneofs.isEmpty()
                && entry.messages.isEmpty()
                && entry.enums.isEmpty()
                && entry.extensions.isEmpty()
                && entry.extensionRanges.isEmpty()
                && entry.parent instanceof MessageDef;
        if (!shape || key.isRepeated() || value.isRepeated() || key.isRequired() || value.isRequired()) {
            problems.add(
                    entry,
                    "a map entry is nested in a message and has exactly the singular fields 1 (key) and 2 (value)");
        } else if (key.type != null && !key.type.isMapKey()) {
            problems.add(key, "the key of a map can't be of type " + key.type);
        } else if (value.type == FieldType.GROUP
                || value.messageType() != null && value.messageType().isMapEntry()) {
            problems.add(value, "the value of a map can't be a group or a map");
        } else if (value.enumType() != null && hasNonZeroFirst(value.enumType())) {
            problems.add(value, "the enum of a map's value must have 0 as its first value");
        }
    }

    private static boolean hasNonZeroFirst(EnumDef enumeration) {
        return !enumeration.values.isEmpty() && enumeration.values.get(0).number != 0;
    }

    private void checkExtension(FieldDef extension) {
        checkField(extension);
        MessageDef extendee = (MessageDef) extension.extendee;
        if (extendee.isPlaceholder()) {
            return;
        }
        boolean open = false;
        for (ExtensionRange range : extendee.extensionRanges) {
            open |= range.numbers.contains(extension.number);
        }
        if (!open) {
            problems.add(extension, "number " + extension.number + " is in no extension range of " + extendee);
        } else if (extendee.isMessageSet() && (extension.isRepeated() || extension.type != FieldType.MESSAGE)) {
            problems.add(extension, "an extension of a MessageSet must be a singular message");
        }
        if (extension.is(Def.REQUIRED_LABEL)) {
            problems.add(extension, "an extension can't be required");
        }
        if (extension.is(Def.IN_ONEOF)) {
            problems.add(extension, "an extension can't be in a oneof");
        }
    }

    private void checkField(FieldDef field) {
        checkName(field);
        boolean editions = field.file().edition().hasFeatures();
        if (editions && field.type == FieldType.GROUP) {
            problems.add(field, "is a group by type; editions have feature message_encoding for that");
        }
        settle(field);
        if (field.is(Def.STRAY_EXTENDEE)) {
            problems.add(field, "is no extension, and so can't have an extendee");
        }
        if (field.oneof != null && (field.isRepeated() || field.is(Def.REQUIRED_LABEL))) {
            problems.add(field, "is in a oneof, and so can't be repeated or required");
        }
        if (field.isProto3Optional()
                && (field.file().edition() != Edition.PROTO3
                        || field.isRepeated()
                        || !field.isExtension() && field.oneof == null)) {
            problems.add(field, "is proto3_optional, which is for singular fields of proto3 in a oneof of their own");
        }
        if (editions && field.is(Def.REQUIRED_LABEL)) {
            problems.add(field, "is required by label; editions have feature field_presence for that");
        }
        if (editions && field.is(Def.PACKED_OPTION)) {
            problems.add(field, "has option packed; editions have feature repeated_field_encoding for that");
        }
        if (field.type == null) {
            return;
        }
        if (!editions && field.isPacked() && !(field.isRepeated() && field.type.isPackable())) {
            problems.add(field, "is packed; only repeated numbers, bools and enums can be");
            field.set(Def.PACKED, false);
        }
        MessageDef message = field.messageType();
        if (message != null
                && message.isMapEntry()
                && (message.parent != field.parent
                        || !field.isRepeated()
                        || field.isExtension()
                        || field.type != FieldType.MESSAGE)) {
            problems.add(field, "can't be of type " + message + ", which is for the entries of one map field");
        }
        if (field.is(Def.DEFAULT)) {
            checkDefault(field);
        }
        EnumDef enumeration = field.enumType();
        if (enumeration != null && !field.hasPresence() && !field.isRepeated() && hasNonZeroFirst(enumeration)) {
            problems.add(
                    field,
                    "does not know whether it is set, and so can't have enum " + enumeration
                            + ", whose first value is not 0");
        }
    }

    private void checkDefault(FieldDef field) {
        String text = (String) field.defaultValue;
        field.defaultValue = null;
        if (field.isRepeated() || field.type.isMessage()) {
            problems.add(field, "has a default, which lists and messages can't have");
        } else if (!field.hasPresence()) {
            problems.add(field, "has a default, which a field that does not know whether it is set can't have");
        } else if (field.type != FieldType.ENUM || field.enumType() != null) {
            try {
                field.defaultValue = DefaultValues.parse(field, text);
            } catch (IllegalArgumentException e) {
                String why = e instanceof NumberFormatException ? "no number, or out of range" : e.getMessage();
                problems.add(field, "default \"" + text + "\" does not fit: " + why);
            }
        }
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
        field.set(
                Def.PACKED,
                field.is(Def.PACKED_OPTION) && !field.file().edition().hasFeatures()
                        ? field.is(Def.PACKED)
                        : packed && !singular && field.type != null && field.type.isPackable());
        field.set(Def.UTF8, field.type == FieldType.STRING && Features.get(features, Features.UTF8) == Features.VERIFY);
    }
}
