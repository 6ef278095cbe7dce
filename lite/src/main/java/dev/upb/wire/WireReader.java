package dev.upb.wire;

import dev.upb.base.DecodeException;
import dev.upb.base.DecodeStatus;
import dev.upb.base.Depths;
import dev.upb.base.LittleEndian;
import dev.upb.base.WireType;
import java.util.Arrays;
import java.util.Objects;

/**
 * Reads the fields of a message without a schema, one after the other.
 *
 * <p>{@link #next()} moves to the next field; the other methods tell about the field it is at. A group is a start, its fields and an end, each
 * a step of its own; {@link #skipGroup()} passes over the rest of it. What a delimited field holds (text, bytes, packed numbers, a message)
 * can't be known; a reader for a part of the input reads it as a message.
 *
 * <p>Malformed input gives a {@link DecodeException} with the offset of the field's tag from the start of the input; the reader then is at no
 * field, and {@link #next()} must not be called again.
 */
public final class WireReader {
    private final byte[] bytes;
    private final int origin;
    private final int end;
    private final int maxDepth;
    private int position;

    private int start;
    private int tag;
    private long value;
    private int dataOffset;
    private int dataSize;
    /** Numbers of the groups that are open, and where their start tags are. */
    private int[] groups = new int[4];

    private int[] groupStarts = new int[4];

    private int depth;

    private WireReader(byte[] bytes, int offset, int size, int maxDepth) {
        this.bytes = bytes;
        this.origin = offset;
        this.position = offset;
        this.end = offset + size;
        this.maxDepth = maxDepth;
    }

    /** Makes a reader of a whole array. */
    public static WireReader of(byte[] bytes) {
        return of(bytes, 0, bytes.length);
    }

    /** Makes a reader of {@code bytes[offset .. offset + size)} in which 100 groups may nest. The array is not copied. */
    public static WireReader of(byte[] bytes, int offset, int size) {
        return of(bytes, offset, size, Depths.DEFAULT);
    }

    /** Makes a reader of {@code bytes[offset .. offset + size)} in which {@code maxDepth} groups may nest. The array is not copied. */
    public static WireReader of(byte[] bytes, int offset, int size, int maxDepth) {
        Objects.checkFromIndexSize(offset, size, bytes.length);
        return new WireReader(bytes, offset, size, Depths.check(maxDepth));
    }

    /** Moves to the next field; false at the end of the input. */
    public boolean next() {
        start = position;
        if (position == end) {
            if (depth > 0) {
                start = groupStarts[depth - 1];
                throw error(DecodeStatus.TRUNCATED, "group " + groups[depth - 1] + " is not closed");
            }
            tag = 0;
            return false;
        }
        long wideTag = varint(5, "tag");
        if (wideTag >>> 32 != 0) {
            throw error(DecodeStatus.MALFORMED, "tag above 2^32 - 1");
        }
        tag = (int) wideTag;
        if (fieldNumber() == 0) {
            throw error(DecodeStatus.MALFORMED, "field number 0");
        }
        switch (wireType()) {
            case WireType.VARINT -> value = varint(10, "varint");
            case WireType.FIXED64 -> value = LittleEndian.getLong(bytes, data(8));
            case WireType.FIXED32 -> value = LittleEndian.getInt(bytes, data(4)) & 0xFFFFFFFFL;
            case WireType.DELIMITED -> {
                value = varint(5, "length");
                if (value > Integer.MAX_VALUE) {
                    throw error(DecodeStatus.MALFORMED, "length above 2^31 - 1");
                }
                data((int) value);
            }
            case WireType.START_GROUP -> open();
            case WireType.END_GROUP -> close();
            default -> throw error(DecodeStatus.MALFORMED, "wire type " + wireType());
        }
        return true;
    }

    private void open() {
        if (depth == maxDepth) {
            throw error(DecodeStatus.MAX_DEPTH_EXCEEDED, "limit " + maxDepth);
        }
        if (depth == groups.length) {
            groups = Arrays.copyOf(groups, depth * 2);
            groupStarts = Arrays.copyOf(groupStarts, depth * 2);
        }
        groups[depth] = fieldNumber();
        groupStarts[depth++] = start;
    }

    private void close() {
        if (depth == 0 || groups[depth - 1] != fieldNumber()) {
            throw error(DecodeStatus.MALFORMED, "end of group " + fieldNumber() + ", which is not open");
        }
        depth--;
    }

    private int data(int size) {
        if (size > end - position) {
            throw error(DecodeStatus.TRUNCATED, null);
        }
        dataOffset = position;
        dataSize = size;
        position += size;
        return dataOffset;
    }

    private long varint(int maxSize, String what) {
        long result = 0;
        for (int i = 0; i < maxSize; i++) {
            if (position == end) {
                throw error(DecodeStatus.TRUNCATED, null);
            }
            long next = bytes[position++];
            result |= (next & 0x7F) << 7 * i;
            if (next >= 0) {
                return result;
            }
        }
        throw error(DecodeStatus.MALFORMED, what + " of more than " + maxSize + " bytes");
    }

    private DecodeException error(DecodeStatus status, String detail) {
        tag = 0;
        return new DecodeException(status, start - (long) origin, null, detail);
    }

    private void check(boolean matches, String wanted) {
        if (!matches) {
            throw new IllegalStateException(
                    tag == 0
                            ? "the reader is at no field"
                            : "a field of wire type " + wireType() + " has no " + wanted);
        }
    }

    /** Returns the number of the field, 1 to 2^29 - 1. */
    public int fieldNumber() {
        return WireType.fieldNumber(tag);
    }

    /** Returns the wire type of the field, see {@link WireType}. */
    public int wireType() {
        return WireType.wireType(tag);
    }

    /** Returns the offset of the field's tag from the start of the input, in bytes. */
    public int offset() {
        return start - origin;
    }

    /** Returns the offset behind the field, or behind the start or end tag of a group. */
    public int endOffset() {
        return position - origin;
    }

    /** Returns the bits of a varint or a fixed value; of 32 bits, zero-extended. */
    public long value() {
        check(
                tag != 0
                        && wireType() != WireType.DELIMITED
                        && wireType() != WireType.START_GROUP
                        && wireType() != WireType.END_GROUP,
                "value");
        return value;
    }

    /** Returns where the content of a delimited field is in the array. */
    public int dataOffset() {
        check(tag != 0 && wireType() == WireType.DELIMITED, "data");
        return dataOffset;
    }

    /** Returns the size of the content of a delimited field. */
    public int dataSize() {
        check(tag != 0 && wireType() == WireType.DELIMITED, "data");
        return dataSize;
    }

    /** Returns a copy of the content of a delimited field. */
    public byte[] data() {
        int from = dataOffset();
        return Arrays.copyOfRange(bytes, from, from + dataSize);
    }

    /** Returns how many groups are open; one that starts here counts, one that ends here does not. */
    public int depth() {
        return depth;
    }

    /** Moves from the start of a group to its end, or throws as {@link #next()} does. */
    public void skipGroup() {
        check(tag != 0 && wireType() == WireType.START_GROUP, "group to skip");
        int outer = depth - 1;
        do {
            next();
        } while (depth > outer);
    }
}
