package dev.upb.reflection;

import dev.upb.minitable.ExtensionRegistry;
import dev.upb.wire.DecodeOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A schema: files with all that they define and all that they import. Immutable, safe to share and to keep.
 *
 * <p>Everything in a pool is that pool's own. A message of one pool can't be put into a message of another; two pools made from the same files
 * have different definitions, though their messages compare as equal. Names are full names, with or without a leading dot.
 */
public final class DefPool {
    private static volatile DefPool wellKnown;

    private final List<FileDef> files;
    private final Map<String, FileDef> filesByName;
    private final NameTable symbols;
    private final Map<MessageDef, Map<Integer, FieldDef>> extensions;
    private final ExtensionRegistry registry;
    private final DecodeOptions decodeOptions;
    private final boolean tolerant;

    DefPool(SchemaLoader loader) {
        files = List.copyOf(loader.files);
        filesByName = loader.filesByName;
        symbols = loader.symbols;
        extensions = loader.extensions;
        registry = loader.registry;
        decodeOptions = DecodeOptions.DEFAULT.withExtensions(registry);
        tolerant = loader.tolerant;
        // Before the constructor ends: then even a pool that is handed over by a data race is whole.
        loader.missing.pool = this;
        for (FileDef file : files) {
            file.pool = this;
            for (FileDef dependency : file.dependencies) {
                dependency.pool = this;
            }
        }
    }

