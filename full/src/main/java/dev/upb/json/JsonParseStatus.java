package dev.upb.json;

/** Why a JSON text was not accepted. */
public enum JsonParseStatus {
    /** The text is no JSON: a wrong character, a bad number or escape, or text behind the value. */
    SYNTAX,
    /** The text ends inside a value. */
    TRUNCATED,
    /** The text is no UTF-8, or has an escape for a surrogate without its partner. */
    BAD_UTF8,
    /** A value of another kind than the field's, one that is out of range, or a malformed date, number, base64 and so on. */
    INVALID_VALUE,
    /** A member that names no field of its message, or a name that is no value of the enum. */
    UNKNOWN_NAME,
    /** A member, or the key of a map, that is there twice; or two members of a oneof. */
    DUPLICATE,
    /** An {@code Any} without {@code @type}, or with a type that the pool does not have. */
    UNRESOLVED_TYPE,
    /** Messages, or the arrays and objects of a value that is skipped, nest deeper than the limit. */
    MAX_DEPTH_EXCEEDED,
    /** The text, or what it stands for, is larger than a limit or than what an array can hold. */
    TOO_LARGE
}
