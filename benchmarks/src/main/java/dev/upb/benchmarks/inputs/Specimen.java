package dev.upb.benchmarks.inputs;

import com.google.protobuf.Message;
import dev.upb.reflection.MessageDef;

/** A message to parse and to serialise, and its type in both libraries. */
public final class Specimen {
    private final Message message;
    private final MessageDef type;
    private final byte[] bytes;

    private Specimen(Message message, MessageDef type, byte[] bytes) {
        this.message = message;
        this.type = type;
        this.bytes = bytes;
    }

    /** Loads the type of a message of a generated class into our library. */
    public static Specimen of(Message message) {
        return new Specimen(message, Schemas.load(message.getDescriptorForType()), message.toByteArray());
    }

    /** Returns the message of a generated class. */
    public Message message() {
        return message;
    }

    /** Returns the same type in our library. */
    public MessageDef type() {
        return type;
    }

    /** Returns the message in binary, as protobuf-java writes it. Shared, not to be changed. */
    public byte[] bytes() {
        return bytes;
    }
}
