package dev.upb.testkit.random;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomValuesTest {
    private static final int DRAWS = 20_000;

    @Test
    void numbersHitTheirEdges() {
        Seeded seeded = Seeded.of(1);
        Set<Object> drawn = new HashSet<>();
        for (int i = 0; i < DRAWS; i++) {
            drawn.add(RandomValues.bits32(seeded));
            drawn.add(RandomValues.bits64(seeded));
            drawn.add(RandomValues.float32(seeded));
            drawn.add(RandomValues.float64(seeded));
        }
        assertThat(drawn)
                .contains(0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE)
                .contains(0L, 1L, -1L, Long.MAX_VALUE, Long.MIN_VALUE)
                .contains(0f, -0f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MIN_VALUE)
                .contains(0d, -0d, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MAX_VALUE);
    }

    @Test
    void stringsAreWellFormedAndOfEachKind() {
        Seeded seeded = Seeded.of(2);
        Set<Integer> lengthsInUtf8 = new HashSet<>();
        int longest = 0;
        boolean empty = false;
        for (int i = 0; i < DRAWS; i++) {
            String text = RandomValues.string(seeded);
            assertThat(new String(text.getBytes(UTF_8), UTF_8)).isEqualTo(text);
            text.codePoints()
                    .map(character -> Character.toString(character).getBytes(UTF_8).length)
                    .forEach(lengthsInUtf8::add);
            longest = Math.max(longest, text.length());
            empty |= text.isEmpty();
        }
        assertThat(lengthsInUtf8).containsExactlyInAnyOrder(1, 2, 3, 4);
        assertThat(longest).isGreaterThan(2000);
        assertThat(empty).isTrue();
    }

    @Test
    void malformedUtf8IsRefusedByTheJdk() {
        Seeded.forEach(2000, seeded -> {
            byte[] bytes = RandomValues.malformedUtf8(seeded);
            assertThatThrownBy(() -> UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)))
                    .isInstanceOf(CharacterCodingException.class);
        });
    }
}
