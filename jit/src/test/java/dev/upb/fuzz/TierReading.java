package dev.upb.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.base.DecodeException;
import dev.upb.base.Depths;
import dev.upb.base.EncodeException;
import dev.upb.mem.Arena;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.InputKind;
import dev.upb.testkit.wire.Hex;
import dev.upb.text.TextPrinter;
import dev.upb.wire.DecodeOptions;
import dev.upb.wire.Decoder;
import dev.upb.wire.EncodeOptions;
import dev.upb.wire.Encoder;
import dev.upb.wire.TierChoice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** One message, read and written by both tiers, whole or in two parts of which the second is merged into the first. */
final class TierReading {
    private static final int[] DEPTHS = {Depths.DEFAULT, 3, 1, Depths.MAX};

    private static final InputKind[] KINDS = {
        InputKind.DIRECT_BUFFER, InputKind.STREAM_PIECES, InputKind.ARRAY_RANGE, InputKind.CHANNEL_ONE_BYTE
    };

    private static final boolean[] TIERS = {false, true};

    private final MessageDef type;
    private final DecodeOptions decodeOptions;
    private final List<EncodeOptions> encodeOptions;
    private final InputKind kind;
    private final byte[] first;
    private final byte[] rest;

    /**
     * @param choices bits: 0 and 1 the depth, 2 and 3 the list of extensions, 4 whether all strings are validated, 5 whether required fields are
     *     checked, 6 and 7 the second kind of input
     * @param cut bytes of the first part; 0 if all is read at once
     */
    TierReading(TierTypes types, int choices, int cut, byte[] bytes) {
        type = types.type;
        int depth = DEPTHS[choices & 3];
        boolean checksRequired = (choices & 32) != 0;
        decodeOptions = DecodeOptions.DEFAULT
                .withMaxDepth(depth)
                .withExtensions(types.extensions(choices >> 2 & 3))
                .withAllStringsValidated((choices & 16) != 0)
                .withRequiredCheck(checksRequired);
        EncodeOptions deep = EncodeOptions.DEFAULT.withMaxDepth(Depths.MAX);
        encodeOptions = List.of(
                deep,
                deep.withDeterministic(true),
                deep.withUnknownFields(false),
                EncodeOptions.DEFAULT.withMaxDepth(depth / 2).withRequiredCheck(!checksRequired));
        kind = KINDS[choices >> 6];
        first = Arrays.copyOf(bytes, cut);
        rest = Arrays.copyOfRange(bytes, cut, bytes.length);
    }

    /** @throws AssertionError if the tiers, or the kinds of input, differ in anything */
    void compare() throws IOException {
        try (Arena tableArena = Arena.create();
                Arena compiledArena = Arena.create()) {
            Outcome table = read(tableArena, InputKind.ARRAY, false);
            Outcome compiled = read(compiledArena, InputKind.ARRAY, true);
            assertThat(compiled.failure).isEqualTo(table.failure);
            for (boolean tier : TIERS) {
                assertReadsAlike(kind, tier, table);
            }
            if (table.message != null) {
                assertSame(compiled.message, table.message);
                merge(InputKind.ARRAY, rest, table.message, false);
                merge(InputKind.ARRAY, rest, compiled.message, true);
                assertSame(compiled.message, table.message);
            }
        }
    }

    private void assertReadsAlike(InputKind kind, boolean tier, Outcome expected) throws IOException {
        try (Arena arena = Arena.create()) {
            Outcome outcome = read(arena, kind, tier);
            assertThat(outcome.failure).as("%s", kind).isEqualTo(expected.failure);
            if (expected.message != null) {
                assertThat(outcome.message).as("%s", kind).isEqualTo(expected.message);
                assertThat(encode(outcome.message, encodeOptions.get(0), tier))
                        .as("%s", kind)
                        .isEqualTo(encode(expected.message, encodeOptions.get(0), false));
            }
        }
    }

    /** What reading gave: a message, or how it failed. */
    private record Outcome(String failure, Message message) {}

