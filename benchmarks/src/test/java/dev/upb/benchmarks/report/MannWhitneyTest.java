package dev.upb.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.stat.inference.MannWhitneyUTest;
import org.junit.jupiter.api.Test;

class MannWhitneyTest {
    private static final double EXACT = 1e-12;

    @Test
    void uCountsPairsInWhichTheFirstIsLarger() {
        assertThat(MannWhitney.u(new double[] {1, 4}, new double[] {2, 3, 4})).isEqualTo(2.5);
    }

    /** Of the 20 ways to choose 3 ranks of 6, one has U = 0, and one U = 9. */
    @Test
    void threeAgainstThreeWithoutOverlapIsTwoOfTwenty() {
        assertThat(MannWhitney.p(new double[] {1, 2, 3}, new double[] {4, 5, 6}))
                .isCloseTo(0.1, within(EXACT));
        assertThat(MannWhitney.p(new double[] {4, 5, 6}, new double[] {1, 2, 3}))
                .isCloseTo(0.1, within(EXACT));
    }

    /** Of the 252 ways, U is 0, 1 or 2 in 1 + 1 + 2 of them. */
    @Test
    void fiveAgainstFiveWithLittleOverlapIsEightOfTwoHundredFiftyTwo() {
        double[] first = {1, 2, 3, 4, 7};
        double[] second = {5, 6, 8, 9, 10};
        assertThat(MannWhitney.u(first, second)).isEqualTo(2);
        assertThat(MannWhitney.p(first, second)).isCloseTo(8.0 / 252, within(EXACT));
    }

    /** The distribution of 4 against 2 is 1 1 2 2 3 2 2 1 1, so U of 1 or less is 2 of 15. */
    @Test
    void sidesMayDifferInNumber() {
        assertThat(MannWhitney.p(new double[] {1, 2, 3, 5}, new double[] {4, 6}))
                .isCloseTo(4.0 / 15, within(EXACT));
    }

    @Test
    void samplesThatInterleaveShowNothing() {
        assertThat(MannWhitney.p(new double[] {1, 4, 5, 8}, new double[] {2, 3, 6, 7}))
                .isEqualTo(1);
    }

    @Test
    void equalSamplesShowNothing() {
        assertThat(MannWhitney.p(new double[] {5, 5, 5}, new double[] {5, 5})).isEqualTo(1);
    }

    /** U is 2 where 12.5 is expected; ties of two and of three take a little off the variance: 25 / 12 (11 - 30 / 90). */
    @Test
    void tiesAreApproximatedWithTheirCorrection() {
        double[] first = {1, 2, 2, 3, 5};
        double[] second = {4, 5, 5, 6, 7};
        double variance = 25.0 / 12 * (11 - (6.0 + 24) / 90);
        assertThat(MannWhitney.u(first, second)).isEqualTo(2);
        assertThat(MannWhitney.p(first, second))
                .isCloseTo(2 * tail((12.5 - 2 - 0.5) / Math.sqrt(variance)), within(1e-6));
    }

    private static double tail(double z) {
        return 1 - new NormalDistribution().cumulativeProbability(z);
    }

    /** That library approximates, which is good enough at this number, and makes no correction for whole values of U. */
    @Test
    void manySamplesGiveWhatAnotherImplementationGives() {
        double[] first = IntStream.range(0, 100).mapToDouble(i -> i * 7 % 101).toArray();
        double[] second =
                IntStream.range(0, 100).mapToDouble(i -> i * 11 % 101 + 12.5).toArray();
        assertThat(MannWhitney.p(first, second))
                .isCloseTo(new MannWhitneyUTest().mannWhitneyUTest(first, second), within(2e-4));
    }

    @Test
    void noSamplesAreRefused() {
        double[] none = {};
        assertThatThrownBy(() -> MannWhitney.p(none, new double[] {1}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 and 1 samples");
    }
}
