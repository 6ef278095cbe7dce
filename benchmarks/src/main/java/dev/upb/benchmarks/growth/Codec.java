package dev.upb.benchmarks.growth;

import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.upb.benchmarks.inputs.Schemas;
import dev.upb.benchmarks.inputs.Tier;
import dev.upb.mem.Arena;
import dev.upb.reflection.MessageDef;
import java.util.ArrayList;
import java.util.List;

/** One way to parse and to serialise messages of one type. */
interface Codec {
    /** Returns the message, as what is to be serialised; of ours, into an arena that the next call uses again. */
    Object parse(byte[] bytes) throws InvalidProtocolBufferException;

    /** Returns the message with memory of its own, which the collector frees. */
    Object parseToKeep(byte[] bytes) throws InvalidProtocolBufferException;

    byte[] serialize(Object message);

    /** Names of all codecs, as {@link #of} takes them: our tiers, the fastest last, then the rivals. */
    static List<String> names() {
        List<String> names = new ArrayList<>();
        Tier.available().forEach(tier -> names.add("upb/" + tier.label()));
        names.add("generated");
        names.add("dynamicMessage");
        return names;
    }

    /** Returns the argument that a process for this codec needs, or null. */
    static String jvmArgument(String name) {
        for (Tier tier : Tier.available()) {
            if (name.equals("upb/" + tier.label())) {
                return tier.jvmArgument();
            }
        }
        return null;
    }

    /** Makes the codec of this name for the type of a message of a generated class. */
    static Codec of(String name, Message type) {
        return switch (name) {
            case "generated" -> new Theirs(type.getParserForType());
            case "dynamicMessage" ->
                new Theirs(DynamicMessage.getDefaultInstance(type.getDescriptorForType())
                        .getParserForType());
            default -> new Ours(Schemas.load(type.getDescriptorForType()));
        };
    }

    /** Ours, in the tier of this process. */
    final class Ours implements Codec {
        private final MessageDef type;
        private final Arena arena = Arena.create();

        Ours(MessageDef type) {
            this.type = type;
        }

        @Override
        public dev.upb.reflection.Message parse(byte[] bytes) {
            arena.reset();
            return type.decode(arena, bytes);
        }

        @Override
        public Object parseToKeep(byte[] bytes) {
            return type.decode(bytes);
        }

        @Override
        public byte[] serialize(Object message) {
            return ((dev.upb.reflection.Message) message).encode();
        }

        /** Returns the bytes of arena that the last parsed message takes, input included. */
        long spaceUsed() {
            return arena.spaceUsed();
        }
    }

    /** Protobuf-java's. */
    final class Theirs implements Codec {
        private final Parser<? extends Message> parser;

        Theirs(Parser<? extends Message> parser) {
            this.parser = parser;
        }

        @Override
        public Object parse(byte[] bytes) throws InvalidProtocolBufferException {
            return parser.parseFrom(bytes);
        }

        @Override
        public Object parseToKeep(byte[] bytes) throws InvalidProtocolBufferException {
            return parser.parseFrom(bytes);
        }

        @Override
        public byte[] serialize(Object message) {
            return ((Message) message).toByteArray();
        }
    }
}
