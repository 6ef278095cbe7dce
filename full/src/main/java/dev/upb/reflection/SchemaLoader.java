package dev.upb.reflection;

import dev.upb.base.DecodeException;
import dev.upb.base.FieldType;
import dev.upb.base.Varints;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.ExtensionRegistry;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.MiniTableEnum;
import dev.upb.minitable.MiniTableExtension;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes a pool, step by step: reads the files, puts each behind its imports, declares what they define, looks up the names that they use,
 * checks the rules, lays out the tables. Goes on after a problem as far as the next step can bear it, and then throws them all.
 */
final class SchemaLoader {
    /** Most characters of the full name of a message. */
    private static final int MAX_SCOPE = 1000;

    /** Most characters of a package: protoc takes no more. */
    private static final int MAX_PACKAGE = 511;

    final boolean tolerant;
    /** Every file behind those that it imports. */
    final List<FileDef> files = new ArrayList<>();

    final Map<String, FileDef> filesByName = new LinkedHashMap<>();
    /** By what they extend and their number, in the order of declaration. */
    final Map<MessageDef, Map<Integer, FieldDef>> extensions = new HashMap<>();

    ExtensionRegistry registry = ExtensionRegistry.empty();
    /** Messages, enums, services, extensions, and the values of enums that are in no message. */
    NameTable symbols;

    private final Problems problems = new Problems();
    private final List<Def> declared = new ArrayList<>();
    private final Map<String, FileDef> packages = new HashMap<>();
    private final Map<String, Def> placeholders = new HashMap<>();
    /** {@link FileDef#visit} of the files whose types the current file can use. */
    private int visible = 2;

    private final List<FileDef> visibleFiles = new ArrayList<>();
    /** The packages of the visible files, and all that those are in; empty until somebody asks. */
    private final Map<String, FileDef> visiblePackages = new HashMap<>();

    /** The file of types that are missing. */
    final FileDef missing = placeholderFile("missing");

    SchemaLoader(boolean tolerant) {
        this.tolerant = tolerant;
    }

    DefPool load(List<DescriptorReader> sources) {
        readFiles(sources);
        for (FileDef file : List.copyOf(filesByName.values())) {
            visit(file);
        }
        for (FileDef file : files) {
            declareFile(file);
        }
        symbols = new NameTable(NameTable.FULL_NAME, declared, this);
        for (Map.Entry<String, FileDef> named : packages.entrySet()) {
            Def symbol = symbols.find(named.getKey());
            if (symbol != null) {
                problems.add(symbol, "is also the name of a package, in \"" + named.getValue().name + '"');
            }
        }
        for (FileDef file : files) {
            resolveFile(file);
        }
        List<Def> all = new ArrayList<>();
        Def.collect(files, all);
        SchemaRules rules = new SchemaRules(problems, symbols, extensions);
        for (Def def : all) {
            rules.check(def);
        }
        for (Def def : all) {
            rules.checkOptions(def);
        }
        all.addAll(placeholders.values());
        for (Def def : all) {
            buildTable(def);
        }
        problems.check();
        for (Def def : all) {
            linkTable(def);
        }
        buildRegistry();
        return new DefPool(this);
    }

    private void readFiles(List<DescriptorReader> sources) {
        Map<String, DescriptorReader> read = new HashMap<>();
        for (DescriptorReader source : sources) {
            DescriptorReader same = read.putIfAbsent(source.name, source);
            if (same != null) {
                if (!same.isSame(source)) {
                    problems.add(source.name, "", "there are two different files of this name");
                }
                continue;
            }
            try {
                FileDef file = source.read();
                filesByName.put(file.name, file);
            } catch (DecodeException e) {
                problems.add(source.name, "", "the descriptor can't be decoded: " + e.getMessage());
                filesByName.put(source.name, placeholderFile(source.name)); // What it defines is not missed.
            }
        }
    }

