package dev.upb.text;

/**
 * Passes over fields that nobody wants: what they hold must be well-formed, whatever it means. Depth is the number of levels that may still
 * nest below the current message.
 */
final class FieldSkipper {
    private final TextReader in;

    FieldSkipper(TextReader in) {
        this.in = in;
    }

    /** Passes over what stands behind a field's name. */
    void skipValues(int depth, int maxDepth) {
        boolean colon = in.tryRead(':');
        if (!in.tryRead('[')) {
            skipValue(colon, depth, maxDepth);
        } else if (!in.tryRead(']')) {
            do {
                skipValue(colon, depth, maxDepth);
            } while (in.tryRead(','));
            in.readListEnd();
        }
    }

    private void skipValue(boolean mayBeScalar, int depth, int maxDepth) {
        int c = in.peek();
        if (c == '{' || c == '<' || !mayBeScalar) {
            skipMessage(depth, maxDepth);
        } else {
            in.skipScalar();
        }
    }

    private void skipMessage(int depth, int maxDepth) {
        char close = in.openMessage(depth, maxDepth);
        while (in.peek() != close) {
            if (in.peek() == '[') {
                in.readBracketName();
            } else if (!in.tryReadFieldNumber()) {
                in.readName("a field or '" + close + "'");
            }
            skipValues(depth - 1, maxDepth);
            in.skipSeparator();
        }
        in.skip();
    }
}
