package dev.upb.json;

import java.util.Arrays;

/** Bytes as text: base64 of RFC 4648. Written in the standard alphabet and padded; read in either alphabet, with or without padding. */
final class Base64Text {
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    private static final byte[] LETTERS = letters();
    /** What each character stands for; -1 for those that are no letters. */
    private static final byte[] VALUES = values();

    private Base64Text() {}

    private static byte[] letters() {
        byte[] letters = new byte[ALPHABET.length()];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (byte) ALPHABET.charAt(i);
        }
        return letters;
    }

    static long encodedSize(int count) {
        return (count + 2L) / 3 * 4;
    }

    /** Writes the text of {@code source[offset .. offset + count)} and returns the offset behind it. */
    static int encode(byte[] source, int offset, int count, byte[] target, int targetOffset) {
        byte[] letters = LETTERS;
        int at = offset;
        int to = targetOffset;
        int end = offset + count;
        for (int i = count / 3; i > 0; i--) {
            int bits = (source[at] & 0xFF) << 16 | (source[at + 1] & 0xFF) << 8 | source[at + 2] & 0xFF;
            at += 3;
            target[to] = letters[bits >>> 18];
            target[to + 1] = letters[bits >>> 12 & 63];
            target[to + 2] = letters[bits >>> 6 & 63];
            target[to + 3] = letters[bits & 63];
            to += 4;
        }
        if (at < end) {
            boolean two = at + 1 < end;
            int bits = (source[at] & 0xFF) << 16 | (two ? (source[at + 1] & 0xFF) << 8 : 0);
            target[to] = letters[bits >>> 18];
            target[to + 1] = letters[bits >>> 12 & 63];
            target[to + 2] = two ? letters[bits >>> 6 & 63] : (byte) '=';
            target[to + 3] = '=';
            to += 4;
        }
        return to;
    }

    private static byte[] values() {
        byte[] values = new byte[256];
        Arrays.fill(values, (byte) -1);
        for (int i = 0; i < LETTERS.length; i++) {
            values[LETTERS[i]] = (byte) i;
        }
        values['-'] = values['+'];
        values['_'] = values['/'];
        return values;
    }

    /** Returns how many bytes {@code count} characters stand for at most. */
    static int decodedRoom(int count) {
        return (int) ((count + 3L) / 4 * 3);
    }

    /**
     * Writes the bytes that {@code source[offset .. offset + count)} stands for and returns the offset behind them, or -1 if it is no base64.
     * Bits that are left over are not looked at.
     */
    static int decode(byte[] source, int offset, int count, byte[] target, int targetOffset) {
        byte[] values = VALUES;
        int at = offset;
        int end = offset + count;
        if (count % 4 == 0 && count > 0 && source[end - 1] == '=') {
            end -= source[end - 2] == '=' ? 2 : 1;
        }
        int to = targetOffset;
        for (; end - at >= 4; at += 4) {
            int bits = values[source[at] & 0xFF] << 18
                    | values[source[at + 1] & 0xFF] << 12
                    | values[source[at + 2] & 0xFF] << 6
                    | values[source[at + 3] & 0xFF];
            if (bits < 0) {
                return -1;
            }
            target[to] = (byte) (bits >> 16);
            target[to + 1] = (byte) (bits >> 8);
            target[to + 2] = (byte) bits;
            to += 3;
        }
        int left = end - at;
        if (left == 0) {
            return to;
        }
        int bits = left == 1 ? -1 : values[source[at] & 0xFF] << 18 | values[source[at + 1] & 0xFF] << 12;
        if (left == 3) {
            bits |= values[source[at + 2] & 0xFF] << 6;
        }
        if (bits < 0) {
            return -1;
        }
        target[to++] = (byte) (bits >> 16);
        if (left == 3) {
            target[to++] = (byte) (bits >> 8);
        }
        return to;
    }
}
