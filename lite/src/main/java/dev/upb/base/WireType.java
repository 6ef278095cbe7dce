package dev.upb.base;

/**
 * Wire types and tags of the binary format.
 *
 * @see <a href="https://protobuf.dev/programming-guides/encoding/#structure">Encoding: message structure</a>
 */
public final class WireType {
    public static final int VARINT = 0;
    public static final int FIXED64 = 1;
    public static final int DELIMITED = 2;
    public static final int START_GROUP = 3;
    public static final int END_GROUP = 4;
    public static final int FIXED32 = 5;

    /** Largest field number, 2^29 - 1. */
    public static final int MAX_FIELD_NUMBER = (1 << 29) - 1;

    private WireType() {}

    /** Returns the tag of a field: its number in the upper 29 bits, its wire type in the lower 3. */
    public static int tag(int fieldNumber, int wireType) {
        return fieldNumber << 3 | wireType;
    }

    /** Returns the field number of a tag, 0 to {@link #MAX_FIELD_NUMBER}. */
    public static int fieldNumber(int tag) {
        return tag >>> 3;
    }

    /** Returns the wire type of a tag, 0 to 7 (6 and 7 are not assigned). */
    public static int wireType(int tag) {
        return tag & 7;
    }
}
