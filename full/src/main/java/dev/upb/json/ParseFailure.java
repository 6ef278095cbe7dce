package dev.upb.json;

/** An error of parsing, by its offset, on its way to become a {@link JsonParseException}. */
final class ParseFailure extends PathFailure {
    private static final long serialVersionUID = 1L;

    private final JsonParseStatus status;
    /** Where in the heap the text is wrong. */
    private final int offset;

    ParseFailure(JsonParseStatus status, int offset, String message) {
        super(message);
        this.status = status;
        this.offset = offset;
    }

    ParseFailure inElement(String key) {
        addElement(key);
        return this;
    }

    ParseFailure inField(String name) {
        addField(name);
        return this;
    }

    /** Returns the exception for a text that lies in {@code bytes} from {@code start} to {@code end}. */
    JsonParseException toException(byte[] bytes, int start, int end) {
        long line = 1;
        int column = 1;
        for (int i = start; i < Math.min(offset, end); i++) {
            if (bytes[i] == '\n') {
                line++;
                column = 1;
            } else if (bytes[i] >= (byte) 0xC0) { // Not a continuation byte of UTF-8.
                column++;
            }
        }
        return new JsonParseException(status, line, column, path(), getMessage());
    }
}
