package dev.upb.testkit.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Appends the pieces of the wire format one by one, without checking that they make a message: a test can leave a group
 * open, use wire type 7, or give a length that the payload does not have.
 *
 * <p>Mutable, not thread safe. Each method returns this writer.
 */
public final class WireWriter {
    public static final int VARINT = 0;
    public static final int FIXED64 = 1;
    public static final int DELIMITED = 2;
    public static final int START_GROUP = 3;
    public static final int END_GROUP = 4;
    public static final int FIXED32 = 5;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Writes {@code value}, taken as unsigned, in as few bytes as it needs (1 to 10). */
    public WireWriter varint(long value) {
        return varint(value, varintSize(value));
    }

    /**
     * Writes {@code value}, taken as unsigned, in {@code size} bytes: the groups of seven bits, then zero groups. A size
     * above 10 makes a varint that no decoder may accept.
     *
     * @throws IllegalArgumentException if the value needs more than {@code size} bytes
     */
    public WireWriter varint(long value, int size) {
        if (size < varintSize(value)) {
            throw new IllegalArgumentException("size " + size + " < " + varintSize(value) + " that value "
                    + Long.toUnsignedString(value) + " needs");
        }
        long rest = value;
        for (int i = 1; i < size; i++) {
            out.write((int) (rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
        return this;
    }

    /** Writes {@code number << 3 | wireType} as a varint. Neither is checked: 0 is a legal way to an illegal message. */
    public WireWriter tag(int number, int wireType) {
        return varint(tagValue(number, wireType));
    }

    /** Writes a tag in {@code size} bytes. Decoders accept at most 5. */
    public WireWriter tag(int number, int wireType, int size) {
        return varint(tagValue(number, wireType), size);
    }

    /** Writes four bytes, lowest first. */
    public WireWriter fixed32(int bits) {
        for (int shift = 0; shift < 32; shift += 8) {
            out.write(bits >>> shift);
        }
        return this;
    }

    /** Writes eight bytes, lowest first. */
    public WireWriter fixed64(long bits) {
        return fixed32((int) bits).fixed32((int) (bits >>> 32));
    }

    /** Writes the length of {@code payload} as a varint, then the payload. */
    public WireWriter delimited(byte[] payload) {
        return varint(payload.length).raw(payload);
    }

    /** Writes the UTF-8 of {@code text} with its length before it. */
    public WireWriter string(String text) {
        return delimited(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes bytes as they are. */
    public WireWriter raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    /** Writes bytes given as hexadecimal text. */
    public WireWriter hex(String text) {
        return raw(Hex.bytes(text));
    }

    /** Returns the number of bytes written so far. */
    public int size() {
        return out.size();
    }

    public byte[] toByteArray() {
        return out.toByteArray();
    }

    /** Returns how many bytes (1 to 10) {@code value}, taken as unsigned, needs as a varint. */
    public static int varintSize(long value) {
        int significantBits = 64 - Long.numberOfLeadingZeros(value);
        return Math.max(1, (significantBits + 6) / 7);
    }

    /** Maps signed to unsigned so that small magnitudes stay small: 0, -1, 1, -2 become 0, 1, 2, 3. */
    public static long zigZag(long value) {
        return value >= 0 ? value * 2 : -(value + 1) * 2 + 1;
    }

    static long tagValue(int number, int wireType) {
        return Integer.toUnsignedLong(number) << 3 | wireType;
    }
}
