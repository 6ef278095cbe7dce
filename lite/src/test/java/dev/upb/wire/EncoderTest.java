package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.upb.base.EncodeException;
import dev.upb.base.EncodeStatus;
import dev.upb.mem.Arena;
import dev.upb.message.MapField;
import dev.upb.message.MiniMessage;
import dev.upb.message.RepeatedField;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableField;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.random.RandomMessage;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.Hex;
import dev.upb.testkit.wire.WireField;
import dev.upb.testkit.wire.WireMessage;
import dev.upb.testkit.wire.WireValue;
import dev.upb.testkit.wire.WireValue.Delimited;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EncoderTest {
    private static final MiniTable CHILD = Tables.of("matrix2.Child");
    private static final EncodeOptions DEFAULT = EncodeOptions.DEFAULT;
    private static final EncodeOptions DETERMINISTIC = DEFAULT.withDeterministic(true);

    static List<Corpus.Entry> entries() {
        return Corpus.entries();
    }

    private static MiniMessage decode(Corpus.Entry entry, Arena arena) {
        Descriptor type = entry.message().getDescriptorForType();
        return Decoder.decode(Tables.of(type), arena, entry.bytes(), Tables.WITH_EXTENSIONS);
    }

    private static MiniMessage decode(MiniTable table, Arena arena, String hex) {
        return Decoder.decode(table, arena, Hex.bytes(hex), Tables.WITH_EXTENSIONS);
    }

    @ParameterizedTest
    @MethodSource("entries")
    void allTargetsGetTheSameBytes(Corpus.Entry entry) throws Exception {
        try (Arena arena = Arena.create()) {
            MiniMessage message = decode(entry, arena);
            byte[] expected = Encoder.encode(message, DEFAULT);
            int size = expected.length;

            assertThat(Encoder.encodedSize(message, DEFAULT)).isEqualTo(size);

            byte[] target = new byte[size + 20];
            assertThat(Encoder.encode(message, target, 13, DEFAULT)).isEqualTo(size);
            assertThat(Arrays.copyOfRange(target, 13, 13 + size)).isEqualTo(expected);
            assertThat(Arrays.copyOf(target, 13)).containsOnly(0);

            byte[] exact = new byte[size + 3];
            assertThat(Encoder.encode(message, exact, 3, DEFAULT)).isEqualTo(size);
            assertThat(Arrays.copyOfRange(exact, 3, exact.length)).isEqualTo(expected);

            for (ByteBuffer buffer :
                    new ByteBuffer[] {ByteBuffer.allocate(size + 9), ByteBuffer.allocateDirect(size + 9)}) {
                buffer.position(4).limit(size + 4);
                Encoder.encode(message, buffer, DEFAULT);
                assertThat(buffer.position()).isEqualTo(size + 4);
                byte[] written = new byte[size];
                buffer.get(4, written);
                assertThat(written).isEqualTo(expected);
            }

            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            stream.write(7);
            Encoder.encode(message, stream, DEFAULT);
            assertThat(stream.toByteArray()).isEqualTo(Hex.concat(new byte[] {7}, expected));

            ByteArrayOutputStream delimited = new ByteArrayOutputStream();
            Encoder.encodeDelimited(message, delimited, DEFAULT);
            byte[] withTag =
                    WireMessage.of(new WireField(1, new Delimited(expected))).encode();
            assertThat(delimited.toByteArray()).isEqualTo(Arrays.copyOfRange(withTag, 1, withTag.length));
        }
    }

    @ParameterizedTest
    @MethodSource("entries")
    void targetThatIsTooSmallIsRefusedWithTheSizeItNeeds(Corpus.Entry entry) {
        try (Arena arena = Arena.create()) {
            MiniMessage message = decode(entry, arena);
            int size = Encoder.encodedSize(message, DEFAULT);
            if (size == 0) {
                return;
            }
            for (int room : new int[] {0, size / 2, size - 1}) {
                assertThatThrownBy(() -> Encoder.encode(message, new byte[room + 5], 5, DEFAULT))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("the message takes " + size + " bytes; the target has " + room);
                ByteBuffer buffer = ByteBuffer.allocate(size).limit(room);
                assertThatThrownBy(() -> Encoder.encode(message, buffer, DEFAULT))
                        .isInstanceOf(BufferOverflowException.class);
                assertThat(buffer.position()).isZero();
            }
        }
    }

    @Test
    void badTargetsAreRefused() {
        try (Arena arena = Arena.create()) {
            MiniMessage message = decode(CHILD, arena, "0807");
            assertThatThrownBy(() -> Encoder.encode(message, new byte[5], -1, DEFAULT))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> Encoder.encode(message, new byte[5], 6, DEFAULT))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(
                            () -> Encoder.encode(message, ByteBuffer.allocate(9).asReadOnlyBuffer(), DEFAULT))
                    .isInstanceOf(ReadOnlyBufferException.class);
        }
    }

    @Test
    void failingStreamIsPassedOnAndTheNextEncodeIsFine() throws Exception {
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("full");
            }
        };
        try (Arena arena = Arena.create()) {
            MiniMessage message = decode(CHILD, arena, "0807");
            assertThatThrownBy(() -> Encoder.encode(message, broken, DEFAULT)).hasMessage("full");
            assertThat(Encoder.encode(message, DEFAULT)).isEqualTo(Hex.bytes("0807"));
        }
    }

    @Test
    void streamMayEncodeWhileItIsWrittenTo() throws Exception {
        try (Arena arena = Arena.create()) {
            MiniMessage outer = decode(CHILD, arena, "0807 120161");
            MiniMessage inner = decode(CHILD, arena, "0808 120162");
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            OutputStream nesting = new OutputStream() {
                @Override
                public void write(int b) {
                    assertThat(Encoder.encode(inner, DEFAULT)).isEqualTo(Hex.bytes("0808 120162"));
                    out.write(b);
                }
            };
            Encoder.encode(outer, nesting, DEFAULT);
            assertThat(out.toByteArray()).isEqualTo(Hex.bytes("0807 120161"));
        }
    }

    /** MapKeys has a map for each key type, at its number. */
    @Test
    void deterministicMapsAreSortedNumbersByValueAndStringsByBytes() {
        MiniTable keys = Tables.of("matrix2.MapKeys");
        try (Arena arena = Arena.create()) {
            assertThat(sorted(keys, arena, 5, 3, -1, 0, Integer.MIN_VALUE, Integer.MAX_VALUE))
                    .containsExactly(Integer.MIN_VALUE, -1, 0, 3, Integer.MAX_VALUE);
            assertThat(sorted(keys, arena, 13, 3, -1, 0, Integer.MIN_VALUE, Integer.MAX_VALUE))
                    .as("uint32")
                    .containsExactly(0, 3, Integer.MAX_VALUE, Integer.MIN_VALUE, -1);
            assertThat(sorted(keys, arena, 7, 3, -1, 0)).as("fixed32").containsExactly(0, 3, -1);
            assertThat(sorted(keys, arena, 15, 3, -1, 0)).as("sfixed32").containsExactly(-1, 0, 3);
            assertThat(sorted(keys, arena, 17, 3, -1, 0)).as("sint32").containsExactly(-1, 0, 3);
            assertThat(sorted(keys, arena, 3, 3L, -1L, 0L)).as("int64").containsExactly(-1L, 0L, 3L);
            assertThat(sorted(keys, arena, 4, 3L, -1L, 0L)).as("uint64").containsExactly(0L, 3L, -1L);
            assertThat(sorted(keys, arena, 6, 3L, -1L, 0L)).as("fixed64").containsExactly(0L, 3L, -1L);
            assertThat(sorted(keys, arena, 16, 3L, -1L, 0L)).as("sfixed64").containsExactly(-1L, 0L, 3L);
            assertThat(sorted(keys, arena, 18, 3L, -1L, 0L)).as("sint64").containsExactly(-1L, 0L, 3L);
            assertThat(sorted(keys, arena, 8, true, false)).containsExactly(false, true);
            // By UTF-8: U+FFFF (efbfbf) comes before U+1F600 (f09f9880); by UTF-16 it would not.
            assertThat(sorted(keys, arena, 9, "b", "\uFFFF", "", "a", "\uD83D\uDE00", "ab", "é"))
                    .containsExactly("", "a", "ab", "b", "é", "\uFFFF", "\uD83D\uDE00");
        }
    }

    /** Puts keys in the order given and returns them in that of the deterministic bytes. */
    @SafeVarargs
    private static <K> List<K> sorted(MiniTable table, Arena arena, int number, K... keys) {
        MiniTableField field = table.findFieldByNumber(number);
        MiniMessage message = MiniMessage.create(table, arena);
        MapField<K, Integer> map = message.getMap(field);
        for (K key : keys) {
            map.put(key, 1);
        }
        MiniMessage again = Decoder.decode(table, arena, Encoder.encode(message, DETERMINISTIC), DecodeOptions.DEFAULT);
        List<K> order = new ArrayList<>();
        MapField<K, Integer> read = again.getMap(field);
        read.forEach((key, value) -> order.add(key));
        return order;
    }

    @Test
    void equalMessagesGiveEqualBytesWhateverTheOrderOfInsertion() {
        RandomMessage generator = RandomMessage.defaults().withExtensions(Corpus.extensions());
        Seeded.forEach(10, seeded -> {
            for (Descriptor type : Corpus.ownTypes()) {
                MiniTable table = Tables.of(type);
                byte[] bytes = generator.next(seeded, type).toByteArray();
                byte[] turned = shuffled(seeded, type, WireMessage.parse(bytes)).encode();
                assertThat(Roundtrip.bytes(table, turned, Tables.WITH_EXTENSIONS, DETERMINISTIC))
                        .as(type.getFullName())
                        .isEqualTo(Roundtrip.bytes(table, bytes, Tables.WITH_EXTENSIONS, DETERMINISTIC));
            }
        });
    }

    /** Shuffles what has no order: the fields, the entries of each map, the items of a MessageSet; but not the elements of a list. */
    private static WireMessage shuffled(Seeded seeded, Descriptor type, WireMessage message) {
        List<Integer> numbers = seeded.shuffled(
                message.fields().stream().map(WireField::number).distinct().toList());
        WireMessage.Builder shuffled = WireMessage.builder();
        for (int number : numbers) {
            FieldDescriptor field = type.findFieldByNumber(number);
            boolean unordered = type.getOptions().getMessageSetWireFormat() || field != null && field.isMapField();
            List<WireValue> values = message.values(number);
            for (WireValue value : unordered ? seeded.shuffled(values) : values) {
                shuffled.add(number, value);
            }
        }
        return shuffled.build();
    }

    @Test
    void bufferThatGrewIsNotKeptTooLarge() {
        try (Arena arena = Arena.create()) {
            MiniMessage message = MiniMessage.create(CHILD, arena);
            for (int size : new int[] {10, 5000, 3_000_000, 10, 300_000, 262_144}) {
                message.setBytes(CHILD.findFieldByNumber(2), new byte[size]);
                assertThat(Encoder.encode(message, DEFAULT)).hasSize(Encoder.encodedSize(message, DEFAULT));
                assertThat(Encoder.encodedSize(message, DEFAULT))
                        .isEqualTo(
                                WireMessage.builder().bytes(2, new byte[size]).encode().length);
            }
        }
    }

    @Test
    void missingRequiredFieldsAreNamed() {
        MiniTable below = Tables.of("matrix2.RequiredBelow");
        try (Arena arena = Arena.create()) {
            MiniMessage message = decode(below, arena, "0a00 1200");
            EncodeException e = catchThrowableOfType(
                    EncodeException.class, () -> Encoder.encode(message, DEFAULT.withRequiredCheck(true)));
            assertThat(e.status()).isEqualTo(EncodeStatus.MISSING_REQUIRED);
            assertThat(e).hasMessage("missing required field: 1.1, 2[0].1");
            for (EncodeOptions options :
                    List.of(DEFAULT.withRequiredCheck(true), DETERMINISTIC.withRequiredCheck(true))) {
                assertThatThrownBy(() -> Encoder.encodedSize(message, options)).isInstanceOf(EncodeException.class);
                assertThatThrownBy(() -> Encoder.encode(message, new byte[99], 0, options))
                        .isInstanceOf(EncodeException.class);
                assertThatThrownBy(() -> Encoder.encode(message, ByteBuffer.allocate(99), options))
                        .isInstanceOf(EncodeException.class);
            }
            assertThat(Encoder.encode(message, DEFAULT)).isEqualTo(Hex.bytes("0a00 1200"));
        }
    }

    @Test
    void emptyListsAndMapsAreNotWritten() {
        MiniTable recursive = Tables.of("matrix2.Recursive");
        try (Arena arena = Arena.create()) {
            MiniMessage message = decode(recursive, arena, "1a00 22050a01611200");
            RepeatedField<?> children = message.getRepeated(recursive.findFieldByNumber(3));
            children.clear();
            message.getMap(recursive.findFieldByNumber(4)).clear();
            assertThat(Encoder.encode(message, DEFAULT)).isEmpty();
            assertThat(Encoder.encode(message, DETERMINISTIC)).isEmpty();
        }
    }

    @Test
    void frozenMessageIsEncodedByManyThreadsAtOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (Arena arena = Arena.create()) {
            List<MiniMessage> messages = new ArrayList<>();
            List<byte[]> expected = new ArrayList<>();
            for (Corpus.Entry entry : Corpus.entries()) {
                MiniMessage message = decode(entry, arena);
                message.freeze();
                messages.add(message);
                expected.add(Encoder.encode(message, DETERMINISTIC));
            }
            Callable<Boolean> encodeAll = () -> {
                for (int round = 0; round < 5; round++) {
                    for (int i = 0; i < messages.size(); i++) {
                        assertThat(Encoder.encode(messages.get(i), DETERMINISTIC))
                                .isEqualTo(expected.get(i));
                    }
                }
                return true;
            };
            for (Future<Boolean> done : threads.invokeAll(List.of(encodeAll, encodeAll, encodeAll, encodeAll))) {
                assertThat(done.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void staleMessageIsRefused() {
        Arena arena = Arena.create();
        MiniMessage message = decode(CHILD, arena, "0807");
        arena.close();
        assertThatThrownBy(() -> Encoder.encode(message, DEFAULT)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Encoder.encode(message, new byte[9], 0, DEFAULT))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void defaultMessageIsEmpty() {
        assertThat(Encoder.encode(MiniMessage.empty(CHILD), DEFAULT)).isEmpty();
    }

    @Test
    void optionsAreWhatWasSet() {
        assertThat(DEFAULT.maxDepth()).isEqualTo(100);
        assertThat(DEFAULT.isDeterministic()).isFalse();
        assertThat(DEFAULT.writesUnknownFields()).isTrue();
        assertThat(DEFAULT.checksRequired()).isFalse();
        EncodeOptions changed = DEFAULT.withMaxDepth(7)
                .withDeterministic(true)
                .withUnknownFields(false)
                .withRequiredCheck(true);
        assertThat(changed.maxDepth()).isEqualTo(7);
        assertThat(changed.isDeterministic()).isTrue();
        assertThat(changed.writesUnknownFields()).isFalse();
        assertThat(changed.checksRequired()).isTrue();
        assertThatThrownBy(() -> DEFAULT.withMaxDepth(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DEFAULT.withMaxDepth(10_001)).isInstanceOf(IllegalArgumentException.class);
    }
}
