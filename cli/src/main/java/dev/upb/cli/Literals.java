package dev.upb.cli;

import dev.upb.base.ByteString;
import dev.upb.base.FieldType;
import java.nio.charset.StandardCharsets;

/** Values as {@code .proto} files write them. */
final class Literals {
    private Literals() {}

    /** Returns a number, bool, string or bytes. */
    static String of(Object value, FieldType type) {
        if (value instanceof String string) {
            return quoted(string);
        }
        if (value instanceof ByteString bytes) {
            return quoted(bytes.toByteArray(), false);
        }
        if (value instanceof Float number) {
            return number.isNaN() ? "nan" : number.isInfinite() ? infinity(number) : shortened(number.toString());
        }
        if (value instanceof Double number) {
            return number.isNaN() ? "nan" : number.isInfinite() ? infinity(number) : shortened(number.toString());
        }
        if (type.isUnsigned()) {
            return value instanceof Integer number
                    ? Integer.toUnsignedString(number)
                    : Long.toUnsignedString((Long) value);
        }
        return value.toString();
    }

    private static String infinity(double value) {
        return value > 0 ? "inf" : "-inf";
    }

    private static String shortened(String number) {
        return number.endsWith(".0") ? number.substring(0, number.length() - 2) : number;
    }

    static String quoted(String text) {
        return quoted(text.getBytes(StandardCharsets.UTF_8), true);
    }

    /** Returns the bytes in quotes; those that are not ASCII as octal numbers, unless they are text. */
    private static String quoted(byte[] bytes, boolean isText) {
        StringBuilder quoted = new StringBuilder(bytes.length + 2).append('"');
        String chars = new String(bytes, isText ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
        for (int i = 0; i < chars.length(); i++) {
            char c = chars.charAt(i);
            switch (c) {
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                default -> {
                    if ((c >= ' ' && c < 0x7F) || (isText && c > 0x7F)) {
                        quoted.append(c);
                    } else {
                        quoted.append('\\');
                        for (int shift = 6; shift >= 0; shift -= 3) {
                            quoted.append((char) ('0' + (c >> shift & 7)));
                        }
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }
}
