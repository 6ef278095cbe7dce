package dev.upb.minitable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.testkit.random.RandomValues;
import dev.upb.testkit.random.Seeded;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MiniTableEnumTest {
    private static void check(MiniTableEnum values, Set<Integer> model, int probe) {
        if (values.contains(probe) != model.contains(probe)) {
            throw new AssertionError(probe + " is " + (model.contains(probe) ? "missing" : "too much"));
        }
    }

    private static void checkAround(MiniTableEnum values, Set<Integer> model) {
        for (int member : model) {
            for (int probe = member - 2; probe != member + 3; probe++) {
                check(values, model, probe);
            }
            check(values, model, member + 64);
            check(values, model, member ^ Integer.MIN_VALUE);
        }
        for (int probe = -200; probe < 2000; probe++) {
            check(values, model, probe);
        }
        check(values, model, Integer.MAX_VALUE);
        check(values, model, Integer.MIN_VALUE);
    }

    @Test
    void emptyEnumContainsNothing() {
        checkAround(MiniTableEnum.of(), Set.of());
        assertThat(MiniTableEnum.of().count()).isZero();
        assertThat(MiniTableEnum.of().values()).isEmpty();
    }

    @Test
    void enumContainsWhatASetContains() {
        Seeded.forEach(1000, seeded -> {
            Set<Integer> model = new HashSet<>();
            int count = seeded.pickInt(1, 3, 20, 200);
            int shape = seeded.below(4);
            for (int i = 0; i < count; i++) {
                model.add(
                        switch (shape) {
                            case 0 -> i;
                            case 1 -> i * seeded.between(1, 40);
                            case 2 -> seeded.between(-300, 300);
                            default -> RandomValues.bits32(seeded);
                        });
            }
            int[] numbers = seeded.shuffled(model.stream().toList()).stream()
                    .mapToInt(Integer::intValue)
                    .toArray();
            MiniTableEnum values = MiniTableEnum.of(numbers);

            checkAround(values, model);
            assertThat(values.count()).isEqualTo(model.size());
            assertThat(values.values())
                    .isEqualTo(model.stream()
                            .sorted(Integer::compareUnsigned)
                            .mapToInt(Integer::intValue)
                            .toArray());
        });
    }

    @Test
    void numbersGivenTwiceCountOnce() {
        MiniTableEnum values = MiniTableEnum.of(5, 1, 5, -1, -1, 1);

        assertThat(values.count()).isEqualTo(3);
        assertThat(values.values()).containsExactly(1, 5, -1);
    }

    @Test
    void wordEdgesOfTheMaskAreExact() {
        Set<Integer> model = Set.of(0, 63, 64, 127, 128, 191, 192);

        checkAround(MiniTableEnum.of(model.stream().mapToInt(Integer::intValue).toArray()), model);
    }

    @Test
    void denseEnumOfManyThousandNumbersIsExact() {
        MiniTableEnum values = MiniTableEnum.of(IntStream.range(0, 100_000).toArray());

        assertThat(values.contains(99_999)).isTrue();
        assertThat(values.contains(100_000)).isFalse();
        assertThat(values.contains(-1)).isFalse();
        assertThat(values.count()).isEqualTo(100_000);
    }

    @Test
    void largestAndSmallestNumbersAreHeldWithoutALargeTable() {
        Set<Integer> model = Set.of(Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 0);

        checkAround(MiniTableEnum.of(model.stream().mapToInt(Integer::intValue).toArray()), model);
    }
}
