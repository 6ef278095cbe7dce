package dev.upb.format.internal;

import dev.upb.base.EncodeException;
import dev.upb.base.EncodeStatus;
import dev.upb.base.FieldType;
import dev.upb.base.LittleEndian;
import dev.upb.mem.internal.Heap;
import dev.upb.mem.internal.HeapPool;
import dev.upb.message.internal.RawMap;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.MiniTableField;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.wire.DecodeOptions;
import dev.upb.wire.Decoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Output of one print: a growing array of UTF-8, and what the formats' walks over a message have in common. Frozen messages may be printed by
 * many threads at once, so this belongs to the printing thread, not to the message's arena. Not thread safe.
 */
public abstract class PrintOutput {
    /** Spaces for each level. */
    protected static final int INDENT = 2;
    /** Bytes that may be written behind what room was asked for; they don't count. */
    protected static final int SLACK = 16;

    private static final int FIRST_SIZE = 4096;
    /** An array that grew beyond this is left to the collector. */
    private static final int LARGEST_KEPT = 1 << 18;
    /** The largest array that HotSpot gives, rounded down. */
    private static final int LARGEST = Integer.MAX_VALUE - 15;

    /** Holds the output at this time. */
    protected byte[] bytes = new byte[FIRST_SIZE];
    /** Number of bytes written. */
    protected int size;

    /** Where the message is that is being printed: the caller's, or {@link #payloads}. */
    protected Heap heap;
    /** The pool that knows the types in {@code Any}. */
    protected DefPool pool;
    /** What is in {@code Any}, decoded; null until there is one. */
    private Heap payloads;

    private DecodeOptions payloadOptions;
    /** Spaces in front of a field, unless all is on one line. */
    protected int indent;

    /** Makes an empty output. */
    protected PrintOutput() {}

    /** Begins with a message; a pool of null is that of the message. */
    protected final void open(Message message, DefPool wanted) {
        heap = message.heap();
        pool = wanted != null ? wanted : message.type().pool();
        indent = 0;
    }

    /** Ends the use of this object and of its output. */
    protected void release() {
        clear();
        if (payloads != null) {
            if (payloads.capacity() <= HeapPool.LARGEST_BLOCK) {
                payloads.reset();
                HeapPool.give(payloads);
            }
            payloads = null;
        }
        heap = null;
        pool = null;
        payloadOptions = null;
    }

    /** Empties the output. */
    public final void clear() {
        size = 0;
        if (bytes.length > LARGEST_KEPT) {
            bytes = new byte[FIRST_SIZE];
        }
    }

    // What the printers return. Each method is the last one for this output.

    public final String takeString() {
        try {
            return new String(bytes, 0, size, StandardCharsets.UTF_8);
        } catch (OutOfMemoryError e) {
            throw tooLarge();
        } finally {
            release();
        }
    }

    public final byte[] takeBytes() {
        try {
            return Arrays.copyOf(bytes, size);
        } catch (OutOfMemoryError e) {
            throw tooLarge();
        } finally {
            release();
        }
    }

    public final void takeTo(OutputStream out) throws IOException {
        try {
            out.write(bytes, 0, size);
        } finally {
            release();
        }
    }

    // Errors.

    /** Releases this output, and returns the exception for what ended a print before its end. */
    protected final EncodeException failed(Throwable problem, int maxDepth) {
        release();
        if (problem instanceof PathFailure failure) {
            String path = failure.path();
            return new EncodeException(
                    (EncodeStatus) failure.status(),
                    failure.getMessage() + (path.isEmpty() ? "" : " (at " + path + ")"));
        }
        return problem instanceof StackOverflowError
                ? new EncodeException(
                        EncodeStatus.MAX_DEPTH_EXCEEDED, "the thread's stack is too small for a depth of " + maxDepth)
                : tooLarge();
    }

    protected static PathFailure tooDeep(int maxDepth) {
        return new PathFailure(
                EncodeStatus.MAX_DEPTH_EXCEEDED,
                0,
                "message nests deeper than the limit of " + maxDepth + " levels, or contains itself");
    }

    protected static PathFailure notRepresentable(String message) {
        return new PathFailure(EncodeStatus.NOT_REPRESENTABLE, 0, message);
    }

    // Walking over a message.

    /** Returns the entry of a map that follows one, or 0. */
    protected static int nextEntry(byte[] b, int map, int entry) {
        return RawMap.entryFrom(b, map, RawMap.placeOf(b, map, entry) + 1);
    }

