package dev.upb.json;

import dev.upb.mem.Arena;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.InputKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;

/** Parses, or merges into a message, whatever form the text has. */
record ParseSink(JsonParser parser, MessageDef type, Arena arena, Message target) implements InputKind.Sink<Message> {
    /** Makes a sink that parses into new messages. */
    static ParseSink parsing(JsonParser parser, MessageDef type, Arena arena) {
        return new ParseSink(parser, type, arena, null);
    }

    /** Makes a sink that merges into a message. */
    static ParseSink merging(JsonParser parser, Message target) {
        return new ParseSink(parser, target.type(), target.arena(), target);
    }

    @Override
    public Message array(byte[] array, int offset, int length) {
        if (target == null) {
            return parser.parse(type, arena, array, offset, length);
        }
        parser.mergeInto(target, array, offset, length);
        return target;
    }

    @Override
    public Message buffer(ByteBuffer buffer) {
        if (target == null) {
            return parser.parse(type, arena, buffer);
        }
        parser.mergeInto(target, buffer);
        return target;
    }

    @Override
    public Message stream(InputStream stream) throws IOException {
        if (target == null) {
            return parser.parse(type, arena, stream);
        }
        parser.mergeInto(target, stream);
        return target;
    }

    @Override
    public Message channel(ReadableByteChannel channel) throws IOException {
        return stream(Channels.newInputStream(channel));
    }
}
