package dev.upb.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import dev.upb.testkit.random.Mutations;
import dev.upb.testkit.random.RandomValues;
import dev.upb.testkit.random.RandomWire;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.WireValue.Delimited;
import dev.upb.testkit.wire.WireValue.Fixed32;
import dev.upb.testkit.wire.WireValue.Group;
import dev.upb.testkit.wire.WireValue.Varint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireMessageTest {
    @Test
    void fieldsAreWrittenInTheirOrder() {
        byte[] bytes = WireMessage.builder()
                .varint(1, 150)
                .string(2, "testing")
                .fixed32(3, 0x01020304)
                .fixed64(16, 0x1112131415161718L)
                .group(4, WireMessage.builder().varint(1, 1).build())
                .varint(1, -1)
                .encode();
        assertThat(Hex.spaced(bytes))
                .isEqualTo("08 96 01 " + "12 07 74 65 73 74 69 6e 67 " + "1d 04 03 02 01 "
                        + "81 01 18 17 16 15 14 13 12 11 " + "23 08 01 24 " + "08 ff ff ff ff ff ff ff ff ff 01");
    }

    @Test
    void packedListsAndMapEntriesAreDelimited() {
        byte[] bytes = WireMessage.builder()
                .packedVarints(4, 3, 270, 86942)
                .packedFixed32(5, 1, -1)
                .packedFixed64(6, 2)
                .entry(7, Delimited.of("k"), new Varint(5))
                .encode();
        assertThat(Hex.spaced(bytes))
                .isEqualTo("22 06 03 8e 02 9e a7 05 " + "2a 08 01 00 00 00 ff ff ff ff "
                        + "32 08 02 00 00 00 00 00 00 00 " + "3a 05 0a 01 6b 10 05");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-1, 1",
        "1, 2",
        "-2, 3",
        "2147483647, 4294967294",
        "-2147483648, 4294967295",
        "9223372036854775807, -2",
        "-9223372036854775808, -1"
    })
    void zigZagKeepsSmallMagnitudesSmall(long value, long expected) {
        assertThat(Varint.zigZag(value).bits()).isEqualTo(expected);
    }

    @Test
    void overlongTagsVarintsAndLengthsAreWrittenAsAsked() {
        byte[] bytes = WireMessage.of(
                        new WireField(1, new Varint(5, 3), 2),
                        new WireField(2, new Delimited(new byte[] {7}, 2)),
                        new WireField(3, new Group(WireMessage.empty())).withTagSize(2))
                .encode();
        assertThat(Hex.spaced(bytes)).isEqualTo("88 00 85 80 00 " + "12 81 00 07 " + "9b 00 9c 00");
    }

    @Test
    void canonicalFormHasNoOverlongParts() {
        WireMessage overlong = WireMessage.parse(Hex.bytes("88 00 85 80 00  12 81 00 07  9b 00 08 80 00 9c 00"));
        assertThat(Hex.spaced(overlong.canonical().encode())).isEqualTo("08 05 12 01 07 1b 08 00 1c");
    }

    @Test
    void writerAgreesWithCodedOutputStream() {
        Seeded.forEach(2000, seeded -> {
            int number = seeded.between(1, WireField.MAX_NUMBER);
            long bits = RandomValues.bits64(seeded);
            int bits32 = RandomValues.bits32(seeded);
            double floating = RandomValues.float64(seeded);
            String text = RandomValues.string(seeded);
            byte[] payload = RandomValues.bytes(seeded);
            ByteArrayOutputStream expected = new ByteArrayOutputStream();
            CodedOutputStream out = CodedOutputStream.newInstance(expected);
            out.writeUInt64(number, bits);
            out.writeInt32(number, bits32);
            out.writeSInt64(number, bits);
            out.writeSInt32(number, bits32);
            out.writeFixed32(number, bits32);
            out.writeFixed64(number, bits);
            out.writeDouble(number, floating);
            out.writeFloat(number, (float) floating);
            out.writeString(number, text);
            out.writeBytes(number, ByteString.copyFrom(payload));
            out.flush();
            byte[] actual = WireMessage.builder()
                    .varint(number, bits)
                    .varint(number, bits32)
                    .zigZag(number, bits)
                    .zigZag(number, bits32)
                    .fixed32(number, bits32)
                    .fixed64(number, bits)
                    .floating(number, floating)
                    .floating(number, (float) floating)
                    .string(number, text)
                    .bytes(number, payload)
                    .encode();
            assertThat(actual).isEqualTo(expected.toByteArray());
        });
    }

    @Test
    void readingInvertsWriting() {
        Seeded.forEach(2000, seeded -> {
            WireMessage message = RandomWire.valid(seeded);
            byte[] bytes = message.encode();
            WireMessage read = WireMessage.parse(bytes);
            assertThat(read).isEqualTo(message);
            assertThat(read.encode()).isEqualTo(bytes);
        });
    }

    @Test
    void readerAgreesWithProtobufJavaOnWhatIsValid() {
        Seeded.forEach(2000, seeded -> {
            byte[] bytes = seeded.nextBoolean()
                    ? RandomWire.garbage(seeded, 40)
                    : Mutations.mutate(
                            seeded, RandomWire.valid(seeded).canonical().encode());
            boolean valid = WireMessage.isValid(bytes);
            if (valid != isValidForProtobufJava(bytes)) {
                // protobuf-java reads tags and lengths of up to ten bytes and drops what is above 32 bits.
                WireFormatException e = catchThrowableOfType(WireFormatException.class, () -> WireMessage.parse(bytes));
                assertThat(e).as(Hex.spaced(bytes)).hasMessageMatching("tag .*|field number 0 .*|length [0-9]{10,} .*");
            }
        });
    }

    @Test
    void bitsAbove64AreDropped() {
        WireMessage message = WireMessage.parse(Hex.bytes("08 ff ff ff ff ff ff ff ff ff 7f"));
        assertThat(message.values(1)).containsExactly(new Varint(-1));
    }

    @ParameterizedTest
    @CsvSource({
        "08, 1, varint cut short",
        "08 01 96, 2, tag cut short",
        "08 ff ff ff ff ff ff ff ff ff ff 01, 1, varint of more than 10 bytes",
        "0d 01 02 03, 1, fixed value of 4 bytes cut short",
        "09 01 02 03 04 05 06 07, 1, fixed value of 8 bytes cut short",
        "0a 02 01, 1, length 2 with 1 bytes left",
        "0a ff ff ff ff ff ff ff ff ff 01, 1, length 18446744073709551615 with 0 bytes left",
        "08 01 0b 10 01, 2, group 1 without an end tag",
        "0b 14, 1, end tag of group 2 in group 1",
        "08 01 0c, 2, end tag of group 1 that was not started",
        "0e 00, 0, wire type 6",
        "0f 00, 0, wire type 7",
        "02 00, 0, field number 0",
        "88 80 80 80 80 00 01, 0, tag of 6 bytes",
        "88 80 80 80 10 01, 0, tag 4294967304 above 32 bits"
    })
    void malformedBytesAreRefusedWithTheirOffset(String hex, int offset, String problem) {
        WireFormatException e =
                catchThrowableOfType(WireFormatException.class, () -> WireMessage.parse(Hex.bytes(hex)));
        assertThat(e).hasMessage(problem + " at byte " + offset);
        assertThat(e.offset()).isEqualTo(offset);
    }

    @Test
    void groupsNestUpToTheLimit() {
        int limit = WireMessage.MAX_GROUP_DEPTH;
        assertThat(WireMessage.isValid(Hex.bytes("0b".repeat(limit) + "0c".repeat(limit))))
                .isTrue();
        assertThat(WireMessage.isValid(Hex.bytes("0b".repeat(limit + 1) + "0c".repeat(limit + 1))))
                .isFalse();
    }

    @Test
    void valuesAreFoundByNumber() {
        WireMessage first = WireMessage.builder().varint(1, 5).fixed32(2, 6).build();
        WireMessage second = WireMessage.builder().varint(1, 7).build();
        assertThat(first.plus(second).values(1)).containsExactly(new Varint(5), new Varint(7));
        assertThat(first.plus(second).values(2)).containsExactly(new Fixed32(6));
        assertThat(first.plus(second).values(3)).isEmpty();
    }

    @Test
    void delimitedValuesAreIndependentOfTheirArray() {
        byte[] payload = {1, 2};
        Delimited value = new Delimited(payload);
        payload[0] = 9;
        value.payload()[1] = 9;
        assertThat(value.payload()).containsExactly(1, 2);
        assertThat(value).isEqualTo(new Delimited(new byte[] {1, 2})).isNotEqualTo(new Delimited(new byte[] {1, 2}, 3));
    }

    @Test
    void delimitedValuesCanBeReadAsTextOrMessage() {
        WireMessage inner = WireMessage.builder().varint(3, 4).build();
        assertThat(Delimited.of(inner).message()).isEqualTo(inner);
        assertThat(Delimited.of("é").text()).isEqualTo("é");
    }

    @Test
    void sizesBelowTheNeedAreRefused() {
        assertThatThrownBy(() -> new Varint(128, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Delimited(new byte[128], 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new WireField(16, new Varint(1), 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new WireField(0, new Varint(1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new WireField(WireField.MAX_NUMBER + 1, new Varint(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void writerWritesWhatIsNoMessage() {
        WireWriter writer = new WireWriter()
                .tag(0, 7)
                .tag(1, WireWriter.VARINT, 6)
                .varint(1, 11)
                .string("é")
                .hex("ff");
        assertThat(Hex.spaced(writer.toByteArray()))
                .isEqualTo("07 88 80 80 80 80 00 81 80 80 80 80 80 80 80 80 80 00 02 c3 a9 ff");
        assertThat(writer.size()).isEqualTo(22);
    }

    private static boolean isValidForProtobufJava(byte[] bytes) throws IOException {
        try {
            return UnknownFieldSet.parseFrom(bytes) != null;
        } catch (InvalidProtocolBufferException e) {
            return false;
        }
    }
}
