package dev.upb.base;

/**
 * Bytes that are no valid message. Thrown for input only, never for misuse.
 *
 * <p>Every way of decoding the same bytes (any input kind, either tier) gives the same status and offset.
 */
public final class DecodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final DecodeStatus status;
    private final long offset;
    private final String fieldPath;
    private final String detail;

    /**
     * Makes an exception whose text names all three facts.
     *
     * @param offset in bytes from the first byte of the input
     * @param fieldPath the path to the field, such as {@code a.b[2].c}, or null if not known
     * @param detail what exactly was wrong, or null if the status says it all
     */
    public DecodeException(DecodeStatus status, long offset, String fieldPath, String detail) {
        super(text(status, offset, fieldPath, detail));
        this.status = status;
        this.offset = offset;
        this.fieldPath = fieldPath;
        this.detail = detail;
    }

    /** Returns an exception of the same facts for input that starts {@code bytes} further on in a larger one. */
    public DecodeException movedBy(long bytes) {
        return new DecodeException(status, offset + bytes, fieldPath, detail);
    }

    /** Returns an exception of the same facts that also names the field. */
    public DecodeException withFieldPath(String path) {
        return new DecodeException(status, offset, path, detail);
    }

    private static String text(DecodeStatus status, long offset, String fieldPath, String detail) {
        StringBuilder text = new StringBuilder(64).append(status.text());
        if (detail != null) {
            text.append(": ").append(detail);
        }
        text.append(" at byte ").append(offset);
        if (fieldPath != null && !fieldPath.isEmpty()) {
            text.append(" in field ").append(fieldPath);
        }
        return text.toString();
    }

    public DecodeStatus status() {
        return status;
    }

    /**
     * Returns the offset of the tag of the innermost field that could not be decoded, in bytes from the start of the input. A group that is
     * not closed is such a field. For a missing required field it is the end of the input.
     */
    public long offset() {
        return offset;
    }

    /** Returns the path of the field, such as {@code a.b[2].c} or, without names, {@code 3.1[2].4}; null if not known, empty at the top. */
    public String fieldPath() {
        return fieldPath;
    }
}
