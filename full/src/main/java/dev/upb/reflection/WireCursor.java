package dev.upb.reflection;

import dev.upb.base.DecodeException;
import dev.upb.base.DecodeStatus;
import dev.upb.base.Utf8;
import dev.upb.base.WireType;

/** Walks over the fields of an encoded message in place, and into its sub-messages. Throws {@link DecodeException} where the bytes are bad. */
final class WireCursor {
    /** Levels of groups that are skipped. */
    private static final int MAX_DEPTH = 100;

    private final byte[] bytes;
    private final int base;
    private int at;
    private int limit;
    private int tag;

    WireCursor(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.base = start;
        this.at = start;
        this.limit = end;
    }

    WireCursor(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    int at() {
        return at;
    }

    int limit() {
        return limit;
    }

    /** Returns the tag of the current field: its number times 8 plus its wire type. */
    int tag() {
        return tag;
    }

    /** Moves to the next field; false at the end of the message. The field must be read or skipped before the next call. */
    boolean next() {
        if (at == limit) {
            return false;
        }
        long value = varint();
        tag = (int) value;
        if (value >>> 32 != 0 || tag >>> 3 == 0 || (tag & 7) > WireType.FIXED32) {
            throw malformed("bad tag");
        }
        return true;
    }

    /** Moves to the next field with a tag, over all others; false at the end of the message. */
    boolean find(int wanted) {
        while (next()) {
            if (tag == wanted) {
                return true;
            }
            skip();
        }
        return false;
    }

    long varint() {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            if (at == limit) {
                throw fail(DecodeStatus.TRUNCATED, null);
            }
            byte b = bytes[at++];
            value |= (b & 0x7FL) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw malformed("varint of more than 10 bytes");
    }

    boolean bool() {
        return varint() != 0;
    }

    String string() {
        int size = length();
        String text = Utf8.decode(bytes, at, size);
        at += size;
        return text;
    }

    private int length() {
        long size = varint();
        if (size < 0 || size > limit - at) {
            throw fail(DecodeStatus.TRUNCATED, null);
        }
        return (int) size;
    }

    /** Enters the sub-message of the current field; its fields come next. Returns what {@link #leave} wants. */
    int enter() {
        int size = length();
        int outer = limit;
        limit = at + size;
        return outer;
    }

    /** Leaves a sub-message, read to its end or not. */
    void leave(int outer) {
        at = limit;
        limit = outer;
    }

    void skip() {
        skip(MAX_DEPTH);
    }

    private void skip(int depth) {
        switch (tag & 7) {
            case WireType.VARINT -> varint();
            case WireType.FIXED64 -> skipBytes(8);
            case WireType.FIXED32 -> skipBytes(4);
            case WireType.DELIMITED -> skipBytes(length());
            case WireType.START_GROUP -> skipGroup(depth - 1);
            default -> throw malformed("end of a group that was not begun");
        }
    }

    private void skipGroup(int depth) {
        if (depth < 0) {
            throw fail(DecodeStatus.MAX_DEPTH_EXCEEDED, null);
        }
        int end = tag + 1;
        while (next()) {
            if (tag == end) {
                return;
            }
            skip(depth);
        }
        throw fail(DecodeStatus.TRUNCATED, null);
    }

    private void skipBytes(int size) {
        if (size > limit - at) {
            throw fail(DecodeStatus.TRUNCATED, null);
        }
        at += size;
    }

    DecodeException malformed(String detail) {
        return fail(DecodeStatus.MALFORMED, detail);
    }

    private DecodeException fail(DecodeStatus status, String detail) {
        return new DecodeException(status, at - base, null, detail);
    }
}
