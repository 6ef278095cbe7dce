package dev.upb.wire;

import dev.upb.mem.Arena;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.MiniTable;
import dev.upb.testkit.InputKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.List;

/** A codec under test. What one does with some input, all must do, however the input is handed over. */
enum Tier {
    /** The table-driven codec. */
    TABLE,
    /** The codec compiled for the type; only where there is a compiler, as in the module that has it, which runs these tests again. */
    COMPILED;

    static List<Tier> available() {
        return CompiledTier.isAvailable() ? List.of(values()) : List.of(TABLE);
    }

    private boolean compiles(MiniTable table) {
        if (this == COMPILED && !CompiledTier.compile(table) && !table.isMapEntry()) {
            throw new IllegalStateException("not compiled: " + table);
        }
        return this == COMPILED;
    }

    InputKind.Sink<MiniMessage> decoder(MiniTable table, Arena arena, DecodeOptions someOptions) {
        DecodeOptions options = someOptions.withCompiledTier(compiles(table));
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

    byte[] encode(MiniMessage message, EncodeOptions options) {
        return Encoder.encode(message, options.withCompiledTier(compiles(message.table())));
    }
}