    /** Adds a file, and first all that it imports. */
    private void visit(FileDef root) {
        List<FileDef> path = new ArrayList<>();
        if (root.visit == 0) {
            enter(root, path);
        }
        while (!path.isEmpty()) {
            FileDef file = path.get(path.size() - 1);
            if (file.dependencies.size() == file.dependencyNames.size()) {
                path.remove(path.size() - 1);
                leave(file);
                continue;
            }
            FileDef next = dependency(file, file.dependencyNames.get(file.dependencies.size()));
            if (next.visit == 0) {
                enter(next, path);
                continue;
            }
            if (next.visit == 1) {
                reportCycle(file, next, path);
            }
            file.dependencies.add(next);
        }
    }

    private static void enter(FileDef file, List<FileDef> path) {
        file.visit = 1;
        file.dependencies = new ArrayList<>(file.dependencyNames.size());
        path.add(file);
    }

    private void leave(FileDef file) {
        file.visit = 2;
        file.dependencies = List.copyOf(file.dependencies);
        for (FileDef dependency : file.dependencies) {
            file.incomplete |= dependency.incomplete;
        }
        files.add(file);
    }

    /** Returns an imported file; a placeholder if there is none, which is a problem unless that is allowed. */
    private FileDef dependency(FileDef file, String name) {
        FileDef found = filesByName.get(name);
        if (found != null) {
            return found;
        }
        if (!tolerant && !file.weakIndexes.contains(file.dependencies.size())) {
            problems.add(file, "imports \"" + name + "\", which is missing; add that file too");
        }
        return placeholderFile(name);
    }

    private static FileDef placeholderFile(String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        byte[] bytes = new byte[1 + Varints.size(utf8.length) + utf8.length];
        bytes[0] = (byte) DescriptorReader.tag(1);
        System.arraycopy(utf8, 0, bytes, Varints.put(bytes, 1, utf8.length), utf8.length);
        FileDef file = new FileDef(bytes);
        file.end = bytes.length;
        file.name = name;
        file.edition = Edition.PROTO2;
        file.set(Def.PLACEHOLDER, true);
        file.incomplete = true;
        file.visit = 2;
        return file;
    }

    private void reportCycle(FileDef file, FileDef next, List<FileDef> path) {
        List<String> names = new ArrayList<>();
        for (FileDef on : path.subList(path.indexOf(next), path.size())) {
            names.add(on.name);
        }
        names.add(next.name);
        problems.add(
                file,
                "imports itself in a circle: " + String.join(" -> ", names.subList(0, Math.min(names.size(), 20))));
    }

    private void declareFile(FileDef file) {
        file.edition = edition(file);
        file.features = Features.merge(Features.defaults(file.edition), file.features);
        String name = file.packageName;
        checkLength(file, name, MAX_PACKAGE);
        addPackages(file, packages);
        for (MessageDef message : file.messages) {
            declareMessage(message);
        }
        for (EnumDef enumeration : file.enums) {
            declareEnum(enumeration);
        }
        for (EnumDef enumeration : file.enums) {
            declared.addAll(enumeration.values);
        }
        for (ServiceDef service : file.services) {
            service.fullName = Def.join(file.packageName, service.name);
            declared.add(service);
            service.names = new NameTable(NameTable.NAME, service.methods, this);
        }
        declared.addAll(file.extensions);
    }

    private Edition edition(FileDef file) {
        boolean editions = file.syntax.equals("editions");
        Edition edition = editions
                ? Edition.ofNumber(file.editionNumber)
                : file.syntax.equals("proto3")
                        ? Edition.PROTO3
                        : file.syntax.isEmpty() || file.syntax.equals("proto2") ? Edition.PROTO2 : null;
        if (edition == null && !editions) {
            problems.add(file, "unknown syntax \"" + file.syntax + '"');
        } else if (edition == null || edition.hasFeatures() != editions) {
            problems.add(
                    file, "edition " + Math.max(0, file.editionNumber) + " is not one that is known; use 2023 or 2024");
        } else if (!edition.hasFeatures() && file.editionNumber >= 0 && file.editionNumber != edition.number()) {
            problems.add(file, "has edition " + file.editionNumber + ", but not syntax \"editions\"");
        }
        return edition == null ? Edition.PROTO2 : edition;
    }

