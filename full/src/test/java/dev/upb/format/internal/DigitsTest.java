package dev.upb.format.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.testkit.random.RandomValues;
import dev.upb.testkit.random.Seeded;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DigitsTest {
    private static String print(long value) {
        byte[] target = new byte[Digits.MAX + 8];
        return new String(target, 3, Digits.put(target, 3, value) - 3, StandardCharsets.US_ASCII);
    }

    @Test
    void numbersOfEveryLengthAreWritten() {
        long power = 1;
        for (int digits = 1; digits <= 19; digits++) {
            assertThat(print(power)).isEqualTo(Long.toString(power));
            assertThat(print(power - 1)).isEqualTo(Long.toString(power - 1));
            assertThat(print(power + 1)).isEqualTo(Long.toString(power + 1));
            power *= 10;
        }
        assertThat(print(-1)).isEqualTo("18446744073709551615");
        assertThat(print(Long.MIN_VALUE)).isEqualTo("9223372036854775808");
        assertThat(print(Long.MAX_VALUE)).isEqualTo("9223372036854775807");
    }

    @Test
    void randomNumbersAreWrittenAsUnsigned() {
        Seeded.forEach(20_000, seeded -> {
            long value = RandomValues.bits64(seeded);
            assertThat(print(value)).isEqualTo(Long.toUnsignedString(value));
        });
    }

    @Test
    void paddedNumbersHaveZerosInFront() {
        byte[] target = "xxxxxxxxxxxx".getBytes(StandardCharsets.US_ASCII);
        assertThat(Digits.putPadded(target, 1, 1234, 9)).isEqualTo(10);
        assertThat(new String(target, StandardCharsets.US_ASCII)).isEqualTo("x000001234xx");
        assertThat(Digits.putPadded(target, 4, 7, 2)).isEqualTo(6);
        assertThat(new String(target, StandardCharsets.US_ASCII)).isEqualTo("x00007" + "1234xx");
    }
}
