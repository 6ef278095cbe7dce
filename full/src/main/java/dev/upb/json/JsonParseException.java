package dev.upb.json;

/**
 * A JSON text that is no message of the wanted type. Thrown for input only, never for misuse.
 *
 * <p>Every way of parsing the same text (any input kind) gives the same status and place.
 */
public final class JsonParseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final JsonParseStatus status;
    private final long line;
    private final int column;
    private final String fieldPath;
    private final String detail;

    JsonParseException(JsonParseStatus status, long line, int column, String fieldPath, String detail) {
        super("line " + line + ", column " + column + ": " + detail
                + (fieldPath.isEmpty() ? "" : " (at " + fieldPath + ")"));
        this.status = status;
        this.line = line;
        this.column = column;
        this.fieldPath = fieldPath;
        this.detail = detail;
    }

    /** Returns an exception of the same facts for a text whose first line is line {@code first} of a larger one. */
    JsonParseException inLine(long first) {
        JsonParseException moved = new JsonParseException(status, first - 1 + line, column, fieldPath, detail);
        moved.setStackTrace(getStackTrace());
        return moved;
    }

    public JsonParseStatus status() {
        return status;
    }

    /** Returns the line of the error, from 1 on; a line feed ends a line. */
    public long line() {
        return line;
    }

    /** Returns the column of the error, from 1 on, counted in code points. */
    public int column() {
        return column;
    }

    /** Returns the path of the field, with the names of the {@code .proto} file, such as {@code a.b[2].c}; empty at the top. */
    public String fieldPath() {
        return fieldPath;
    }
}
