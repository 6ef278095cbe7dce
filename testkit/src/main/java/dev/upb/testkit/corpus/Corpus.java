package dev.upb.testkit.corpus;

import com.google.protobuf.AnyProto;
import com.google.protobuf.ApiProto;
import com.google.protobuf.DescriptorProtos;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.EmptyProto;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.FieldMaskProto;
import com.google.protobuf.Message;
import com.google.protobuf.SourceContextProto;
import com.google.protobuf.StructProto;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.TypeProto;
import com.google.protobuf.WrappersProto;
import dev.upb.testkit.proto.matrix2.Matrix2Proto;
import dev.upb.testkit.proto.matrix2023.Matrix2023Proto;
import dev.upb.testkit.proto.matrix2024.Matrix2024Proto;
import dev.upb.testkit.proto.matrix3.Matrix3Proto;
import dev.upb.testkit.proto.options.OptionsProto;
import dev.upb.testkit.proto.wkt.WktProto;
import dev.upb.testkit.random.RandomMessage;
import dev.upb.testkit.random.Seeded;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The inputs. */
public final class Corpus {
    private static final List<FileDescriptor> WELL_KNOWN_FILES = List.of(
            AnyProto.getDescriptor(),
            ApiProto.getDescriptor(),
            DurationProto.getDescriptor(),
            EmptyProto.getDescriptor(),
            FieldMaskProto.getDescriptor(),
            SourceContextProto.getDescriptor(),
            StructProto.getDescriptor(),
            TimestampProto.getDescriptor(),
            TypeProto.getDescriptor(),
            WrappersProto.getDescriptor());

    private static final List<FileDescriptor> OWN_FILES = List.of(
            OptionsProto.getDescriptor(),
            Matrix2Proto.getDescriptor(),
            Matrix3Proto.getDescriptor(),
            Matrix2023Proto.getDescriptor(),
            Matrix2024Proto.getDescriptor(),
            WktProto.getDescriptor());

    private static final ExtensionRegistry EXTENSIONS = newRegistry();

    private Corpus() {}

    /**
     * A message and where it comes from.
     *
     * @param name unique in the corpus
     */
    public record Entry(String name, Message message) {
        /** Returns the full name of the type, without a leading dot. */
        public String type() {
            return message.getDescriptorForType().getFullName();
        }

        /** Returns the message as protobuf-java encodes it. */
        public byte[] bytes() {
            return message.toByteArray();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** Returns {@code descriptor.proto} described by itself: the message of upb's own benchmarks. */
    public static FileDescriptorProto descriptorProto() {
        return DescriptorProtos.getDescriptor().toProto();
    }

    /** Returns the set of {@code descriptor.proto} alone. */
    public static FileDescriptorSet descriptorSet() {
        return FileDescriptorSet.newBuilder().addFile(descriptorProto()).build();
    }

    /** Returns the files of the well-known types, {@code api.proto} and {@code type.proto} included, imports first. */
    public static FileDescriptorSet wellKnownSet() {
        return setOf(WELL_KNOWN_FILES);
    }

    /** Returns the files of this module's own types with all that they import, imports first. */
    public static FileDescriptorSet ownSet() {
        return setOf(OWN_FILES);
    }

    /** Returns the files of this module's own types, without their imports. */
    public static List<FileDescriptor> ownFiles() {
        return OWN_FILES;
    }

    /** Returns the top-level message types of {@link #ownFiles()}. */
    public static List<Descriptor> ownTypes() {
        return OWN_FILES.stream()
                .flatMap(file -> file.getMessageTypes().stream())
                .toList();
    }

    /** Returns all extensions of {@link #ownFiles()}, custom options among them. Unmodifiable. */
    public static ExtensionRegistry extensions() {
        return EXTENSIONS;
    }

    /** Returns the descriptors: {@code descriptor.proto}, the well-known types, and this module's own types. */
    public static List<Entry> descriptors() {
        return List.of(
                new Entry("descriptor.proto", descriptorProto()),
                new Entry("descriptor-set", descriptorSet()),
                new Entry("well-known-set", wellKnownSet()),
                new Entry("own-set", ownSet()));
    }

    /**
     * Returns filled messages of this module's own types: for each top-level type {@code perType} of them, extensions set
     * and unknown fields in some, required fields all set.
     */
    public static List<Entry> messages(int perType) {
        RandomMessage generator =
                RandomMessage.defaults().withExtensions(EXTENSIONS).withUnknownPercent(10);
        List<Entry> entries = new ArrayList<>();
        for (Descriptor type : ownTypes()) {
            for (int seed = 1; seed <= perType; seed++) {
                entries.add(new Entry(type.getFullName() + "-" + seed, generator.next(Seeded.of(seed), type)));
            }
        }
        return entries;
    }

    /** Returns {@link #descriptors()} and three {@link #messages} of each type. */
    public static List<Entry> entries() {
        List<Entry> entries = new ArrayList<>(descriptors());
        entries.addAll(messages(3));
        return entries;
    }

    private static FileDescriptorSet setOf(Collection<FileDescriptor> files) {
        Map<String, FileDescriptorProto> ordered = new LinkedHashMap<>();
        files.forEach(file -> addWithImports(file, ordered));
        return FileDescriptorSet.newBuilder().addAllFile(ordered.values()).build();
    }

    private static void addWithImports(FileDescriptor file, Map<String, FileDescriptorProto> ordered) {
        file.getDependencies().forEach(dependency -> addWithImports(dependency, ordered));
        ordered.putIfAbsent(file.getName(), file.toProto());
    }

    private static ExtensionRegistry newRegistry() {
        ExtensionRegistry registry = ExtensionRegistry.newInstance();
        OptionsProto.registerAllExtensions(registry);
        Matrix2Proto.registerAllExtensions(registry);
        Matrix3Proto.registerAllExtensions(registry);
        Matrix2023Proto.registerAllExtensions(registry);
        Matrix2024Proto.registerAllExtensions(registry);
        WktProto.registerAllExtensions(registry);
        return registry.getUnmodifiable();
    }
}
