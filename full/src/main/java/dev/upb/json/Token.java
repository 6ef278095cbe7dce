package dev.upb.json;

import dev.upb.base.LittleEndian;
import java.util.Arrays;

/** A piece of output that was encoded once. Its bytes are followed by some more, so that it can be moved in large pieces. */
final class Token {
    /** Most tokens are not larger: so no branch depends on their size. */
    private static final int PIECE = 16;

    /** Nothing. */
    static final Token EMPTY = new Token(new byte[PIECE], 0);

    private final byte[] padded;
    private final int size;

    private Token(byte[] padded, int size) {
        this.padded = padded;
        this.size = size;
    }

    /** Returns {@code text} as a JSON string. */
    static Token ofString(String text) {
        return of("", text, "");
    }

    /** Returns what opens a member that is not the first one: comma, name, colon. */
    static Token ofName(String name) {
        return of(",", name, ":");
    }

    /** Returns what is written as it is. */
    static Token ofLiteral(String text) {
        JsonOutput out = new JsonOutput();
        out.putAscii(text);
        return of(out);
    }

    private static Token of(String before, String text, String after) {
        JsonOutput out = new JsonOutput();
        out.putAscii(before);
        out.putString(text);
        out.putAscii(after);
        return of(out);
    }

    private static Token of(JsonOutput out) {
        return new Token(Arrays.copyOf(out.bytes(), out.size() + PIECE - 1 & -PIECE), out.size());
    }

    int size() {
        return size;
    }

    /** Writes the bytes, and up to 15 more that don't count; returns the offset behind those that do. */
    int put(byte[] target, int at) {
        byte[] source = padded;
        int i = 0;
        do {
            LittleEndian.putLong(target, at + i, LittleEndian.getLong(source, i));
            LittleEndian.putLong(target, at + i + 8, LittleEndian.getLong(source, i + 8));
            i += PIECE;
        } while (i < source.length);
        return at + size;
    }

    /** As {@link #put}, but without the first byte. */
    int putRest(byte[] target, int at) {
        System.arraycopy(padded, 1, target, at, size - 1);
        return at + size - 1;
    }
}
