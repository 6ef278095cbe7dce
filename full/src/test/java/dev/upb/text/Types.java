package dev.upb.text;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TextFormat;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.corpus.Corpus;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The types that these tests use, as this library and as protobuf-java know them. */
final class Types {
    static final DefPool POOL = DefPool.ofFileDescriptorSet(Corpus.ownSet().toByteArray());

    private static final Map<String, Descriptor> DESCRIPTORS =
            Corpus.ownTypes().stream().collect(Collectors.toMap(Descriptor::getFullName, Function.identity()));

    private Types() {}

    /** Returns the type {@code upb.testkit.} + {@code name}. */
    static MessageDef type(String name) {
        return POOL.message("upb.testkit." + name);
    }

    static Descriptor descriptor(String name) {
        return DESCRIPTORS.get("upb.testkit." + name);
    }

    /** Returns what protobuf-java reads from a text. */
    static DynamicMessage expected(String type, String text) {
        DynamicMessage.Builder builder = DynamicMessage.newBuilder(descriptor(type));
        try {
            TextFormat.Parser.newBuilder().build().merge(text, Corpus.extensions(), builder);
        } catch (TextFormat.ParseException e) {
            throw new IllegalArgumentException("protobuf-java does not read: " + text, e);
        }
        return builder.buildPartial();
    }

    /** Returns a message as protobuf-java reads its binary form. */
    static DynamicMessage inProtobufJava(String type, Message message) {
        return inProtobufJava(descriptor(type), message.encode());
    }

    static DynamicMessage inProtobufJava(Descriptor type, byte[] bytes) {
        ExtensionRegistry extensions = Corpus.extensions();
        try {
            return DynamicMessage.newBuilder(type).mergeFrom(bytes, extensions).buildPartial();
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("protobuf-java does not decode the bytes", e);
        }
    }
}
