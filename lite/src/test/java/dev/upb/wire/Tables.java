package dev.upb.wire;

import com.google.protobuf.DescriptorProtos;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.upb.minitable.ExtensionRegistry;
import dev.upb.minitable.MiniTable;
import dev.upb.testing.DescriptorTables;
import dev.upb.testkit.Cases;
import dev.upb.testkit.corpus.Corpus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tables, extensions and protobuf-java's classes of the types that the tests of this package use. Each type has one table. */
final class Tables {
    private static final DescriptorTables TABLES = new DescriptorTables();
    private static final List<FileDescriptor> CASE_FILES = caseFiles();

    /** All extensions of the testkit's types. */
    static final ExtensionRegistry EXTENSIONS = TABLES.extensionsIn(Corpus.ownFiles());
    /** All extensions of the cases' types. */
    static final ExtensionRegistry CASE_EXTENSIONS = TABLES.extensionsIn(CASE_FILES);

    /** Default options with {@link #EXTENSIONS}. */
    static final DecodeOptions WITH_EXTENSIONS = DecodeOptions.DEFAULT.withExtensions(EXTENSIONS);

    private Tables() {}

    static synchronized MiniTable of(Descriptor type) {
        return TABLES.of(type);
    }

    /** Returns the table of a type of the testkit, such as {@code matrix2.Child}. */
    static MiniTable of(String name) {
        return of(type(name));
    }

    /** Returns a type of the testkit, such as {@code matrix2.Child}. */
    static Descriptor type(String name) {
        return Corpus.ownTypes().stream()
                .filter(type -> type.getFullName().equals("upb.testkit." + name))
                .findAny()
                .orElseThrow();
    }

    /** Returns the table of a type of the cases, such as {@code p3.M}. */
    static MiniTable ofCase(String name) {
        return CASE_FILES.stream()
                .flatMap(file -> file.getMessageTypes().stream())
                .filter(type -> type.getFullName().equals(name))
                .map(Tables::of)
                .findAny()
                .orElseThrow();
    }

    /** Returns the default instance of the class that protoc has generated for a top-level type. */
    static Message prototype(Descriptor type) {
        boolean isDescriptor = type.getFile() == DescriptorProtos.getDescriptor();
        String scope = isDescriptor
                ? DescriptorProtos.class.getName() + "$"
                : type.getFile().getOptions().getJavaPackage() + ".";
        try {
            return (Message) Class.forName(scope + type.getName())
                    .getMethod("getDefaultInstance")
                    .invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no generated class for " + type.getFullName(), e);
        }
    }

    /** Returns the extensions of a type, by ascending number. */
    static List<FieldDescriptor> extensionsOf(Descriptor type) {
        List<FieldDescriptor> extensions = new ArrayList<>(type.getFile().getExtensions());
        extensions.removeIf(extension -> extension.getContainingType() != type);
        return extensions;
    }

    private static List<FileDescriptor> caseFiles() {
        try {
            Map<String, FileDescriptor> built = new HashMap<>();
            List<FileDescriptor> files = new ArrayList<>();
            for (FileDescriptorProto file :
                    FileDescriptorSet.parseFrom(Cases.schemaBytes()).getFileList()) {
                FileDescriptor[] imports =
                        file.getDependencyList().stream().map(built::get).toArray(FileDescriptor[]::new);
                FileDescriptor descriptor = FileDescriptor.buildFrom(file, imports);
                built.put(file.getName(), descriptor);
                files.add(descriptor);
            }
            return files;
        } catch (InvalidProtocolBufferException | DescriptorValidationException e) {
            throw new AssertionError(e);
        }
    }
}
