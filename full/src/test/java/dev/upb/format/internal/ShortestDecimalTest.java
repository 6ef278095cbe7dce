package dev.upb.format.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.testkit.random.Seeded;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortestDecimalTest {
    /** Since this version, {@link Double#toString(double)} gives the shortest digits itself. */
    private static final int SHORTEST_SINCE = 19;

    private static final int RUNS = 20_000;

    private static String print(double value) {
        byte[] target = new byte[ShortestDecimal.MAX_SIZE + 8];
        int end = ShortestDecimal.put(target, 4, value);
        assertThat(end - 4).isLessThanOrEqualTo(ShortestDecimal.MAX_SIZE);
        return new String(target, 4, end - 4, StandardCharsets.US_ASCII);
    }

    private static String print(float value) {
        byte[] target = new byte[ShortestDecimal.MAX_SIZE + 8];
        int end = ShortestDecimal.put(target, 4, value);
        assertThat(end - 4).isLessThanOrEqualTo(ShortestDecimal.MAX_SIZE);
        return new String(target, 4, end - 4, StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @CsvSource({
        "0.0, 0.0",
        "-0.0, -0.0",
        "1, 1.0",
        "-1, -1.0",
        "10, 10.0",
        "123, 123.0",
        "0.1, 0.1",
        "0.3, 0.3",
        "1.5, 1.5",
        "12345.678, 12345.678",
        "0.001, 0.001",
        "0.00123, 0.00123",
        "0.000999, 9.99E-4",
        "1e-4, 1.0E-4",
        "9999999, 9999999.0",
        "9999999.5, 9999999.5",
        "1e7, 1.0E7",
        "12345678, 1.2345678E7",
        "9007199254740991, 9.007199254740991E15",
        "9007199254740993, 9.007199254740992E15",
        "1e21, 1.0E21",
        "1e22, 1.0E22",
        "1e23, 1.0E23",
        "2e23, 2.0E23",
        "9.5367431640625e-7, 9.5367431640625E-7",
        "1.7976931348623157e308, 1.7976931348623157E308",
        "2.2250738585072014e-308, 2.2250738585072014E-308",
        "2.225073858507201e-308, 2.225073858507201E-308",
        "4.9e-324, 4.9E-324",
        "9.9e-324, 9.9E-324",
        "1.5e-323, 1.5E-323",
        // Java gave these more digits than they need, or not the closest ones, before version 19.
        "2.0e-3, 0.002",
        "1.1e-322, 1.1E-322",
        "2.2e-322, 2.2E-322",
        "8.41e21, 8.41E21",
        "2.98023223876953125E-8, 2.9802322387695312E-8",
        "5e-324, 4.9E-324"
    })
    void doublesHaveAsFewDigitsAsTheyNeed(double value, String expected) {
        assertThat(print(value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0.0, 0.0",
        "-0.0, -0.0",
        "0.1, 0.1",
        "1, 1.0",
        "3.4028235e38, 3.4028235E38",
        "1.17549435e-38, 1.1754944E-38",
        "1.4e-45, 1.4E-45",
        "2.8e-45, 2.8E-45",
        "16777216, 1.6777216E7",
        "8388608.5, 8388608.0",
        "9999999, 9999999.0",
        "3.3554432e7, 3.3554432E7",
        "1e10, 1.0E10",
        "0.001, 0.001",
        "2.5e-5, 2.5E-5"
    })
    void floatsHaveAsFewDigitsAsTheyNeed(float value, String expected) {
        assertThat(print(value)).isEqualTo(expected);
    }

    @Test
    void allPowersOfTwoAndTheirNeighboursAreShortest() {
        for (int exponent = 0; exponent < 0x7FF; exponent++) {
            for (long fraction : new long[] {0, 1, 2, (1L << 52) - 1}) {
                checkDouble(Double.longBitsToDouble((long) exponent << 52 | fraction));
            }
        }
        for (int exponent = 0; exponent < 0xFF; exponent++) {
            for (int fraction : new int[] {0, 1, 2, (1 << 23) - 1}) {
                checkFloat(Float.intBitsToFloat(exponent << 23 | fraction));
            }
        }
    }

    @Test
    void allPowersOfTenAndTheirNeighboursAreShortest() {
        for (int exponent = -323; exponent <= 308; exponent++) {
            double power = Double.parseDouble("1e" + exponent);
            checkDouble(power);
            checkDouble(Math.nextUp(power));
            checkDouble(Math.nextDown(power));
        }
    }

    @Test
    void theSmallestNumbersAreShortest() {
        for (int bits = 0; bits < 2000; bits++) {
            checkDouble(Double.longBitsToDouble(bits));
            checkFloat(Float.intBitsToFloat(bits));
        }
    }

    @Test
    void randomNumbersAreShortestAndClosest() {
        Seeded.forEach(RUNS, seeded -> {
            double any = Double.longBitsToDouble(seeded.nextLong());
            if (Double.isFinite(any)) {
                checkDouble(any);
            }
            float anyFloat = Float.intBitsToFloat(seeded.nextInt());
            if (Float.isFinite(anyFloat)) {
                checkFloat(anyFloat);
            }
            checkDouble((double) (seeded.nextLong() >> seeded.below(64)));
            checkDouble(seeded.between(-1_000_000_000L, 1_000_000_000L) / 1e4);
            checkFloat(seeded.between(-1_000_000, 1_000_000) / 100f);
        });
    }

    @Test
    void logarithmsAreExactForAllExponents() {
        for (int exponent = -1074; exponent <= 971; exponent++) {
            BigDecimal power = exponent >= 0
                    ? new BigDecimal(BigInteger.TWO.pow(exponent))
                    : BigDecimal.ONE.divide(new BigDecimal(BigInteger.TWO.pow(-exponent)));
            assertThat(ShortestDecimal.floorLog10Pow2(exponent)).isEqualTo(floorLog10(power));
            assertThat(ShortestDecimal.floorLog10ThreeQuartersOfPow2(exponent))
                    .isEqualTo(floorLog10(power.multiply(new BigDecimal("0.75"))));
        }
        for (int exponent = 1; exponent <= 325; exponent++) {
            int bits = BigInteger.TEN.pow(exponent).bitLength();
            assertThat(ShortestDecimal.floorLog2Pow10(exponent)).isEqualTo(bits - 1);
            assertThat(ShortestDecimal.floorLog2Pow10(-exponent)).isEqualTo(-bits);
        }
        assertThat(ShortestDecimal.floorLog2Pow10(0)).isZero();
    }

    private static int floorLog10(BigDecimal value) {
        return value.precision() - value.scale() - 1;
    }

    private static void checkDouble(double value) {
        String text = print(value);
        assertThat(Double.compare(Double.parseDouble(text), value)).as(text).isZero();
        checkShortest(text, new BigDecimal(value), candidate -> Double.parseDouble(candidate) == value);
        if (Runtime.version().feature() >= SHORTEST_SINCE) {
            assertThat(text).isEqualTo(Double.toString(value));
        }
    }

    private static void checkFloat(float value) {
        String text = print(value);
        assertThat(Float.compare(Float.parseFloat(text), value)).as(text).isZero();
        checkShortest(text, new BigDecimal(value), candidate -> Float.parseFloat(candidate) == value);
        if (Runtime.version().feature() >= SHORTEST_SINCE) {
            assertThat(text).isEqualTo(Float.toString(value));
        }
    }

    private interface RoundTrip {
        boolean gives(String candidate);
    }

    /** Searches for a text with one digit less, and for a closer one with as many digits; of those with two digits at least. */
    private static void checkShortest(String text, BigDecimal exact, RoundTrip roundTrip) {
        if (exact.signum() == 0) {
            return;
        }
        BigDecimal printed = new BigDecimal(text);
        int digits = printed.stripTrailingZeros().precision();
        int unit = printed.precision() - printed.scale(); // The first digit is worth 10^(unit - 1).
        if (digits > 2) {
            for (RoundingMode mode : new RoundingMode[] {RoundingMode.DOWN, RoundingMode.UP}) {
                BigDecimal shorter = exact.setScale(digits - 1 - unit, mode);
                assertThat(roundTrip.gives(shorter.toString()))
                        .as("%s is shorter than %s", shorter, text)
                        .isFalse();
            }
        }
        BigDecimal distance = printed.subtract(exact).abs();
        int allowed = Math.max(digits, 2);
        for (RoundingMode mode : new RoundingMode[] {RoundingMode.DOWN, RoundingMode.UP}) {
            BigDecimal other = exact.setScale(allowed - unit, mode);
            if (roundTrip.gives(other.toString())) {
                assertThat(other.subtract(exact).abs())
                        .as("%s is closer than %s", other, text)
                        .isGreaterThanOrEqualTo(distance);
            }
        }
    }
}
