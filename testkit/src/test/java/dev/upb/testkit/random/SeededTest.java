package dev.upb.testkit.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class SeededTest {
    @Test
    void eachRunHasItsOwnSeed() {
        List<Long> seeds = new ArrayList<>();
        withProperty(Seeded.SEED_PROPERTY, null, () -> Seeded.forEach(3, seeded -> seeds.add(seeded.seed())));
        assertThat(seeds).containsExactly(1L, 2L, 3L);
    }

    @Test
    void failureNamesTheSeedAndKeepsTheCause() {
        IOException cause = new IOException("boom");
        assertThatThrownBy(() -> withProperty(
                        Seeded.SEED_PROPERTY,
                        null,
                        () -> Seeded.forEach(5, seeded -> {
                            if (seeded.seed() == 4) {
                                throw cause;
                            }
                        })))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("-Dupb.seed=4")
                .hasMessageContaining("boom")
                .hasCause(cause);
    }

    @Test
    void seedPropertyRunsThatSeedAlone() {
        List<Long> seeds = new ArrayList<>();
        withProperty(Seeded.SEED_PROPERTY, "77", () -> Seeded.forEach(3, seeded -> seeds.add(seeded.seed())));
        assertThat(seeds).containsExactly(77L);
    }

    @Test
    void sameSeedGivesSameValues() {
        Seeded first = Seeded.of(5);
        Seeded second = Seeded.of(5);
        assertThat(draw(first)).isEqualTo(draw(second)).isNotEqualTo(draw(Seeded.of(6)));
    }

    @Test
    void rangesIncludeBothEnds() {
        Seeded seeded = Seeded.of(1);
        List<Integer> drawn = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            drawn.add(seeded.between(-1, 1));
        }
        assertThat(drawn).contains(-1, 0, 1).allMatch(value -> value >= -1 && value <= 1);
        assertThat(seeded.between(Integer.MAX_VALUE, Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
        assertThat(seeded.between(5L, 5L)).isEqualTo(5L);
    }

    @Test
    void shufflingKeepsTheElements() {
        List<Integer> sorted = List.of(1, 2, 3, 4, 5, 6, 7, 8);
        List<Integer> shuffled = Seeded.of(3).shuffled(sorted);
        assertThat(shuffled).containsExactlyInAnyOrderElementsOf(sorted).isNotEqualTo(sorted);
    }

    private static List<Object> draw(Seeded seeded) {
        return List.of(
                seeded.nextInt(),
                seeded.nextLong(),
                seeded.below(1000),
                RandomValues.string(seeded),
                RandomWire.valid(seeded),
                RandomSchema.next(seeded));
    }

    private static void withProperty(String name, String value, Runnable body) {
        String before = System.getProperty(name);
        set(name, value);
        try {
            body.run();
        } finally {
            set(name, before);
        }
    }

    private static void set(String name, String value) {
        if (value == null) {
            System.clearProperty(name);
        } else {
            System.setProperty(name, value);
        }
    }
}
