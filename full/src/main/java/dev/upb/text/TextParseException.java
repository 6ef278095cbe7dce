package dev.upb.text;

/** Text that is no valid message. Thrown for input only, never for misuse. */
public final class TextParseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;
    private final String fieldPath;

    TextParseException(int line, int column, String fieldPath, String problem) {
        super("line " + line + ", column " + column + (fieldPath.isEmpty() ? "" : ", field " + fieldPath) + ": "
                + problem);
        this.line = line;
        this.column = column;
        this.fieldPath = fieldPath;
    }

    /** Returns the line of the problem, from 1 on; lines end with a line feed. */
    public int line() {
        return line;
    }

    /** Returns the column of the problem in its line, from 1 on, counted in Unicode code points. */
    public int column() {
        return column;
    }

    /** Returns the path of the field, such as {@code a.b[2].c} or {@code a.[pkg.extension]}; empty if the problem is at the top. */
    public String fieldPath() {
        return fieldPath;
    }
}