    private void declareMessage(MessageDef message) {
        message.fullName = Def.join(message.parent.scope(), message.name);
        checkLength(message, message.fullName, MAX_SCOPE);
        message.features = Features.merge(message.parent.features, message.features);
        declared.add(message);
        for (MessageDef nested : message.messages) {
            declareMessage(nested);
        }
        for (EnumDef enumeration : message.enums) {
            declareEnum(enumeration);
        }
        List<Def> members = new ArrayList<>(message.fields.size() + message.oneofs.size());
        members.addAll(message.fields);
        members.addAll(message.oneofs);
        members.addAll(message.messages);
        members.addAll(message.enums);
        for (EnumDef enumeration : message.enums) {
            members.addAll(enumeration.values);
        }
        members.addAll(message.extensions);
        declared.addAll(message.extensions);
        message.members = new NameTable(NameTable.NAME, members, this);
        for (OneofDef oneof : message.oneofs) {
            oneof.features = Features.merge(message.features, oneof.features);
        }
    }

    /** Stops at a scope whose name is so long that the names of all that is in it would fill the memory. */
    private void checkLength(Def scope, String name, int max) {
        if (name.length() > max) {
            problems.add(
                    scope.file().name(),
                    name.substring(0, 100) + "…",
                    "the name has " + name.length() + " characters; at most " + max + " are supported");
            problems.check();
        }
    }

    private void declareEnum(EnumDef enumeration) {
        enumeration.fullName = Def.join(enumeration.parent.scope(), enumeration.name);
        enumeration.features = Features.merge(enumeration.parent.features, enumeration.features);
        declared.add(enumeration);
        enumeration.sortByNumber();
    }

    void reportDuplicate(Def def, Def first) {
        boolean seenInMessage =
                def.parent == first.parent && def.parent instanceof MessageDef message && message.members != null;
        if (!seenInMessage) {
            problems.add(
                    def,
                    first.file() == def.file()
                            ? "is defined twice in this file"
                            : "is defined already in \"" + first.file().name() + '"');
        }
    }

    private void resolveFile(FileDef file) {
        markVisible(file);
        for (MessageDef message : file.messages) {
            resolveMessage(message);
        }
        for (FieldDef extension : file.extensions) {
            resolveField(extension);
        }
        for (ServiceDef service : file.services) {
            for (MethodDef method : service.methods) {
                method.input = resolveMessage(method, (String) method.input, "input_type");
                method.output = resolveMessage(method, (String) method.output, "output_type");
            }
        }
    }

    /** Marks the file, those that it imports, and those that they import publicly. */
    private void markVisible(FileDef file) {
        visible++;
        visiblePackages.clear();
        visibleFiles.clear();
        visibleFiles.add(file);
        visibleFiles.addAll(file.dependencies);
        for (int i = 0; i < visibleFiles.size(); i++) {
            FileDef next = visibleFiles.get(i);
            if (next.visit != visible && i > 0) {
                problems.spend(next, next.publicIndexes.size());
                for (int index : next.publicIndexes) {
                    if (index >= 0 && index < next.dependencies.size()) {
                        visibleFiles.add(next.dependencies.get(index));
                    }
                }
            }
            next.visit = visible;
        }
    }

