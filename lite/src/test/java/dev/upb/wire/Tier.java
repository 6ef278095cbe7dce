package dev.upb.wire;

import dev.upb.mem.Arena;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.MiniTable;
import dev.upb.testkit.InputKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** A codec under test. What one does with some input, all must do, however the input is handed over. */
enum Tier {
    /** The table-driven codec. */
    TABLE {
        @Override
        InputKind.Sink<MiniMessage> decoder(MiniTable table, Arena arena, DecodeOptions options) {
            return new InputKind.Sink<>() {
                @Override
                public MiniMessage array(byte[] array, int offset, int length) {
                    return Decoder.decode(table, arena, array, offset, length, options);
                }

                @Override
                public MiniMessage buffer(ByteBuffer buffer) {
                    return Decoder.decode(table, arena, buffer, options);
                }

                @Override
                public MiniMessage stream(InputStream stream) throws IOException {
                    return Decoder.decode(table, arena, stream, options);
                }

                @Override
                public MiniMessage channel(ReadableByteChannel channel) throws IOException {
                    return Decoder.decode(table, arena, channel, options);
                }
            };
        }

        @Override
        byte[] encode(MiniMessage message, EncodeOptions options) {
            return Encoder.encode(message, options);
        }
    };

    abstract InputKind.Sink<MiniMessage> decoder(MiniTable table, Arena arena, DecodeOptions options);

    abstract byte[] encode(MiniMessage message, EncodeOptions options);
}
