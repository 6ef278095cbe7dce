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
        Heap heap = message.heap();
        int size = 0;
        for (int i = 0; i < Extras.count(heap.bytes, message.offset); i++) {
            if (Extras.isUnknown(heap.bytes, message.offset, i)) {
                size += Slots.size(LittleEndian.getLong(heap.bytes, Extras.slot(heap.bytes, message.offset, i)));
            }
        }
        return size;
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    /** Returns a copy of the bytes: whole fields, tags included. */
    public byte[] toByteArray() {
        byte[] copy = new byte[size()];
        byte[] b = message.heap().bytes;
        int at = 0;
        for (int i = 0; i < Extras.count(b, message.offset); i++) {
            if (Extras.isUnknown(b, message.offset, i)) {
                long piece = LittleEndian.getLong(b, Extras.slot(b, message.offset, i));
                System.arraycopy(b, Slots.offset(piece), copy, at, Slots.size(piece));
                at += Slots.size(piece);
            }
        }
        return copy;
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
        switch (field.mode()) {
            case SCALAR -> discard(heap, pointer, field.subTable(), depth - 1);
            case ARRAY -> {
                int data = RawArray.data(b, pointer);
                for (int i = 0; i < RawArray.size(b, pointer); i++) {
                    discard(heap, LittleEndian.getInt(b, data + i * 4), field.subTable(), depth - 1);
                }
            }
            case MAP -> {
                MiniTable valueTable = field.subTable().mapValue().subTable();
                for (int entry = RawMap.entryFrom(b, pointer, 0); entry != 0 && valueTable != null; ) {
                    int value = LittleEndian.getInt(b, entry + RawMap.VALUE);
                    if (value != 0) {
                        discard(heap, value, valueTable, depth - 2);
                    }
                    entry = RawMap.entryFrom(b, pointer, RawMap.placeOf(b, pointer, entry) + 1);
                }
            }
        }
    }
}
