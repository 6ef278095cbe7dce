package dev.upb.cli;

import dev.upb.base.FieldType;
import dev.upb.minidescriptor.MiniDescriptorWriter;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableField;
import dev.upb.minitable.Presence;
import dev.upb.reflection.FieldDef;
import dev.upb.reflection.MessageDef;
import dev.upb.reflection.OneofDef;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Prints the layout of a message type as a table: every byte of it, by offset. */
final class LayoutPrinter {
    private static final String[] TITLES = {"offset", "size", "number", "name", "type", "mode", "presence"};
    /** The first of these columns are numbers, and go to the right. */
    private static final int NUMERIC_COLUMNS = 3;

    private static final int HEADER_BITS = MiniTable.HEADER_SIZE * Byte.SIZE;

    private final MessageDef message;
    private final MiniTable table;

    /** A part of the message; what is no field has only a name. */
    private record Row(int offset, int size, String number, String name, String type, String mode, String presence) {
        Row(int offset, int size, String name) {
            this(offset, size, "", name, "", "", "");
        }

        String[] cells() {
            return new String[] {Integer.toString(offset), Integer.toString(size), number, name, type, mode, presence};
        }
    }

    LayoutPrinter(MessageDef message) {
        this.message = message;
        this.table = message.miniTable();
    }

    String print() {
        StringBuilder text = new StringBuilder();
        text.append(message.fullName()).append(": ").append(table.size()).append(" bytes, ");
        text.append(table.fieldCount()).append(table.fieldCount() == 1 ? " field" : " fields");
        if (table.requiredCount() > 0) {
            text.append(", ").append(table.requiredCount()).append(" required");
        }
        if (table.extensionMode() != ExtensionMode.NONE) {
            text.append(", ").append(lower(table.extensionMode().name()));
        }
        text.append("\n\n");
        appendTable(rows(), text);
        return text.append("\nmini-descriptor: ")
                .append(MiniDescriptorWriter.write(table))
                .append('\n')
                .toString();
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.add(new Row(0, MiniTable.HEADER_SIZE, "(header)"));
        int hasbits = 0;
        for (int i = 0; i < table.fieldCount(); i++) {
            MiniTableField field = table.field(i);
            hasbits += field.presence() == Presence.HASBIT ? 1 : 0;
            rows.add(row(field));
        }
        if (hasbits > 0) {
            int words = (HEADER_BITS + hasbits + Integer.SIZE - 1) / Integer.SIZE - HEADER_BITS / Integer.SIZE;
            rows.add(new Row(MiniTable.HEADER_SIZE, words * Integer.BYTES, "(hasbits: " + hasbits + ")"));
        }
        for (OneofDef oneof : message.oneofs()) {
            int code = oneof.fields().get(0).miniTableField().presenceCode();
            if (code < 0) {
                rows.add(new Row(~code, Integer.BYTES, "(case of oneof " + oneof.name() + ")"));
            }
        }
        rows.sort(Comparator.comparingInt(Row::offset)); // Stable: members of a oneof stay in the order of numbers.
        return withPadding(rows);
    }

    private List<Row> withPadding(List<Row> rows) {
        List<Row> all = new ArrayList<>();
        int end = 0;
        for (Row row : rows) {
            if (row.offset() > end) {
                all.add(new Row(end, row.offset() - end, "(padding)"));
            }
            all.add(row);
            end = Math.max(end, row.offset() + row.size());
        }
        if (table.size() > end) {
            all.add(new Row(end, table.size() - end, "(padding)"));
        }
        return all;
    }

    private Row row(MiniTableField field) {
        FieldDef def = message.findField(field.number());
        int size = field.isRepeated() ? Integer.BYTES : field.elementSize();
        return new Row(
                field.offset(),
                size,
                Integer.toString(field.number()),
                def.name(),
                type(def),
                lower(field.mode().name()) + (field.isPacked() ? " packed" : ""),
                presence(field, def));
    }

    private static String type(FieldDef def) {
        if (def.isMap()) {
            return "map<" + type(def.mapKey()) + ", " + type(def.mapValue()) + ">";
        }
        String name = lower(def.type().name());
        return def.type().isMessage()
                ? name + " " + def.messageType().fullName()
                : def.type() == FieldType.ENUM ? name + " " + def.enumType().fullName() : name;
    }

    private static String presence(MiniTableField field, FieldDef def) {
        return switch (field.presence()) {
            case HASBIT -> "hasbit " + (field.presenceCode() - HEADER_BITS) + (field.isRequired() ? " (required)" : "");
            case ONEOF -> "oneof " + def.containingOneof().name() + ", case at " + ~field.presenceCode();
            case IMPLICIT -> "implicit";
            case EXTENSION -> "extension";
        };
    }

    private static void appendTable(List<Row> rows, StringBuilder text) {
        List<String[]> lines = new ArrayList<>();
        lines.add(TITLES);
        rows.forEach(row -> lines.add(row.cells()));
        int[] widths = new int[TITLES.length];
        for (String[] cells : lines) {
            for (int i = 0; i < cells.length; i++) {
                widths[i] = Math.max(widths[i], cells[i].length());
            }
        }
        for (String[] cells : lines) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < cells.length; i++) {
                String padding = " ".repeat(widths[i] - cells[i].length());
                line.append(i == 0 ? "" : "  ").append(i < NUMERIC_COLUMNS ? padding + cells[i] : cells[i] + padding);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
    }
}
