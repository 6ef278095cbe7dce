package dev.upb.ops;

import dev.upb.base.Depths;
import dev.upb.base.FieldType;
import dev.upb.base.LittleEndian;
import dev.upb.mem.internal.Heap;
import dev.upb.message.MiniMessage;
import dev.upb.message.internal.Copier;
import dev.upb.message.internal.Extras;
import dev.upb.message.internal.RawArray;
import dev.upb.message.internal.RawMap;
import dev.upb.message.internal.RawMessage;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;

/**
 * Merges one message into another, as decoding its bytes into the other would: singular values are overwritten, sub-messages merged, lists
 * appended, map entries set, unknown fields added. Nothing is shared between the two afterwards, but for strings within one arena. In one
 * arena, one of the two may be part of the other; memory for a copy of the source is spent then.
 */
public final class Merge {
    private final Heap from;
    private final Heap to;

    private Merge(Heap from, Heap to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Merges {@code source} into {@code target}.
     *
     * @throws IllegalArgumentException if the two are of different types, or the same message
     * @throws IllegalStateException if the target is frozen, or the source contains itself
     * @throws dev.upb.base.ArenaExhaustedException if the target's arena is full; part of the source is merged then
     */
    public static void into(MiniMessage target, MiniMessage source) {
        if (target.table() != source.table()) {
            throw new IllegalArgumentException("messages of different types can't be merged");
        }
        if (target.isFrozen()) {
            throw new IllegalStateException("a frozen message can't be merged into");
        }
        Heap from = source.heap();
        Heap to = target.heap();
        if (from == to && target.offset() == source.offset()) {
            throw new IllegalArgumentException("a message can't be merged into itself");
        }
        try {
            // In one arena the two may overlap, so a copy is merged.
            int fixed = from == to ? Copier.copy(from, source.offset(), source.table(), to) : source.offset();
            new Merge(from, to).merge(fixed, target.offset(), source.table(), Depths.MAX);
        } catch (StackOverflowError e) {
            throw Depths.tooDeep();
        }
    }

    private void merge(int source, int target, MiniTable table, int depth) {
        if (depth < 0) {
            throw Depths.tooDeep();
        }
        if (RawMessage.isFrozen(to.bytes, target)) {
            throw new IllegalStateException("a message below the one to merge into is frozen");
        }
        for (int i = 0; i < table.fieldCount(); i++) {
            MiniTableField field = table.field(i);
            if (RawMessage.has(from.bytes, source, field)) {
                boolean wasSet = RawMessage.has(to.bytes, target, field) || field.isRepeated();
                mergeSlot(source + field.offset(), target + field.offset(), field, wasSet, depth);
                RawMessage.setPresence(to.bytes, target, field);
            }
        }
        int count = Extras.count(from.bytes, source);
        for (int i = 0; i < count; i++) {
            MiniTableExtension extension = Extras.extension(from, source, i);
            if (extension != null) {
                if (Extras.isSet(from, source, i)) {
                    mergeExtension(Extras.slot(from.bytes, source, i), target, extension, depth);
                }
            } else if (Extras.isUnknown(from.bytes, source, i)) {
                long piece = LittleEndian.getLong(from.bytes, Extras.slot(from.bytes, source, i));
                int size = Slots.size(piece);
                int copy = to.allocate(size);
                System.arraycopy(from.bytes, Slots.offset(piece), to.bytes, copy, size);
                Extras.addUnknown(to, target, copy, size);
            }
        }
    }

    private void mergeExtension(int slot, int target, MiniTableExtension extension, int depth) {
        int old = Extras.find(to, target, extension);
        if (old != 0) {
            mergeSlot(slot, old, extension, true, depth);
            return;
        }
        // The copy first, so that a full arena leaves no extension without a value.
        int slotSize = extension.isRepeated() ? Integer.BYTES : extension.elementSize();
        long value = Slots.load(from.bytes, slot, slotSize);
        long copy = extension.isRepeated()
                ? append((int) value, 0, extension)
                : Copier.copyScalar(from, value, extension, to);
        int added = Extras.findOrAdd(to, target, extension);
        Slots.store(to.bytes, added, slotSize, copy);
    }

    /**
     * Merges one value.
     *
     * @param wasSet whether the target's slot is this field's: a oneof's slot may hold another member
     */
    private void mergeSlot(int slot, int target, MiniTableField field, boolean wasSet, int depth) {
        if (!field.isRepeated() && !field.type().isMessage()) {
            int size = field.elementSize();
            long copy = Copier.copyScalar(from, Slots.load(from.bytes, slot, size), field, to);
            Slots.store(to.bytes, target, size, copy);
            return;
        }
        int pointer = LittleEndian.getInt(from.bytes, slot);
        int old = wasSet ? LittleEndian.getInt(to.bytes, target) : 0;
        if (pointer == 0) {
            return;
        }
        int merged;
        if (field.isMap()) {
            merged = putAll(pointer, old, field);
        } else if (field.isRepeated()) {
            merged = append(pointer, old, field);
        } else {
            merged = mergeMessage(pointer, old, field.subTable(), depth);
        }
        LittleEndian.putInt(to.bytes, target, merged);
    }

    private int mergeMessage(int source, int old, MiniTable table, int depth) {
        if (old == 0) {
            return Copier.copy(from, source, table, to);
        }
        merge(source, old, table, depth - 1);
        return old;
    }

    private int append(int source, int old, MiniTableField field) {
        int shift = RawArray.shift(field.elementSize());
        int count = RawArray.size(from.bytes, source);
        int array = old == 0 ? RawArray.create(to, count, shift) : old;
        if ((to.bytes[array + RawArray.FLAGS] & RawArray.FROZEN) != 0) {
            throw new IllegalStateException("a list below the message to merge into is frozen");
        }
        for (int i = 0; i < count; i++) {
            long element = Slots.load(from.bytes, RawArray.data(from.bytes, source) + (i << shift), 1 << shift);
            long copy = Copier.copyScalar(from, element, field, to);
            int added = RawArray.append(to, array, shift);
            Slots.store(to.bytes, added, 1 << shift, copy);
        }
        return array;
    }

    private int putAll(int source, int old, MiniTableField field) {
        MiniTableField value = field.subTable().mapValue();
        MiniTableField key = field.subTable().mapKey();
        int map = old == 0 ? RawMap.create(to) : old;
        if ((to.bytes[map + RawMap.FLAGS] & RawMap.FROZEN) != 0) {
            throw new IllegalStateException("a map below the message to merge into is frozen");
        }
        int entry = RawMap.entryFrom(from.bytes, source, 0);
        while (entry != 0) {
            long keyCopy = Copier.copyScalar(from, LittleEndian.getLong(from.bytes, entry), key, to);
            long valueCopy = Copier.copyScalar(from, LittleEndian.getLong(from.bytes, entry + RawMap.VALUE), value, to);
            int added = RawMap.put(to, map, keyCopy, key.type() == FieldType.STRING);
            LittleEndian.putLong(to.bytes, added + RawMap.VALUE, valueCopy);
            entry = RawMap.entryAfter(from.bytes, source, entry);
        }
        return map;
    }
}
