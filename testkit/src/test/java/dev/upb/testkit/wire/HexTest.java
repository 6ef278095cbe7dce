package dev.upb.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HexTest {
    @Test
    void whiteSpaceMayStandAnywhere() {
        assertThat(Hex.bytes(" 08 96\n01\tF f")).containsExactly(0x08, 0x96, 0x01, 0xff);
        assertThat(Hex.bytes("")).isEmpty();
    }

    @Test
    void brokenTextIsRefused() {
        assertThatThrownBy(() -> Hex.bytes("123")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Hex.bytes("0g")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void bytesArePrintedInLowerCase() {
        byte[] bytes = {0x0a, (byte) 0xff};
        assertThat(Hex.string(bytes)).isEqualTo("0aff");
        assertThat(Hex.spaced(bytes)).isEqualTo("0a ff");
    }

    @Test
    void partsAreJoinedInOrder() {
        assertThat(Hex.concat(new byte[] {1}, new byte[0], new byte[] {2, 3})).containsExactly(1, 2, 3);
    }
}
