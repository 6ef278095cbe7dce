package dev.upb.base;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Little-endian access to {@code byte[]}, bounds-checked, at any alignment.
 *
 * <p>This is the only class of the library that uses {@link VarHandle}s, so that one place decides byte order and access mode: plain access
 * only, because atomic access to such views is not portable. Wire format, arena memory and mini-table layout are all little-endian whatever
 * the machine is.
 */
public final class LittleEndian {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    /** Returns the 2 bytes at {@code offset}. */
    public static short getShort(byte[] bytes, int offset) {
        return (short) SHORT.get(bytes, offset);
    }

    /** Writes 2 bytes at {@code offset}. */
    public static void putShort(byte[] bytes, int offset, short value) {
        SHORT.set(bytes, offset, value);
    }

    /** Returns the 4 bytes at {@code offset}. */
    public static int getInt(byte[] bytes, int offset) {
        return (int) INT.get(bytes, offset);
    }

    /** Writes 4 bytes at {@code offset}. */
    public static void putInt(byte[] bytes, int offset, int value) {
        INT.set(bytes, offset, value);
    }

    /** Returns the 8 bytes at {@code offset}. */
    public static long getLong(byte[] bytes, int offset) {
        return (long) LONG.get(bytes, offset);
    }

    /** Writes 8 bytes at {@code offset}. */
    public static void putLong(byte[] bytes, int offset, long value) {
        LONG.set(bytes, offset, value);
    }

    /**
     * Makes all writes before this call visible to any thread that sees a write after it: for handing on an array that was filled before, to
     * readers that need no lock.
     */
    public static void releaseFence() {
        VarHandle.releaseFence();
    }
}
