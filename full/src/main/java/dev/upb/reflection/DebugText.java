package dev.upb.reflection;

import dev.upb.base.ByteString;
import dev.upb.base.FieldType;
import dev.upb.message.MapField;
import dev.upb.message.UnknownFields;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Writes a message much like text format, on one line, and stops where it gets long or deep. */
final class DebugText {
    private static final int MAX_LENGTH = 4096;
    private static final int MAX_DEPTH = 50;
    /** Most characters or bytes of one string. */
    private static final int MAX_STRING = 500;

    private final StringBuilder text = new StringBuilder();

    private DebugText() {}

    static String of(Message message) {
        DebugText debug = new DebugText();
        debug.text.append(message.type().fullName()).append(" {");
        try {
            debug.fields(message, MAX_DEPTH);
        } catch (IllegalStateException stale) {
            return message.type().fullName() + " (its arena was reset or closed)";
        }
        return debug.text.append(" }").toString();
    }

    private boolean isFull() {
        return text.length() >= MAX_LENGTH;
    }

    private void fields(Message message, int depth) {
        if (depth == 0) {
            text.append(" …");
            return;
        }
        for (FieldDef field : message.presentFields()) {
            Object value = message.get(field);
            Collection<?> items = value instanceof MapField<?, ?> map
                    ? map.entrySet()
                    : value instanceof List<?> list ? list : List.of(value);
            for (Object item : items) {
                if (isFull()) {
                    break;
                }
                name(field);
                text.append(item instanceof Message || item instanceof Map.Entry ? " " : ": ");
                value(field, item, depth);
            }
            if (isFull()) {
                text.append(" …");
                return;
            }
        }
        UnknownFields unknown = message.unknownFields();
        if (unknown.size() > 0) {
            text.append(" # ").append(unknown.size()).append(" bytes of unknown fields");
        }
    }

    private void name(FieldDef field) {
        if (field.isExtension()) {
            text.append(" [").append(field.fullName()).append(']');
        } else {
            text.append(' ').append(field.isGroupLike() ? field.messageType().name() : field.name());
        }
    }

    private void value(FieldDef field, Object value, int depth) {
        if (value instanceof Message message) {
            text.append('{');
            fields(message, depth - 1);
            text.append(" }");
        } else if (value instanceof Map.Entry<?, ?> entry) {
            text.append("{ key: ");
            value(field.mapKey(), entry.getKey(), depth);
            text.append(" value: ");
            value(field.mapValue(), entry.getValue(), depth);
            text.append(" }");
        } else if (value instanceof String string) {
            quoted(string, string.length());
        } else if (value instanceof ByteString bytes) {
            quoted(bytes, bytes.size());
        } else if (field.type() == FieldType.ENUM) {
            EnumValueDef known = field.enumType().findValue((Integer) value);
            text.append(known != null ? known.name() : value);
        } else if (field.type().isUnsigned()) {
            text.append(
                    value instanceof Integer number
                            ? Integer.toUnsignedString(number)
                            : Long.toUnsignedString((Long) value));
        } else {
            text.append(value);
        }
    }

    private void quoted(Object value, int size) {
        text.append('"');
        int shown = Math.min(size, MAX_STRING);
        for (int i = 0; i < shown; i++) {
            boolean binary = value instanceof ByteString;
            char c = binary ? (char) (((ByteString) value).byteAt(i) & 0xFF) : ((String) value).charAt(i);
            boolean special = c == '"' || c == '\\';
            if (c == '\n' && !binary) {
                text.append("\\n");
            } else if (special && !binary) {
                text.append('\\').append(c);
            } else if (c < ' ' || c == 0x7F || binary && (special || c > 0x7F)) {
                octal(c);
            } else {
                text.append(c);
            }
        }
        text.append(shown < size ? "…\"" : "\"");
    }

    private void octal(int value) {
        text.append('\\')
                .append((char) ('0' + (value >> 6)))
                .append((char) ('0' + (value >> 3 & 7)))
                .append((char) ('0' + (value & 7)));
    }
}
