package dev.upb.wire.internal;

import dev.upb.base.Varints;
import dev.upb.base.WireType;

/** The bytes of an item of a MessageSet: {@code group 1 { 2: type id, 3: message }}. */
public final class MessageSet {
    public static final byte ITEM_START = 1 << 3 | WireType.START_GROUP;
    public static final byte ITEM_END = 1 << 3 | WireType.END_GROUP;
    public static final byte TYPE_ID = 2 << 3 | WireType.VARINT;
    public static final byte MESSAGE = 3 << 3 | WireType.DELIMITED;

    private MessageSet() {}

    public static long itemSize(long typeId, int payloadSize) {
        return 4L + Varints.size(typeId) + Varints.size(payloadSize) + payloadSize;
    }

    /** Writes what stands before the message of an item, and returns the offset behind it. */
    public static int putItemStart(byte[] b, int offset, long typeId, int payloadSize) {
        int at = offset;
        b[at++] = ITEM_START;
        b[at++] = TYPE_ID;
        at = Varints.put(b, at, typeId);
        b[at++] = MESSAGE;
        return Varints.put(b, at, payloadSize);
    }
}
