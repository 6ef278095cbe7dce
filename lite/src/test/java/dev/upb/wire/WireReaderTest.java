package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.upb.base.DecodeException;
import dev.upb.base.DecodeStatus;
import dev.upb.base.WireType;
import dev.upb.mem.Arena;
import dev.upb.minitable.MiniTable;
import dev.upb.testkit.random.Mutations;
import dev.upb.testkit.random.RandomWire;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.Hex;
import dev.upb.testkit.wire.WireField;
import dev.upb.testkit.wire.WireMessage;
import dev.upb.testkit.wire.WireValue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireReaderTest {
    private static WireReader reader(String hex) {
        return WireReader.of(Hex.bytes(hex));
    }

    @Test
    void fieldsComeOneAfterTheOther() {
        WireReader reader = reader("08ac02 1502030405 190102030405060708 2203616263");

        assertThat(reader.next()).isTrue();
        assertThat(reader.fieldNumber()).isEqualTo(1);
        assertThat(reader.wireType()).isEqualTo(WireType.VARINT);
        assertThat(reader.value()).isEqualTo(300);
        assertThat(reader.offset()).isZero();
        assertThat(reader.endOffset()).isEqualTo(3);

        assertThat(reader.next()).isTrue();
        assertThat(reader.fieldNumber()).isEqualTo(2);
        assertThat(reader.wireType()).isEqualTo(WireType.FIXED32);
        assertThat(reader.value()).isEqualTo(0x05040302);
        assertThat(reader.offset()).isEqualTo(3);

        assertThat(reader.next()).isTrue();
        assertThat(reader.wireType()).isEqualTo(WireType.FIXED64);
        assertThat(reader.value()).isEqualTo(0x0807060504030201L);
        assertThat(reader.endOffset()).isEqualTo(17);

        assertThat(reader.next()).isTrue();
        assertThat(reader.wireType()).isEqualTo(WireType.DELIMITED);
        assertThat(reader.dataOffset()).isEqualTo(19);
        assertThat(reader.dataSize()).isEqualTo(3);
        assertThat(reader.data()).isEqualTo(Hex.bytes("616263"));

        assertThat(reader.next()).isFalse();
        assertThat(reader.next()).isFalse();
        assertThat(reader.offset()).isEqualTo(22);
    }

    @Test
    void fixed32IsNotWidenedByItsSign() {
        WireReader reader = reader("0dffffffff");
        reader.next();
        assertThat(reader.value()).isEqualTo(0xFFFFFFFFL);
    }

    @Test
    void groupsOpenAndClose() {
        WireReader reader = reader("0b 13 14 0c 1800");

        reader.next();
        assertThat(reader.wireType()).isEqualTo(WireType.START_GROUP);
        assertThat(reader.depth()).isEqualTo(1);
        reader.next();
        assertThat(reader.depth()).isEqualTo(2);
        reader.next();
        assertThat(reader.wireType()).isEqualTo(WireType.END_GROUP);
        assertThat(reader.fieldNumber()).isEqualTo(2);
        assertThat(reader.depth()).isEqualTo(1);
        reader.next();
        assertThat(reader.depth()).isZero();
        reader.next();
        assertThat(reader.fieldNumber()).isEqualTo(3);
    }

    @Test
    void groupCanBeSkipped() {
        WireReader reader = reader("0b 1801 13 14 220161 0c 1800");
        reader.next();
        reader.skipGroup();
        assertThat(reader.wireType()).isEqualTo(WireType.END_GROUP);
        assertThat(reader.fieldNumber()).isEqualTo(1);
        assertThat(reader.endOffset()).isEqualTo(9);
        assertThat(reader.next()).isTrue();
        assertThat(reader.fieldNumber()).isEqualTo(3);
    }

    @Test
    void innerGroupCanBeSkipped() {
        WireReader reader = reader("0b 13 0b0c 14 0c");
        reader.next();
        reader.next();
        reader.skipGroup();
        assertThat(reader.depth()).isEqualTo(1);
        assertThat(reader.fieldNumber()).isEqualTo(2);
    }

    @Test
    void rangeOfAnArrayHasOffsetsOfItsOwn() {
        WireReader reader = WireReader.of(Hex.bytes("ffff 0a0161 ff"), 2, 3);
        reader.next();
        assertThat(reader.offset()).isZero();
        assertThat(reader.endOffset()).isEqualTo(3);
        assertThat(reader.dataOffset()).isEqualTo(4);
        assertThat(reader.next()).isFalse();
        DecodeException e = catchThrowableOfType(
                DecodeException.class, () -> drain(WireReader.of(Hex.bytes("ff 0801 08 01"), 1, 3)));
        assertThat(e.offset()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "00, MALFORMED, 0",
        "0801 00, MALFORMED, 2",
        "0e, MALFORMED, 0",
        "0f, MALFORMED, 0",
        "0c, MALFORMED, 0",
        "0b14, MALFORMED, 1",
        "0b, TRUNCATED, 0",
        "0801 0b 13 14, TRUNCATED, 2",
        "0b 13 1801, TRUNCATED, 1",
        "80, TRUNCATED, 0",
        "8880808000, TRUNCATED, 0",
        "888080808000, MALFORMED, 0",
        "8880808010, MALFORMED, 0",
        "08, TRUNCATED, 0",
        "08 808080808080808080, TRUNCATED, 0",
        "08 8080808080808080808000, MALFORMED, 0",
        "0d 010203, TRUNCATED, 0",
        "09 01020304050607, TRUNCATED, 0",
        "0a, TRUNCATED, 0",
        "0a02 61, TRUNCATED, 0",
        "0a ffffffff07, TRUNCATED, 0",
        "0a 8080808008, MALFORMED, 0",
        "0a 818080808000 61, MALFORMED, 0",
    })
    void malformedInputIsRefusedAtItsTag(String input, DecodeStatus status, long offset) {
        WireReader reader = reader(input);
        DecodeException e = catchThrowableOfType(DecodeException.class, () -> drain(reader));
        assertThat(e.status()).isEqualTo(status);
        assertThat(e.offset()).isEqualTo(offset);
        assertThat(e.fieldPath()).isNull();
        assertThatThrownBy(reader::value).isInstanceOf(IllegalStateException.class);
    }

    private static void drain(WireReader reader) {
        while (reader.next()) {}
    }

    @Test
    void asManyGroupsNestAsTheLimitSays() {
        byte[] two = Hex.bytes("0b0b0c0c");
        drain(WireReader.of(two, 0, two.length, 2));
        DecodeException e =
                catchThrowableOfType(DecodeException.class, () -> drain(WireReader.of(two, 0, two.length, 1)));
        assertThat(e.status()).isEqualTo(DecodeStatus.MAX_DEPTH_EXCEEDED);
        assertThat(e.offset()).isEqualTo(1);

        byte[] hundred = Hex.bytes("0b".repeat(100) + "0c".repeat(100));
        drain(WireReader.of(hundred));
        byte[] more = Hex.bytes("0b".repeat(101) + "0c".repeat(101));
        assertThatThrownBy(() -> drain(WireReader.of(more))).isInstanceOf(DecodeException.class);
        byte[] most = Hex.bytes("0b".repeat(10_000) + "0c".repeat(10_000));
        drain(WireReader.of(most, 0, most.length, 10_000));
    }

    @Test
    void misuseIsRefused() {
        WireReader reader = reader("0a0161 0801 0b0c");
        assertThatThrownBy(reader::value)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the reader is at no field");
        reader.next();
        assertThatThrownBy(reader::value)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a field of wire type 2 has no value");
        assertThatThrownBy(reader::skipGroup).isInstanceOf(IllegalStateException.class);
        reader.next();
        assertThatThrownBy(reader::data)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a field of wire type 0 has no data");
        assertThatThrownBy(reader::dataOffset).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(reader::dataSize).isInstanceOf(IllegalStateException.class);
        reader.next();
        assertThatThrownBy(reader::value).isInstanceOf(IllegalStateException.class);
        reader.next();
        assertThatThrownBy(reader::skipGroup).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> WireReader.of(new byte[3], 2, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> WireReader.of(new byte[3], 0, 3, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> WireReader.of(new byte[3], 0, 3, 10_001)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void randomMessagesAreReadAsTheyWereBuilt() {
        Seeded.forEach(500, seeded -> {
            WireMessage message = RandomWire.valid(seeded);
            WireReader reader = WireReader.of(message.encode());
            assertThat(read(reader)).isEqualTo(message.canonical());
            assertThat(reader.depth()).isZero();
        });
    }

    private static WireMessage read(WireReader reader) {
        List<WireField> fields = new ArrayList<>();
        while (reader.next() && reader.wireType() != WireType.END_GROUP) {
            int number = reader.fieldNumber();
            WireValue value = switch (reader.wireType()) {
                case WireType.VARINT -> new WireValue.Varint(reader.value());
                case WireType.FIXED32 -> new WireValue.Fixed32((int) reader.value());
                case WireType.FIXED64 -> new WireValue.Fixed64(reader.value());
                case WireType.DELIMITED -> new WireValue.Delimited(reader.data());
                default -> new WireValue.Group(read(reader));
            };
            fields.add(new WireField(number, value));
        }
        return new WireMessage(fields);
    }

    /** Both read groups and nothing else of what is inside: one answer, one status, one offset. */
    @Test
    void readerAndDecoderAgreeOnInputThatNobodyKnows() {
        MiniTable nothing = Tables.of("matrix2.Nothing");
        try (Arena arena = Arena.create()) {
            Seeded.forEach(10_000, seeded -> {
                byte[] input = switch (seeded.below(3)) {
                    case 0 -> RandomWire.garbage(seeded, 40);
                    case 1 -> RandomWire.malformed(seeded);
                    default -> Mutations.mutate(seeded, RandomWire.valid(seeded).encode());
                };
                arena.reset();
                assertThat(outcome(() -> drain(WireReader.of(input))))
                        .as(Hex.string(input))
                        .isEqualTo(outcome(() -> Decoder.decode(nothing, arena, input, DecodeOptions.DEFAULT)));
            });
        }
    }

    private static String outcome(Runnable read) {
        try {
            read.run();
            return "ok";
        } catch (DecodeException e) {
            return e.status() + " at " + e.offset();
        }
    }
}
