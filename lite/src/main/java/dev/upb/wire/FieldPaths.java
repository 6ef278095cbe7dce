package dev.upb.wire;

import dev.upb.base.WireType;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableField;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds out in which field an error is, by walking over the input once more. Decoding itself keeps no path, so that only errors pay for it.
 */
final class FieldPaths {
    private final byte[] bytes;
    private final int target;
    private final StringBuilder path = new StringBuilder();
    private int at;

    private FieldPaths(byte[] bytes, int target) {
        this.bytes = bytes;
        this.target = target;
    }

    /** Returns the path to the field whose tag is at {@code target}, as far as it can be told. */
    static String find(byte[] bytes, int offset, int end, int target, MiniTable table) {
        FieldPaths search = new FieldPaths(bytes, target);
        search.at = offset;
        try {
            search.descend(end, table);
        } catch (IndexOutOfBoundsException ignored) {
            // The input is broken; what was found of the path is right all the same.
        }
        return search.path.toString();
    }

    /** Walks along one message after the other, each inside the last; a loop, for the nesting may be deep. */
    private void descend(int messageEnd, MiniTable messageTable) {
        int end = messageEnd;
        MiniTable table = messageTable;
        Map<Integer, Integer> counts = new HashMap<>();
        while (at < end && at <= target) {
            int start = at;
            int tag = (int) varint();
            MiniTableField field = table == null ? null : table.findFieldByNumber(WireType.fieldNumber(tag));
            int number = WireType.fieldNumber(tag);
            int index = counts.merge(number, 1, Integer::sum) - 1;
            if (start == target) {
                append(number, field, index);
                return;
            }
            switch (WireType.wireType(tag)) {
                case WireType.VARINT -> varint();
                case WireType.FIXED64 -> at += 8;
                case WireType.FIXED32 -> at += 4;
                case WireType.DELIMITED -> {
                    int size = (int) varint();
                    if (size < 0 || target >= at + size) {
                        at += Math.max(size, 0);
                    } else {
                        append(number, field, index);
                        end = at + size;
                        table = field == null ? null : field.subTable();
                        counts.clear();
                    }
                }
                case WireType.START_GROUP -> {
                    int body = at;
                    skipGroup(end);
                    if (at > target || at >= end) {
                        append(number, field, index);
                        at = body;
                        table = field == null ? null : field.subTable();
                        counts.clear();
                    }
                }
                default -> {
                    return; // The end of the group that was descended into, or no wire type at all.
                }
            }
        }
    }

    private void append(int number, MiniTableField field, int index) {
        path.append(path.length() > 0 ? "." : "").append(field == null ? Integer.toString(number) : field.pathName());
        if (field != null && field.isRepeated()) {
            path.append('[').append(index).append(']');
        }
    }

    private void skipGroup(int end) {
        int open = 1;
        while (open > 0 && at < end) {
            switch (WireType.wireType((int) varint())) {
                case WireType.VARINT -> varint();
                case WireType.FIXED64 -> at += 8;
                case WireType.FIXED32 -> at += 4;
                case WireType.DELIMITED -> at += Math.max((int) varint(), 0);
                case WireType.START_GROUP -> open++;
                case WireType.END_GROUP -> open--;
                default -> at = end;
            }
        }
    }

    private long varint() {
        long result = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            long next = bytes[at++];
            result |= (next & 0x7F) << shift;
            if (next >= 0) {
                break;
            }
        }
        return result;
    }
}
