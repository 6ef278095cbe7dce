package dev.upb.cli;

import dev.upb.base.FieldType;
import dev.upb.reflection.EnumValueDef;
import dev.upb.reflection.FieldDef;
import dev.upb.reflection.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Values of options as {@code .proto} files write them; messages in braces, as text format. */
final class OptionValues {
    private OptionValues() {}

    /** Returns the value of a field that is set; of a list or map one for each element. */
    static List<String> of(Message message, FieldDef field) {
        List<String> values = new ArrayList<>();
        if (field.isMap()) {
            for (Map.Entry<?, ?> entry : message.getMap(field).entrySet()) {
                values.add("{ key: " + one(entry.getKey(), field.mapKey())
                        + named("value", entry.getValue(), field.mapValue()) + " }");
            }
        } else if (field.isRepeated()) {
            for (Object element : message.getRepeated(field)) {
                values.add(one(element, field));
            }
        } else {
            values.add(one(message.get(field), field));
        }
        return values;
    }

    private static String one(Object value, FieldDef field) {
        if (value instanceof Message message) {
            return braces(message);
        }
        if (field.type() == FieldType.ENUM) {
            EnumValueDef named = field.enumType().findValue((int) value);
            return named == null ? value.toString() : named.name();
        }
        return Literals.of(value, field.type());
    }

    private static String braces(Message message) {
        StringBuilder text = new StringBuilder("{");
        for (FieldDef field : message.presentFields()) {
            String name = field.isExtension()
                    ? "[" + field.fullName() + "]"
                    : field.isGroupLike() ? field.messageType().name() : field.name();
            for (String value : of(message, field)) {
                text.append(' ')
                        .append(name)
                        .append(value.startsWith("{") ? " " : ": ")
                        .append(value);
            }
        }
        return text.append(text.length() > 1 ? " }" : "}").toString();
    }

    private static String named(String name, Object value, FieldDef field) {
        return " " + name + (value instanceof Message ? " " : ": ") + one(value, field);
    }
}
