package dev.upb.text;

import dev.upb.format.internal.PathFailure;

/** Text that is no valid message. Thrown for input only, never for misuse. */
public final class TextParseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;
    private final String fieldPath;

    /** Makes the exception for a text that lies in {@code text} from {@code start} to {@code end}. */
    TextParseException(PathFailure failure, byte[] text, int start, int end) {
        this(failure.place(text, start, end), failure.path(), failure.getMessage());
    }

    private TextParseException(long place, String fieldPath, String problem) {
        super("line " + (place >>> 32) + ", column " + (int) place + (fieldPath.isEmpty() ? "" : ", field " + fieldPath)
                + ": " + problem);
        this.line = (int) (place >>> 32);
        this.column = (int) place;
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
