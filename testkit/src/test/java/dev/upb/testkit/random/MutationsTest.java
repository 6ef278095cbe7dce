package dev.upb.testkit.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.testkit.wire.Hex;
import java.util.List;
import org.junit.jupiter.api.Test;

class MutationsTest {
    @Test
    void truncationsAreAllProperPrefixes() {
        List<String> cut =
                Mutations.truncations(Hex.bytes("0102 03")).map(Hex::string).toList();
        assertThat(cut).containsExactly("", "01", "0102");
    }

    @Test
    void bitFlipsInvertEachBitOnce() {
        List<String> flipped =
                Mutations.bitFlips(Hex.bytes("00 ff")).map(Hex::string).toList();
        assertThat(flipped)
                .containsExactly(
                        "01ff", "02ff", "04ff", "08ff", "10ff", "20ff", "40ff", "80ff", "00fe", "00fd", "00fb", "00f7",
                        "00ef", "00df", "00bf", "007f");
    }

    @Test
    void mutationsLeaveTheOriginalAlone() {
        byte[] original = Hex.bytes("08 01 12 02 03 04");
        int[] changed = {0};
        Seeded.forEach(200, seeded -> {
            byte[] mutated = Mutations.mutate(seeded, original);
            changed[0] += Hex.string(mutated).equals("080112020304") ? 0 : 1;
            assertThat(Hex.string(original)).isEqualTo("080112020304");
        });
        assertThat(changed[0]).isGreaterThan(150);
    }

    @Test
    void emptyInputCanBeMutated() {
        Seeded.forEach(
                50, seeded -> assertThat(Mutations.mutate(seeded, new byte[0])).isNotNull());
    }
}
