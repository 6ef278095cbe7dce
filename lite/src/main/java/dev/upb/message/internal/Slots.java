package dev.upb.message.internal;

import dev.upb.base.LittleEndian;

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

    /** Returns what a slot of any type, of 1, 4 or 8 bytes, holds. */
    public static long load(byte[] bytes, int at, int slotSize) {
        return slotSize == 8
                ? LittleEndian.getLong(bytes, at)
                : slotSize == 4 ? LittleEndian.getInt(bytes, at) : bytes[at];
    }

    /** Writes the lower bytes of {@code bits}, as many as the slot has: 1, 4 or 8. */
    public static void store(byte[] bytes, int at, int slotSize, long bits) {
        if (slotSize == 8) {
            LittleEndian.putLong(bytes, at, bits);
        } else if (slotSize == 4) {
            LittleEndian.putInt(bytes, at, (int) bits);
        } else {
            bytes[at] = (byte) bits;
        }
    }
}
