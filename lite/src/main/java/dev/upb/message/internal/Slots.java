package dev.upb.message.internal;

/** The 8-byte slot of a string or bytes value: its offset in the lower half, its size in the upper. The empty value is 0 or has any offset. */
public final class Slots {
    private Slots() {}

    public static long string(int offset, int size) {
        return (long) size << 32 | offset;
    }

    public static int offset(long slot) {
        return (int) slot;
    }

    public static int size(long slot) {
        return (int) (slot >>> 32);
    }
}
