package dev.upb.text;

/** A problem on its way up through the messages, which put the path to it together; so only errors pay for it. */
final class ParseFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    /** Of a longer path, the beginning is left out. */
    private static final int LONGEST_PATH = 300;

    private final int offset;
    private final transient StringBuilder path = new StringBuilder();
    private boolean shortened;

    /**
     * Makes a failure.
     *
     * @param offset of the problem in the input's array
     */
    ParseFailure(int offset, String problem) {
        super(problem, null, false, false);
        this.offset = offset;
    }

    /** Says that this happened in a field. */
    ParseFailure in(String field) {
        if (path.length() + field.length() > LONGEST_PATH) {
            shortened = true;
        }
        if (!shortened) {
            path.insert(0, path.length() == 0 ? field : field + ".");
        }
        return this;
    }

    /** Says that this happened in an element of a list or map. */
    ParseFailure in(String field, int index) {
        return in(field + "[" + index + "]");
    }

    /** Returns the exception for input that begins at {@code start}. */
    TextParseException toException(byte[] input, int start) {
        int line = 1;
        int column = 1;
        for (int i = start; i < offset; i++) {
            if (input[i] == '\n') {
                line++;
                column = 1;
            } else if (input[i] >= (byte) 0xC0) {
                column++; // Not a continuation byte: each code point counts once.
            }
        }
        return new TextParseException(line, column, (shortened ? "…" : "") + path, getMessage());
    }
}