    /**
     * Makes a pool from a {@code FileDescriptorSet}, such as {@code protoc --include_imports --descriptor_set_out} writes.
     *
     * @throws SchemaException if the bytes are none, or the schema can't be used
     */
    public static DefPool ofFileDescriptorSet(byte[] set) {
        return builder().addFileSet(set).build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder that begins with the files of this pool. What it builds is a pool with definitions of its own. */
    public Builder toBuilder() {
        Builder builder = builder();
        for (FileDef file : files) {
            builder.sources.add(new DescriptorReader(file.name(), file.bytes, file.start, file.end));
        }
        builder.tolerant = tolerant;
        return builder;
    }

    /** Returns a pool that always exists: {@code google/protobuf/descriptor.proto}, with {@code google.protobuf.FileDescriptorSet} and so on. */
    public static DefPool wellKnown() {
        DefPool pool = wellKnown;
        return pool != null ? pool : loadWellKnown();
    }

    private static synchronized DefPool loadWellKnown() {
        if (wellKnown == null) {
            try (InputStream in = DefPool.class.getResourceAsStream("descriptor.binpb")) {
                wellKnown = ofFileDescriptorSet(in.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return wellKnown;
    }

    /** Collects files. For one thread at a time. */
    public static final class Builder {
        private final List<DescriptorReader> sources = new ArrayList<>();
        private boolean tolerant;

        private Builder() {}

        /**
         * Adds a file, in any order with those that it imports. A file that is there already does no harm if it is the same one.
         *
         * @param fileDescriptorProto is copied
         * @throws SchemaException if the bytes are none; the builder is as before
         */
        public Builder addFile(byte[] fileDescriptorProto) {
            sources.add(DescriptorReader.ofFile(fileDescriptorProto.clone()));
            return this;
        }

        /**
         * Adds all files of a set; see {@link #addFile}.
         *
         * @param fileDescriptorSet is copied
         * @throws SchemaException if the bytes are none; the builder is as before
         */
        public Builder addFileSet(byte[] fileDescriptorSet) {
            sources.addAll(DescriptorReader.ofSet(fileDescriptorSet.clone()));
            return this;
        }

        /**
         * Lets files be missing that are imported. Where a type can't be found for that reason, an empty one takes its place, and fields of it
         * are treated as unknown ones.
         */
        public Builder tolerateMissingImports() {
            tolerant = true;
            return this;
        }

        /**
         * Makes the pool. The builder stays as it is and may go on to build a larger one.
         *
         * @throws SchemaException with all problems, if there are any
         */
        public DefPool build() {
            try {
                return new SchemaLoader(tolerant).load(sources);
            } catch (OutOfMemoryError e) {
                throw Problems.of("the schema", "", "is too large for the Java heap");
            }
        }
    }

    static String withoutDot(String fullName) {
        return fullName.startsWith(".") ? fullName.substring(1) : fullName;
    }

    private Def required(Def found, String kind, String name) {
        if (found == null) {
            throw new IllegalArgumentException("the pool has no " + kind + " \"" + name + '"');
        }
        return found;
    }

    /**
     * Returns the message type of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public MessageDef message(String fullName) {
        return (MessageDef) required(findMessage(fullName), "message", fullName);
    }

    /** Returns the message type of this name, or null. */
    public MessageDef findMessage(String fullName) {
        return symbols.find(withoutDot(fullName)) instanceof MessageDef message ? message : null;
    }

    /**
     * Returns the enum of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public EnumDef enumeration(String fullName) {
        return (EnumDef) required(findEnum(fullName), "enum", fullName);
    }

    /** Returns the enum of this name, or null. */
    public EnumDef findEnum(String fullName) {
        return symbols.find(withoutDot(fullName)) instanceof EnumDef enumeration ? enumeration : null;
    }

    /**
     * Returns the service of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public ServiceDef service(String fullName) {
        return (ServiceDef) required(findService(fullName), "service", fullName);
    }

    /** Returns the service of this name, or null. */
    public ServiceDef findService(String fullName) {
        return symbols.find(withoutDot(fullName)) instanceof ServiceDef service ? service : null;
    }

    /**
     * Returns the file of this path.
     *
     * @throws IllegalArgumentException if there is none
     */
    public FileDef file(String name) {
        return (FileDef) required(findFile(name), "file", name);
    }

    /** Returns the file of this path, or null. */
    public FileDef findFile(String name) {
        return filesByName.get(name);
    }

    /**
     * Returns the extension of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public FieldDef extension(String fullName) {
        return (FieldDef) required(findExtension(fullName), "extension", fullName);
    }

    /** Returns the extension of this name, or null. */
    public FieldDef findExtension(String fullName) {
        return symbols.find(withoutDot(fullName)) instanceof FieldDef extension ? extension : null;
    }

    /** Returns the extension with this number of a message, or null. */
    public FieldDef findExtension(MessageDef extendee, int number) {
        return extensions.getOrDefault(extendee, Map.of()).get(number);
    }

    /** Returns the extensions of a message that the pool has, in the order of files and declaration. */
    public List<FieldDef> extensionsOf(MessageDef extendee) {
        return List.copyOf(extensions.getOrDefault(extendee, Map.of()).values());
    }

    /** Returns what has this full name, fields, oneofs, enum values and methods included; null if nothing has. Files have none. */
    public Def findSymbol(String fullName) {
        return findSymbol(symbols, withoutDot(fullName));
    }

    static Def findSymbol(NameTable symbols, String name) {
        Def symbol = symbols.find(name);
        int dot = name.lastIndexOf('.');
        if (symbol != null || dot < 0) {
            return symbol;
        }
        Def scope = symbols.find(name.substring(0, dot));
        String member = name.substring(dot + 1);
        return scope instanceof MessageDef message
                ? message.members.find(member)
                : scope instanceof ServiceDef service ? service.findMethod(member) : null;
    }

    /** Returns the files, every one behind those that it imports. */
    public List<FileDef> files() {
        return files;
    }

    /** Returns all message types, nested ones behind what they are nested in, without the entries of maps; a new list each time. */
    public List<MessageDef> messages() {
        List<MessageDef> all = new ArrayList<>();
        for (FileDef file : files) {
            addMessages(file.messages, all);
        }
        return all;
    }

    private static void addMessages(List<MessageDef> messages, List<MessageDef> all) {
        for (MessageDef message : messages) {
            if (!message.isMapEntry()) {
                all.add(message);
            }
            addMessages(message.messages, all);
        }
    }

    /** Returns all extensions of the pool, for decoding. */
    public ExtensionRegistry extensionRegistry() {
        return registry;
    }

    /** Default options with the pool's extensions. */
    DecodeOptions decodeOptions() {
        return decodeOptions;
    }

    /** Returns the type of the options of a kind of definition: the pool's own if it has it. */
    MessageDef optionsType(OptionsKind kind) {
        MessageDef own = findMessage(kind.typeName);
        return own != null ? own : wellKnown().message(kind.typeName);
    }
}
