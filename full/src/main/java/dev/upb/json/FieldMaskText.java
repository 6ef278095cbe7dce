package dev.upb.json;

/** Paths of a field mask: in JSON one string, joined by commas, in camel case. */
final class FieldMaskText {
    private FieldMaskText() {}

    /**
     * Writes a path in camel case, at most as long as the path itself.
     *
     * @return the offset behind it, or -1 if the way back would lead to another path: it has a capital letter, a comma, or an underscore that is
     *     not followed by a small letter
     */
    static int toCamelCase(byte[] path, int offset, int count, byte[] target, int targetOffset) {
        int to = targetOffset;
        for (int i = offset; i < offset + count; i++) {
            byte b = path[i];
            if (b == '_') {
                i++;
                if (i == offset + count || path[i] < 'a' || path[i] > 'z') {
                    return -1;
                }
                target[to++] = (byte) (path[i] - 'a' + 'A');
            } else if (b >= 'A' && b <= 'Z' || b == ',') {
                return -1;
            } else {
                target[to++] = b;
            }
        }
        return to;
    }

    /**
     * Writes a path of JSON in the form of the {@code .proto} file, at most twice as long.
     *
     * @return the offset behind it, or -1 if it has an underscore, which no path in camel case has
     */
    static int toSnakeCase(byte[] path, int offset, int count, byte[] target, int targetOffset) {
        int to = targetOffset;
        for (int i = offset; i < offset + count; i++) {
            byte b = path[i];
            if (b == '_') {
                return -1;
            }
            if (b >= 'A' && b <= 'Z') {
                target[to++] = '_';
                target[to++] = (byte) (b - 'A' + 'a');
            } else {
                target[to++] = b;
            }
        }
        return to;
    }
}
