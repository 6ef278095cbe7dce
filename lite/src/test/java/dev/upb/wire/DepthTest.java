package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.upb.base.DecodeException;
import dev.upb.base.DecodeStatus;
import dev.upb.base.EncodeException;
import dev.upb.base.EncodeStatus;
import dev.upb.mem.Arena;
import dev.upb.message.MiniMessage;
import dev.upb.testkit.random.Seeded.ThrowingConsumer;
import dev.upb.testkit.wire.Hex;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** With a limit of N, N levels below the top one pass and N + 1 do not: reading and writing, whatever the levels are. */
class DepthTest {
    private static final long LARGE_STACK = 1L << 29;
    private static final long SMALL_STACK = 1L << 18;

    static Stream<Arguments> nestingsAndLimits() {
        return Stream.of(Nesting.values())
                .flatMap(nesting -> IntStream.of(0, 1, 2, 3, 99, 100).mapToObj(limit -> Arguments.of(nesting, limit)));
    }

    private static DecodeOptions decoding(int limit) {
        return DecodeOptions.DEFAULT.withExtensions(Nesting.EXTENSIONS).withMaxDepth(limit);
    }

    @ParameterizedTest
    @MethodSource("nestingsAndLimits")
    void asManyLevelsAsTheLimitSaysAreReadAndWritten(Nesting nesting, int limit) {
        byte[] input = nesting.input(limit / nesting.levels, false);

        assertThat(EveryPath.of(nesting.root(), input, decoding(limit))).isEqualTo(EveryPath.ok(input));
    }

    @ParameterizedTest
    @MethodSource("nestingsAndLimits")
    void oneMoreLevelIsRefused(Nesting nesting, int limit) {
        // With two levels a step and an odd limit, the second level of the last step is the one too many.
        boolean half = nesting.levels == 2 && limit % 2 == 0;
        byte[] input = nesting.input(limit / nesting.levels + (half ? 0 : 1), half);

        assertThat(EveryPath.of(nesting.root(), input, decoding(limit))).startsWith("MAX_DEPTH_EXCEEDED at ");
    }

    @ParameterizedTest
    @MethodSource("nestingsAndLimits")
    void messageThatIsTooDeepIsNotWritten(Nesting nesting, int limit) throws Exception {
        boolean half = nesting.levels == 2 && limit % 2 == 0;
        byte[] input = nesting.input(limit / nesting.levels + (half ? 0 : 1), half);
        try (Arena arena = Arena.create()) {
            MiniMessage message = Decoder.decode(nesting.root(), arena, input, decoding(limit + 2));
            EncodeOptions options = EncodeOptions.DEFAULT.withMaxDepth(limit);
            if (nesting == Nesting.UNKNOWN_GROUP) {
                assertThat(Encoder.encode(message, options)).isEqualTo(input); // Bytes, as far as writing goes.
            } else if (nesting == Nesting.MAP && half) {
                // The entry has got the message that it lacked: it takes two levels now.
                assertThat(encodeFailure(message, options).status()).isEqualTo(EncodeStatus.MAX_DEPTH_EXCEEDED);
                assertThat(Encoder.encode(message, options.withMaxDepth(limit + 2)))
                        .hasSizeGreaterThan(input.length);
            } else {
                assertThat(encodeFailure(message, options).status()).isEqualTo(EncodeStatus.MAX_DEPTH_EXCEEDED);
                assertThat(Encoder.encode(message, options.withMaxDepth(limit + 1)))
                        .isEqualTo(input);
            }
        }
    }

    private static EncodeException encodeFailure(MiniMessage message, EncodeOptions options) {
        return catchThrowableOfType(EncodeException.class, () -> Encoder.encode(message, options));
    }

    @Test
    void errorIsAtTheTagOfTheFirstLevelTooMany() {
        assertThat(EveryPath.of(Nesting.TABLE, "0a020a00", decoding(1))).isEqualTo("MAX_DEPTH_EXCEEDED at 2 in 1.1");
        assertThat(EveryPath.of(Nesting.TABLE, "1313 1414", decoding(1))).isEqualTo("MAX_DEPTH_EXCEEDED at 1 in 2.2");
        assertThat(EveryPath.of(Nesting.TABLE, "1a00 1a021a00", decoding(1)))
                .isEqualTo("MAX_DEPTH_EXCEEDED at 4 in 3[1].3[0]");
        assertThat(EveryPath.of(Nesting.TABLE, "2200", decoding(0))).isEqualTo("MAX_DEPTH_EXCEEDED at 0 in 4[0]");
        assertThat(EveryPath.of(Nesting.TABLE, "220408011200", decoding(1)))
                .isEqualTo("MAX_DEPTH_EXCEEDED at 4 in 4[0].2");
        assertThat(EveryPath.of(Nesting.TABLE, "4b4b 4c4c", decoding(1))).isEqualTo("MAX_DEPTH_EXCEEDED at 1 in 9.9");
        assertThat(EveryPath.of(Nesting.TABLE, "0a024b4c", decoding(1))).isEqualTo("MAX_DEPTH_EXCEEDED at 2 in 1.9");
        assertThat(EveryPath.of(Nesting.TABLE, "22024b4c", decoding(1))).isEqualTo("MAX_DEPTH_EXCEEDED at 2 in 4[0].9");
        assertThat(EveryPath.of(Nesting.TABLE, "a20600", decoding(0))).isEqualTo("MAX_DEPTH_EXCEEDED at 0 in 100");
        assertThat(EveryPath.of(Nesting.TABLE, "ab06ac06", decoding(0))).isEqualTo("MAX_DEPTH_EXCEEDED at 0 in 101");
        assertThat(EveryPath.of(Nesting.SET, "0b0c", decoding(0))).isEqualTo("MAX_DEPTH_EXCEEDED at 0 in 1");
        // Item 7 { message 1 { } }, with one level for the item and none for the set in it.
        assertThat(EveryPath.of(Nesting.SET, "0b10071a020a000c", decoding(1)))
                .isEqualTo("MAX_DEPTH_EXCEEDED at 5 in 7.1");
    }

