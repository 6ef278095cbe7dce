package dev.upb.base;

/** A message that can't be written: it nests too deep, is too large, or lacks a required field. */
public final class EncodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final EncodeStatus status;

    public EncodeException(EncodeStatus status, String message) {
        super(message);
        this.status = status;
    }

    public EncodeStatus status() {
        return status;
    }
}