    private void resolveMessage(MessageDef message) {
        for (MessageDef nested : message.messages) {
            resolveMessage(nested);
        }
        for (FieldDef extension : message.extensions) {
            resolveField(extension);
        }
        for (FieldDef field : message.fields) {
            if (field.is(Def.IN_ONEOF)) {
                if (field.oneofIndex >= 0 && field.oneofIndex < message.oneofs.size()) {
                    field.oneof = message.oneofs.get(field.oneofIndex);
                    field.oneof.fields = DescriptorReader.plus(field.oneof.fields, field);
                } else {
                    problems.add(
                            field,
                            "oneof_index " + field.oneofIndex + " is not one of the " + message.oneofs.size()
                                    + " oneofs of the message");
                }
            }
            resolveField(field);
        }
        for (OneofDef oneof : message.oneofs) {
            oneof.fields = List.copyOf(oneof.fields);
        }
        message.fieldsByNumber = sortedByNumber(message.fields);
    }

    private static List<FieldDef> sortedByNumber(List<FieldDef> fields) {
        boolean sorted = true;
        List<FieldDef> byNumber = new ArrayList<>(fields.size());
        for (int place : Def.order(Def.numbers(fields))) {
            sorted &= place == byNumber.size();
            byNumber.add(fields.get(place));
        }
        return sorted ? fields : List.copyOf(byNumber);
    }

    private void resolveField(FieldDef field) {
        if (field.isExtension()) {
            field.extendee = resolveMessage(field, (String) field.extendee, "extendee");
        }
        String name = (String) field.subType;
        field.subType = null;
        boolean message = field.type == FieldType.MESSAGE || field.type == FieldType.GROUP;
        if (field.type != null && !message && field.type != FieldType.ENUM) {
            if (name != null) {
                problems.add(field, "has type_name \"" + name + "\", but type " + field.type + ", which takes none");
            }
            return;
        }
        if (name == null) {
            problems.add(
                    field,
                    field.type == null ? "has no known type" : "is of type " + field.type + " without a type_name");
            return;
        }
        Def def = resolve(name, field, true);
        if (def == null && field.file().incomplete) {
            def = placeholder(name, field.type == FieldType.ENUM);
        }
        if (def == null) {
            problems.add(field, undefined(name));
        } else if (def instanceof MessageDef ? field.type == FieldType.ENUM : message || !(def instanceof EnumDef)) {
            problems.add(
                    field,
                    "type_name \"" + name + "\" is no " + (message ? "message" : field.type == null ? "type" : "enum"));
        } else {
            field.subType = def;
            checkVisible(def, field);
            if (field.type == null) {
                field.type = def instanceof EnumDef ? FieldType.ENUM : FieldType.MESSAGE;
            }
        }
    }

    private String undefined(String name) {
        Def other = DefPool.findSymbol(symbols, DefPool.withoutDot(name));
        return other == null || other.file().visit == visible
                ? '"' + name + "\" is not defined; is a file missing?"
                : '"' + name + "\" is in \"" + other.file().name + "\", which is not imported";
    }

    /** Returns the message of a name; a placeholder if there is none, which is a problem unless that is allowed. */
    private MessageDef resolveMessage(Def user, String name, String field) {
        Def def = resolve(name, user, false);
        if (def instanceof MessageDef message) {
            checkVisible(message, user);
            return message;
        }
        if (def != null) {
            problems.add(user, field + " \"" + name + "\" is no message");
        } else if (!user.file().incomplete) {
            problems.add(user, name.isEmpty() ? "has no " + field : field + ' ' + undefined(name));
        }
        return (MessageDef) placeholder(name, false);
    }

    private Def placeholder(String name, boolean enumeration) {
        String fullName = DefPool.withoutDot(name);
        Def found = placeholders.get(fullName);
        if (found != null && found instanceof EnumDef == enumeration) {
            return found;
        }
        Def def;
        if (enumeration) {
            EnumDef placeholder = new EnumDef(missing);
            placeholder.fullName = fullName;
            placeholder.sortByNumber();
            def = placeholder;
        } else {
            MessageDef placeholder = new MessageDef(missing);
            placeholder.fullName = fullName;
            placeholder.members = new NameTable(NameTable.NAME, List.of(), this);
            def = placeholder;
        }
        def.name = fullName.substring(fullName.lastIndexOf('.') + 1);
        def.set(Def.PLACEHOLDER, true);
        placeholders.put(fullName, def);
        return def;
    }

