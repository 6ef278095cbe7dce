package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.base.DecodeException;
import dev.upb.mem.Arena;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.MiniTable;
import dev.upb.testkit.InputKind;
import dev.upb.testkit.wire.Hex;
import dev.upb.testkit.wire.WireMessage;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Decodes and re-encodes through each {@link Tier} and {@link InputKind} and checks that all of them agree, and that a failed decode leaves
 * nothing behind in the arena. The result is a text, so that a test shows what it expects: {@code "ok 0801"}, or
 * {@code "TRUNCATED at 2 in 1.3"} with status, offset and field path.
 */
final class EveryPath {
    private EveryPath() {}

    static String of(MiniTable table, String hex) {
        return of(table, Hex.bytes(hex));
    }

    static String of(MiniTable table, byte[] input) {
        return of(table, input, DecodeOptions.DEFAULT);
    }

    static String of(MiniTable table, String hex, DecodeOptions options) {
        return of(table, Hex.bytes(hex), options);
    }

    static String of(MiniTable table, byte[] input, DecodeOptions options) {
        String first = null;
        for (Tier tier : Tier.available()) {
            for (InputKind kind : InputKind.values()) {
                String result = run(tier, kind, table, input, options);
                if (first == null) {
                    first = result;
                } else {
                    assertThat(result)
                            .as("%s, %s, input %s", tier, kind, Hex.string(input))
                            .isEqualTo(first);
                }
            }
        }
        return first;
    }

    private static String run(Tier tier, InputKind kind, MiniTable table, byte[] input, DecodeOptions options) {
        try (Arena arena = Arena.create()) {
            arena.allocate(24); // So that the arena is not at its start.
            long usedBefore = arena.spaceUsed();
            try {
                MiniMessage message = kind.feed(input, tier.decoder(table, arena, options));
                return ok(tier.encode(message, EncodeOptions.DEFAULT.withMaxDepth(options.maxDepth())));
            } catch (DecodeException e) {
                assertThat(arena.spaceUsed())
                        .as("space used behind a failed decode")
                        .isEqualTo(usedBefore);
                return failure(e);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static String ok(byte[] encoded) {
        return "ok " + Hex.string(encoded);
    }

    static String ok(WireMessage message) {
        return ok(message.encode());
    }

    static String failure(DecodeException e) {
        return e.status() + " at " + e.offset() + " in " + e.fieldPath();
    }
}
