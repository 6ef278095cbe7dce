package dev.upb.format.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.testkit.random.RandomValues;
import dev.upb.testkit.random.Seeded;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers against exact arithmetic. */
class DecimalNumberTest {
    private static final String DIGITS = "0123456789";

    private final DecimalNumber number = new DecimalNumber(false);

    private byte[] read(String text) {
        byte[] bytes = (text + ",").getBytes(US_ASCII);
        assertThat(number.read(bytes, 0)).as(shortened(text)).isEqualTo(text.length());
        return bytes;
    }

    private static String shortened(String text) {
        return text.length() < 1000 ? text : text.substring(0, 1000) + "...";
    }

    private double toDouble(String text) {
        return number.toDouble(read(text));
    }

    private float toFloat(String text) {
        return number.toFloat(read(text));
    }

    /** Checks that no double is nearer to the number, and that a tie was broken to the even one. */
    private void assertDoubleIsNearest(String text) {
        double result = toDouble(text);
        BigDecimal exact = new BigDecimal(text);
        assertThat(1 / result > 0 || result > 0)
                .as("sign of %s", shortened(text))
                .isEqualTo(!text.startsWith("-"));
        BigDecimal above = Double.isInfinite(result) || Math.abs(result) == Double.MAX_VALUE
                ? new BigDecimal(Double.MAX_VALUE).add(new BigDecimal(Math.ulp(Double.MAX_VALUE)))
                : new BigDecimal(Math.nextUp(Math.abs(result)));
        BigDecimal found = Double.isInfinite(result) ? above : new BigDecimal(Math.abs(result));
        BigDecimal below =
                result == 0 ? BigDecimal.valueOf(-Double.MIN_VALUE) : new BigDecimal(Math.nextDown(Math.abs(result)));
        if (Double.isInfinite(result)) {
            assertThat(exact.abs()).isGreaterThanOrEqualTo(found.add(below).divide(BigDecimal.valueOf(2)));
            return;
        }
        assertNearest(text, exact.abs(), below, found, above, (Double.doubleToRawLongBits(result) & 1) == 0);
    }

    private void assertFloatIsNearest(String text) {
        float result = toFloat(text);
        BigDecimal exact = new BigDecimal(text);
        BigDecimal above = Float.isInfinite(result) || Math.abs(result) == Float.MAX_VALUE
                ? new BigDecimal(Float.MAX_VALUE).add(new BigDecimal(Math.ulp(Float.MAX_VALUE)))
                : new BigDecimal(Math.nextUp(Math.abs(result)));
        BigDecimal found = Float.isInfinite(result) ? above : new BigDecimal(Math.abs(result));
        BigDecimal below =
                result == 0 ? new BigDecimal(-Float.MIN_VALUE) : new BigDecimal(Math.nextDown(Math.abs(result)));
        if (Float.isInfinite(result)) {
            assertThat(exact.abs()).isGreaterThanOrEqualTo(found.add(below).divide(BigDecimal.valueOf(2)));
            return;
        }
        assertNearest(text, exact.abs(), below, found, above, (Float.floatToRawIntBits(result) & 1) == 0);
    }

    private static void assertNearest(
            String text, BigDecimal exact, BigDecimal below, BigDecimal found, BigDecimal above, boolean even) {
        BigDecimal distance = exact.subtract(found).abs();
        for (BigDecimal other : List.of(below, above)) {
            int order = distance.compareTo(exact.subtract(other).abs());
            assertThat(order < 0 || order == 0 && even)
                    .as("%s is read as %s; next to it is %s", shortened(text), found, other)
                    .isTrue();
        }
    }

    @Test
    void randomNumbersAreReadAsTheNearestOnes() {
        Seeded.forEach(40_000, seeded -> {
            StringBuilder text = new StringBuilder(seeded.nextBoolean() ? "-" : "");
            int integerDigits = seeded.pickInt(1, 1, 2, 5, 17, 19, 20, 21, 40);
            text.append((char) seeded.between('1', '9'));
            appendDigits(seeded, text, integerDigits - 1);
            if (seeded.nextBoolean()) {
                text.append('.');
                appendDigits(seeded, text, seeded.pickInt(1, 3, 7, 8, 9, 16, 17, 25, 60));
            }
            if (seeded.nextBoolean()) {
                text.append(seeded.nextBoolean() ? "e" : "E+").append(seeded.below(330));
            } else if (seeded.nextBoolean()) {
                text.append("e-").append(seeded.below(380));
            }
            assertDoubleIsNearest(text.toString());
            assertFloatIsNearest(text.toString());
        });
    }

