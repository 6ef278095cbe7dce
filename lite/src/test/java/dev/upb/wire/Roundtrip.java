package dev.upb.wire;

import dev.upb.mem.Arena;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.MiniTable;

/** Decodes and encodes once, for input that is too large or too frequent for {@link EveryPath}. */
final class Roundtrip {
    private Roundtrip() {}

    static byte[] bytes(MiniTable table, byte[] input, DecodeOptions options) {
        return bytes(table, input, options, EncodeOptions.DEFAULT);
    }

    static byte[] bytes(MiniTable table, byte[] input, DecodeOptions options, EncodeOptions encodeOptions) {
        try (Arena arena = Arena.create()) {
            MiniMessage message = Decoder.decode(table, arena, input, options);
            return Encoder.encode(message, encodeOptions);
        }
    }
}
