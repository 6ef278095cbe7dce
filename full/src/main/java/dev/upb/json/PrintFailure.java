package dev.upb.json;

import dev.upb.base.EncodeException;
import dev.upb.base.EncodeStatus;

/** An error of printing, on its way to become an {@link EncodeException}. */
final class PrintFailure extends PathFailure {
    private static final long serialVersionUID = 1L;

    private final EncodeStatus status;

    PrintFailure(EncodeStatus status, String message) {
        super(message);
        this.status = status;
    }

    PrintFailure inElement(String key) {
        addElement(key);
        return this;
    }

    PrintFailure inField(String name) {
        addField(name);
        return this;
    }

    EncodeException toException() {
        return new EncodeException(status, getMessage() + (path().isEmpty() ? "" : " (at " + path() + ")"));
    }
}
