package dev.upb.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.upb.base.Depths;
import dev.upb.base.EncodeException;
import dev.upb.base.EncodeStatus;
import dev.upb.mem.Arena;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableField;
import dev.upb.testing.Messages;
import dev.upb.testkit.proto.matrix2.Recursive;
import dev.upb.wire.EncodeOptions;
import dev.upb.wire.Encoder;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages that nest as deep as the limit, deeper, and without end. */
class DeepMessagesTest {
    private static final long LARGE_STACK = 1L << 30;
    private static final int SINGULAR = 2;
    private static final int LIST = 3;
    private static final int MAP = 4;

    private final MiniTable table = new Messages().tables().of(Recursive.getDescriptor());
    private final Arena arena = Arena.create();
    private final Arena other = Arena.create();

    @AfterEach
    void close() {
        arena.close();
        other.close();
    }

    /** Puts a message into another, by way of a singular field, a list or a map. */
    private void put(MiniMessage parent, int number, MiniMessage child) {
        MiniTableField field = table.findFieldByNumber(number);
        switch (field.mode()) {
            case SCALAR -> parent.setMessage(field, child);
            case ARRAY -> parent.getRepeated(field).add(child);
            case MAP -> parent.<String, MiniMessage>getMap(field).put("key", child);
        }
    }

    /** Makes a message with so many messages below it, each in the next. */
    private MiniMessage chain(Arena in, int number, int links) {
        MiniMessage message = MiniMessage.create(table, in);
        for (int i = 0; i < links; i++) {
            MiniMessage parent = MiniMessage.create(table, in);
            put(parent, number, message);
            message = parent;
        }
        return message;
    }

    /** Runs on a thread with a stack of the given size, and throws what the thread throws. */
    private static void onStack(long size, Runnable body) throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(null, body, "deep", size);
        thread.setUncaughtExceptionHandler((dead, e) -> thrown.set(e));
        thread.start();
        thread.join();
        if (thrown.get() != null) {
            throw new AssertionError(thrown.get());
        }
    }

    static Stream<Arguments> walks() {
        return Stream.of(
                walk("copy", (a, b) -> a.copyTo(b.arena())),
                walk("copy in place", (a, b) -> a.copyTo(a.arena())),
                walk(
                        "set",
                        (a, b) -> b.setMessage(
                                b.table().findFieldByNumber(SINGULAR),
                                a.getMessage(a.table().findFieldByNumber(SINGULAR)))),
                walk("discard", (a, b) -> a.discardUnknownFields()),
                walk("freeze", (a, b) -> a.freeze()),
                walk("equal", Compare::equal),
                walk("hash", (a, b) -> Compare.hash(a)),
                walk("merge", (a, b) -> Merge.into(b, a)),
                walk("required", (a, b) -> RequiredFields.missing(a)));
    }

    private static Arguments walk(String name, BiConsumer<MiniMessage, MiniMessage> walk) {
        return Arguments.of(name, walk);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("walks")
    void messageAtTheLimitIsAccepted(String name, BiConsumer<MiniMessage, MiniMessage> walk) throws Exception {
        for (int number : new int[] {SINGULAR, LIST, MAP}) {
            int links = number == MAP ? Depths.MAX / 2 : Depths.MAX; // A map entry is a level of its own.
            MiniMessage a = chain(arena, number, links);
            MiniMessage b = chain(other, number, links);
            onStack(LARGE_STACK, () -> walk.accept(a, b));
        }
    }

    static Stream<Arguments> exactWalks() {
        return walks().filter(walk -> !List.of("set", "merge").contains((String) walk.get()[0]));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("exactWalks")
    void messageOneLevelBeyondTheLimitIsRefused(String name, BiConsumer<MiniMessage, MiniMessage> walk)
            throws Exception {
        for (int number : new int[] {SINGULAR, LIST, MAP}) {
            int links = number == MAP ? Depths.MAX / 2 + 1 : Depths.MAX + 1;
            MiniMessage a = chain(arena, number, links);
            MiniMessage b = chain(other, number, links);
            onStack(
                    LARGE_STACK,
                    () -> assertThatIllegalStateException()
                            .isThrownBy(() -> walk.accept(a, b))
                            .withMessageContaining("10000"));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("walks")
    void stackTooSmallForTheDepthGivesTheSameException(String name, BiConsumer<MiniMessage, MiniMessage> walk)
            throws Exception {
        MiniMessage a = chain(arena, SINGULAR, 9000);
        MiniMessage b = chain(other, SINGULAR, 9000);
        onStack(
                200_000,
                () -> assertThatIllegalStateException()
                        .isThrownBy(() -> walk.accept(a, b))
                        .withMessageContaining("stack"));
    }

    static Stream<Arguments> endlessWalks() {
        return walks().filter(walk -> !walk.get()[0].equals("freeze")); // What is frozen is not visited again.
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("endlessWalks")
    void messageThatContainsItselfIsRefused(String name, BiConsumer<MiniMessage, MiniMessage> walk) {
        for (int number : new int[] {SINGULAR, LIST, MAP}) {
            MiniMessage a = MiniMessage.create(table, arena);
            put(a, SINGULAR, MiniMessage.create(table, arena));
            put(a.getMessage(table.findFieldByNumber(SINGULAR)), number, a);
            MiniMessage b = MiniMessage.create(table, other);
            put(b, SINGULAR, MiniMessage.create(table, other));
            put(b.getMessage(table.findFieldByNumber(SINGULAR)), number, b);

            assertThatIllegalStateException()
                    .isThrownBy(() -> walk.accept(a, b))
                    .withMessageContaining("contains itself");
        }
    }

    @Test
    void failedCopyOfAMessageThatContainsItselfLeavesNothing() {
        MiniMessage message = MiniMessage.create(table, arena);
        put(message, SINGULAR, message);
        long used = arena.spaceUsed();

        assertThatIllegalStateException().isThrownBy(() -> message.copyTo(arena));
        assertThatIllegalStateException().isThrownBy(() -> message.copyTo(other));
        assertThat(arena.spaceUsed()).isEqualTo(used);
        assertThat(other.spaceUsed()).isZero();
    }

    @Test
    void messageThatContainsItselfIsNotEncoded() {
        for (int number : new int[] {SINGULAR, LIST, MAP}) {
            MiniMessage message = MiniMessage.create(table, arena);
            put(message, number, message);
            for (int depth : new int[] {0, Depths.DEFAULT, Depths.MAX}) {
                EncodeOptions options = EncodeOptions.DEFAULT.withMaxDepth(depth);

                assertThatExceptionOfType(EncodeException.class)
                        .isThrownBy(() -> Encoder.encode(message, options))
                        .satisfies(e -> assertThat(e.status()).isEqualTo(EncodeStatus.MAX_DEPTH_EXCEEDED));
            }
        }
    }

    @Test
    void messageThatContainsItselfEqualsItself() {
        MiniMessage message = MiniMessage.create(table, arena);
        put(message, SINGULAR, message);

        assertThat(Compare.equal(message, message)).isTrue();
    }
}