    /**
     * Looks up a name: one with a leading dot is a full name; of any other, the first part is looked for from the innermost scope of its user
     * outwards, and the rest in what is found there.
     *
     * @param type whether a single part that names no type is passed over
     */
    private Def resolve(String name, Def user, boolean type) {
        if (name.startsWith(".")) {
            return find(name.substring(1), user);
        }
        int dot = name.indexOf('.');
        String first = dot < 0 ? name : name.substring(0, dot);
        for (String scope = user.fullName(); ; ) {
            int end = scope.lastIndexOf('.');
            if (end < 0) {
                return find(name, user);
            }
            scope = scope.substring(0, end);
            String full = scope + '.' + first;
            Def found = find(full, user);
            boolean types = found instanceof MessageDef || found instanceof EnumDef;
            if (dot < 0) {
                if (types || !type && found != null) {
                    return found;
                }
            } else if (types || found instanceof ServiceDef || isPackage(full)) {
                return find(scope + '.' + name, user);
            }
        }
    }

    /** Returns what has this full name, if it is in a file that the user's file imports. */
    private Def find(String fullName, Def user) {
        Def found = DefPool.findSymbol(symbols, fullName);
        return found == null || found.file().visit == visible || user.file().incomplete ? found : null;
    }

    private boolean isPackage(String name) {
        if (visiblePackages.isEmpty()) {
            for (FileDef file : visibleFiles) {
                addPackages(file, visiblePackages);
            }
            visiblePackages.put("", visibleFiles.get(0)); // Nobody asks for that one.
        }
        return visiblePackages.containsKey(name);
    }

    /** Adds the package of a file and those that it is in, innermost first, until one is there, and with it all that it is in. */
    private static void addPackages(FileDef file, Map<String, FileDef> target) {
        String name = file.packageName;
        for (int end = name.length(); end > 0; end = name.lastIndexOf('.', end - 1)) {
            if (target.putIfAbsent(name.substring(0, end), file) != null) {
                return;
            }
        }
    }

    /** Reports a type that is kept from other files. */
    private void checkVisible(Def type, Def user) {
        if (type.file() != user.file() && isLocal(type)) {
            problems.add(user, "uses " + type + ", which is local to its file");
        }
    }

    private static boolean isLocal(Def type) {
        int visibility = Features.get(type.features, Features.VISIBILITY);
        return type.is(Def.LOCAL)
                || !type.is(Def.EXPORT)
                        && (visibility >= Features.LOCAL_ALL
                                || visibility == Features.EXPORT_TOP_LEVEL && !(type.parent instanceof FileDef));
    }

    /** Lays out the table of a message that keeps the rules, or of a closed enum. What is too large to lay out becomes a problem. */
    private void buildTable(Def def) {
        if (def instanceof EnumDef enumeration && enumeration.isClosedByFeature()) {
            enumeration.miniTableEnum = MiniTableEnum.of(Def.numbers(enumeration.values));
        }
        if (!(def instanceof MessageDef message) || message.is(Def.BROKEN)) {
            return;
        }
        MiniTable.Builder builder = MiniTable.builder();
        try {
            for (FieldDef field : message.fieldsByNumber) {
                builder.field(
                        field.number,
                        field.type,
                        cardinality(field),
                        field.isPacked(),
                        field.validatesUtf8(),
                        hasOpenEnum(field));
            }
            for (OneofDef oneof : message.oneofs) {
                if (!oneof.isSynthetic()) {
                    builder.oneof(Def.numbers(oneof.fields));
                }
            }
            if (message.isMapEntry()) {
                builder.mapEntry();
            }
            // Of a placeholder it is not known which extensions it takes.
            boolean extendable = message.isPlaceholder() || !message.extensionRanges.isEmpty();
            builder.extensionMode(
                    message.isMessageSet()
                            ? ExtensionMode.MESSAGE_SET
                            : extendable ? ExtensionMode.EXTENDABLE : ExtensionMode.NONE);
            message.miniTable = builder.build();
        } catch (IllegalArgumentException e) {
            problems.add(message, e.getMessage());
            return;
        }
        message.miniTable.setDefinition(message);
        for (int i = 0; i < message.fieldsByNumber.size(); i++) {
            FieldDef field = message.fieldsByNumber.get(i);
            field.miniTableField = message.miniTable.field(i);
            field.miniTableField.setDefinition(field);
        }
    }

