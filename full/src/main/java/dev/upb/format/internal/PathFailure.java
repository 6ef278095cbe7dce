package dev.upb.format.internal;

/**
 * An error of parsing or printing on its way up through the messages, which put the path to it together; so only errors pay for it. Where it
 * arrives, it becomes the exception of its format.
 */
public final class PathFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    /** Of a longer path, the beginning is left out. */
    private static final int LONGEST_PATH = 300;
    /** Characters of a map's key that a path shows. */
    private static final int LONGEST_KEY = 32;

    private final Enum<?> status;
    private final int offset;
    private final transient StringBuilder path = new StringBuilder();
    private boolean inElement;
    private boolean shortened;

    /**
     * Makes a failure at the top.
     *
     * @param status of the format, or null
     * @param offset where in the heap or input the text is wrong; 0 for printing
     */
    public PathFailure(Enum<?> status, int offset, String message) {
        super(message, null, false, false);
        this.status = status;
        this.offset = offset;
    }

    /** Says that this happened in an element of a list, or a map's; {@link #inField} follows. */
    public PathFailure inElement(String key) {
        add("[" + key + "]" + (path.length() == 0 || inElement ? "" : "."));
        inElement = true;
        return this;
    }

    /** Says that this happened in a field. */
    public PathFailure inField(String name) {
        add(path.length() == 0 || inElement ? name : name + ".");
        inElement = false;
        return this;
    }

    private void add(String outer) {
        if (path.length() + outer.length() > LONGEST_PATH) {
            shortened = true;
        }
        if (!shortened) {
            path.insert(0, outer);
        }
    }

    public Enum<?> status() {
        return status;
    }

    /** Returns the path; empty at the top. */
    public String path() {
        return shortened ? "…" + path : path.toString();
    }

    /**
     * Returns the line, in the upper half, and the column of the error in a text that lies in {@code bytes} from {@code start} to {@code end};
     * both from 1 on, columns in code points.
     */
    public long place(byte[] bytes, int start, int end) {
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
        return line << 32 | column;
    }

    /** Returns a map's key of type string as paths show it. */
    public static String keyText(String key) {
        return '"' + (key.length() <= LONGEST_KEY ? key : key.substring(0, LONGEST_KEY) + "…") + '"';
    }
}
