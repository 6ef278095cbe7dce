package dev.upb.message.internal;

import dev.upb.base.Depths;
import dev.upb.base.FieldType;
import dev.upb.base.LittleEndian;
import dev.upb.base.Utf8;
import dev.upb.mem.internal.Heap;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import java.util.ArrayList;
import java.util.List;

/** Finds required fields that are not set, over the whole tree of a message: extensions, list elements and map values included. */
public final class MissingRequired {
    private final Heap heap;
    private final int limit;
    private final List<String> missing = new ArrayList<>();
    private final StringBuilder path = new StringBuilder();

    private MissingRequired(Heap heap, int limit) {
        this.heap = heap;
        this.limit = limit;
    }

    /**
     * Returns paths such as {@code a.b[2].c}, {@code m["key"].x}, a message's own fields before those below it.
     *
     * @param limit at most so many paths
     */
    public static List<String> find(Heap heap, int message, MiniTable table, int limit) {
        MissingRequired search = new MissingRequired(heap, limit);
        try {
            search.visit(message, table, Depths.MAX);
        } catch (StackOverflowError e) {
            throw Depths.tooDeep();
        }
        return search.missing;
    }

    private void visit(int message, MiniTable table, int depth) {
        if (depth < 0) {
            throw Depths.tooDeep();
        }
        byte[] b = heap.bytes;
        int required = table.requiredCount();
        // Required fields have the lowest hasbits, from the ninth byte on.
        if (required != 0 && (~LittleEndian.getLong(b, message + 8) & (1L << required) - 1) != 0) {
            for (int i = 0; i < table.fieldCount() && missing.size() < limit; i++) {
                MiniTableField field = table.field(i);
                if (field.isRequired() && !RawMessage.has(b, message, field)) {
                    int length = enter(field);
                    missing.add(path.toString());
                    path.setLength(length);
                }
            }
        }
        for (int i = 0; i < table.fieldCount() && missing.size() < limit; i++) {
            MiniTableField field = table.field(i);
            if (field.type().isMessage() && field.isLinked() && RawMessage.has(b, message, field)) {
                visitValue(message + field.offset(), field, depth);
            }
        }
        for (int i = 0; i < Extras.count(b, message) && missing.size() < limit; i++) {
            MiniTableExtension extension = Extras.extension(heap, message, i);
            if (extension != null && extension.type().isMessage()) {
                visitValue(Extras.slot(b, message, i), extension, depth);
            }
        }
    }

    /** Appends a field to the path and returns the length before. */
    private int enter(MiniTableField field) {
        int length = path.length();
        if (length > 0) {
            path.append('.');
        }
        path.append(field.pathName());
        return length;
    }

    private void visitValue(int slot, MiniTableField field, int depth) {
        byte[] b = heap.bytes;
        int pointer = LittleEndian.getInt(b, slot);
        if (pointer == 0) {
            return;
        }
        int length = enter(field);
        int named = path.length();
        if (field.isMap()) {
            visitMap(pointer, field.subTable(), depth, named);
        } else if (field.isRepeated()) {
            int data = RawArray.data(b, pointer);
            for (int i = 0; i < RawArray.size(b, pointer) && missing.size() < limit; i++) {
                path.append('[').append(i).append(']');
                visit(LittleEndian.getInt(b, data + i * 4), field.subTable(), depth - 1);
                path.setLength(named);
            }
        } else {
            visit(pointer, field.subTable(), depth - 1);
        }
        path.setLength(length);
    }

    private void visitMap(int map, MiniTable entryTable, int depth, int named) {
        MiniTable valueTable = entryTable.mapValue().subTable();
        byte[] b = heap.bytes;
        int entry = valueTable == null ? 0 : RawMap.entryFrom(b, map, 0);
        while (entry != 0 && missing.size() < limit) {
            int value = LittleEndian.getInt(b, entry + RawMap.VALUE);
            if (value != 0) {
                path.append('[');
                appendKey(LittleEndian.getLong(b, entry), entryTable.mapKey());
                path.append(']');
                visit(value, valueTable, depth - 2);
                path.setLength(named);
            }
            entry = RawMap.entryAfter(b, map, entry);
        }
    }

    private void appendKey(long key, MiniTableField keyField) {
        FieldType type = keyField.type();
        if (type == FieldType.STRING) {
            String text = Utf8.decode(heap.bytes, Slots.offset(key), Slots.size(key));
            path.append('"')
                    .append(text.replace("\\", "\\\\").replace("\"", "\\\""))
                    .append('"');
        } else if (type == FieldType.BOOL) {
            path.append(key != 0);
        } else {
            path.append(type.isUnsigned() ? Long.toUnsignedString(key) : Long.toString(key));
        }
    }
}
