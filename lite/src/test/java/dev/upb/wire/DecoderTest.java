package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.base.DecodeException;
import dev.upb.base.DecodeStatus;
import dev.upb.mem.Arena;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableField;
import dev.upb.testkit.InputKind;
import dev.upb.testkit.ThrottledChannel;
import dev.upb.testkit.ThrottledInputStream;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.random.Mutations;
import dev.upb.testkit.wire.Hex;
import dev.upb.testkit.wire.WireMessage;
import dev.upb.testkit.wire.WireWriter;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What decoding does to the arena, to messages that are there, and to its input. */
class DecoderTest {
    // Child: id 1, name 2. Recursive: value 1, child 2, children 3.
    private static final MiniTable CHILD = Tables.of("matrix2.Child");
    private static final MiniTable RECURSIVE = Tables.of("matrix2.Recursive");
    private static final MiniTableField ID = CHILD.findFieldByNumber(1);
    private static final MiniTableField NAME = CHILD.findFieldByNumber(2);

    private static final class Into implements InputKind.Sink<MiniMessage> {
        private final MiniMessage message;

        Into(MiniMessage message) {
            this.message = message;
        }

        @Override
        public MiniMessage array(byte[] array, int offset, int length) {
            Decoder.decodeInto(message, array, offset, length, DecodeOptions.DEFAULT);
            return message;
        }

        @Override
        public MiniMessage buffer(ByteBuffer buffer) {
            Decoder.decodeInto(message, buffer, DecodeOptions.DEFAULT);
            return message;
        }

        @Override
        public MiniMessage stream(InputStream stream) throws IOException {
            Decoder.decodeInto(message, stream, DecodeOptions.DEFAULT);
            return message;
        }

        @Override
        public MiniMessage channel(ReadableByteChannel channel) throws IOException {
            Decoder.decodeInto(message, channel, DecodeOptions.DEFAULT);
            return message;
        }
    }

    private static MiniMessage decode(MiniTable table, Arena arena, String hex) {
        return Decoder.decode(table, arena, Hex.bytes(hex), DecodeOptions.DEFAULT);
    }

    private static byte[] encode(MiniMessage message) {
        return Encoder.encode(message, EncodeOptions.DEFAULT);
    }

    @ParameterizedTest
    @EnumSource(InputKind.class)
    void inputIsMergedIntoAMessageThatIsThere(InputKind kind) throws Exception {
        try (Arena arena = Arena.create()) {
            MiniMessage message = decode(RECURSIVE, arena, "0801 12021a00 1a00 22050a01611200 320161");
            kind.feed(Hex.bytes("0802 12020805 1a020801 22070a016112020801 2a00"), new Into(message));
            assertThat(Hex.string(encode(message)))
                    .isEqualTo(Hex.string(Hex.bytes("0802 120408051a00 1a00 1a020801 22070a016112020801 2a00")));
        }
    }

    @ParameterizedTest
    @EnumSource(InputKind.class)
    void mergingNothingChangesNothing(InputKind kind) throws Exception {
        try (Arena arena = Arena.create()) {
            MiniMessage message = decode(RECURSIVE, arena, "0801");
            kind.feed(new byte[0], new Into(message));
            assertThat(encode(message)).isEqualTo(Hex.bytes("0801"));
        }
    }

    @Test
    void mergedMessageStaysUsableWhereverTheErrorIs() {
        byte[] input = Corpus.messages(1).stream()
                .filter(entry -> entry.type().equals("upb.testkit.matrix2.Extendable"))
                .findAny()
                .orElseThrow()
                .bytes();
        MiniTable table = Tables.of("matrix2.Extendable");
        Mutations.truncations(input).forEach(prefix -> {
            try (Arena arena = Arena.create();
                    Arena other = Arena.create()) {
                MiniMessage message = MiniMessage.create(table, arena);
                try {
                    Decoder.decodeInto(message, prefix, Tables.WITH_EXTENSIONS);
                } catch (DecodeException e) {
                    assertThat(e.status()).isEqualTo(DecodeStatus.TRUNCATED);
                }
                byte[] partial = encode(message);
                assertThat(WireMessage.isValid(partial)).isTrue();
                assertThat(encode(message.copyTo(other))).isEqualTo(partial);
                message.setFields()
                        .forEach(field -> assertThat(message.get(field)).isNotNull());
                message.freeze();
            }
        });
    }

