package dev.upb.cli;

import dev.upb.base.DecodeException;
import dev.upb.reflection.Def;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.MessageDef;
import dev.upb.wire.WireReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The types that a command works with, and how they are found by name. */
final class Schema {
    private static final String WELL_KNOWN_PACKAGE = "google.protobuf.";
    private static final String PROTO = ".proto";
    /** How many names an error lists. */
    private static final int MAX_LISTED = 10;

    private final DefPool pool;
    private final Console console;
    private final SchemaOptions options;

    private Schema(DefPool pool, Console console, SchemaOptions options) {
        this.pool = pool;
        this.console = console;
        this.options = options;
    }

    DefPool pool() {
        return pool;
    }

    // --- Loading
    // ------------------------------------------------------------------------------------------------------

    /** Loads what the options name; without any, there are only the well-known types. */
    static Schema load(SchemaOptions options, Console console) {
        List<Path> sets = new ArrayList<>();
        List<Path> sources = new ArrayList<>();
        Set<Path> includes = new LinkedHashSet<>(options.includes());
        for (Path schema : options.schemas()) {
            if (Files.isDirectory(schema)) {
                addFolder(schema, sets, sources, includes);
            } else if (isSource(schema)) {
                if (!Files.exists(schema)) {
                    throw CommandException.schema(schema + ": no such file");
                }
                sources.add(schema);
                if (includes.stream().noneMatch(include -> contains(include, schema))) {
                    Path folder = schema.getParent();
                    includes.add(folder == null ? Path.of(".") : folder);
                }
            } else {
                sets.add(schema);
            }
        }
        if (options.schemas().isEmpty()) {
            return new Schema(DefPool.wellKnown(), console, options);
        }
        DefPool.Builder builder = DefPool.builder();
        if (!sources.isEmpty()) {
            builder.addFileSet(Protoc.find(console, options.protoc()).compile(sources, List.copyOf(includes)));
        }
        for (Path set : sets) {
            builder.addFileSet(checkedSet(set.toString(), read(set)));
        }
        return new Schema(builder.build(), console, options);
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new CommandException(ExitCode.SCHEMA, FileProblems.of(file, e).getMessage(), e);
        }
    }

    private static void addFolder(Path folder, List<Path> sets, List<Path> sources, Set<Path> includes) {
        List<Path> files = Inputs.filesBelow(folder);
        List<Path> found = files.stream().filter(Schema::isSource).toList();
        if (!found.isEmpty()) {
            sources.addAll(found);
            includes.add(folder);
            return;
        }
        found = files.stream()
                .filter(file -> Format.ofFile(file) == Format.BINPB)
                .toList();
        if (found.isEmpty()) {
            throw CommandException.schema(folder + ": no .proto file and no FileDescriptorSet ("
                    + String.join(", ", Format.BINPB.extensions()) + ") below this folder");
        }
        sets.addAll(found);
    }

    private static boolean isSource(Path file) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(PROTO);
    }

    private static boolean contains(Path folder, Path file) {
        return file.toAbsolutePath()
                .normalize()
                .startsWith(folder.toAbsolutePath().normalize());
    }

    /** Explains what is wrong with a set before the pool would: that it is something else. */
    private static byte[] checkedSet(String origin, byte[] set) {
        boolean empty = true;
        try {
            WireReader fields = WireReader.of(set);
            while (fields.next()) {
                // Fields of a FileDescriptorProto, which a set does not have.
                if (fields.fieldNumber() >= 2 && fields.fieldNumber() <= 15) {
                    throw CommandException.schema(origin + ": a single FileDescriptorProto, not a FileDescriptorSet; "
                            + "protoc writes one with --include_imports --descriptor_set_out=FILE");
                }
                empty = false;
            }
        } catch (DecodeException e) {
            throw new CommandException(
                    ExitCode.SCHEMA,
                    origin + ": not a FileDescriptorSet, nor named as a .proto file: " + e.getMessage(),
                    e);
        }
        if (empty) {
            throw CommandException.schema(origin + ": an empty FileDescriptorSet, with no file in it");
        }
        return set;
    }

    // --- Finding
    // ------------------------------------------------------------------------------------------------------

    /**
     * Finds a message type.
     *
     * @param name its full name, or the end of it if no other ends so; null if there should be only one
     */
    MessageDef messageType(String name) {
        if (name == null) {
            return onlyMessage();
        }
        String fullName = name.startsWith(".") ? name.substring(1) : name;
        MessageDef message = pool.findMessage(fullName);
        if (message != null) {
            return message;
        }
        List<MessageDef> ending = pool.messages().stream()
                .filter(candidate -> candidate.fullName().endsWith("." + fullName))
                .toList();
        if (ending.size() == 1) {
            return ending.get(0);
        }
        if (ending.size() > 1) {
            throw CommandException.usage("--type " + name + " could be " + list(ending));
        }
        if (fullName.startsWith(WELL_KNOWN_PACKAGE)) {
            message = wellKnown(fullName);
        }
        if (message == null) {
            throw CommandException.usage("--type " + name + ": no such message in the schema" + suggestion(fullName));
        }
        return message;
    }

    private MessageDef onlyMessage() {
        List<MessageDef> own = pool.messages().stream()
                .filter(message -> !message.fullName().startsWith(WELL_KNOWN_PACKAGE))
                .toList();
        if (options.schemas().isEmpty()) {
            throw CommandException.usage("--schema and --type are missing");
        }
        if (own.size() == 1) {
            return own.get(0);
        }
        List<MessageDef> top =
                own.stream().filter(message -> message.containingType() == null).toList();
        throw CommandException.usage("--type is missing; the schema has "
                + (own.isEmpty() ? "no messages but google.protobuf's" : own.size() + " messages: " + list(top)));
    }

    /** A schema need not hold the well-known types for one of them to be named. */
    private MessageDef wellKnown(String fullName) {
        MessageDef message = DefPool.wellKnown().findMessage(fullName);
        Path include = console.home() == null ? null : console.home().resolve("include");
        if (message != null || include == null || !Files.isDirectory(include)) {
            return message;
        }
        List<Path> files = Inputs.filesBelow(include).stream()
                .filter(file ->
                        isSource(file) && include.relativize(file).getNameCount() == 3) // google/protobuf/*.proto
                .toList();
        byte[] set = Protoc.find(console, options.protoc()).compile(files, List.of(include));
        return DefPool.ofFileDescriptorSet(set).findMessage(fullName);
    }

    private String suggestion(String name) {
        String last = lastPart(name).toLowerCase(Locale.ROOT);
        List<MessageDef> similar = pool.messages().stream()
                .filter(message -> isSimilar(lastPart(message.fullName()).toLowerCase(Locale.ROOT), last))
                .toList();
        if (options.schemas().isEmpty()) {
            return "; --schema is missing";
        }
        return similar.isEmpty() ? "; upb describe lists all" : "; there is " + list(similar);
    }

    private static String lastPart(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** Whether one name is the other with at most two letters changed, added or left out. */
    static boolean isSimilar(String name, String other) {
        if (Math.abs(name.length() - other.length()) > 2) {
            return false;
        }
        int[] row = new int[other.length() + 1];
        Arrays.setAll(row, i -> i);
        for (int i = 1; i <= name.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int change = diagonal + (name.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()] <= Math.min(2, other.length() / 2);
    }

    static String list(List<? extends Def> defs) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(defs.size(), MAX_LISTED); i++) {
            text.append(i == 0 ? "" : ", ").append(defs.get(i).fullName());
        }
        return text.append(defs.size() > MAX_LISTED ? " and " + (defs.size() - MAX_LISTED) + " more" : "")
                .toString();
    }
}
