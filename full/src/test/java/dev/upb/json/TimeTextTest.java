package dev.upb.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.testkit.random.Seeded;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeTextTest {
    private static String timestamp(long seconds, int nanos) {
        assertThat(WellKnownText.isInRange(true, seconds, nanos)).isTrue();
        byte[] target = new byte[WellKnownText.MAX_SIZE];
        return new String(target, 0, WellKnownText.putTimestamp(target, 0, seconds, nanos), StandardCharsets.US_ASCII);
    }

    private static String duration(long seconds, int nanos) {
        assertThat(WellKnownText.isInRange(false, seconds, nanos)).isTrue();
        byte[] target = new byte[WellKnownText.MAX_SIZE];
        return new String(target, 0, WellKnownText.putDuration(target, 0, seconds, nanos), StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 1970-01-01T00:00:00Z",
        "-1, 999999999, 1969-12-31T23:59:59.999999999Z",
        "-62135596800, 0, 0001-01-01T00:00:00Z",
        "253402300799, 999999999, 9999-12-31T23:59:59.999999999Z",
        "951782400, 0, 2000-02-29T00:00:00Z",
        "951868800, 0, 2000-03-01T00:00:00Z",
        "0, 1, 1970-01-01T00:00:00.000000001Z",
        "0, 10, 1970-01-01T00:00:00.000000010Z",
        "0, 1000, 1970-01-01T00:00:00.000001Z",
        "0, 10000000, 1970-01-01T00:00:00.010Z",
        "0, 500000000, 1970-01-01T00:00:00.500Z"
    })
    void timestampsHaveNoneOrThreeOrSixOrNineDigits(long seconds, int nanos, String expected) {
        assertThat(timestamp(seconds, nanos)).isEqualTo(expected);
    }

    @Test
    void everyDayOfAllYearsIsThatOfTheCalendar() {
        LocalDate last = LocalDate.of(9999, 12, 31);
        for (LocalDate day = LocalDate.of(1, 1, 1); !day.isAfter(last); day = day.plusDays(1)) {
            String text = timestamp(day.toEpochDay() * 86_400L, 0);
            if (!text.startsWith(day.toString())) {
                assertThat(text).isEqualTo(day + "T00:00:00Z");
            }
        }
    }

    @Test
    void randomTimesAreThoseOfTheClock() {
        Seeded.forEach(10_000, seeded -> {
            long seconds = seeded.between(WellKnownText.MIN_TIMESTAMP, WellKnownText.MAX_TIMESTAMP);
            int nanos = seeded.pickInt(0, seeded.below(1000) * 1_000_000, seeded.below(1_000_000_000));
            String text = timestamp(seconds, nanos);
            assertThat(Instant.parse(text))
                    .isEqualTo(Instant.ofEpochSecond(seconds, nanos)
                            .atOffset(ZoneOffset.UTC)
                            .toInstant());
        });
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0s",
        "1, 0, 1s",
        "-1, 0, -1s",
        "0, -500000000, -0.500s",
        "0, 500000000, 0.500s",
        "-1, -1, -1.000000001s",
        "1, 1000, 1.000001s",
        "315576000000, 0, 315576000000s",
        "-315576000000, -999999999, -315576000000.999999999s"
    })
    void durationsHaveNoneOrThreeOrSixOrNineDigits(long seconds, int nanos, String expected) {
        assertThat(duration(seconds, nanos)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "-62135596801, 0",
        "253402300800, 0",
        "0, -1",
        "0, 1000000000",
        "-9223372036854775808, 0",
        "9223372036854775807, -2147483648"
    })
    void otherTimestampsAreRefused(long seconds, int nanos) {
        assertThat(WellKnownText.isInRange(true, seconds, nanos)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "315576000001, 0",
        "-315576000001, 0",
        "1, -1",
        "-1, 1",
        "0, 1000000000",
        "0, -1000000000",
        "-9223372036854775808, 0",
        "0, -2147483648"
    })
    void otherDurationsAreRefused(long seconds, int nanos) {
        assertThat(WellKnownText.isInRange(false, seconds, nanos)).isFalse();
    }
}