    private static Cardinality cardinality(FieldDef field) {
        if (field.isRepeated()) {
            return Cardinality.REPEATED;
        }
        return field.isRequired()
                ? Cardinality.REQUIRED
                : field.hasPresence() ? Cardinality.OPTIONAL : Cardinality.IMPLICIT;
    }

    private static boolean hasOpenEnum(FieldDef field) {
        return field.enumType() == null || !field.enumType().isClosedByFeature();
    }

    /** Links the fields of a message, and gives them their defaults. Needs all tables. */
    private void linkTable(Def def) {
        if (!(def instanceof MessageDef message) || message.isPlaceholder()) {
            return;
        }
        message.wellKnownType = WellKnownType.of(message);
        try {
            for (FieldDef field : message.fields) {
                MessageDef subMessage = field.messageType();
                if (subMessage != null && !subMessage.isPlaceholder()) {
                    message.miniTable.linkSubMessage(field.miniTableField, subMessage.miniTable);
                } else if (field.miniTableField.isClosedEnum()) {
                    message.miniTable.linkSubEnum(field.miniTableField, field.enumType().miniTableEnum);
                }
                attachDefault(field);
            }
        } catch (IllegalArgumentException e) {
            problems.add(message, e.getMessage());
        }
    }

    /** Makes the tables of all extensions. */
    private void buildRegistry() {
        List<MiniTableExtension> tables = new ArrayList<>();
        for (Map<Integer, FieldDef> ofMessage : extensions.values()) {
            for (FieldDef extension : ofMessage.values()) {
                try {
                    tables.add(buildExtension(extension));
                } catch (IllegalArgumentException e) {
                    problems.add(extension, e.getMessage());
                }
            }
        }
        problems.check();
        registry = ExtensionRegistry.of(tables);
    }

    private static MiniTableExtension buildExtension(FieldDef extension) {
        MiniTableExtension table = MiniTableExtension.of(
                extension.containingType().miniTable,
                extension.number,
                extension.type,
                extension.isRepeated(),
                extension.isPacked(),
                extension.validatesUtf8(),
                hasOpenEnum(extension));
        extension.miniTableField = table;
        table.setDefinition(extension);
        MessageDef message = extension.messageType();
        if (message != null && !message.isPlaceholder()) {
            table.linkSubMessage(message.miniTable);
        } else if (table.isClosedEnum()) {
            table.linkSubEnum(extension.enumType().miniTableEnum);
        }
        attachDefault(extension);
        return table;
    }

    /** Gives the default of a singular field to its table. */
    private static void attachDefault(FieldDef field) {
        EnumDef enumeration = field.enumType();
        if (field.defaultValue instanceof byte[] bytes) {
            field.miniTableField.setDefault(bytes);
        } else if (field.defaultValue != null) {
            field.miniTableField.setDefault((Long) field.defaultValue);
        } else if (!field.isRepeated() && enumeration != null && !enumeration.values.isEmpty()) {
            field.miniTableField.setDefault(enumeration.values.get(0).number); // The first one need not be 0.
        }
        field.defaultValue = null;
    }
}
