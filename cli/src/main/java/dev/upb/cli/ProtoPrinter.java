package dev.upb.cli;

import dev.upb.base.FieldType;
import dev.upb.base.WireType;
import dev.upb.reflection.Def;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Edition;
import dev.upb.reflection.EnumDef;
import dev.upb.reflection.EnumValueDef;
import dev.upb.reflection.ExtensionRange;
import dev.upb.reflection.FieldDef;
import dev.upb.reflection.FileDef;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.reflection.MethodDef;
import dev.upb.reflection.NumberRange;
import dev.upb.reflection.OneofDef;
import dev.upb.reflection.ServiceDef;
import dev.upb.wire.WireReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** Prints definitions as the text of a {@code .proto} file. What it prints of a whole file can be compiled again. */
final class ProtoPrinter {
    /** Field {@code visibility} of a message's and of an enum's descriptor. */
    private static final int MESSAGE_VISIBILITY = 11;

    private static final int ENUM_VISIBILITY = 6;
    private static final int VISIBILITY_LOCAL = 1;
    private static final int VISIBILITY_EXPORT = 2;

    private static final int MAX_MESSAGE_SET_NUMBER = Integer.MAX_VALUE - 1;

    private final DefPool pool;
    /** All packages and what they are in: names that a reference may run into. */
    private final Set<String> packages = new HashSet<>();

    private final StringBuilder text = new StringBuilder();
    private int depth;

    ProtoPrinter(DefPool pool) {
        this.pool = pool;
        for (FileDef file : pool.files()) {
            for (String name = file.packageName(); !name.isEmpty(); name = parent(name)) {
                packages.add(name);
            }
        }
    }

