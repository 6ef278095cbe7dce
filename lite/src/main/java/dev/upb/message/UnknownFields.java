package dev.upb.message;

import dev.upb.base.Depths;
import dev.upb.base.LittleEndian;
import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.Extras;
import dev.upb.message.internal.RawArray;
import dev.upb.message.internal.RawMap;
import dev.upb.message.internal.RawMessage;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import java.util.Objects;

/** A live view of the fields of one message that its schema does not know, as bytes in the order in which they arrived. */
public final class UnknownFields {
    private final MiniMessage message;

    UnknownFields(MiniMessage message) {
        this.message = message;
    }

    /** Returns the number of bytes. */
    public int size() {
        return Extras.unknownSize(message.heap().bytes, message.offset);
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    /** Returns a copy of the bytes: whole fields, tags included. */
    public byte[] toByteArray() {
        return Extras.unknown(message.heap().bytes, message.offset);
    }

    /** Adds a copy of the given bytes, which must be whole well-formed fields; they are written as they are. */
    public void add(byte[] bytes) {
        add(bytes, 0, bytes.length);
    }

    /** Adds a copy of the given bytes, which must be whole well-formed fields; they are written as they are. */
    public void add(byte[] bytes, int offset, int size) {
        Objects.checkFromIndexSize(offset, size, bytes.length);
        message.checkCanChange();
        if (size > 0) {
            long piece = MiniMessage.newBytes(message.heap, bytes, offset, size);
            Extras.addUnknown(message.heap, message.offset, Slots.offset(piece), size);
        }
    }

    /** Removes all unknown fields of this message; not of those below it, see {@link MiniMessage#discardUnknownFields()}. */
    public void clear() {
        message.checkCanChange();
        Extras.clearUnknown(message.heap.bytes, message.offset);
    }

    /** Removes the unknown fields of a message and all below it. */
    static void discard(Heap heap, int message, MiniTable table, int depth) {
        byte[] b = heap.bytes;
        if (depth < 0) {
            throw Depths.tooDeep();
        }
        if (RawMessage.isFrozen(b, message)) {
            throw new IllegalStateException("a message below is frozen");
        }
        Extras.clearUnknown(b, message);
        for (int i = 0; i < table.fieldCount(); i++) {
            MiniTableField field = table.field(i);
            if (field.type().isMessage() && field.isLinked() && RawMessage.has(b, message, field)) {
                discardBelow(heap, message + field.offset(), field, depth);
            }
        }
        for (int i = 0; i < Extras.count(b, message); i++) {
            MiniTableExtension extension = Extras.extension(heap, message, i);
            if (extension != null && extension.type().isMessage()) {
                discardBelow(heap, Extras.slot(b, message, i), extension, depth);
            }
        }
    }

    private static void discardBelow(Heap heap, int slot, MiniTableField field, int depth) {
        byte[] b = heap.bytes;
        int pointer = LittleEndian.getInt(b, slot);
        if (pointer == 0) {
            return;
        }
        MiniTable table = MiniMessage.valueTable(field);
        if (field.isMap()) {
            int entry = table == null ? 0 : RawMap.entryFrom(b, pointer, 0);
            for (; entry != 0; entry = RawMap.entryAfter(b, pointer, entry)) {
                int value = LittleEndian.getInt(b, entry + RawMap.VALUE);
                if (value != 0) {
                    discard(heap, value, table, depth - 2);
                }
            }
        } else if (field.isRepeated()) {
            int data = RawArray.data(b, pointer);
            for (int i = 0; i < RawArray.size(b, pointer); i++) {
                discard(heap, LittleEndian.getInt(b, data + i * 4), table, depth - 1);
            }
        } else {
            discard(heap, pointer, table, depth - 1);
        }
    }
}