    @Test
    void frozenMessageIsNotMergedInto() {
        try (Arena arena = Arena.create()) {
            MiniMessage message = decode(RECURSIVE, arena, "1200 1a00 2a00 3b3c");
            message.getMessage(RECURSIVE.findFieldByNumber(2)).freeze();
            message.getMessage(RECURSIVE.findFieldByNumber(5)).freeze();
            message.getMessage(RECURSIVE.findFieldByNumber(7)).freeze();
            for (String input : new String[] {"12020801", "2a020801", "3b0a003c"}) {
                assertThatThrownBy(() -> Decoder.decodeInto(message, Hex.bytes(input), DecodeOptions.DEFAULT))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("a frozen message can't be merged into");
            }
            assertThat(encode(message)).isEqualTo(Hex.bytes("1200 1a00 2a00 3b3c"));
            message.freeze();
            assertThatThrownBy(() -> Decoder.decodeInto(message, new byte[0], DecodeOptions.DEFAULT))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("a frozen message can't be merged into");
        }
    }

    @Test
    void frozenMessageOfAnExtensionIsNotMergedInto() {
        try (Arena arena = Arena.create()) {
            DecodeOptions options = DecodeOptions.DEFAULT.withExtensions(Nesting.EXTENSIONS);
            byte[] input = Hex.bytes("a20600");
            MiniMessage message = Decoder.decode(Nesting.TABLE, arena, input, options);
            message.getMessage(Nesting.EXTENSIONS.find(Nesting.TABLE, 100)).freeze();
            assertThatThrownBy(() -> Decoder.decodeInto(message, input, options))
                    .isInstanceOf(IllegalStateException.class);

            byte[] item = Hex.bytes("0b 1007 1a00 0c");
            MiniMessage set = Decoder.decode(Nesting.SET, arena, item, options);
            set.getMessage(Nesting.EXTENSIONS.find(Nesting.SET, 7)).freeze();
            assertThatThrownBy(() -> Decoder.decodeInto(set, item, options)).isInstanceOf(IllegalStateException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(InputKind.class)
    void failedDecodeLeavesOtherMessagesAlone(InputKind kind) {
        try (Arena arena = Arena.create()) {
            MiniMessage before = decode(CHILD, arena, "0807 12036f6e65");
            long used = arena.spaceUsed();
            byte[] bad = Hex.bytes("0801 1a02 0805 1a02 0806 96");
            assertThatThrownBy(() -> kind.feed(bad, Tier.TABLE.decoder(RECURSIVE, arena, DecodeOptions.DEFAULT)))
                    .isInstanceOf(DecodeException.class);
            assertThat(arena.spaceUsed()).isEqualTo(used);
            MiniMessage after = decode(CHILD, arena, "0808 120374776f");
            assertThat(encode(before)).isEqualTo(Hex.bytes("0807 12036f6e65"));
            assertThat(encode(after)).isEqualTo(Hex.bytes("0808 120374776f"));
        }
    }

    @ParameterizedTest
    @EnumSource(InputKind.class)
    void arenaThatIsTooSmallIsAsItWas(InputKind kind) {
        byte[] input = new WireWriter().hex("1a00".repeat(3000)).toByteArray();
        Arena arena = Arena.ofFixedBlock(new byte[20_000]);
        MiniMessage before = decode(CHILD, arena, "0807");
        long used = arena.spaceUsed();
        assertThatThrownBy(() -> kind.feed(input, Tier.TABLE.decoder(RECURSIVE, arena, DecodeOptions.DEFAULT)))
                .isInstanceOf(ArenaExhaustedException.class);
        assertThat(arena.spaceUsed()).isEqualTo(used);
        assertThat(encode(before)).isEqualTo(Hex.bytes("0807"));
    }

    @ParameterizedTest
    @EnumSource(InputKind.class)
    void allocationMayFailAnywhere(InputKind kind) throws Exception {
        byte[] input = Hex.bytes("12021a00 1a00 1a00 1a00 1a00 1a00 22050a01611200 43 44 9801 01 320161 9801 01");
        try (Arena arena = Arena.create()) {
            MiniMessage before = decode(CHILD, arena, "0807");
            long used = arena.spaceUsed();
            int failures = 0;
            while (true) {
                arena.heap().failAllocation(failures);
                try {
                    MiniMessage message = kind.feed(input, Tier.TABLE.decoder(RECURSIVE, arena, DecodeOptions.DEFAULT));
                    assertThat(encode(message)).hasSize(input.length);
                    break;
                } catch (ArenaExhaustedException e) {
                    assertThat(arena.spaceUsed()).isEqualTo(used);
                    failures++;
                }
            }
            arena.heap().failAllocation(-1);
            assertThat(failures).isGreaterThan(5);
            assertThat(encode(before)).isEqualTo(Hex.bytes("0807"));
        }
    }

    @Test
    void manySmallMessagesInOneArenaGrowItByFactors() {
        try (Arena arena = Arena.create()) {
            int growths = 0;
            long capacity = arena.spaceAllocated();
            for (int i = 0; i < 20_000; i++) {
                decode(CHILD, arena, "0807 12036f6e65");
                if (arena.spaceAllocated() != capacity) {
                    capacity = arena.spaceAllocated();
                    growths++;
                }
            }
            assertThat(growths).isBetween(5, 12); // 4 KB to 1.5 MB, by two each.
        }
    }

    @Test
    void inputIsCopied() {
        try (Arena arena = Arena.create()) {
            byte[] input = Hex.bytes("0807 12036f6e65");
            MiniMessage message = Decoder.decode(CHILD, arena, input, DecodeOptions.DEFAULT);
            Arrays.fill(input, (byte) 0xFF);
            assertThat(message.getInt(ID)).isEqualTo(7);
            assertThat(message.getString(NAME)).isEqualTo("one");
        }
    }

    @Test
    void bufferKeepsItsPositionAndLimit() {
        try (Arena arena = Arena.create()) {
            for (ByteBuffer buffer : new ByteBuffer[] {ByteBuffer.allocate(20), ByteBuffer.allocateDirect(20)}) {
                buffer.put(Hex.bytes("ffff 0807 ffff")).position(2).limit(4);
                assertThat(Decoder.decode(CHILD, arena, buffer, DecodeOptions.DEFAULT)
                                .getInt(ID))
                        .isEqualTo(7);
                assertThat(buffer.position()).isEqualTo(2);
                assertThat(buffer.limit()).isEqualTo(4);
            }
        }
    }

    @Test
    void streamIsReadToItsEndAndNotClosed() throws Exception {
        try (Arena arena = Arena.create()) {
            ThrottledInputStream stream = ThrottledInputStream.oneByte(Hex.bytes("0807"));
            Decoder.decode(CHILD, arena, stream, DecodeOptions.DEFAULT);
            assertThat(stream.position()).isEqualTo(2);
            assertThat(stream.isClosed()).isFalse();
            ThrottledChannel channel = ThrottledChannel.oneByte(Hex.bytes("0807"));
            Decoder.decode(CHILD, arena, channel, DecodeOptions.DEFAULT);
            assertThat(channel.isOpen()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8191, 8192, 8193, 16384, 16385, 100_000, 1_000_000})
    void streamsOfAnySizeAreRead(int size) throws Exception {
        byte[] name = new byte[size];
        Arrays.fill(name, (byte) 'x');
        byte[] input = new WireWriter().tag(2, 2).delimited(name).toByteArray();
        try (Arena arena = Arena.create()) {
            InputStream stream = new ByteArrayInputStream(input);
            assertThat(encode(Decoder.decode(CHILD, arena, stream, DecodeOptions.DEFAULT)))
                    .isEqualTo(input);
            ReadableByteChannel channel = ThrottledChannel.piecesAndPauses(input, 5000, 7);
            assertThat(encode(Decoder.decode(CHILD, arena, channel, DecodeOptions.DEFAULT)))
                    .isEqualTo(input);
        }
    }

    @Test
    void streamNeedsLittleMoreRoomThanItsBytes() throws Exception {
        byte[] input = new WireWriter().tag(2, 2).delimited(new byte[150_000]).toByteArray();
        try (Arena arena = Arena.builder().byteBudget(200_000).build()) {
            InputStream stream = new ByteArrayInputStream(input);
            assertThat(Decoder.decode(CHILD, arena, stream, DecodeOptions.DEFAULT)
                            .getBytesSize(NAME))
                    .isEqualTo(150_000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4, 5, 20_000})
    void failureOfAStreamLeavesTheArenaAsItWas(int offset) {
        byte[] input = new WireWriter().tag(2, 2).delimited(new byte[20_000]).toByteArray();
        try (Arena arena = Arena.create()) {
            MiniMessage before = decode(CHILD, arena, "0807");
            long used = arena.spaceUsed();
            assertThatThrownBy(() -> Decoder.decode(
                            CHILD, arena, ThrottledInputStream.failingAt(input, offset), DecodeOptions.DEFAULT))
                    .isInstanceOf(IOException.class)
                    .hasMessage("connection lost after " + offset + " bytes");
            assertThat(arena.spaceUsed()).isEqualTo(used);
            assertThatThrownBy(() -> Decoder.decodeInto(
                            before, ThrottledInputStream.failingAt(input, offset), DecodeOptions.DEFAULT))
                    .isInstanceOf(IOException.class);
            assertThat(arena.spaceUsed()).isEqualTo(used);
            assertThat(encode(before)).isEqualTo(Hex.bytes("0807"));
        }
    }

    /** Runs something before each read of a stream. */
    private static InputStream disturbed(byte[] bytes, Runnable disturbance) {
        return new FilterInputStream(ThrottledInputStream.pieces(bytes, 3000, 5)) {
            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                disturbance.run();
                int count = super.read(target, offset, length);
                disturbance.run();
                return count;
            }
        };
    }

    @Test
    void streamMayDecodeIntoTheSameArenaWhileItIsRead() throws Exception {
        byte[] name = new byte[30_000];
        Arrays.fill(name, (byte) 'n');
        byte[] input = new WireWriter().tag(2, 2).delimited(name).toByteArray();
        byte[] other = new WireWriter().tag(2, 2).delimited(new byte[9000]).toByteArray();
        try (Arena arena = Arena.create()) {
            MiniMessage[] last = new MiniMessage[1];
            InputStream stream =
                    disturbed(input, () -> last[0] = Decoder.decode(CHILD, arena, other, DecodeOptions.DEFAULT));
            MiniMessage message = Decoder.decode(CHILD, arena, stream, DecodeOptions.DEFAULT);
            assertThat(encode(message)).isEqualTo(input);
            assertThat(encode(last[0])).isEqualTo(other);
        }
    }

    @Test
    void messageDecodedWhileAStreamIsReadOutlivesTheStreamsFailure() throws Exception {
        byte[] input = new WireWriter().hex("0801 0000").raw(new byte[20_000]).toByteArray();
        try (Arena arena = Arena.create()) {
            MiniMessage[] last = new MiniMessage[1];
            InputStream stream = disturbed(input, () -> last[0] = decode(CHILD, arena, "0807 12036f6e65"));
            assertThatThrownBy(() -> Decoder.decode(CHILD, arena, stream, DecodeOptions.DEFAULT))
                    .isInstanceOf(DecodeException.class);
            decode(CHILD, arena, "0801 120374776f");
            assertThat(encode(last[0])).isEqualTo(Hex.bytes("0807 12036f6e65"));
        }
    }

    @Test
    void failedDecodeWhileAStreamIsReadDoesNotHurtIt() throws Exception {
        byte[] input = new WireWriter().tag(2, 2).delimited(new byte[30_000]).toByteArray();
        byte[] bad = new WireWriter().raw(new byte[50_000]).toByteArray();
        try (Arena arena = Arena.create()) {
            InputStream stream = disturbed(
                    input,
                    () -> assertThatThrownBy(() -> Decoder.decode(CHILD, arena, bad, DecodeOptions.DEFAULT))
                            .isInstanceOf(DecodeException.class));
            assertThat(encode(Decoder.decode(CHILD, arena, stream, DecodeOptions.DEFAULT)))
                    .isEqualTo(input);
        }
    }

    @Test
    void arenaThatAStreamResetsIsNotDecodedInto() {
        Arena arena = Arena.create();
        byte[] input = Hex.bytes("0807");
        assertThatThrownBy(() -> Decoder.decode(CHILD, arena, disturbed(input, arena::reset), DecodeOptions.DEFAULT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the arena was reset or closed by the stream that is read into it");
        assertThat(arena.spaceUsed()).isZero();
        assertThatThrownBy(() -> Decoder.decode(CHILD, arena, disturbed(input, arena::close), DecodeOptions.DEFAULT))
                .isInstanceOf(IllegalStateException.class);
        try (Arena next = Arena.create()) {
            assertThat(next.spaceUsed()).isZero();
        }
    }

    @Test
    void channelInNonBlockingModeIsRefused() throws Exception {
        Pipe pipe = Pipe.open();
        try (Pipe.SourceChannel source = pipe.source();
                Pipe.SinkChannel sink = pipe.sink();
                Arena arena = Arena.create()) {
            source.configureBlocking(false);
            sink.write(ByteBuffer.wrap(Hex.bytes("0807")));
            assertThatThrownBy(() -> Decoder.decode(CHILD, arena, source, DecodeOptions.DEFAULT))
                    .isInstanceOf(IllegalBlockingModeException.class);
            assertThat(arena.spaceUsed()).isZero();
        }
    }

    @Test
    void closedArenaAndStaleMessageAreRefused() {
        Arena arena = Arena.create();
        MiniMessage stale = decode(CHILD, arena, "0807");
        arena.reset();
        assertThatThrownBy(() -> Decoder.decodeInto(stale, new byte[0], DecodeOptions.DEFAULT))
                .isInstanceOf(IllegalStateException.class);
        arena.close();
        assertThatThrownBy(() -> decode(CHILD, arena, "0807")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Decoder.decode(CHILD, arena, new byte[3], 2, 2, DecodeOptions.DEFAULT))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void rangeOutsideTheArrayIsRefused() {
        try (Arena arena = Arena.create()) {
            assertThatThrownBy(() -> Decoder.decode(CHILD, arena, new byte[3], 2, 2, DecodeOptions.DEFAULT))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            MiniMessage message = decode(CHILD, arena, "");
            assertThatThrownBy(() -> Decoder.decodeInto(message, new byte[3], -1, 2, DecodeOptions.DEFAULT))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void requiredFieldsAreCheckedOverTheFinishedMessage() {
        MiniTable below = Tables.of("matrix2.RequiredBelow"); // item 1 { required id 1, note 2 }
        DecodeOptions checked = Tables.WITH_EXTENSIONS.withRequiredCheck(true);
        assertThat(EveryPath.of(below, "0a00 0a020801", checked)).isEqualTo("ok 0a020801");
        assertThat(EveryPath.of(below, "0a00 1200 1200", checked)).isEqualTo("MISSING_REQUIRED at 6 in 1.1");
        assertThat(EveryPath.of(below, "1a050a01611200", checked)).isEqualTo("MISSING_REQUIRED at 7 in 3[\"a\"].1");
        assertThat(EveryPath.of(below, "2200", checked)).isEqualTo("MISSING_REQUIRED at 2 in 4.1");
        assertThat(EveryPath.of(below, "2200 2801", checked)).isEqualTo("ok 2801");
        assertThat(EveryPath.of(below, "3334", checked)).isEqualTo("MISSING_REQUIRED at 2 in 6.1");
        assertThat(EveryPath.of(below, "a20600", checked)).isEqualTo("MISSING_REQUIRED at 3 in 100.1");
        assertThat(EveryPath.of(below, "aa06020801 aa0600", checked)).isEqualTo("MISSING_REQUIRED at 8 in 101[1].1");
        assertThat(EveryPath.of(below, "0a00", Tables.WITH_EXTENSIONS)).isEqualTo("ok 0a00");
    }

    @Test
    void requiredFieldsThatWereSetBeforeCount() {
        try (Arena arena = Arena.create()) {
            MiniTable below = Tables.of("matrix2.RequiredBelow");
            MiniMessage message = decode(below, arena, "0a020801");
            DecodeOptions checked = DecodeOptions.DEFAULT.withRequiredCheck(true);
            Decoder.decodeInto(message, Hex.bytes("0a03120161"), checked);
            DecodeException e = catchThrowableOfType(
                    DecodeException.class, () -> Decoder.decodeInto(message, Hex.bytes("1200"), checked));
            assertThat(e).hasMessage("missing required field: 2[0].1 at byte 2 in field 2[0].1");
        }
    }

    @Test
    void millionsOfMissingFieldsAreNotAllNamed() {
        byte[] input = Hex.bytes("1200".repeat(1_000_000));
        try (Arena arena = Arena.create()) {
            DecodeException e = catchThrowableOfType(
                    DecodeException.class,
                    () -> Decoder.decode(
                            Tables.of("matrix2.RequiredBelow"),
                            arena,
                            input,
                            DecodeOptions.DEFAULT.withRequiredCheck(true)));
            assertThat(e.fieldPath()).isEqualTo("2[0].1");
            assertThat(e.getMessage())
                    .startsWith("missing required field: 2[0].1, 2[1].1, ")
                    .contains("2[9].1, and perhaps more")
                    .hasSizeLessThan(200);
        }
    }

    @Test
    void optionsAreWhatWasSet() {
        DecodeOptions options = DecodeOptions.DEFAULT;
        assertThat(options.maxDepth()).isEqualTo(100);
        assertThat(options.extensions().size()).isZero();
        assertThat(options.checksRequired()).isFalse();
        assertThat(options.validatesAllStrings()).isFalse();
        DecodeOptions changed = options.withMaxDepth(7)
                .withExtensions(Tables.EXTENSIONS)
                .withRequiredCheck(true)
                .withAllStringsValidated(true);
        assertThat(changed.maxDepth()).isEqualTo(7);
        assertThat(changed.extensions()).isSameAs(Tables.EXTENSIONS);
        assertThat(changed.checksRequired()).isTrue();
        assertThat(changed.validatesAllStrings()).isTrue();
        assertThatThrownBy(() -> options.withMaxDepth(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> options.withMaxDepth(10_001))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("10001");
    }
}
