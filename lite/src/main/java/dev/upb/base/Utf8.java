package dev.upb.base;

import java.nio.charset.StandardCharsets;

/** UTF-8 as the protobuf specification wants it: no surrogates, no overlong forms, nothing above U+10FFFF. */
public final class Utf8 {
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Utf8() {}

    /** Whether {@code bytes[offset .. offset + size)} is well-formed. */
    public static boolean isValid(byte[] bytes, int offset, int size) {
        int at = offset;
        int end = offset + size;
        while (at + 8 <= end) {
            if ((LittleEndian.getLong(bytes, at) & HIGH_BITS) != 0) {
                return isValidSlow(bytes, at, end);
            }
            at += 8;
        }
        int bits = 0;
        for (int i = at; i < end; i++) {
            bits |= bytes[i];
        }
        return bits >= 0 || isValidSlow(bytes, at, end);
    }

    private static boolean isValidSlow(byte[] bytes, int offset, int end) {
        int at = offset;
        while (at < end) {
            int size = sequenceSize(bytes, at, end);
            if (size == 0) {
                return false;
            }
            at += size;
        }
        return true;
    }

    /** Returns the size, 1 to 4, of the well-formed code point at {@code offset}, or 0 if there is none before {@code end}. */
    public static int sequenceSize(byte[] bytes, int offset, int end) {
        int first = bytes[offset];
        if (first >= 0) {
            return 1;
        }
        int available = end - offset;
        if (first < (byte) 0xC2 || available < 2) {
            return 0; // Continuation byte, or an overlong two-byte form.
        }
        int second = bytes[offset + 1];
        if (first < (byte) 0xE0) {
            return isContinuation(second) ? 2 : 0;
        }
        if (first < (byte) 0xF0) {
            boolean inRange = isContinuation(second)
                    && (first != (byte) 0xE0 || second >= (byte) 0xA0) // Overlong.
                    && (first != (byte) 0xED || second < (byte) 0xA0); // Surrogate.
            return inRange && available >= 3 && isContinuation(bytes[offset + 2]) ? 3 : 0;
        }
        boolean inRange = first <= (byte) 0xF4
                && isContinuation(second)
                && (first != (byte) 0xF0 || second >= (byte) 0x90) // Overlong.
                && (first != (byte) 0xF4 || second < (byte) 0x90); // Above U+10FFFF.
        return inRange && available >= 4 && isContinuation(bytes[offset + 2]) && isContinuation(bytes[offset + 3])
                ? 4
                : 0;
    }

    private static boolean isContinuation(int b) {
        return b < (byte) 0xC0;
    }

    /** Returns the text of the given bytes; malformed parts become U+FFFD. */
    public static String decode(byte[] bytes, int offset, int size) {
        return new String(bytes, offset, size, StandardCharsets.UTF_8);
    }

    /**
     * Returns the UTF-8 form of {@code text}.
     *
     * @throws IllegalArgumentException if the text holds a surrogate without its partner
     */
    public static byte[] encode(String text) {
        byte[] bytes = new byte[encodedSize(text)];
        encode(text, bytes, 0);
        return bytes;
    }

    /**
     * Returns the bytes that {@code text} takes.
     *
     * @throws IllegalArgumentException if the text holds a surrogate without its partner, or takes more than 2^31 - 1 bytes
     */
    public static int encodedSize(String text) {
        int length = text.length();
        long size = length;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                if (c < 0x800) {
                    size += 1;
                } else if (!Character.isSurrogate(c)) {
                    size += 2;
                } else {
                    if (Character.isLowSurrogate(c)
                            || i + 1 == length
                            || !Character.isLowSurrogate(text.charAt(i + 1))) {
                        throw new IllegalArgumentException(
                                "unpaired surrogate at index " + i
                                        + " of a string; protobuf strings hold Unicode text, use a bytes field for anything else");
                    }
                    i++;
                    size += 2; // Two chars, four bytes.
                }
            }
        }
        if (size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("string of " + size + " bytes in UTF-8; at most 2147483647 can be held");
        }
        return (int) size;
    }

    /** Writes {@code text}, which {@link #encodedSize} has accepted, and returns the offset behind it. */
    public static int encode(String text, byte[] bytes, int offset) {
        int length = text.length();
        int at = offset;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes[at++] = (byte) c;
            } else if (c < 0x800) {
                bytes[at++] = (byte) (0xC0 | c >> 6);
                bytes[at++] = (byte) (0x80 | (c & 0x3F));
            } else if (!Character.isSurrogate(c)) {
                bytes[at++] = (byte) (0xE0 | c >> 12);
                bytes[at++] = (byte) (0x80 | ((c >> 6) & 0x3F));
                bytes[at++] = (byte) (0x80 | (c & 0x3F));
            } else {
                int codePoint = Character.toCodePoint(c, text.charAt(++i));
                bytes[at++] = (byte) (0xF0 | codePoint >> 18);
                bytes[at++] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
                bytes[at++] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
                bytes[at++] = (byte) (0x80 | (codePoint & 0x3F));
            }
        }
        return at;
    }
}
