package dev.upb.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.upb.testkit.wire.Hex;
import org.junit.jupiter.api.Test;

class ByteStringTest {
    @Test
    void laterChangesOfTheArrayDoNotShow() {
        byte[] bytes = {1, 2, 3};
        ByteString string = ByteString.of(bytes);
        bytes[0] = 9;
        string.toByteArray()[1] = 9;

        assertThat(string.toByteArray()).containsExactly(1, 2, 3);
    }

    @Test
    void partOfAnArrayIsCopied() {
        assertThat(ByteString.of(new byte[] {1, 2, 3, 4}, 1, 2)).isEqualTo(ByteString.of((byte) 2, (byte) 3));
        assertThat(ByteString.of(new byte[4], 4, 0)).isSameAs(ByteString.EMPTY);
    }

    @Test
    void partOutsideTheArrayIsRefused() {
        byte[] bytes = new byte[4];

        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> ByteString.of(bytes, 3, 2));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> ByteString.of(bytes, -1, 2));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> ByteString.of(bytes, 1, Integer.MAX_VALUE));
    }

    @Test
    void equalBytesMakeEqualStringsWithEqualHashes() {
        ByteString a = ByteString.ofUtf8("é");
        ByteString b = ByteString.of(Hex.bytes("c3a9"));

        assertThat(a).isEqualTo(b).hasSameHashCodeAs(b).isNotEqualTo(ByteString.ofUtf8("e"));
        assertThat(ByteString.ofUtf8("")).isEqualTo(ByteString.EMPTY);
        assertThat((Object) a).isNotEqualTo("é");
    }

    @Test
    void sizeAndBytesAreThoseGiven() {
        ByteString string = ByteString.of((byte) 7, (byte) -1);
        byte[] target = new byte[4];
        string.copyTo(target, 1);

        assertThat(string.size()).isEqualTo(2);
        assertThat(string.isEmpty()).isFalse();
        assertThat(ByteString.EMPTY.isEmpty()).isTrue();
        assertThat(string.byteAt(1)).isEqualTo((byte) -1);
        assertThat(target).containsExactly(0, 7, -1, 0);
    }

    @Test
    void textIsReadAsUtf8() {
        assertThat(ByteString.of(Hex.bytes("e282ac")).toStringUtf8()).isEqualTo("€");
        assertThat(ByteString.of(Hex.bytes("ff")).toStringUtf8()).isEqualTo("\ufffd");
    }

    @Test
    void textWithAnUnpairedSurrogateIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> ByteString.ofUtf8("\ud800"));
    }

    @Test
    void stringFormShowsSizeAndFirstBytes() {
        assertThat(ByteString.EMPTY).hasToString("0 bytes");
        assertThat(ByteString.of((byte) 0x0A, (byte) 0xF0)).hasToString("2 bytes: 0af0");
        assertThat(ByteString.of(new byte[33])).hasToString("33 bytes: " + "00".repeat(32) + "…");
    }
}