    /** Returns the entries of a map by ascending key. */
    protected final Integer[] sortedEntries(int map, MiniTableField key) {
        byte[] b = heap.bytes;
        Integer[] entries = new Integer[RawMap.size(b, map)];
        int entry = RawMap.entryFrom(b, map, 0);
        for (int i = 0; i < entries.length; i++) {
            entries[i] = entry;
            entry = nextEntry(b, map, entry);
        }
        boolean isString = key.type() == FieldType.STRING;
        long flipped = key.type().isUnsigned() ? Long.MIN_VALUE : 0;
        Arrays.sort(entries, (x, y) -> {
            long s = LittleEndian.getLong(b, x);
            long t = LittleEndian.getLong(b, y);
            int sAt = Slots.offset(s);
            int tAt = Slots.offset(t);
            return isString
                    ? Arrays.compareUnsigned(b, sAt, sAt + Slots.size(s), b, tAt, tAt + Slots.size(t))
                    : Long.compare(s ^ flipped, t ^ flipped);
        });
        return entries;
    }

    /** Returns the heap for what is in {@code Any}. */
    protected final Heap payloads() {
        if (payloads == null) {
            payloads = HeapPool.take();
        }
        return payloads;
    }

    /** Decodes what an {@code Any} holds into {@link #payloads()}, behind what is there, and returns the message. */
    protected final int decodePayload(byte[] b, long value, MessageDef type, int maxDepth) {
        if (payloadOptions == null || payloadOptions.maxDepth() != maxDepth) {
            payloadOptions = DecodeOptions.DEFAULT
                    .withExtensions(pool.extensionRegistry())
                    .withMaxDepth(maxDepth);
        }
        return Decoder.decodeRaw(
                type.miniTable(), payloads(), b, Slots.offset(value), Slots.size(value), payloadOptions);
    }

    // Output.

    public final byte[] bytes() {
        return bytes;
    }

    public final int size() {
        return size;
    }

    /** Makes room for {@code more} bytes, and for {@link #SLACK} behind them. */
    protected final void ensure(long more) {
        if (more > bytes.length - SLACK - size) {
            grow(more);
        }
    }

    private void grow(long more) {
        long needed = size + more + SLACK;
        if (needed > LARGEST) {
            throw tooLarge();
        }
        try {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(2L * bytes.length, LARGEST)));
        } catch (OutOfMemoryError e) {
            throw tooLarge();
        }
    }

    /** Returns the exception for output that no array can hold. */
    public static EncodeException tooLarge() {
        return new EncodeException(
                EncodeStatus.MAX_SIZE_EXCEEDED, "the text is larger than an array, or than the Java heap can give");
    }

    public final void put(char ascii) {
        ensure(1);
        bytes[size++] = (byte) ascii;
    }

    public final void put(char first, char second) {
        ensure(2);
        bytes[size++] = (byte) first;
        bytes[size++] = (byte) second;
    }

    public final void putSpaces(int count) {
        ensure(count);
        Arrays.fill(bytes, size, size + count, (byte) ' ');
        size += count;
    }

    /** Writes text of ASCII characters as it is. */
    @SuppressWarnings(
            "deprecation") // What this method does with other characters is why; of ASCII it is the fastest copy.
    public final void putAscii(String text) {
        int length = text.length();
        ensure(length);
        text.getBytes(0, length, bytes, size);
        size += length;
    }

    public final void putSigned(long value) {
        if (value < 0) {
            put('-');
            putUnsigned(-value); // The smallest number is its own negative, and right as an unsigned one.
        } else {
            putUnsigned(value);
        }
    }

    public final void putUnsigned(long value) {
        ensure(Digits.MAX);
        size = Digits.put(bytes, size, value);
    }

    /** Writes a bool or number that lies in a slot. */
    protected final void putNumber(byte[] b, int slot, int operation) {
        switch (operation) {
            case Operation.BOOL -> putAscii(b[slot] != 0 ? "true" : "false");
            case Operation.INT32, Operation.ENUM -> putSigned(LittleEndian.getInt(b, slot));
            case Operation.UINT32 -> putUnsigned(LittleEndian.getInt(b, slot) & 0xFFFFFFFFL);
            case Operation.INT64 -> putSigned(LittleEndian.getLong(b, slot));
            case Operation.UINT64 -> putUnsigned(LittleEndian.getLong(b, slot));
            case Operation.FLOAT -> putFloat(Float.intBitsToFloat(LittleEndian.getInt(b, slot)));
            case Operation.DOUBLE -> putDouble(Double.longBitsToDouble(LittleEndian.getLong(b, slot)));
            default -> throw new AssertionError("no number: operation " + operation);
        }
    }

    /** Writes a number; {@link #putNotFinite} those that have no digits. */
    public final void putDouble(double value) {
        ensure(ShortestDecimal.MAX_SIZE);
        if (Double.isFinite(value)) {
            size = ShortestDecimal.put(bytes, size, value);
        } else {
            putNotFinite(value);
        }
    }

    /** Writes a number with the digits that a float needs; {@link #putNotFinite} those that have none. */
    public final void putFloat(float value) {
        ensure(ShortestDecimal.MAX_SIZE);
        if (Float.isFinite(value)) {
            size = ShortestDecimal.put(bytes, size, value);
        } else {
            putNotFinite(value);
        }
    }

    /** Writes an infinity or NaN. */
    protected abstract void putNotFinite(double value);
}
