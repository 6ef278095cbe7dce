package dev.upb.wire;

import dev.upb.base.WireType;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.ExtensionRegistry;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import dev.upb.wire.internal.MessageSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds out in which field an error is, by walking over the input once more, up to the error. Decoding itself keeps no path, so that only
 * errors pay for it. No recursion, and no byte is looked at more than twice.
 */
final class FieldPaths {
    private final byte[] bytes;
    private final int target;
    private final ExtensionRegistry extensions;
    private final StringBuilder path = new StringBuilder();
    private int at;
    private int end;

    private Level level;
    /** The levels around this one that the walk may come back to: it does so from groups only. */
    private final Deque<Level> outer = new ArrayDeque<>();

    /** A message or group that the walk is in. */
    private static final class Level {
        /** Null if it is unknown. */
        final MiniTable table;
        /** Length of the path up to here. */
        final int pathLength;
        /** Elements so far of the repeated fields. */
        final Map<MiniTableField, Integer> counts = new HashMap<>();

        Level(MiniTable table, int pathLength) {
            this.table = table;
            this.pathLength = pathLength;
        }
    }

    private FieldPaths(byte[] bytes, int offset, int end, int target, MiniTable table, ExtensionRegistry extensions) {
        this.bytes = bytes;
        this.at = offset;
        this.end = end;
        this.target = target;
        this.extensions = extensions;
        this.level = new Level(table, 0);
    }

    /** Returns the path to the field whose tag is at {@code target}, or to the message around it if that tag is none. */
    static String find(byte[] bytes, int offset, int end, int target, MiniTable table, ExtensionRegistry extensions) {
        FieldPaths search = new FieldPaths(bytes, offset, end, target, table, extensions);
        while (search.at < search.end && search.at <= target && search.step()) {}
        return search.path.toString();
    }

    /** Moves over one tag and, unless the target is in it, its value; false at the target, or where the input makes no sense. */
    private boolean step() {
        int start = at;
        long tag = varint(5);
        int number = (int) (tag >>> 3);
        int wireType = (int) tag & 7;
        if (tag < 0 || tag >>> 32 != 0 || number == 0) {
            return false;
        }
        MiniTableField field = field(number, wireType);
        if (start == target) {
            append(number, field);
            return false;
        }
        switch (wireType) {
            case WireType.VARINT -> varint(10);
            case WireType.FIXED64 -> at += 8;
            case WireType.FIXED32 -> at += 4;
            case WireType.DELIMITED -> {
                long size = varint(5);
                if (size < 0 || size > end - at) {
                    return false;
                }
                if (target < at + (int) size) {
                    append(number, field);
                    outer.clear();
                    end = at + (int) size;
                    level = new Level(subTable(field), path.length());
                    return true;
                }
                count(field, at, (int) size);
                at += (int) size;
                return true;
            }
            case WireType.START_GROUP -> {
                if (isItem(number) && enterItem()) {
                    return true;
                }
                append(number, field);
                count(field, at, 0);
                outer.push(level);
                level = new Level(subTable(field), path.length());
                return true;
            }
            case WireType.END_GROUP -> {
                if (outer.isEmpty()) {
                    return false;
                }
                level = outer.pop();
                path.setLength(level.pathLength);
                return true;
            }
            default -> {
                return false;
            }
        }
        count(field, at, 0);
        return at >= 0;
    }

    /** Returns the field or extension that takes this tag, or null. */
    private MiniTableField field(int number, int wireType) {
        if (level.table == null) {
            return null;
        }
        MiniTableField field = level.table.findFieldByNumber(number);
        if (field == null) {
            field = extensions.find(level.table, number);
        }
        boolean fits = field != null
                && (field.wireType() == wireType
                        || wireType == WireType.DELIMITED
                                && field.isRepeated()
                                && field.type().isPackable());
        return fits ? field : null;
    }

    private static MiniTable subTable(MiniTableField field) {
        return field == null ? null : field.subTable();
    }

    private void append(int number, MiniTableField field) {
        path.append(path.length() > 0 ? "." : "").append(field == null ? Integer.toString(number) : field.pathName());
        if (field != null && field.isRepeated()) {
            path.append('[').append(level.counts.getOrDefault(field, 0)).append(']');
        }
    }

    /** Counts a value of a repeated field, or several packed ones. */
    private void count(MiniTableField field, int data, int size) {
        if (field == null || !field.isRepeated()) {
            return;
        }
        int elements = 1;
        if (size > 0 && field.type().isPackable()) {
            if (field.wireType() == WireType.VARINT) {
                elements = 0;
                for (int i = data; i < data + size; i++) {
                    elements += bytes[i] >= 0 ? 1 : 0;
                }
            } else {
                elements = size / field.elementSize();
            }
        }
        level.counts.merge(field, elements, Integer::sum);
    }

    private boolean isItem(int number) {
        return number == MessageSet.ITEM_START >>> 3
                && level.table != null
                && level.table.extensionMode() == ExtensionMode.MESSAGE_SET
                && extensions.size() != 0;
    }

    /**
     * Enters the message of an item of a MessageSet if the target is in it, so that the path names its extension. The item is complete then:
     * the decoder looks into the message only after that.
     */
    private boolean enterItem() {
        int body = at;
        long typeId = -1;
        int payload = 0;
        int payloadEnd = 0;
        int open = 1;
        while (at < end) {
            long tag = varint(5);
            long value = 0;
            switch ((int) tag & 7) {
                case WireType.VARINT -> value = varint(10);
                case WireType.FIXED64 -> at += 8;
                case WireType.FIXED32 -> at += 4;
                case WireType.DELIMITED -> {
                    long size = varint(5);
                    if (size < 0 || size > end - at) {
                        break;
                    }
                    if (open == 1 && tag == MessageSet.MESSAGE && payload == 0) {
                        payload = at;
                        payloadEnd = at + (int) size;
                    }
                    at += (int) size;
                }
                case WireType.START_GROUP -> open++;
                case WireType.END_GROUP -> open--;
                default -> {}
            }
            if (open == 1 && tag == MessageSet.TYPE_ID && typeId < 0) {
                typeId = value & 0xFFFFFFFFL;
            }
            if (open == 0) {
                break;
            }
        }
        MiniTableExtension extension =
                typeId < 0 || typeId > Integer.MAX_VALUE ? null : extensions.find(level.table, (int) typeId);
        if (open != 0 || extension == null || target < payload || target >= payloadEnd) {
            at = body;
            return false;
        }
        append((int) typeId, extension);
        outer.clear();
        at = payload;
        end = payloadEnd;
        level = new Level(extension.subTable(), path.length());
        return true;
    }

    /** Reads a varint of at most {@code maxSize} bytes that ends before the message does; -1 if there is none. */
    private long varint(int maxSize) {
        long result = 0;
        for (int i = 0; i < maxSize && at < end; i++) {
            long next = bytes[at++];
            result |= (next & 0x7F) << 7 * i;
            if (next >= 0) {
                return result;
            }
        }
        return -1;
    }
}
