package dev.upb.base;

/** Why a message could not be written. */
public enum EncodeStatus {
    /** Messages nest deeper than the limit, or form a cycle. */
    MAX_DEPTH_EXCEEDED,
    /** A required field is not set; only where the check was asked for. */
    MISSING_REQUIRED,
    /** The encoded message, or a part of it, is longer than 2^31 - 1 bytes or than what an array can hold. */
    MAX_SIZE_EXCEEDED,
    /** A message set in an {@code Any} or an extension can't be written in the format asked for. */
    NOT_REPRESENTABLE
}
