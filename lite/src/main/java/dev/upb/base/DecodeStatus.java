package dev.upb.base;

/** Why bytes were not accepted. */
public enum DecodeStatus {
    /** The input ended inside a field, a length ran past the end of its message, or a group was not closed. */
    TRUNCATED("truncated"),
    /** A bad tag, varint, length, wire type or end-group. */
    MALFORMED("malformed"),
    /** Messages, groups or unknown groups nest deeper than the limit. */
    MAX_DEPTH_EXCEEDED("nested deeper than the limit"),
    /** A {@code string} field holds bytes that are no UTF-8. */
    BAD_UTF8("invalid UTF-8"),
    /** A required field is not set; only where the check was asked for. */
    MISSING_REQUIRED("missing required field"),
    /** The input is longer than a limit: of the length of a delimited message, or of what an array can hold. */
    TOO_LARGE("larger than the limit");

    private final String text;

    DecodeStatus(String text) {
        this.text = text;
    }

    /** Returns a few words for an error text. */
    public String text() {
        return text;
    }
}
