package dev.upb.benchmarks.inputs;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.MessageDef;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Schemas of protobuf-java's classes, as our library loads them. */
public final class Schemas {
    private Schemas() {}

    /** Returns the type as the current {@link Tier} serves it, in a pool of its own. */
    public static MessageDef load(Descriptor type) {
        DefPool.Builder builder = DefPool.builder();
        withImports(type.getFile())
                .forEach(file -> builder.addFile(file.toProto().toByteArray()));
        return Tier.current().prepare(builder.build().message(type.getFullName()));
    }

    /** Returns a file and all that it imports, directly or not, every file behind its imports. */
    public static List<FileDescriptor> withImports(FileDescriptor file) {
        Map<String, FileDescriptor> files = new LinkedHashMap<>();
        collect(file, files);
        return List.copyOf(files.values());
    }

    private static void collect(FileDescriptor file, Map<String, FileDescriptor> files) {
        if (!files.containsKey(file.getName())) {
            file.getDependencies().forEach(dependency -> collect(dependency, files));
            files.put(file.getName(), file);
        }
    }
}