    private static String parent(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    /** Returns the text of a definition; of what is only a part of another, such as a field, with a comment that says of what. */
    String print(Def def) {
        text.setLength(0);
        if (def instanceof FileDef file) {
            printFile(file);
        } else if (def instanceof MessageDef message) {
            printMessage(message);
        } else if (def instanceof EnumDef enumeration) {
            printEnum(enumeration);
        } else if (def instanceof ServiceDef service) {
            printService(service);
        } else if (def instanceof FieldDef field) {
            if (field.isExtension()) {
                printExtensions(List.of(field));
            } else {
                line("// " + field.containingType().fullName());
                printField(field, field.containingType().fullName());
            }
        } else if (def instanceof OneofDef oneof) {
            line("// " + oneof.containingType().fullName());
            printOneof(oneof);
        } else if (def instanceof EnumValueDef value) {
            line("// " + value.enumType().fullName());
            printValue(value);
        } else if (def instanceof MethodDef method) {
            line("// " + method.service().fullName());
            printMethod(method);
        }
        return text.toString();
    }

    /** Returns what the file says of its rules: {@code proto2}, {@code proto3}, or {@code edition 2023}. */
    static String editionName(FileDef file) {
        return file.edition().hasFeatures() ? "edition " + editionNumber(file.edition()) : file.syntaxName();
    }

    private static String editionNumber(Edition edition) {
        return edition.name().replace("EDITION_", "");
    }

    // --- Lines
    // --------------------------------------------------------------------------------------------------------

    private void line(String content) {
        text.append("  ".repeat(depth)).append(content).append('\n');
    }

    private void block(String head, Runnable content) {
        int before = text.length();
        line(head + " {");
        int begin = text.length();
        depth++;
        content.run();
        depth--;
        if (text.length() == begin) {
            text.setLength(before);
            line(head + " {}");
        } else {
            line("}");
        }
    }

    private void gap() {
        if (text.length() > 0) {
            text.append('\n');
        }
    }

    // --- Definitions
    // --------------------------------------------------------------------------------------------------

    private void printFile(FileDef file) {
        line("// " + file.name());
        line(
                file.edition().hasFeatures()
                        ? "edition = \"" + editionNumber(file.edition()) + "\";"
                        : "syntax = \"" + file.syntaxName() + "\";");
        if (!file.packageName().isEmpty()) {
            gap();
            line("package " + file.packageName() + ";");
        }
        if (!file.dependencies().isEmpty() || !file.optionDependencies().isEmpty()) {
            gap();
        }
        for (FileDef dependency : file.dependencies()) {
            String kind = file.publicDependencies().contains(dependency)
                    ? "public "
                    : file.weakDependencies().contains(dependency) ? "weak " : "";
            line("import " + kind + Literals.quoted(dependency.name()) + ";");
        }
        file.optionDependencies().forEach(name -> line("import option " + Literals.quoted(name) + ";"));
        List<String> options = options(file.options());
        if (!options.isEmpty()) {
            gap();
            options.forEach(option -> line("option " + option + ";"));
        }
        printEach(file.enums(), this::printEnum);
        Set<MessageDef> groups = groups(file.extensions());
        printEach(
                file.messages().stream()
                        .filter(message -> !groups.contains(message))
                        .toList(),
                this::printMessage);
        if (!file.extensions().isEmpty()) {
            gap();
            printExtensions(file.extensions());
        }
        printEach(file.services(), this::printService);
    }

    private <D extends Def> void printEach(List<D> defs, Consumer<D> print) {
        for (D def : defs) {
            gap();
            print.accept(def);
        }
    }

    private void printMessage(MessageDef message) {
        block(
                visibility(message, message.toDescriptorProto(), MESSAGE_VISIBILITY) + "message " + message.name(),
                () -> printMembers(message));
    }

    /** Edition 2024 has {@code local} and {@code export}; the definitions do not keep them. */
    private static String visibility(Def def, byte[] descriptor, int fieldNumber) {
        if (def.file().edition().number() < Edition.EDITION_2024.number()) {
            return "";
        }
        long visibility = 0;
        WireReader fields = WireReader.of(descriptor);
        while (fields.next()) {
            if (fields.fieldNumber() == fieldNumber && fields.wireType() == WireType.VARINT) {
                visibility = fields.value();
            }
        }
        return visibility == VISIBILITY_LOCAL ? "local " : visibility == VISIBILITY_EXPORT ? "export " : "";
    }

    private void printMembers(MessageDef message) {
        options(message.options()).forEach(option -> line("option " + option + ";"));
        Set<MessageDef> groups = groups(message.fields());
        groups.addAll(groups(message.nestedExtensions()));
        message.nestedEnums().forEach(this::printEnum);
        for (MessageDef nested : message.nestedMessages()) {
            if (!nested.isMapEntry() && !groups.contains(nested)) { // Those are where their field is.
                printMessage(nested);
            }
        }
        Set<OneofDef> done = new HashSet<>();
        for (FieldDef field : message.fields()) {
            OneofDef oneof = field.realContainingOneof();
            if (oneof == null) {
                printField(field, message.fullName());
            } else if (done.add(oneof)) {
                printOneof(oneof);
            }
        }
        for (ExtensionRange range : message.extensionRanges()) {
            int max = message.isMessageSet() ? MAX_MESSAGE_SET_NUMBER : WireType.MAX_FIELD_NUMBER;
            line("extensions " + range(range.first(), range.last(), max) + bracketed(options(range.options())) + ";");
        }
        printReserved(
                message.reservedRanges(),
                message.reservedNames(),
                WireType.MAX_FIELD_NUMBER,
                message.file().edition());
        printExtensions(message.nestedExtensions());
    }

    /** Returns the types that are written as a part of one of the fields. */
    private static Set<MessageDef> groups(List<FieldDef> fields) {
        Set<MessageDef> groups = new HashSet<>();
        for (FieldDef field : fields) {
            if (isGroup(field)) {
                groups.add(field.messageType());
            }
        }
        return groups;
    }

    /** Whether the source can only have been a group: editions have the feature for it. */
    private static boolean isGroup(FieldDef field) {
        return field.type() == FieldType.GROUP
                && field.isGroupLike()
                && !field.file().edition().hasFeatures();
    }

    private static String range(int first, int last, int max) {
        return first == last
                ? Integer.toString(first)
                : first + " to " + (last == max ? "max" : Integer.toString(last));
    }

    private void printReserved(List<NumberRange> ranges, List<String> names, int max, Edition edition) {
        if (!ranges.isEmpty()) {
            line("reserved "
                    + String.join(
                            ", ",
                            ranges.stream()
                                    .map(r -> range(r.first(), r.last(), max))
                                    .toList()) + ";");
        }
        if (!names.isEmpty()) {
            line("reserved "
                    + String.join(
                            ", ",
                            names.stream()
                                    .map(n -> edition.hasFeatures() ? n : Literals.quoted(n))
                                    .toList())
                    + ";");
        }
    }

    private void printOneof(OneofDef oneof) {
        block("oneof " + oneof.name(), () -> {
            options(oneof.options()).forEach(option -> line("option " + option + ";"));
            oneof.fields()
                    .forEach(field -> printField(field, oneof.containingType().fullName()));
        });
    }

    private void printExtensions(List<FieldDef> extensions) {
        int at = 0;
        while (at < extensions.size()) {
            MessageDef extendee = extensions.get(at).containingType();
            int end = at + 1;
            while (end < extensions.size() && extensions.get(end).containingType() == extendee) {
                end++;
            }
            FieldDef first = extensions.get(at);
            String scope = first.extensionScope() == null
                    ? first.file().packageName()
                    : first.extensionScope().fullName();
            List<FieldDef> same = extensions.subList(at, end);
            block("extend " + reference(extendee, scope), () -> same.forEach(field -> printField(field, scope)));
            at = end;
        }
    }

    /**
     * Prints a field.
     *
     * @param scope the full name of what it is in, for its type's name
     */
    private void printField(FieldDef field, String scope) {
        String head = label(field) + type(field, scope) + " "
                + (isGroup(field) ? field.messageType().name() : field.name()) + " = " + field.number();
        List<String> options = new ArrayList<>();
        if (field.hasDefault()) {
            options.add("default = " + defaultValue(field));
        }
        if (field.hasJsonName() && !field.isExtension() && !field.jsonName().equals(usualJsonName(field.name()))) {
            options.add("json_name = " + Literals.quoted(field.jsonName()));
        }
        options.addAll(options(field.options()));
        if (isGroup(field)) {
            block(head + bracketed(options), () -> printMembers(field.messageType()));
        } else {
            // A descriptor can have a group that no proto2 source could have made.
            boolean strange = field.isDelimited() && !field.file().edition().hasFeatures();
            line(head + bracketed(options) + ";" + (strange ? " // Written as a group." : ""));
        }
    }

    private static String label(FieldDef field) {
        if (field.isMap()) {
            return "";
        }
        if (field.isRepeated()) {
            return "repeated ";
        }
        return switch (field.file().edition()) {
            case PROTO2 -> field.realContainingOneof() != null ? "" : field.isRequired() ? "required " : "optional ";
            case PROTO3 -> field.isProto3Optional() || field.isExtension() ? "optional " : "";
            default -> "";
        };
    }

    private String type(FieldDef field, String scope) {
        if (field.isMap()) {
            return "map<" + type(field.mapKey(), scope) + ", " + type(field.mapValue(), scope) + ">";
        }
        return switch (field.type()) {
            case GROUP -> isGroup(field) ? "group" : reference(field.messageType(), scope);
            case MESSAGE -> reference(field.messageType(), scope);
            case ENUM -> reference(field.enumType(), scope);
            default -> field.type().name().toLowerCase(Locale.ROOT);
        };
    }

    /** The JSON name that protoc gives a field of this name. */
    private static String usualJsonName(String name) {
        StringBuilder json = new StringBuilder(name.length());
        boolean upper = false;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '_') {
                upper = true;
            } else {
                json.append(upper && c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : c);
                upper = false;
            }
        }
        return json.toString();
    }

    private static String defaultValue(FieldDef field) {
        Object value = field.defaultValue();
        if (field.type() == FieldType.ENUM) {
            return field.enumType().findValue((int) value).name();
        }
        return Literals.of(value, field.type());
    }

    private void printEnum(EnumDef enumeration) {
        String visibility = visibility(enumeration, enumeration.toEnumDescriptorProto(), ENUM_VISIBILITY);
        block(visibility + "enum " + enumeration.name(), () -> {
            options(enumeration.options()).forEach(option -> line("option " + option + ";"));
            enumeration.values().forEach(this::printValue);
            printReserved(
                    enumeration.reservedRanges(),
                    enumeration.reservedNames(),
                    Integer.MAX_VALUE,
                    enumeration.file().edition());
        });
    }

    private void printValue(EnumValueDef value) {
        line(value.name() + " = " + value.number() + bracketed(options(value.options())) + ";");
    }

    private void printService(ServiceDef service) {
        block("service " + service.name(), () -> {
            options(service.options()).forEach(option -> line("option " + option + ";"));
            service.methods().forEach(this::printMethod);
        });
    }

    private void printMethod(MethodDef method) {
        String scope = method.service().fullName();
        String head = "rpc " + method.name() + "(" + (method.isClientStreaming() ? "stream " : "")
                + reference(method.inputType(), scope) + ") returns (" + (method.isServerStreaming() ? "stream " : "")
                + reference(method.outputType(), scope) + ")";
        List<String> options = options(method.options());
        if (options.isEmpty()) {
            line(head + ";");
        } else {
            block(head, () -> options.forEach(option -> line("option " + option + ";")));
        }
    }

    // --- Options
    // ------------------------------------------------------------------------------------------------------

    private static String bracketed(List<String> options) {
        return options.isEmpty() ? "" : " [" + String.join(", ", options) + "]";
    }

    /** Returns {@code name = value} for each option that is set; custom ones that the schema does not define can't be named. */
    private static List<String> options(Message options) {
        List<String> all = new ArrayList<>();
        for (FieldDef field : options.presentFields()) {
            String name = field.isExtension() ? "(" + field.fullName() + ")" : field.name();
            for (String value : OptionValues.of(options, field)) {
                all.add(name + " = " + value);
            }
        }
        return all;
    }

    // --- Names
    // --------------------------------------------------------------------------------------------------------

    /** Returns the shortest of three forms that means this type in this scope: relative to the package, full, with a leading dot. */
    private String reference(Def def, String scope) {
        String fullName = def.fullName();
        String packagePrefix = def.file().packageName() + ".";
        if (fullName.startsWith(packagePrefix)) {
            String relative = fullName.substring(packagePrefix.length());
            if (resolve(relative, scope).equals(fullName)) {
                return relative;
            }
        }
        return resolve(fullName, scope).equals(fullName) ? fullName : "." + fullName;
    }

    /** Returns what a name means: its first part is looked for from the scope outwards, and the rest in what that is. */
    private String resolve(String name, String scope) {
        int dot = name.indexOf('.');
        String first = dot < 0 ? name : name.substring(0, dot);
        for (String at = scope; ; at = parent(at)) {
            String candidate = at.isEmpty() ? first : at + "." + first;
            Def found = pool.findSymbol(candidate);
            boolean isScope = packages.contains(candidate) || found instanceof MessageDef;
            if (dot < 0 ? found != null : isScope) {
                return candidate + name.substring(first.length());
            }
            if (at.isEmpty()) {
                return "";
            }
        }
    }
}
