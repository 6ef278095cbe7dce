package dev.upb.reflection;

import java.util.List;

/** A {@code .proto} file. */
public final class FileDef extends Def {
    final byte[] bytes;
    String packageName = "";
    String syntax = "";
    Edition edition;
    /** Negative if the descriptor gives none. */
    int editionNumber = -1;

    List<String> dependencyNames = List.of();
    List<Integer> publicIndexes = List.of();
    List<Integer> weakIndexes = List.of();
    List<String> optionDependencies = List.of();
    List<FileDef> dependencies = List.of();
    List<MessageDef> messages = List.of();
    List<EnumDef> enums = List.of();
    List<ServiceDef> services = List.of();
    List<FieldDef> extensions = List.of();
    DefPool pool;

    /** Whether this file, or one that it imports directly or not, is missing. */
    boolean incomplete;
    /** How far loading has come: 0 not visited, 1 its imports are being visited, 2 done; more while names are looked up. */
    int visit;

    FileDef(byte[] bytes) {
        super(null);
        this.bytes = bytes;
    }

    /** Returns the path of the file. */
    @Override
    public String fullName() {
        return name;
    }

    @Override
    String scope() {
        return packageName;
    }

    @Override
    OptionsKind optionsKind() {
        return OptionsKind.FILE;
    }

    /** Returns the package, empty if there is none. */
    public String packageName() {
        return packageName;
    }

    public Edition edition() {
        return edition;
    }

    /** Returns {@code proto2}, {@code proto3} or {@code editions}. */
    public String syntaxName() {
        return edition.hasFeatures() ? "editions" : edition == Edition.PROTO3 ? "proto3" : "proto2";
    }

    /** Returns the imported files, in order; public, weak and missing ones included, of {@code import option} none. */
    public List<FileDef> dependencies() {
        return dependencies;
    }

    /** Returns the files that are imported publicly. */
    public List<FileDef> publicDependencies() {
        return dependencies(publicIndexes);
    }

    /** Returns the files that are imported weakly. */
    public List<FileDef> weakDependencies() {
        return dependencies(weakIndexes);
    }

    private List<FileDef> dependencies(List<Integer> indexes) {
        FileDef[] files = new FileDef[indexes.size()];
        for (int i = 0; i < files.length; i++) {
            files[i] = dependencies.get(indexes.get(i));
        }
        return List.of(files);
    }

    /** Returns the names of the files of {@code import option}; the pool need not have them. */
    public List<String> optionDependencies() {
        return optionDependencies;
    }

    /** Returns the messages at the top of the file, in order. */
    public List<MessageDef> messages() {
        return messages;
    }

    /** Returns the enums at the top of the file, in order. */
    public List<EnumDef> enums() {
        return enums;
    }

    public List<ServiceDef> services() {
        return services;
    }

    /** Returns the extensions at the top of the file, in order. */
    public List<FieldDef> extensions() {
        return extensions;
    }

    /** Whether the pool does not have this file: an import that was missing and tolerated. There is nothing in it. */
    public boolean isPlaceholder() {
        return is(PLACEHOLDER);
    }

    public DefPool pool() {
        return pool;
    }

    /** Returns the {@code FileDescriptorProto} that this was made from, every byte of it; of a placeholder, one with the name alone. */
    public byte[] toFileDescriptorProto() {
        return descriptor();
    }
}
