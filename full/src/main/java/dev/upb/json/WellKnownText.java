package dev.upb.json;

import dev.upb.format.internal.Digits;

/**
 * How well-known types look as text: timestamps (RFC 3339, always in UTC); durations (seconds with a suffix {@code s}); paths of a field mask
 * (in JSON one string, joined by commas, in camel case); the type of an {@code Any} (a URL: a host or more, a slash, the full name).
 */
final class WellKnownText {
    /** {@code 0001-01-01T00:00:00Z}, in seconds since 1970. */
    static final long MIN_TIMESTAMP = -62_135_596_800L;
    /** {@code 9999-12-31T23:59:59Z}. */
    static final long MAX_TIMESTAMP = 253_402_300_799L;
    /** Seconds of 10,000 years, the limit to either side. */
    static final long MAX_DURATION = 315_576_000_000L;

    /** No number of seconds: what was read is malformed or out of range. */
    static final long INVALID = Long.MIN_VALUE;

    static final int NANOS_PER_SECOND = 1_000_000_000;
    /** Most bytes of either text, without quotes. */
    static final int MAX_SIZE = 32;

    private static final int SECONDS_PER_DAY = 86_400;
    /** Days from 0000-03-01, where years are counted from below, to 1970-01-01. */
    private static final int DAYS_TO_1970 = 719_468;

    private static final int DAYS_PER_400_YEARS = 146_097;

    /** Bytes of a timestamp without a fraction. */
    private static final int MIN_TIMESTAMP_SIZE = 20;
    /** Where in a timestamp the point of the fraction is, if there is one. */
    private static final int POINT_OF_TIMESTAMP = 19;
    /** No offset from UTC: what was read is malformed. */
    private static final int NO_OFFSET = Integer.MIN_VALUE;

    private WellKnownText() {}

    /** Whether a timestamp, or else a duration, is in range; the parts of a duration must not have opposite signs. */
    static boolean isInRange(boolean isTimestamp, long seconds, int nanos) {
        if (isTimestamp) {
            return seconds >= MIN_TIMESTAMP && seconds <= MAX_TIMESTAMP && nanos >= 0 && nanos < NANOS_PER_SECOND;
        }
        return seconds >= -MAX_DURATION
                && seconds <= MAX_DURATION
                && nanos > -NANOS_PER_SECOND
                && nanos < NANOS_PER_SECOND
                && Long.signum(seconds) * Integer.signum(nanos) >= 0;
    }

    /** Writes a timestamp that {@linkplain #isInRange is in range} and returns the offset behind it. */
    static int putTimestamp(byte[] target, int at, long seconds, int nanos) {
        long day = Math.floorDiv(seconds, (long) SECONDS_PER_DAY);
        int second = (int) (seconds - day * SECONDS_PER_DAY);
        int to = putDate(target, at, (int) day);
        target[to] = 'T';
        to = Digits.putPadded(target, to + 1, second / 3600, 2);
        target[to] = ':';
        to = Digits.putPadded(target, to + 1, second / 60 % 60, 2);
        target[to] = ':';
        to = Digits.putPadded(target, to + 1, second % 60, 2);
        to = putFraction(target, to, nanos);
        target[to] = 'Z';
        return to + 1;
    }

