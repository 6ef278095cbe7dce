package dev.upb.base;

/**
 * Sizes and bytes of varints, and zig-zag.
 *
 * @see <a href="https://protobuf.dev/programming-guides/encoding/#varints">Encoding: varints</a>
 */
public final class Varints {
    /** Most bytes of a varint. */
    public static final int MAX_SIZE = 10;

    private Varints() {}

    /** Returns the bytes that {@code value}, taken as unsigned, needs: 1 to 10. */
    public static int size(long value) {
        // 7 bits a byte: ceil(bits / 7) for bits 1..64, as a multiplication.
        return (Long.SIZE * 9 + 64 - Long.numberOfLeadingZeros(value) * 9) >>> 6;
    }

    /** Returns the bytes that {@code value}, taken as unsigned, needs: 1 to 5. */
    public static int size(int value) {
        return (Integer.SIZE * 9 + 64 - Integer.numberOfLeadingZeros(value) * 9) >>> 6;
    }

    /** Writes {@code value}, taken as unsigned, and returns the offset behind it. */
    public static int put(byte[] bytes, int offset, long value) {
        int at = offset;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        return at;
    }

    public static int zigZag(int value) {
        return value << 1 ^ value >> 31;
    }

    public static long zigZag(long value) {
        return value << 1 ^ value >> 63;
    }

    public static int unZigZag(int value) {
        return value >>> 1 ^ -(value & 1);
    }

    public static long unZigZag(long value) {
        return value >>> 1 ^ -(value & 1);
    }
}
