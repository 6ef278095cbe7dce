package dev.upb.json;

/** URLs of types, as {@code google.protobuf.Any} has them: a host or more, a slash, the full name. */
final class TypeUrls {
    private TypeUrls() {}

    /** Returns the offset of the full name, or -1 if there is no slash with something before and behind it. */
    static int nameOffset(byte[] url, int offset, int count) {
        for (int i = offset + count - 1; i >= offset; i--) {
            if (url[i] == '/') {
                return i > offset && i + 1 < offset + count ? i + 1 : -1;
            }
        }
        return -1;
    }
}