    private Outcome read(Arena arena, InputKind kind, boolean tier) throws IOException {
        Message message;
        try {
            message = decode(kind, first.length == 0 ? rest : first, arena, tier);
        } catch (DecodeException e) {
            assertThat(arena.spaceUsed()).isZero();
            return new Outcome(text(e), null);
        }
        try {
            if (first.length > 0) {
                merge(kind, rest, message, tier);
            }
        } catch (DecodeException e) {
            // What the message holds now may differ, but must be of use.
            assertThat(message).isEqualTo(message.copyTo(arena));
            assertThat(encode(message, encodeOptions.get(0), true))
                    .isEqualTo(encode(message, encodeOptions.get(0), false));
            return new Outcome("in the second part, " + text(e), null);
        }
        return new Outcome(null, message);
    }

    private static String text(DecodeException e) {
        return e.status() + " at " + e.offset() + " in " + e.fieldPath() + ": " + e.getMessage();
    }

    private Message decode(InputKind kind, byte[] bytes, Arena arena, boolean tier) throws IOException {
        DecodeOptions options = TierChoice.of(decodeOptions, tier);
        return kind.feed(bytes, new InputKind.Sink<>() {
            @Override
            public Message array(byte[] array, int offset, int length) {
                return type.decode(arena, array, offset, length, options);
            }

            @Override
            public Message buffer(ByteBuffer buffer) {
                return type.decode(arena, buffer, options);
            }

            @Override
            public Message stream(InputStream stream) throws IOException {
                return type.decode(arena, stream, options);
            }

            @Override
            public Message channel(ReadableByteChannel channel) throws IOException {
                return type.decode(arena, channel, options);
            }
        });
    }

    private void merge(InputKind kind, byte[] bytes, Message target, boolean tier) throws IOException {
        DecodeOptions options = TierChoice.of(decodeOptions, tier);
        kind.feed(bytes, new InputKind.Sink<Message>() {
            @Override
            public Message array(byte[] array, int offset, int length) {
                Decoder.decodeInto(target, array, offset, length, options);
                return target;
            }

            @Override
            public Message buffer(ByteBuffer buffer) {
                Decoder.decodeInto(target, buffer, options);
                return target;
            }

            @Override
            public Message stream(InputStream stream) throws IOException {
                Decoder.decodeInto(target, stream, options);
                return target;
            }

            @Override
            public Message channel(ReadableByteChannel channel) throws IOException {
                Decoder.decodeInto(target, channel, options);
                return target;
            }
        });
    }

    private void assertSame(Message actual, Message expected) {
        assertThat(actual).isEqualTo(expected);
        assertThat(expected).isEqualTo(actual);
        assertThat(actual.hashCode()).isEqualTo(expected.hashCode());
        assertThat(actual.toString()).isEqualTo(expected.toString());
        assertThat(print(actual)).isEqualTo(print(expected));
        assertThat(actual.missingRequired()).isEqualTo(expected.missingRequired());
        for (EncodeOptions options : encodeOptions) {
            String encoded = encode(expected, options, false);
            assertThat(encode(expected, options, true)).isEqualTo(encoded);
            assertThat(encode(actual, options, false)).isEqualTo(encoded);
            assertThat(encode(actual, options, true)).isEqualTo(encoded);
        }
        assertTargetsAreAlike(expected, encodeOptions.get(0));
    }

    private static void assertTargetsAreAlike(Message message, EncodeOptions options) {
        int size = Encoder.encodedSize(message, TierChoice.of(options, false));
        assertThat(Encoder.encodedSize(message, TierChoice.of(options, true))).isEqualTo(size);
        byte[] expected = new byte[size];
        byte[] target = new byte[size];
        assertThat(Encoder.encode(message, expected, 0, TierChoice.of(options, false)))
                .isEqualTo(size);
        assertThat(Encoder.encode(message, target, 0, TierChoice.of(options, true)))
                .isEqualTo(size);
        assertThat(target).isEqualTo(expected);
    }

    private static String print(Message message) {
        return resultOf(() -> TextPrinter.DEFAULT.print(message));
    }

    private static String encode(Message message, EncodeOptions options, boolean tier) {
        return resultOf(() -> Hex.string(message.encode(TierChoice.of(options, tier))));
    }

    private static String resultOf(Supplier<String> action) {
        try {
            return action.get();
        } catch (EncodeException e) {
            return e.status() + ": " + e.getMessage();
        }
    }
}
