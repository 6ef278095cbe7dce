package dev.upb.json;

/** An error on its way up through the messages, which put the path to it together; so only errors pay for it. */
abstract class PathFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    /** Of a longer path, the beginning is left out. */
    private static final int LONGEST_PATH = 300;
    /** Characters of a map's key that a path shows. */
    private static final int LONGEST_KEY = 32;

    private final transient StringBuilder path = new StringBuilder();
    private boolean inElement;
    private boolean shortened;

    PathFailure(String message) {
        super(message, null, false, false);
    }

    /** Says that this happened in an element of a list, or a map's; {@link #addField} follows. */
    final void addElement(String key) {
        add("[" + key + "]" + (path.length() == 0 || inElement ? "" : "."));
        inElement = true;
    }

    /** Says that this happened in a field. */
    final void addField(String name) {
        add(path.length() == 0 || inElement ? name : name + ".");
        inElement = false;
    }

    private void add(String outer) {
        if (path.length() + outer.length() > LONGEST_PATH) {
            shortened = true;
        }
        if (!shortened) {
            path.insert(0, outer);
        }
    }

    /** Returns the path; empty at the top. */
    final String path() {
        return shortened ? "…" + path : path.toString();
    }

    /** Returns a map's key of type string as paths show it. */
    static String keyText(String key) {
        return '"' + (key.length() <= LONGEST_KEY ? key : key.substring(0, LONGEST_KEY) + "…") + '"';
    }
}
