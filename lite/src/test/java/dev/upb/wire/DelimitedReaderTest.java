package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.upb.base.DecodeException;
import dev.upb.base.DecodeStatus;
import dev.upb.mem.Arena;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.MiniTable;
import dev.upb.testkit.InputKind;
import dev.upb.testkit.ThrottledInputStream;
import dev.upb.testkit.proto.matrix2.Child;
import dev.upb.testkit.random.Mutations;
import dev.upb.testkit.random.RandomWire;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.Hex;
import dev.upb.testkit.wire.WireWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DelimitedReaderTest {
    private static final MiniTable CHILD = Tables.of("matrix2.Child");
    private static final InputKind[] STREAMS = {InputKind.STREAM, InputKind.STREAM_ONE_BYTE, InputKind.STREAM_PIECES};

    private static DelimitedReader<MiniMessage> reader(InputStream stream) {
        return DelimitedReader.of(CHILD, stream, DecodeOptions.DEFAULT);
    }

    private static byte[] encode(MiniMessage message) {
        return Encoder.encode(message, EncodeOptions.DEFAULT);
    }

    /** Reads to the end and returns what was read in hex, separated by commas, or how it failed. */
    private static String read(InputStream stream) throws IOException {
        List<String> messages = new ArrayList<>();
        try (DelimitedReader<MiniMessage> reader = reader(stream)) {
            while (true) {
                MiniMessage message = reader.next();
                if (message == null) {
                    return String.join(",", messages) + ".";
                }
                messages.add(Hex.string(encode(message)));
            }
        } catch (DecodeException e) {
            return String.join(",", messages) + "! " + EveryPath.failure(e);
        }
    }

    private static String readEveryWay(String hex) throws IOException {
        String first = read(STREAMS[0].stream(Hex.bytes(hex)));
        for (InputKind kind : STREAMS) {
            assertThat(read(kind.stream(Hex.bytes(hex)))).as("%s", kind).isEqualTo(first);
        }
        assertThat(read(new Lazy(Hex.bytes(hex))))
                .as("stream that gives nothing at times")
                .isEqualTo(first);
        return first;
    }

    /** Answers every other read of an array with 0 bytes, against the contract of streams. */
    private static final class Lazy extends InputStream {
        private final InputStream bytes;
        private boolean gives;

        Lazy(byte[] bytes) {
            this.bytes = ThrottledInputStream.oneByte(bytes);
        }

        @Override
        public int read() throws IOException {
            return bytes.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            gives = !gives;
            return gives ? bytes.read(target, offset, length) : 0;
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "empty stream,                '',                    '.'",
        "one message,                 02 0801,               '0801.'",
        "several,                     02 0801 04 12026869 02 0802, '0801,12026869,0802.'",
        "empty messages,              00 00 02 0801 00,      ',,0801,.'",
        "overlong size,               828000 0801,           '0801.'",
        "size in ten bytes,           82808080808080808000 0801, '0801.'",
        "ends in a message,           07 0801,               '! TRUNCATED at 0 in null'",
        "ends in the second message,  02 0801 02 08,         '0801! TRUNCATED at 3 in null'",
        "ends in a size,              02 0801 80,            '0801! TRUNCATED at 3 in null'",
        "no size of 2^31,             8080808008,            '! TOO_LARGE at 0 in null'",
        "no negative size,            ffffffffffffffffff01,  '! TOO_LARGE at 0 in null'",
        "no size of 2^32,             02 0801 8080808010,    '0801! TOO_LARGE at 3 in null'",
        "no size of eleven bytes,     8280808080808080808000, '! MALFORMED at 0 in null'",
        "error in a message,          02 0801 02 0000,       '0801! MALFORMED at 4 in '",
        "error further in,            02 0801 04 08011801 01 12, '0801,08011801! TRUNCATED at 9 in 2'",
        "largest size that can be,    ffffffff07 0801,       '! TRUNCATED at 0 in null'",
    })
    void streamIsReadToItsEndOrItsError(String what, String input, String result) throws Exception {
        assertThat(readEveryWay(input)).isEqualTo(result);
    }

    @Test
    void emptyMessageAtTheEndIsAMessage() throws Exception {
        try (DelimitedReader<MiniMessage> reader = reader(new ByteArrayInputStream(new byte[1]))) {
            assertThat(encode(reader.next())).isEmpty();
            assertThat(reader.next()).isNull();
            assertThat(reader.next()).isNull();
        }
    }

    @Test
    void positionCountsWhatWasReadAsMessages() throws Exception {
        for (InputKind kind : STREAMS) {
            byte[] large =
                    new WireWriter().tag(2, 2).delimited(new byte[100_000]).toByteArray();
            byte[] input = new WireWriter()
                    .hex("02 0801 00")
                    .delimited(large)
                    .hex("02 0802")
                    .toByteArray();
            try (DelimitedReader<MiniMessage> reader = reader(kind.stream(input))) {
                assertThat(reader.position()).isZero();
                reader.next();
                assertThat(reader.position()).isEqualTo(3);
                reader.next();
                assertThat(reader.position()).isEqualTo(4);
                reader.next();
                assertThat(reader.position()).isEqualTo(input.length - 3);
                reader.next();
                assertThat(reader.position()).isEqualTo(input.length);
                assertThat(reader.next()).isNull();
                assertThat(reader.position()).isEqualTo(input.length);
            }
        }
    }

    @Test
    void messageBecomesStaleWithTheNextOne() throws Exception {
        try (DelimitedReader<MiniMessage> reader = reader(new ByteArrayInputStream(Hex.bytes("020801 020802")));
                Arena arena = Arena.create()) {
            MiniMessage first = reader.next();
            MiniMessage kept = first.copyTo(arena);
            MiniMessage second = reader.next();
            assertThatThrownBy(() -> encode(first)).isInstanceOf(IllegalStateException.class);
            assertThat(encode(second)).isEqualTo(Hex.bytes("0802"));
            assertThat(reader.next()).isNull();
            assertThatThrownBy(() -> encode(second)).isInstanceOf(IllegalStateException.class);
            assertThat(encode(kept)).isEqualTo(Hex.bytes("0801"));
        }
    }

    @Test
    void readerIsOfNoUseBehindAnError() throws Exception {
        try (DelimitedReader<MiniMessage> reader = reader(new ByteArrayInputStream(Hex.bytes("020000 020802")))) {
            assertThatThrownBy(reader::next).isInstanceOf(DecodeException.class);
            assertThatThrownBy(reader::next)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the stream can't be read on behind an error");
        }
    }

    @Test
    void failureOfTheStreamIsPassedOn() throws Exception {
        byte[] input = Hex.bytes("02 0801 05 0802");
        try (DelimitedReader<MiniMessage> reader = reader(ThrottledInputStream.failingAt(input, 6))) {
            assertThat(encode(reader.next())).isEqualTo(Hex.bytes("0801"));
            assertThatThrownBy(reader::next).isInstanceOf(IOException.class);
            assertThatThrownBy(reader::next).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void closingClosesTheArenaAndNotTheStream() throws Exception {
        ThrottledInputStream stream = ThrottledInputStream.oneByte(Hex.bytes("020801 020802"));
        DelimitedReader<MiniMessage> reader = reader(stream);
        MiniMessage message = reader.next();
        reader.close();
        reader.close();
        assertThat(stream.isClosed()).isFalse();
        assertThatThrownBy(() -> encode(message)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(reader::next).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void messageLargerThanTheLimitIsRefused(int limit) throws Exception {
        InputStream stream = new ByteArrayInputStream(Hex.bytes("02 0801"));
        try (DelimitedReader<MiniMessage> reader = DelimitedReader.of(CHILD, stream, DecodeOptions.DEFAULT, limit)) {
            if (limit >= 2) {
                assertThat(encode(reader.next())).isEqualTo(Hex.bytes("0801"));
            } else {
                DecodeException e = catchThrowableOfType(DecodeException.class, reader::next);
                assertThat(e.status()).isEqualTo(DecodeStatus.TOO_LARGE);
                assertThat(e).hasMessage("larger than the limit: message of 2 bytes, limit " + limit + " at byte 0");
            }
        }
        assertThatThrownBy(() -> DelimitedReader.of(CHILD, stream, DecodeOptions.DEFAULT, -1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void announcedSizeAloneTakesNoMemory() throws Exception {
        // 2^31 - 1 bytes are announced, and three come.
        InputStream stream = new ByteArrayInputStream(Hex.bytes("ffffffff07 080108"));
        try (DelimitedReader<MiniMessage> reader = reader(stream)) {
            assertThatThrownBy(reader::next)
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("message of 2147483647 bytes, but the stream ends after 3");
        }
    }

    @ParameterizedTest
    @EnumSource(InputKind.class)
    void messagesAroundTheSizeOfTheBufferAreRead(InputKind kind) throws Exception {
        if (kind.form() != InputKind.Form.STREAM) {
            return;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<byte[]> written = new ArrayList<>();
        try (Arena arena = Arena.create()) {
            for (int size : new int[] {65_520, 65_535, 65_536, 65_537, 131_072, 200_000, 0, 5, 65_500}) {
                MiniMessage message = MiniMessage.create(CHILD, arena);
                byte[] name = new byte[size];
                Arrays.fill(name, (byte) ('a' + size % 26));
                message.setBytes(CHILD.findFieldByNumber(2), name);
                Encoder.encodeDelimited(message, out, EncodeOptions.DEFAULT);
                written.add(encode(message));
            }
        }
        try (DelimitedReader<MiniMessage> reader = reader(kind.stream(out.toByteArray()))) {
            for (byte[] expected : written) {
                assertThat(encode(reader.next())).isEqualTo(expected);
            }
            assertThat(reader.next()).isNull();
        }
    }

    private static final class Handle extends MiniMessage {
        Handle(MiniMessage message) {
            super(message.heap(), message.offset(), message.table());
        }
    }

    @Test
    void handlesMayBeOfAnotherClass() throws Exception {
        InputStream stream = new ByteArrayInputStream(Hex.bytes("020807"));
        try (DelimitedReader<Handle> reader =
                DelimitedReader.of(CHILD, stream, DecodeOptions.DEFAULT, 100, Handle::new)) {
            Handle handle = reader.next();
            assertThat(handle.getInt(CHILD.findFieldByNumber(1))).isEqualTo(7);
        }
    }

    @Test
    void protobufJavaReadsAndWritesTheSameStreams() throws Exception {
        ByteArrayOutputStream theirs = new ByteArrayOutputStream();
        ByteArrayOutputStream ours = new ByteArrayOutputStream();
        try (Arena arena = Arena.create()) {
            for (int i = 0; i < 300; i++) {
                Child child = Child.newBuilder().setId(i).setName("x".repeat(i)).build();
                child.writeDelimitedTo(theirs);
                Encoder.encodeDelimited(
                        Decoder.decode(CHILD, arena, child.toByteArray(), DecodeOptions.DEFAULT),
                        ours,
                        EncodeOptions.DEFAULT);
            }
        }
        assertThat(ours.toByteArray()).isEqualTo(theirs.toByteArray());
        assertThat(read(new ByteArrayInputStream(theirs.toByteArray()))).doesNotContain("!");
    }

    @Test
    void damagedStreamsGiveOneAnswerHoweverTheyAreRead() {
        Seeded.forEach(500, seeded -> {
            WireWriter stream = new WireWriter();
            for (int i = 0; i < 5; i++) {
                stream.delimited(
                        RandomWire.valid(seeded, Tables.type("matrix2.Child")).encode());
            }
            byte[] input = Mutations.mutate(seeded, stream.toByteArray());
            readEveryWay(Hex.string(input));
        });
    }
}
