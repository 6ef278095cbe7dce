package dev.upb.text;

/** Names in brackets: full names of extensions and messages, and type URLs, which are a host or more, a slash, and a full name. */
final class TypeNames {
    private TypeNames() {}

    /**
     * Checks a name in brackets, whose characters are known to be allowed there.
     *
     * @param at where it stands, for errors
     */
    static void check(String name, int at) {
        int slash = name.lastIndexOf('/');
        if (name.startsWith("/")) {
            throw new ParseFailure(
                    at, "type URL " + TextReader.shown(name) + " begins with a slash; a host must come first");
        }
        if (!isFullName(name, slash + 1)) {
            throw new ParseFailure(
                    at,
                    "expected the full name of an extension or message in brackets, found "
                            + TextReader.shown(name.substring(slash + 1)));
        }
        if (!hasValidEscapes(name, slash + 1)) {
            throw new ParseFailure(
                    at, "type URL " + TextReader.shown(name) + " has a % without two hex digits behind it");
        }
    }

    /** Whether {@link #check} and {@link TextReader#readBracketName} take a text as a type URL. */
    static boolean isTypeUrl(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!TextReader.isUrlCharacter(text.charAt(i))) {
                return false;
            }
        }
        int slash = text.lastIndexOf('/');
        return slash > 0 && !text.startsWith("/") && isFullName(text, slash + 1) && hasValidEscapes(text, slash + 1);
    }

    /** Whether {@code text}, from {@code from} on, is made of identifiers with dots in between. */
    private static boolean isFullName(String text, int from) {
        boolean atStart = true;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '_' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' && !atStart) {
                atStart = false;
            } else if (c == '.' && !atStart) {
                atStart = true;
            } else {
                return false;
            }
        }
        return !atStart;
    }

    private static boolean hasValidEscapes(String url, int to) {
        for (int i = 0; i < to; i++) {
            if (url.charAt(i) == '%'
                    && (i + 2 >= to
                            || TextReader.hexDigit(url.charAt(i + 1)) < 0
                            || TextReader.hexDigit(url.charAt(i + 2)) < 0)) {
                return false;
            }
        }
        return true;
    }
}