    private static void appendDigits(Seeded seeded, StringBuilder text, int count) {
        boolean zeros = seeded.oneIn(8);
        for (int i = 0; i < count; i++) {
            text.append(zeros ? '0' : DIGITS.charAt(seeded.below(10)));
        }
    }

    @Test
    void everyDoubleAndFloatIsReadBackFromItsShortestText() {
        Seeded.forEach(40_000, seeded -> {
            double d = Math.abs(RandomValues.float64(seeded));
            if (Double.isFinite(d)) {
                assertThat(toDouble(Double.toString(d))).isEqualTo(d);
            }
            float f = Math.abs(RandomValues.float32(seeded));
            if (Float.isFinite(f)) {
                assertThat(toFloat(Float.toString(f))).isEqualTo(f);
            }
        });
    }

    @Test
    void numbersHalfwayBetweenTwoAreRoundedToTheEvenOneAndOthersToTheirSide() {
        Seeded.forEach(500, seeded -> {
            double d = Math.abs(Double.longBitsToDouble(seeded.nextLong()));
            if (seeded.oneIn(8)) {
                d = Double.longBitsToDouble(seeded.nextLong() & (1L << 52) - 1); // Subnormal.
            }
            if (d < Double.MAX_VALUE) {
                BigDecimal middle =
                        new BigDecimal(d).add(new BigDecimal(Math.nextUp(d))).divide(BigDecimal.valueOf(2));
                for (String text : around(middle)) {
                    assertDoubleIsNearest(text);
                }
            }
            float f = Math.abs(Float.intBitsToFloat(seeded.nextInt()));
            if (f < Float.MAX_VALUE) {
                BigDecimal middle =
                        new BigDecimal(f).add(new BigDecimal(Math.nextUp(f))).divide(BigDecimal.valueOf(2));
                for (String text : around(middle)) {
                    assertFloatIsNearest(text);
                }
            }
        });
    }

    /** Returns a number, and those that are least above and below it with 1,000 digits more. */
    private static List<String> around(BigDecimal number) {
        BigDecimal bit = BigDecimal.ONE.scaleByPowerOfTen(-number.scale() - 1000);
        return List.of(
                number.toString(),
                number.add(bit).toString(),
                number.subtract(bit).toPlainString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2.2250738585072011e-308",
                "2.2250738585072014e-308",
                "4.9e-324",
                "2.4703282292062327e-324",
                "2.4703282292062328e-324",
                "1e-400",
                "1.7976931348623157e308",
                "1.7976931348623158e308",
                "1.7976931348623159e308",
                "9007199254740993",
                "9007199254740992.999999999999999999999999999",
                "9223372036854775807",
                "18446744073709551615",
                "123456789012345678901234567890",
                "7.2057594037927933e16",
                "6.631236846766476e-316",
                "0.000000000000000000000000000000000000000000000000001e50",
                "8.988465674311580536566680721305029496276241413130815e307",
                "1.1754943508222875e-38",
                "3.4028235677973366e38",
                "3.4028235677973362e38",
                "7.0064923216240854e-46",
                "7.0064923216240853e-46",
                "16777217",
                "16777217.0000000000000000000000000000001",
                "1.00000005960464477539062499",
                "1.00000005960464477539062500",
                "1.00000005960464477539062501"
            })
    void hardNumbersAreReadAsTheNearestOnes(String text) {
        assertDoubleIsNearest(text);
        assertDoubleIsNearest("-" + text);
        assertFloatIsNearest(text);
    }

    @Test
    void zeroKeepsItsSign() {
        for (String zero : List.of("0", "0.0", "0e9", "0.000e-99999999999999999999", "0e99999999999999999999")) {
            assertThat(Double.doubleToRawLongBits(toDouble(zero))).isZero();
            assertThat(Double.doubleToRawLongBits(toDouble("-" + zero))).isEqualTo(Long.MIN_VALUE);
            assertThat(Float.floatToRawIntBits(toFloat("-" + zero))).isEqualTo(Integer.MIN_VALUE);
        }
    }