    private static int putDate(byte[] target, int at, int daysSince1970) {
        // Years that begin in March: the day that leap years have more is their last one.
        int days = daysSince1970 + DAYS_TO_1970;
        int era = Math.floorDiv(days, DAYS_PER_400_YEARS);
        int dayOfEra = days - era * DAYS_PER_400_YEARS;
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / (DAYS_PER_400_YEARS - 1)) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int marchMonth = (5 * dayOfYear + 2) / 153; // Five months in turn have 153 days.
        int day = dayOfYear - (153 * marchMonth + 2) / 5 + 1;
        int month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
        int year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
        int to = Digits.putPadded(target, at, year, 4);
        target[to] = '-';
        to = Digits.putPadded(target, to + 1, month, 2);
        target[to] = '-';
        return Digits.putPadded(target, to + 1, day, 2);
    }

    /** Writes a duration that {@linkplain #isInRange is in range} and returns the offset behind it. */
    static int putDuration(byte[] target, int at, long seconds, int nanos) {
        int to = at;
        if (seconds < 0 || nanos < 0) {
            target[to++] = '-';
        }
        to = Digits.put(target, to, Math.abs(seconds));
        to = putFraction(target, to, Math.abs(nanos));
        target[to] = 's';
        return to + 1;
    }

    /** Writes nothing, or a point and 3, 6 or 9 digits. */
    private static int putFraction(byte[] target, int at, int nanos) {
        if (nanos == 0) {
            return at;
        }
        target[at] = '.';
        int digits = 9;
        int fraction = nanos;
        while (fraction % 1000 == 0) {
            fraction /= 1000;
            digits -= 3;
        }
        return Digits.putPadded(target, at + 1, fraction, digits);
    }

    /** Returns the number that {@code count} digits make, or -1 if they are none. */
    private static int digits(byte[] text, int at, int count) {
        int number = 0;
        for (int i = at; i < at + count; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    /** Returns the offset behind a point and 1 to 9 digits; {@code at} if there is no point; -1 if there are fewer or more digits. */
    private static int fractionEnd(byte[] text, int at, int end) {
        if (at == end || text[at] != '.') {
            return at;
        }
        int ptr = at + 1;
        while (ptr < end && text[ptr] >= '0' && text[ptr] <= '9') {
            ptr++;
        }
        int count = ptr - at - 1;
        return count >= 1 && count <= 9 ? ptr : -1;
    }

    /** Returns the nanoseconds of the fraction at {@code at}, which was checked; 0 if there is none. */
    private static int fraction(byte[] text, int at) {
        if (text[at] != '.') {
            return 0;
        }
        int nanos = 0;
        int scale = NANOS_PER_SECOND;
        for (int i = at + 1; text[i] >= '0' && text[i] <= '9'; i++) {
            scale /= 10;
            nanos += (text[i] - '0') * scale;
        }
        return nanos;
    }

    /** Returns the seconds since 1970 of a timestamp in {@code text[start .. end)}, or {@link #INVALID} if it is none or out of range. */
    static long timestampSeconds(byte[] text, int start, int end) {
        if (end - start < MIN_TIMESTAMP_SIZE
                || text[start + 4] != '-'
                || text[start + 7] != '-'
                || text[start + 10] != 'T'
                || text[start + 13] != ':'
                || text[start + 16] != ':') {
            return INVALID;
        }
        int year = digits(text, start, 4);
        int month = digits(text, start + 5, 2);
        int day = digits(text, start + 8, 2);
        int hour = digits(text, start + 11, 2);
        int minute = digits(text, start + 14, 2);
        int second = digits(text, start + 17, 2);
        int zone = fractionEnd(text, start + POINT_OF_TIMESTAMP, end);
        int offset = zone < 0 ? NO_OFFSET : offset(text, zone, end);
        if (year < 0
                || month < 1
                || month > 12
                || day < 1
                || day > daysOf(year, month)
                || !isTimeOfDay(hour, minute)
                || second < 0
                || second > 59
                || offset == NO_OFFSET) {
            return INVALID;
        }
        long seconds = (long) daysSince1970(year, month, day) * SECONDS_PER_DAY
                + hour * 3600L
                + minute * 60L
                + second
                - offset;
        return seconds >= MIN_TIMESTAMP && seconds <= MAX_TIMESTAMP ? seconds : INVALID;
    }

    /** Returns the nanoseconds of a timestamp for which there are seconds. */
    static int timestampNanos(byte[] text, int start) {
        return fraction(text, start + POINT_OF_TIMESTAMP);
    }

    private static boolean isTimeOfDay(int hour, int minute) {
        return hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59;
    }

    /** Returns how many seconds the local time at {@code at} is ahead of UTC, or {@link #NO_OFFSET}. */
    private static int offset(byte[] text, int at, int end) {
        if (end - at == 1) {
            return text[at] == 'Z' ? 0 : NO_OFFSET;
        }
        if (end - at != 6 || text[at] != '+' && text[at] != '-' || text[at + 3] != ':') {
            return NO_OFFSET;
        }
        int hour = digits(text, at + 1, 2);
        int minute = digits(text, at + 4, 2);
        if (!isTimeOfDay(hour, minute)) {
            return NO_OFFSET;
        }
        int offset = hour * 3600 + minute * 60;
        return text[at] == '+' ? offset : -offset;
    }

    private static int daysOf(int year, int month) {
        return switch (month) {
            case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    /** The way back from {@link #putDate}. */
    private static int daysSince1970(int year, int month, int day) {
        int marchYear = month <= 2 ? year - 1 : year;
        int marchMonth = month <= 2 ? month + 9 : month - 3;
        int era = Math.floorDiv(marchYear, 400);
        int yearOfEra = marchYear - era * 400;
        int dayOfYear = (153 * marchMonth + 2) / 5 + day - 1;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * DAYS_PER_400_YEARS + dayOfEra - DAYS_TO_1970;
    }

    /** Returns the seconds of a duration in {@code text[start .. end)}, or {@link #INVALID} if it is none or out of range. */
    static long durationSeconds(byte[] text, int start, int end) {
        boolean negative = start < end && text[start] == '-';
        int first = negative ? start + 1 : start;
        int ptr = first;
        long seconds = 0;
        for (; ptr < end && text[ptr] >= '0' && text[ptr] <= '9'; ptr++) {
            seconds = seconds * 10 + (text[ptr] - '0');
            if (seconds > MAX_DURATION) {
                return INVALID;
            }
        }
        int unit = fractionEnd(text, ptr, end);
        if (ptr == first || unit != end - 1 || text[unit] != 's') {
            return INVALID;
        }
        return negative ? -seconds : seconds;
    }

    /** Returns the nanoseconds, with the sign, of a duration for which there are seconds. */
    static int durationNanos(byte[] text, int start) {
        boolean negative = text[start] == '-';
        int ptr = negative ? start + 1 : start;
        while (text[ptr] >= '0' && text[ptr] <= '9') {
            ptr++;
        }
        int nanos = fraction(text, ptr);
        return negative ? -nanos : nanos;
    }
    /**
     * Writes a path in camel case, at most as long as the path itself.
     *
     * @return the offset behind it, or -1 if the way back would lead to another path: it has a capital letter, a comma, or an underscore that is
     *     not followed by a small letter
     */
    static int toCamelCase(byte[] path, int offset, int count, byte[] target, int targetOffset) {
        int to = targetOffset;
        for (int i = offset; i < offset + count; i++) {
            byte b = path[i];
            if (b == '_') {
                i++;
                if (i == offset + count || path[i] < 'a' || path[i] > 'z') {
                    return -1;
                }
                target[to++] = (byte) (path[i] - 'a' + 'A');
            } else if (b >= 'A' && b <= 'Z' || b == ',') {
                return -1;
            } else {
                target[to++] = b;
            }
        }
        return to;
    }

    /**
     * Writes a path of JSON in the form of the {@code .proto} file, at most twice as long.
     *
     * @return the offset behind it, or -1 if it has an underscore, which no path in camel case has
     */
    static int toSnakeCase(byte[] path, int offset, int count, byte[] target, int targetOffset) {
        int to = targetOffset;
        for (int i = offset; i < offset + count; i++) {
            byte b = path[i];
            if (b == '_') {
                return -1;
            }
            if (b >= 'A' && b <= 'Z') {
                target[to++] = '_';
                target[to++] = (byte) (b - 'A' + 'a');
            } else {
                target[to++] = b;
            }
        }
        return to;
    }

    /** Returns the offset of the full name, or -1 if there is no slash with something before and behind it. */
    static int typeNameOffset(byte[] url, int offset, int count) {
        for (int i = offset + count - 1; i >= offset; i--) {
            if (url[i] == '/') {
                return i > offset && i + 1 < offset + count ? i + 1 : -1;
            }
        }
        return -1;
    }
}