    @Test
    void missingValueOfAMapEntryNeedsItsLevelAllTheSame() {
        assertThat(EveryPath.of(Nesting.TABLE, "22020801", decoding(2))).isEqualTo("ok 220408011200");
        // Otherwise what was read could not be written, or what was written not be read.
        assertThat(EveryPath.of(Nesting.TABLE, "22020801", decoding(1))).isEqualTo("MAX_DEPTH_EXCEEDED at 0 in 4[0]");
    }

    @Test
    void siblingsDoNotAddUp() {
        byte[] input = Hex.bytes("1a00".repeat(300) + "1a021a00" + "4b4c".repeat(300));
        assertThat(EveryPath.of(Nesting.TABLE, input, decoding(2))).isEqualTo(EveryPath.ok(input));
    }

    @ParameterizedTest
    @EnumSource(Nesting.class)
    void tenThousandLevelsPassWithTheLimitAndTheStackForThem(Nesting nesting) throws Exception {
        byte[] input = nesting.input(10_000 / nesting.levels, false);
        byte[] tooDeep = nesting.input(10_000 / nesting.levels + 1, false);
        DecodeOptions options = decoding(10_000).withRequiredCheck(true);
        EncodeOptions encoding = EncodeOptions.DEFAULT.withMaxDepth(10_000).withRequiredCheck(true);

        inThread(LARGE_STACK, arena -> {
            MiniMessage message = Decoder.decode(nesting.root(), arena, input, options);
            assertThat(Encoder.encode(message, encoding)).isEqualTo(input);
            DecodeException e = catchThrowableOfType(
                    DecodeException.class, () -> Decoder.decode(nesting.root(), arena, tooDeep, options));
            assertThat(e.status()).isEqualTo(DecodeStatus.MAX_DEPTH_EXCEEDED);
            assertThat(e.fieldPath()).hasSizeGreaterThanOrEqualTo(10_000 / nesting.levels * 2);
        });
    }

    @ParameterizedTest
    @EnumSource(Nesting.class)
    void smallStackGivesAnErrorAndLeavesTheArenaUsable(Nesting nesting) throws Exception {
        byte[] input = nesting.input(10_000 / nesting.levels, false);
        byte[] flat = nesting.input(1, false);

        inThread(SMALL_STACK, arena -> {
            long used = arena.spaceUsed();
            DecodeException e = catchThrowableOfType(
                    DecodeException.class, () -> Decoder.decode(nesting.root(), arena, input, decoding(10_000)));
            assertThat(e.status()).isEqualTo(DecodeStatus.MAX_DEPTH_EXCEEDED);
            assertThat(e).hasMessageContaining("the thread's stack is too small for this depth");
            assertThat(arena.spaceUsed()).isEqualTo(used);
            MiniMessage message = Decoder.decode(nesting.root(), arena, flat, decoding(100));
            assertThat(Encoder.encode(message, EncodeOptions.DEFAULT)).isEqualTo(flat);
        });
    }

    @Test
    void smallStackGivesAnErrorWhenWriting() throws Exception {
        byte[] input = Nesting.MESSAGE.input(10_000, false);
        EncodeOptions options = EncodeOptions.DEFAULT.withMaxDepth(10_000);
        try (Arena arena = Arena.create()) {
            MiniMessage[] deep = new MiniMessage[1];
            run(LARGE_STACK, () -> deep[0] = Decoder.decode(Nesting.TABLE, arena, input, decoding(10_000)));
            run(SMALL_STACK, () -> {
                assertThat(encodeFailure(deep[0], options).status()).isEqualTo(EncodeStatus.MAX_DEPTH_EXCEEDED);
                assertThat(encodeFailure(deep[0], options.withRequiredCheck(true))
                                .status())
                        .isEqualTo(EncodeStatus.MAX_DEPTH_EXCEEDED);
            });
        }
    }

    @Test
    void messageThatContainsItselfIsNotWritten() {
        try (Arena arena = Arena.create()) {
            MiniMessage message = MiniMessage.create(Nesting.TABLE, arena);
            message.setMessage(Nesting.TABLE.findFieldByNumber(1), message);
            assertThat(encodeFailure(message, EncodeOptions.DEFAULT).status())
                    .isEqualTo(EncodeStatus.MAX_DEPTH_EXCEEDED);
        }
    }

    private static void inThread(long stackSize, ThrowingConsumer<Arena> body) throws Exception {
        run(stackSize, () -> {
            try (Arena arena = Arena.create()) {
                body.accept(arena);
            }
        });
    }

    private interface Body {
        void run() throws Throwable;
    }

    private static void run(long stackSize, Body body) throws Exception {
        Throwable[] failure = new Throwable[1];
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        body.run();
                    } catch (Throwable e) {
                        failure[0] = e;
                    }
                },
                "deep",
                stackSize);
        thread.start();
        thread.join();
        if (failure[0] != null) {
            throw new AssertionError(failure[0]);
        }
    }
}
