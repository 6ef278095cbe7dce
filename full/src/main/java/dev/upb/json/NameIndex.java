package dev.upb.json;

import dev.upb.base.Utf8;
import dev.upb.message.internal.KeyHash;
import java.util.Arrays;

/** Finds names, given as UTF-8 in an array, without making a string: each stands for a number. Not changed once it is shared. */
final class NameIndex {
    /** Open addressing, at most half full. */
    private final byte[][] names;

    private final int[] numbers;

    /** Makes an index for at most {@code size} names. */
    NameIndex(int size) {
        names = new byte[Integer.highestOneBit(Math.max(1, size)) * 4][];
        numbers = new int[names.length];
    }

    /** Adds a name, unless it is there already. */
    void add(String name, int number) {
        byte[] utf8 = Utf8.encode(name);
        int slot = slot(utf8, 0, utf8.length);
        if (names[slot] == null) {
            names[slot] = utf8;
            numbers[slot] = number;
        }
    }

    /** Returns where a name is, or where it would go. */
    private int slot(byte[] bytes, int offset, int size) {
        int slot = KeyHash.of(bytes, offset, size) & names.length - 1;
        while (names[slot] != null
                && !Arrays.equals(names[slot], 0, names[slot].length, bytes, offset, offset + size)) {
            slot = slot + 1 & names.length - 1;
        }
        return slot;
    }

    /** Returns the number of a name plus 2^32, or 0 if there is no such name. */
    long find(byte[] bytes, int offset, int size) {
        int slot = slot(bytes, offset, size);
        return names[slot] == null ? 0 : 1L << 32 | numbers[slot] & 0xFFFFFFFFL;
    }
}
