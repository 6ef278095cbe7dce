package dev.upb.json;

import dev.upb.base.LittleEndian;
import dev.upb.base.Utf8;
import java.security.SecureRandom;
import java.util.Arrays;

/** Finds names, given as UTF-8 in an array, without making a string: each stands for a number. Immutable. */
final class NameIndex {
    private static final long SEED_0;
    private static final long SEED_1;

    static {
        // Hashes differ from process to process, so that nobody can prepare a schema whose names collide.
        SecureRandom random = new SecureRandom();
        SEED_0 = random.nextLong();
        SEED_1 = random.nextLong() | 1;
    }

    /** A name's place plus 1, open addressing, at most half full. */
    private final int[] slots;

    private final int[] hashes;
    private final byte[][] names;
    private final int[] numbers;

    private NameIndex(Builder builder) {
        slots = builder.slots;
        hashes = Arrays.copyOf(builder.hashes, builder.count);
        names = Arrays.copyOf(builder.names, builder.count);
        numbers = Arrays.copyOf(builder.numbers, builder.count);
    }

    /** Collects names. */
    static final class Builder {
        private final int[] slots;
        private final int[] hashes;
        private final byte[][] names;
        private final int[] numbers;
        private int count;

        /** Makes a builder for at most {@code size} names. */
        Builder(int size) {
            slots = new int[Integer.highestOneBit(Math.max(1, size)) * 4];
            hashes = new int[size];
            names = new byte[size][];
            numbers = new int[size];
        }

        /** Adds a name, unless it is there already. */
        void add(String name, int number) {
            byte[] utf8 = Utf8.encode(name);
            int hash = hash(utf8, 0, utf8.length);
            int slot = hash & slots.length - 1;
            while (slots[slot] != 0) {
                if (Arrays.equals(names[slots[slot] - 1], utf8)) {
                    return;
                }
                slot = slot + 1 & slots.length - 1;
            }
            hashes[count] = hash;
            names[count] = utf8;
            numbers[count++] = number;
            slots[slot] = count;
        }

        NameIndex build() {
            return new NameIndex(this);
        }
    }

    /** Returns the number of a name plus 2^32, or 0 if there is no such name. */
    long find(byte[] bytes, int offset, int size) {
        int hash = hash(bytes, offset, size);
        int slot = hash & slots.length - 1;
        while (slots[slot] != 0) {
            int place = slots[slot] - 1;
            if (hashes[place] == hash
                    && Arrays.equals(names[place], 0, names[place].length, bytes, offset, offset + size)) {
                return 1L << 32 | numbers[place] & 0xFFFFFFFFL;
            }
            slot = slot + 1 & slots.length - 1;
        }
        return 0;
    }

    private static int hash(byte[] bytes, int offset, int size) {
        long hash = SEED_0 ^ size;
        int at = offset;
        int end = offset + size;
        for (; end - at >= 8; at += 8) {
            hash = mix(hash ^ LittleEndian.getLong(bytes, at));
        }
        if (at < end) {
            long last = 0;
            for (int i = end - 1; i >= at; i--) {
                last = last << 8 | bytes[i] & 0xFF;
            }
            hash = mix(hash ^ last);
        }
        return (int) (hash ^ hash >>> 32);
    }

    private static long mix(long value) {
        return Math.multiplyHigh(value, SEED_1) ^ value * SEED_1;
    }
}
