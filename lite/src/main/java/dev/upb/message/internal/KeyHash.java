package dev.upb.message.internal;

import dev.upb.base.LittleEndian;
import java.security.SecureRandom;

/**
 * Hashes of map keys, seeded at random for each process, so that nobody can prepare keys that collide. The seed never shows: maps keep the
 * order of insertion.
 */
public final class KeyHash {
    /** Odd, with bits all over: 2^64 divided by the golden ratio. */
    private static final long MIXER = 0x9E3779B97F4A7C15L;

    private static final long SEED_0;
    private static final long SEED_1;
    private static final long SEED_2;

    static {
        SecureRandom random = new SecureRandom();
        SEED_0 = random.nextLong();
        SEED_1 = random.nextLong();
        SEED_2 = random.nextLong() | 1;
    }

    private KeyHash() {}

    /** The 128-bit product folded to 64 bits. Both factors depend on the seed: a fixed difference of inputs gives no fixed difference here. */
    private static long fold(long a, long b) {
        return Math.multiplyHigh(a, b) ^ a * b;
    }

    static int of(long key) {
        // Once is not enough: keys at equal distances would give hashes at nearly equal distances, which for some seeds
        // share their low bits.
        long hash = fold(fold(key ^ SEED_0, SEED_2) ^ SEED_1, MIXER);
        return (int) (hash ^ hash >>> 32);
    }

    public static int of(byte[] bytes, int offset, int size) {
        long hash = SEED_0 ^ size;
        int at = offset;
        int end = offset + size;
        while (end - at > 16) {
            hash = fold(LittleEndian.getLong(bytes, at) ^ SEED_1, LittleEndian.getLong(bytes, at + 8) ^ hash);
            at += 16;
        }
        long a;
        long b;
        int left = end - at;
        if (left >= 8) {
            a = LittleEndian.getLong(bytes, at);
            b = LittleEndian.getLong(bytes, end - 8);
        } else if (left >= 4) {
            a = LittleEndian.getInt(bytes, at);
            b = LittleEndian.getInt(bytes, end - 4);
        } else if (left > 0) {
            a = (bytes[at] & 0xFFL) << 16 | (bytes[at + (left >> 1)] & 0xFFL) << 8 | bytes[end - 1] & 0xFFL;
            b = 0;
        } else {
            a = 0;
            b = 0;
        }
        hash = fold(fold(a ^ SEED_1, b ^ hash) ^ SEED_2, MIXER);
        return (int) (hash ^ hash >>> 32);
    }
}
