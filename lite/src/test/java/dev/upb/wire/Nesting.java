package dev.upb.wire;

import dev.upb.base.FieldType;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.ExtensionRegistry;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.testkit.wire.WireWriter;
import java.util.Arrays;
import java.util.List;

/**
 * Ways to nest a message in itself, and inputs that do so to any depth. The type has itself as message 1, group 2, in the list 3, in the map 4,
 * as member 5 of a oneof, and as extension 100, group extension 101 and list extension 102. It does not know field 9.
 */
enum Nesting {
    MESSAGE(1, 1, false),
    GROUP(2, 1, true),
    LIST(3, 1, false),
    /** An entry and, in it, a message: two levels. */
    MAP(4, 2, false),
    ONEOF(5, 1, false),
    UNKNOWN_GROUP(9, 1, true),
    EXTENSION(100, 1, false),
    EXTENSION_GROUP(101, 1, true),
    EXTENSION_LIST(102, 1, false),
    /** An item, and in its message the set itself: two levels. */
    MESSAGE_SET(1, 2, true);

    /** Messages of a MessageSet, whose extension {@link #TYPE_ID} has the set as field 1. */
    static final MiniTable SET =
            MiniTable.builder().extensionMode(ExtensionMode.MESSAGE_SET).build();

    static final MiniTable TABLE = table();
    static final ExtensionRegistry EXTENSIONS = extensions();

    private static final int TYPE_ID = 7;

    final int number;
    /** How many levels one step takes. */
    final int levels;

    private final boolean isGroup;

    Nesting(int number, int levels, boolean isGroup) {
        this.number = number;
        this.levels = levels;
        this.isGroup = isGroup;
    }

    private static MiniTable table() {
        MiniTable table = MiniTable.builder()
                .field(1, FieldType.MESSAGE, Cardinality.OPTIONAL, false, false, false)
                .field(2, FieldType.GROUP, Cardinality.OPTIONAL, false, false, false)
                .field(3, FieldType.MESSAGE, Cardinality.REPEATED, false, false, false)
                .field(4, FieldType.MESSAGE, Cardinality.REPEATED, false, false, false)
                .field(5, FieldType.MESSAGE, Cardinality.OPTIONAL, false, false, false)
                .oneof(5)
                .extensionMode(ExtensionMode.EXTENDABLE)
                .build();
        MiniTable entry = MiniTable.builder()
                .mapEntry()
                .field(1, FieldType.INT32, Cardinality.OPTIONAL, false, false, false)
                .field(2, FieldType.MESSAGE, Cardinality.OPTIONAL, false, false, false)
                .build();
        entry.linkSubMessage(entry.mapValue(), table);
        for (int number : new int[] {1, 2, 3, 5}) {
            table.linkSubMessage(table.findFieldByNumber(number), table);
        }
        table.linkSubMessage(table.findFieldByNumber(4), entry);
        return table;
    }

    private static ExtensionRegistry extensions() {
        MiniTableExtension message = MiniTableExtension.of(TABLE, 100, FieldType.MESSAGE, false, false, false, false);
        MiniTableExtension group = MiniTableExtension.of(TABLE, 101, FieldType.GROUP, false, false, false, false);
        MiniTableExtension list = MiniTableExtension.of(TABLE, 102, FieldType.MESSAGE, true, false, false, false);
        MiniTableExtension item = MiniTableExtension.of(SET, 7, FieldType.MESSAGE, false, false, false, false);
        message.linkSubMessage(TABLE);
        group.linkSubMessage(TABLE);
        list.linkSubMessage(TABLE);
        item.linkSubMessage(Holder.of(SET));
        return ExtensionRegistry.of(List.of(message, group, list, item));
    }

    MiniTable root() {
        return this == MESSAGE_SET ? SET : TABLE;
    }

    /**
     * Returns {@code steps} messages, each inside the one before. For steps of two levels, {@code half} adds the first of them: the entry, or
     * the item, without a message of the type in it.
     */
    byte[] input(int steps, boolean half) {
        Backwards out = new Backwards();
        if (half) {
            wrap(out, true);
        }
        for (int i = 0; i < steps; i++) {
            wrap(out, false);
        }
        return out.toByteArray();
    }

    private void wrap(Backwards out, boolean half) {
        if (this == MESSAGE_SET) {
            // 0b | 10 07 | 1a size | 0a size set | 0c
            if (!half) {
                out.prependVarint(out.size()).prependVarint(0x0a);
            }
            out.prependVarint(out.size()).prependVarint(0x1a);
            out.prependVarint(TYPE_ID).prependVarint(0x10).prependVarint(0x0b);
            out.append(0x0c);
            return;
        }
        if (isGroup) {
            out.prependVarint(number << 3 | 3).append(number << 3 | 4);
            return;
        }
        if (this == MAP && !half) {
            out.prependVarint(out.size()).prependVarint(0x12);
        }
        if (this == MAP) {
            out.prependVarint(1).prependVarint(0x08);
        }
        out.prependVarint(out.size()).prependVarint(number << 3 | 2);
    }

    /** Bytes that grow at both ends. */
    private static final class Backwards {
        private final byte[] bytes = new byte[1 << 20];
        private int start = bytes.length / 2;
        private int end = start;

        int size() {
            return end - start;
        }

        Backwards prependVarint(int value) {
            byte[] varint = new WireWriter().varint(value).toByteArray();
            start -= varint.length;
            System.arraycopy(varint, 0, bytes, start, varint.length);
            return this;
        }

        void append(int varintValue) {
            byte[] varint = new WireWriter().varint(varintValue).toByteArray();
            System.arraycopy(varint, 0, bytes, end, varint.length);
            end += varint.length;
        }

        byte[] toByteArray() {
            return Arrays.copyOfRange(bytes, start, end);
        }
    }
}
