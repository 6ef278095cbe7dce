package dev.upb.reflection;

import dev.upb.base.FieldType;
import dev.upb.base.ValueKind;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The rules that fields and extensions must keep, and the flags of fields that follow from features and syntax. */
final class FieldRules {
    private static final String SCALARS =
            " double float int64 uint64 int32 fixed32 fixed64 bool string bytes uint32 enum"
                    + " sfixed32 sfixed64 sint32 sint64 ";

    private final Problems problems;

    /** Filled here. */
    private final Map<MessageDef, Map<Integer, FieldDef>> extensions;

    FieldRules(Problems problems, Map<MessageDef, Map<Integer, FieldDef>> extensions) {
        this.problems = problems;
        this.extensions = extensions;
    }

    void check(FieldDef field) {
        int own = field.features;
        boolean group = field.type == FieldType.GROUP;
        boolean extension = field.isExtension();
        boolean required = field.is(Def.REQUIRED_LABEL);
        boolean packed = field.is(Def.PACKED);
        settle(field);
        Edition edition = field.file().edition;
        boolean proto3 = edition == Edition.PROTO3;
        boolean singular = !field.isRepeated();
        problems.addIf(field.is(Def.STRAY_EXTENDEE), field, "is no extension, and so can't have an extendee");
        problems.addIf(field.number / 1000 == 19, field, "numbers 19000 to 19999 are for the implementation");
        problems.addIf(
                field.oneof != null && (!singular || required),
                field,
                "is in a oneof, and so can't be repeated or required");
        problems.addIf(
                field.isProto3Optional()
                        && !(proto3 && (extension || field.oneof != null && field.oneof.isSynthetic())),
                field,
                "is proto3_optional, which is for singular fields of proto3 in a oneof of their own");
        String json = field.jsonName;
        problems.addIf(json != null && json.indexOf('\0') >= 0, field, "json_name has a zero character");
        if (extension) {
            checkExtension(field, own);
        }
        if (field.type == null) {
            return;
        }
        boolean packable = !singular && field.type.isPackable();
        problems.addIf(
                proto3 && (group || required || field.is(Def.DEFAULT)),
                field,
                "proto3 has no groups, required fields and defaults");
        if (edition.hasFeatures()) {
            problems.addIf(group, field, "is a group by type; editions have feature message_encoding for that");
            problems.addIf(required, field, "is required by label; editions have feature field_presence for that");
            problems.addIf(
                    field.is(Def.PACKED_OPTION) || field.is(Def.CTYPE) && edition != Edition.EDITION_2023,
                    field,
                    "has option packed or ctype; editions have features for that");
            if (own != 0 && !(field.parent instanceof MessageDef parent && parent.isMapEntry())) {
                checkFeatures(field, own, packable);
            }
        } else {
            problems.addIf(packed && !packable, field, "is packed; only repeated numbers, bools and enums can be");
        }
        problems.addIf(
                field.is(Def.LAZY | Def.UNVERIFIED_LAZY) && field.type != FieldType.MESSAGE
                        || field.is(Def.UNVERIFIED_LAZY) && extension
                        || field.is(Def.JSTYPE) && field.type.kind() != ValueKind.LONG,
                field,
                "has option lazy, which is for messages, or jstype, which is for 64-bit integers");
        MessageDef message = field.messageType();
        if (message != null && message.isMapEntry()) {
            boolean fits = !singular
                    && !extension
                    && field.type == FieldType.MESSAGE
                    && message.parent == field.parent
                    && message.name.equals(FieldDef.defaultJsonName('_' + field.name) + "Entry");
            problems.addIf(!fits, field, "can't be of type " + message + ", which is for the entries of one map field");
        }
        if (field.is(Def.DEFAULT)) {
            checkDefault(field);
        }
        EnumDef enumeration = field.enumType();
        problems.addIf(
                enumeration != null
                        && SchemaRules.isClosed(enumeration)
                        && (proto3 || singular && !field.hasPresence()),
                field,
                "does not know whether it is set, or is in proto3, and so can't have a closed enum");
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
                field.defaultValue = DefaultValues.parse(field, text);
            } catch (IllegalArgumentException e) {
                String why = e instanceof NumberFormatException ? "no number, or out of range" : e.getMessage();
                problems.add(field, "default \"" + text + "\" does not fit: " + why);
            }
        }
    }

    private void checkExtension(FieldDef extension, int own) {
        problems.addIf(
                Features.get(own, Features.PRESENCE) == Features.LEGACY_REQUIRED
                        || extension.is(Def.REQUIRED_LABEL | Def.IN_ONEOF)
                        || extension.hasCustomJsonName(),
                extension,
                "an extension can't be required, or in a oneof, or have a json_name");
        MessageDef extendee = (MessageDef) extension.extendee;
        FieldDef first = extensions
                .computeIfAbsent(extendee, message -> new LinkedHashMap<>())
                .putIfAbsent(extension.number, extension);
        problems.addIf(first != null, extension, "has number " + extension.number + ", as " + first + " has");
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
        } else if (!other.name.equals(SchemaRules.DESCRIPTOR_PROTO)) {
            problems.addIf(!isDeclared(extension, range), extension, "is not what the extension range declares");
        }
        problems.addIf(
                extendee.isMessageSet() && (extension.isRepeated() || extension.type != FieldType.MESSAGE),
                extension,
                "an extension of a MessageSet must be a singular message");
        problems.addIf(
                file.edition == Edition.PROTO3
                        && !(extendee.fullName.startsWith("google.protobuf.") && extendee.name.endsWith("Options")),
                extension,
                "proto3 has no extensions but those that define options");
        problems.addIf(
                file.is(Def.LITE) && !other.is(Def.LITE),
                extension,
                "is for the lite runtime, but not what it extends");
    }

    /** Checks what a range declares of the extensions in it, apart from those themselves. */
    void checkDeclarations(MessageDef message, ExtensionRange range, Set<String> names) {
        Set<Integer> numbers = new HashSet<>();
        for (FieldDef declaration : range.declarations) {
            String name = declaration.name;
            String type = (String) declaration.subType;
            boolean fits = name.isEmpty() && type == null
                    ? declaration.is(Def.RESERVED)
                    : type != null && names.add(name) && isQualified(name) && (isScalar(type) || isQualified(type));
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

    private static boolean isQualified(String name) {
        return name.startsWith(".") && SchemaRules.isQualified(name.substring(1));
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
    void checkMapEntry(MessageDef entry) {
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
        problems.addIf(value.type == FieldType.GROUP, value, "the value of a map can't be a group");
        EnumDef enumeration = value.enumType();
        problems.addIf(
                enumeration != null && !enumeration.values.isEmpty() && enumeration.values.get(0).number != 0,
                value,
                "the enum of a map's value must have 0 as its first value");
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
}