    @Test
    void exponentsOfAnySizeAreTaken() {
        assertThat(toDouble("1e99999999999999999999999")).isInfinite();
        assertThat(toDouble("1e-99999999999999999999999")).isZero();
        assertThat(toFloat("1e2147483648")).isInfinite();
        assertThat(toFloat("1e-4294967296")).isZero();
    }

    @Test
    void millionsOfDigitsAreTaken() {
        int count = 1_000_000;
        String zeros = "0".repeat(count);
        assertThat(toDouble("1" + zeros + "e-" + count)).isEqualTo(1.0);
        assertThat(toDouble("0." + zeros + "1e" + (count + 1))).isEqualTo(1.0);
        assertThat(toDouble("0." + zeros + "1")).isZero();
        assertThat(toDouble("1" + zeros)).isInfinite();
        assertThat(toDouble("9".repeat(count) + "e-" + count)).isEqualTo(1.0);
        // One bit above the middle between 1 and the next number, a million digits on.
        assertThat(toDouble("1.00000000000000011102230246251565404236316680908203125" + zeros + "1"))
                .isEqualTo(Math.nextUp(1.0));
        assertThat(toDouble("1.00000000000000011102230246251565404236316680908203125" + zeros))
                .isEqualTo(1.0);
        assertThat(toLong("12" + zeros + "e-" + count, true)).isEqualTo(BigInteger.valueOf(12));
        assertThat(toLong("0." + zeros + "12e" + (count + 2), true)).isEqualTo(BigInteger.valueOf(12));
        assertThat(toLong("1" + zeros, true)).isNull();
        assertThat(toLong("1." + zeros + "1", true)).isNull();
    }

    /** Returns the number as 64 bits, with a sign or without, or null if it is no such integer. */
    private BigInteger toLong(String text, boolean signed) {
        int result = number.toInteger(read(text), signed);
        if (result != DecimalNumber.OK) {
            return null;
        }
        return signed ? BigInteger.valueOf(number.integer()) : new BigInteger(Long.toUnsignedString(number.integer()));
    }

    @Test
    void integersAreExactHoweverTheyAreWritten() {
        Seeded.forEach(40_000, seeded -> {
            BigDecimal value = seeded.nextBoolean()
                    ? new BigDecimal(Long.toUnsignedString(RandomValues.bits64(seeded)))
                    : BigDecimal.valueOf(RandomValues.bits64(seeded));
            value = value.add(BigDecimal.valueOf(seeded.pickInt(0, 0, 1, -1)));
            if (seeded.oneIn(4)) {
                value = value.scaleByPowerOfTen(seeded.between(-20, 20));
            }
            int scale = seeded.between(-25, 25);
            String text = seeded.nextBoolean()
                    ? value.toPlainString()
                    : value.scaleByPowerOfTen(-scale).toPlainString() + "e" + scale;
            boolean signed = seeded.nextBoolean();
            BigInteger least = signed ? BigInteger.valueOf(Long.MIN_VALUE) : BigInteger.ZERO;
            BigInteger most = least.add(BigInteger.ONE.shiftLeft(64)).subtract(BigInteger.ONE);
            boolean fits = value.stripTrailingZeros().scale() <= 0
                    && value.toBigInteger().compareTo(least) >= 0
                    && value.toBigInteger().compareTo(most) <= 0;
            assertThat(toLong(text, signed)).as(text).isEqualTo(fits ? value.toBigIntegerExact() : null);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-", "+1", ".5", "1.", "1.e5", "1e", "1e+", "1e-", "00", "01", "-01", "-.5", "", "e5", "x", "--1", "-e"
            })
    void whatIsNoNumberOfJsonIsRefused(String text) {
        byte[] bytes = (text + ",").getBytes(US_ASCII);
        assertThat(number.read(bytes, 0)).isNegative();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x1", "1_000", "1f", "1d", "1e5.5", "1.2.3", "1 "})
    void whatFollowsANumberIsNotTaken(String text) {
        byte[] bytes = (text + ",").getBytes(US_ASCII);
        assertThat(number.read(bytes, 0)).isPositive().isLessThan(text.length());
    }
}
