package dev.upb.json;

import com.google.protobuf.Any;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Duration;
import com.google.protobuf.Empty;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import com.google.protobuf.UInt64Value;
import com.google.protobuf.util.JsonFormat;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.Cases;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.wire.WireMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The types that the tests of this package print, for this library and for protobuf-java. */
final class JsonTypes {
    /** All types of the corpus. */
    static final DefPool POOL = corpusPool();
    /** The types of the cases. */
    static final DefPool CASES = DefPool.ofFileDescriptorSet(Cases.schemaBytes());

    static final JsonFormat.TypeRegistry REGISTRY = JsonFormat.TypeRegistry.newBuilder()
            .add(Corpus.ownTypes())
            .add(List.of(
                    Any.getDescriptor(),
                    Duration.getDescriptor(),
                    Timestamp.getDescriptor(),
                    Struct.getDescriptor(),
                    Empty.getDescriptor(),
                    UInt64Value.getDescriptor()))
            .build();

    private JsonTypes() {}

    private static DefPool corpusPool() {
        Map<String, FileDescriptorProto> files = new LinkedHashMap<>();
        for (FileDescriptorSet set : List.of(Corpus.wellKnownSet(), Corpus.ownSet(), Corpus.descriptorSet())) {
            set.getFileList().forEach(file -> files.putIfAbsent(file.getName(), file));
        }
        return DefPool.ofFileDescriptorSet(FileDescriptorSet.newBuilder()
                .addAllFile(files.values())
                .build()
                .toByteArray());
    }

    /** Returns a type of the corpus, {@code upb.testkit} left out, or a well-known one by its full name. */
    static MessageDef type(String name) {
        return POOL.message(name.startsWith("google.") ? name : "upb.testkit." + name);
    }

    static Message message(String type, WireMessage.Builder content) {
        return type(type).decode(content.encode());
    }

    static Message message(String type, com.google.protobuf.Message content) {
        return type(type).decode(content.toByteArray());
    }
}
