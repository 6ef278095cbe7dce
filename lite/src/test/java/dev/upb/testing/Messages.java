package dev.upb.testing;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import dev.upb.mem.Arena;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.ExtensionRegistry;
import dev.upb.minitable.MiniTable;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.wire.DecodeOptions;
import dev.upb.wire.Decoder;
import dev.upb.wire.EncodeOptions;
import dev.upb.wire.Encoder;

/** Messages of protobuf-java turned into messages of this library and back, by way of the wire, with the corpus's extensions. */
public final class Messages {
    private final DescriptorTables tables = new DescriptorTables();
    private final ExtensionRegistry extensions = tables.extensionsIn(Corpus.ownFiles());
    private final DecodeOptions options = DecodeOptions.DEFAULT.withExtensions(extensions);

    public DescriptorTables tables() {
        return tables;
    }

    public ExtensionRegistry extensions() {
        return extensions;
    }

    public DecodeOptions decodeOptions() {
        return options;
    }

    public MiniMessage toMini(Message message, Arena arena) {
        return decode(message.getDescriptorForType(), message.toByteArray(), arena);
    }

    public MiniMessage decode(Descriptor type, byte[] bytes, Arena arena) {
        MiniTable table = tables.of(type);
        return Decoder.decode(table, arena, bytes, options);
    }

    /** Returns bytes that are the same for messages with the same content in the same order of unknown fields. */
    public static byte[] encode(MiniMessage message) {
        return Encoder.encode(message, EncodeOptions.DEFAULT.withDeterministic(true));
    }
}
