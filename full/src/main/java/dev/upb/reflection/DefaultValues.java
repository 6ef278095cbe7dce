package dev.upb.reflection;

import dev.upb.base.ByteString;
import dev.upb.base.FieldType;
import dev.upb.base.Utf8;
import dev.upb.base.ValueKind;
import dev.upb.minitable.MiniTableField;
import java.io.ByteArrayOutputStream;

/** Defaults of fields: from the text in a descriptor to the value, and to the table. */
final class DefaultValues {
    private DefaultValues() {}

    /** Returns what a singular field without a default of its own reads as. */
    static Object zero(FieldDef field) {
        return switch (field.type().kind()) {
            case INT -> 0;
            case LONG -> 0L;
            case FLOAT -> 0f;
            case DOUBLE -> 0d;
            case BOOL -> false;
            case STRING -> "";
            case BYTES -> ByteString.EMPTY;
            case ENUM ->
                field.enumType().values().isEmpty()
                        ? 0
                        : field.enumType().values().get(0).number();
            case MESSAGE -> field.messageType().emptyMessage();
        };
    }

    /**
     * Returns the value that a text stands for.
     *
     * @throws IllegalArgumentException if it stands for none
     */
    static Object parse(FieldDef field, String text) {
        FieldType type = field.type();
        return switch (type.kind()) {
            case INT -> (int) integer(text, type.isUnsigned(), Integer.SIZE);
            case LONG -> integer(text, type.isUnsigned(), Long.SIZE);
            case FLOAT ->
                switch (text) {
                    case "inf" -> Float.POSITIVE_INFINITY;
                    case "-inf" -> Float.NEGATIVE_INFINITY;
                    case "nan", "-nan" -> Float.NaN;
                    default -> Float.parseFloat(decimal(text));
                };
            case DOUBLE ->
                switch (text) {
                    case "inf" -> Double.POSITIVE_INFINITY;
                    case "-inf" -> Double.NEGATIVE_INFINITY;
                    case "nan", "-nan" -> Double.NaN;
                    default -> Double.parseDouble(decimal(text));
                };
            case BOOL ->
                switch (text) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw new IllegalArgumentException("neither true nor false");
                };
            case STRING -> text;
            case BYTES -> unescape(text);
            case ENUM -> {
                EnumValueDef value = field.enumType().findValue(text);
                boolean digit = !text.isEmpty() && text.charAt(0) <= '9'; // Then it is a name, but no identifier.
                if ((value == null || digit) && !field.enumType().isPlaceholder()) {
                    throw new IllegalArgumentException("no value of enum " + field.enumType());
                }
                yield value == null ? 0 : value.number();
            }
            case MESSAGE -> throw new IllegalArgumentException("messages have no default");
        };
    }

    /** Returns the text if it is made of what decimal numbers are, so that Java's own forms are not taken. */
    private static String decimal(String text) {
        for (int i = 0; i < text.length(); i++) {
            if ("0123456789+-.eE".indexOf(text.charAt(i)) < 0) {
                throw new IllegalArgumentException("no number");
            }
        }
        return text;
    }

    /** Parses decimal, octal with 0 before, or hexadecimal with 0x before. */
    private static long integer(String text, boolean unsigned, int bits) {
        boolean negative = text.startsWith("-");
        String digits = negative ? text.substring(1) : text;
        int radix = 10;
        if (digits.startsWith("0x") || digits.startsWith("0X")) {
            digits = digits.substring(2);
            radix = 16;
        } else if (digits.startsWith("0") && digits.length() > 1) {
            radix = 8;
        }
        if (digits.isEmpty() || Character.digit(digits.charAt(0), radix) < 0) {
            throw new IllegalArgumentException("no integer");
        }
        long magnitude = Long.parseUnsignedLong(digits, radix);
        long value = negative ? -magnitude : magnitude;
        long most = unsigned ? -1L >>> Long.SIZE - bits : (1L << bits - 1) - 1;
        boolean fits = unsigned
                ? (!negative || magnitude == 0) && Long.compareUnsigned(magnitude, most) <= 0
                : Long.compareUnsigned(magnitude, negative ? most + 1 : most) <= 0;
        if (!fits) {
            throw new IllegalArgumentException("out of range");
        }
        return value;
    }

    /** Undoes the escapes of C, which descriptors use for bytes. */
    private static ByteString unescape(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            at += Character.charCount(c);
            if (c != '\\') {
                bytes.writeBytes(Utf8.encode(Character.toString(c)));
                continue;
            }
            if (at == text.length()) {
                throw new IllegalArgumentException("ends with a backslash");
            }
            char escape = text.charAt(at++);
            int simple = "abfnrtv\\'\"?".indexOf(escape);
            if (simple >= 0) {
                bytes.write("\007\b\f\n\r\t\013\\'\"?".charAt(simple));
                continue;
            }
            int unicode = escape == 'u' ? 4 : escape == 'U' ? 8 : 0;
            int radix = unicode > 0 || escape == 'x' || escape == 'X' ? 16 : 8;
            int from = radix == 16 ? at : at - 1;
            int most = unicode > 0 ? unicode : radix == 8 ? 3 : text.length();
            int value = 0;
            for (at = from; at < text.length() && at - from < most; at++) {
                int digit = Character.digit(text.charAt(at), radix);
                if (digit < 0) {
                    break;
                }
                value = Math.min(value * radix + digit, Character.MAX_CODE_POINT + 1);
            }
            boolean surrogate = value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE;
            if (at == from
                    || value > (unicode > 0 ? Character.MAX_CODE_POINT : 255)
                    || unicode > 0 && (at - from < unicode || surrogate)) {
                throw new IllegalArgumentException("unknown escape \\" + escape);
            }
            if (unicode > 0) {
                bytes.writeBytes(Utf8.encode(Character.toString(value)));
            } else {
                bytes.write(value);
            }
        }
        return ByteString.of(bytes.toByteArray());
    }

    /** Gives the default of a singular field to its table. */
    static void attach(FieldDef field) {
        Object value = field.defaultValue;
        if (value == null && field.type().kind() == ValueKind.ENUM) {
            value = zero(field); // The first value of an enum need not be 0.
        }
        if (value == null) {
            return;
        }
        MiniTableField table = field.miniTableField();
        if (value instanceof Float number) {
            table.setDefault(Float.floatToRawIntBits(number) & 0xFFFFFFFFL);
        } else if (value instanceof Double number) {
            table.setDefault(Double.doubleToRawLongBits(number));
        } else if (value instanceof Number number) {
            table.setDefault(number.longValue());
        } else if (value instanceof Boolean bool) {
            table.setDefault(bool ? 1 : 0);
        } else if (value instanceof String text) {
            table.setDefault(Utf8.encode(text));
        } else if (value instanceof ByteString bytes) {
            table.setDefault(bytes.toByteArray());
        }
    }
}
