package dev.upb.testkit.random;

import dev.upb.testkit.wire.Hex;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Damaged copies of bytes. The original is never changed, and each copy is an array of its own. */
public final class Mutations {
    private Mutations() {}

    /** Returns all proper prefixes, from the empty one up. */
    public static Stream<byte[]> truncations(byte[] bytes) {
        return IntStream.range(0, bytes.length).mapToObj(length -> Arrays.copyOf(bytes, length));
    }

    /** Returns, for each bit from the lowest of the first byte on, a copy with that bit inverted. */
    public static Stream<byte[]> bitFlips(byte[] bytes) {
        return IntStream.range(0, Math.multiplyExact(bytes.length, 8)).mapToObj(bit -> {
            byte[] copy = bytes.clone();
            copy[bit >>> 3] ^= (byte) (1 << (bit & 7));
            return copy;
        });
    }

    /**
     * Returns a copy with one to four random edits: a byte set, a range removed, repeated, overwritten or moved, or bytes
     * inserted that mean much on the wire (long varints, tags of groups, 0, 0xff).
     */
    public static byte[] mutate(Seeded seeded, byte[] bytes) {
        byte[] mutated = bytes.clone();
        int edits = seeded.between(1, 4);
        for (int i = 0; i < edits; i++) {
            mutated = edit(seeded, mutated);
        }
        return mutated;
    }

    private static byte[] edit(Seeded seeded, byte[] bytes) {
        int from = seeded.between(0, bytes.length);
        int to = seeded.between(from, Math.min(bytes.length, from + 16));
        byte[] head = Arrays.copyOf(bytes, from);
        byte[] range = Arrays.copyOfRange(bytes, from, to);
        byte[] tail = Arrays.copyOfRange(bytes, to, bytes.length);
        return switch (seeded.below(5)) {
            case 0 -> Hex.concat(head, tail);
            case 1 -> Hex.concat(head, range, range, tail);
            case 2 -> Hex.concat(head, seeded.bytes(range.length), tail);
            case 3 -> Hex.concat(range, head, tail);
            default -> Hex.concat(head, telling(seeded), range, tail);
        };
    }

    private static byte[] telling(Seeded seeded) {
        byte[] bytes = new byte[seeded.between(1, 11)];
        Arrays.fill(bytes, (byte) seeded.pickInt(0x00, 0x01, 0x03, 0x04, 0x08, 0x0b, 0x0c, 0x12, 0x7f, 0x80, 0xff));
        return bytes;
    }
}
