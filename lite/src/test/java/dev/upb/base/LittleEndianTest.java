package dev.upb.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.upb.testkit.wire.Hex;
import org.junit.jupiter.api.Test;

class LittleEndianTest {
    @Test
    void lowestByteComesFirstAtAnyAlignment() {
        byte[] bytes = new byte[15];
        LittleEndian.putLong(bytes, 1, 0x0807060504030201L);
        LittleEndian.putInt(bytes, 9, 0x0C0B0A09);
        LittleEndian.putShort(bytes, 13, (short) 0x0E0D);

        assertThat(Hex.string(bytes)).isEqualTo("000102030405060708090a0b0c0d0e");
        assertThat(LittleEndian.getLong(bytes, 2)).isEqualTo(0x0908070605040302L);
        assertThat(LittleEndian.getInt(bytes, 3)).isEqualTo(0x06050403);
        assertThat(LittleEndian.getShort(bytes, 5)).isEqualTo((short) 0x0605);
    }

    @Test
    void accessPastTheEndIsRefused() {
        byte[] bytes = new byte[8];

        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> LittleEndian.getLong(bytes, 1));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> LittleEndian.putInt(bytes, 5, 0));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> LittleEndian.getShort(bytes, -1));
    }
}
