package dev.upb.json;

import dev.upb.base.LittleEndian;
import dev.upb.base.Utf8;
import dev.upb.format.internal.Digits;
import dev.upb.format.internal.PrintOutput;
import java.nio.charset.StandardCharsets;

/** Output of JSON: how single values are written. Not thread safe. */
class JsonOutput extends PrintOutput {
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = ONES << 7;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long SPACES = ONES * ' ';

    private static final String HEX = "0123456789abcdef";

    void put(Token token) {
        ensure(token.size());
        size = token.put(bytes, size);
    }

    void put(Token first, Token second) {
        ensure((long) first.size() + second.size());
        size = second.put(bytes, first.put(bytes, size));
    }

    /** Writes a token without its first byte. */
    void putRest(Token token) {
        ensure(token.size());
        size = token.putRest(bytes, size);
    }

    // Where speed counts, one call writes a token and a value: the position, in memory between calls, is what each call
    // waits for.

    void putSigned(Token first, long value) {
        ensure(1L + first.size() + Digits.MAX);
        int to = first.put(bytes, size);
        long magnitude = value;
        if (value < 0) {
            bytes[to++] = '-';
            magnitude = -value; // The smallest number is its own negative, and right as an unsigned one.
        }
        size = Digits.put(bytes, to, magnitude);
    }

    @Override
    protected void putNotFinite(double value) {
        putAscii(Double.isNaN(value) ? "\"NaN\"" : value > 0 ? "\"Infinity\"" : "\"-Infinity\"");
    }

    /** Writes bytes in base64, as a string. */
    void putBase64(byte[] source, int offset, int count) {
        ensure(Base64Text.encodedSize(count) + 2);
        bytes[size++] = '"';
        size = Base64Text.encode(source, offset, count, bytes, size);
        bytes[size++] = '"';
    }

    /** Writes a path of a field mask in camel case, unquoted and not escaped; false, and nothing is written, if it has no such form. */
    boolean putCamelCase(byte[] source, int offset, int count) {
        ensure(count);
        int end = WellKnownText.toCamelCase(source, offset, count, bytes, size);
        if (end < 0) {
            return false;
        }
        size = end;
        return true;
    }

    /** Writes a string whose surrogates all have their partners, or U+FFFD in their place. */
    void putString(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        putString(utf8, 0, utf8.length, true);
    }

    void putString(byte[] source, int offset, int count, boolean valid) {
        putString(Token.EMPTY, source, offset, count, valid);
    }

    /**
     * Writes a token, and UTF-8 as a string, with quotes. Escaped is what JSON demands and nothing else.
     *
     * @param valid whether the bytes are known to be well-formed; otherwise malformed parts become U+FFFD
     */
    void putString(Token first, byte[] source, int offset, int count, boolean valid) {
        ensure(2L + first.size() + count);
        byte[] target = bytes;
        int to = first.put(target, size);
        int at = offset;
        int end = offset + count;
        long stopAtHighBits = valid ? 0 : HIGH_BITS;
        target[to++] = '"';
        while (true) {
            long found = 0;
            while (at <= end - 8) {
                long chunk = LittleEndian.getLong(source, at);
                LittleEndian.putLong(target, to, chunk);
                found = special(chunk) | chunk & stopAtHighBits;
                if (found != 0) {
                    break;
                }
                at += 8;
                to += 8;
            }
            if (found == 0) {
                int left = end - at;
                long chunk = lastBytes(source, at, left);
                LittleEndian.putLong(target, to, chunk);
                found = (special(chunk) | chunk & stopAtHighBits) & (1L << left * 8) - 1;
                if (found == 0) {
                    target[to + left] = '"';
                    size = to + left + 1;
                    return;
                }
            }
            int plain = Long.numberOfTrailingZeros(found) >>> 3;
            size = to + plain;
            at = putSpecial(source, at + plain, end);
            ensure(end - at + 2L);
            target = bytes;
            to = size;
        }
    }

    /** Returns a long whose lowest set bit is the high bit of the first byte that must be escaped; 0 if there is none. */
    private static long special(long chunk) {
        // A byte minus 1, or minus a space, borrows into its high bit only if it is less; a borrow from below shows in
        // later bytes only.
        long quotes = (chunk ^ QUOTES) - ONES;
        long backslashes = (chunk ^ BACKSLASHES) - ONES;
        return (chunk - SPACES | quotes | backslashes) & ~chunk & HIGH_BITS;
    }

    /** Returns 0 to 7 bytes, the first one lowest, and anything above them. */
    private static long lastBytes(byte[] source, int at, int count) {
        if (at <= source.length - 8) {
            return LittleEndian.getLong(source, at);
        }
        long chunk = 0;
        for (int i = count - 1; i >= 0; i--) {
            chunk = chunk << 8 | source[at + i] & 0xFF;
        }
        return chunk;
    }

    /** Writes what can't be copied without a look: one ASCII character, or all that follows until the next one. Returns where it ends. */
    private int putSpecial(byte[] source, int start, int end) {
        int at = start;
        if (source[at] >= 0) {
            putEscaped(source[at]);
            return at + 1;
        }
        while (at < end && source[at] < 0) {
            int sequence = Utf8.sequenceSize(source, at, end);
            if (sequence == 0) {
                return putRepaired(source, at, end);
            }
            putBytes(source, at, sequence);
            at += sequence;
        }
        return at;
    }

    /** Writes what comes before the next ASCII character, with U+FFFD as a {@link String} would have it. Returns where it ends. */
    private int putRepaired(byte[] source, int start, int end) {
        int at = start;
        while (at < end && source[at] < 0) {
            at++;
        }
        byte[] repaired = Utf8.encode(Utf8.decode(source, start, at - start));
        putBytes(repaired, 0, repaired.length);
        return at;
    }

    private void putBytes(byte[] source, int offset, int count) {
        ensure(count);
        System.arraycopy(source, offset, bytes, size, count);
        size += count;
    }

    private void putEscaped(int ascii) {
        char letter = switch (ascii) {
            case '"' -> '"';
            case '\\' -> '\\';
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\t' -> 't';
            case '\b' -> 'b';
            case '\f' -> 'f';
            default -> 'u';
        };
        put('\\', letter);
        if (letter == 'u') {
            put('0', '0');
            put(HEX.charAt(ascii >> 4), HEX.charAt(ascii & 15));
        }
    }
}
