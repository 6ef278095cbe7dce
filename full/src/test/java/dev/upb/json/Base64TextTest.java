package dev.upb.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.testkit.random.Seeded;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class Base64TextTest {
    private static String encode(byte[] source, int offset, int count) {
        byte[] target = new byte[(int) Base64Text.encodedSize(count) + 2];
        int end = Base64Text.encode(source, offset, count, target, 2);
        assertThat(end).isEqualTo(target.length);
        return new String(target, 2, end - 2, StandardCharsets.US_ASCII);
    }

    @Test
    void theVectorsOfTheRfcAreWritten() {
        byte[] source = "foobar".getBytes(StandardCharsets.US_ASCII);
        String[] expected = {"", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
        for (int count = 0; count <= 6; count++) {
            assertThat(encode(source, 0, count)).isEqualTo(expected[count]);
        }
    }

    @Test
    void anyPartOfAnArrayIsWrittenAsByTheJdk() {
        Seeded.forEach(2000, seeded -> {
            byte[] source = seeded.bytes(seeded.below(70));
            int offset = seeded.below(source.length + 1);
            int count = seeded.below(source.length - offset + 1);
            byte[] part = Arrays.copyOfRange(source, offset, offset + count);
            assertThat(encode(source, offset, count))
                    .isEqualTo(Base64.getEncoder().encodeToString(part));
        });
    }

    @Test
    void theSizeOfTheLargestArrayDoesNotOverflow() {
        assertThat(Base64Text.encodedSize(Integer.MAX_VALUE)).isEqualTo(2_863_311_532L);
    }
}
