package dev.upb.testkit.wire;

/** Says that bytes are not a message: what is wrong, and at which byte. */
public final class WireFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int offset;

    WireFormatException(String problem, int offset) {
        super(problem + " at byte " + offset);
        this.offset = offset;
    }

    /** Returns the offset of the first byte of the element that is wrong (tag, varint, length or fixed value). */
    public int offset() {
        return offset;
    }
}
