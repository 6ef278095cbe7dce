package dev.upb.message;

import dev.upb.base.ByteString;
import dev.upb.base.LittleEndian;
import dev.upb.base.Utf8;
import dev.upb.base.ValueKind;
import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.RawMap;
import dev.upb.message.internal.RawMessage;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableField;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * A live view of a map in a message, with a {@link #cursor()} that boxes nothing beside the access of {@link java.util.Map}.
 *
 * <p>Entries come in the order in which they were last set: setting the value of a key that is there moves it to the end; through a cursor or
 * an entry it stays. Iterators and cursors throw {@link ConcurrentModificationException} after a change that is not their own. All methods
 * throw {@link IllegalStateException} once the arena was reset or closed, and changes do if the message is frozen.
 *
 * @param <K> {@link Integer}, {@link Long}, {@link Boolean} or {@link String}
 * @param <V> {@link Integer}, {@link Long}, {@link Float}, {@link Double}, {@link Boolean}, {@link String}, {@link ByteString} or a message
 */
public final class MapField<K, V> extends AbstractMap<K, V> {
    private final MiniMessage parent;
    private final MiniTableField field;
    private final MiniTableField keyField;
    private final MiniTableField valueField;
    private final boolean stringKeys;

    MapField(MiniMessage parent, MiniTableField field) {
        MiniTable entry = field.subTable();
        this.parent = parent;
        this.field = field;
        this.keyField = entry.mapKey();
        this.valueField = entry.mapValue();
        this.stringKeys = keyField.type().kind() == ValueKind.STRING;
    }

    public MiniTableField field() {
        return field;
    }

    private Heap heap() {
        return parent.heap;
    }

    private void checkMap(int map) {
        parent.checkCanChange();
        if (map != 0 && (heap().bytes[map + RawMap.FLAGS] & RawMap.FROZEN) != 0) {
            throw new IllegalStateException("the map is frozen");
        }
    }

    private int mutableMap() {
        checkMap(parent.container(field));
        return parent.mutableContainer(field);
    }

    @Override
    public int size() {
        int map = parent.container(field);
        return map == 0 ? 0 : RawMap.size(heap().bytes, map);
    }

    /** Returns the key as a number, or 0 for a string. */
    private long keyBits(Object key) {
        if (key instanceof Integer number) {
            return keyField.type().isUnsigned() ? number & 0xFFFFFFFFL : number;
        }
        if (key instanceof Boolean bool) {
            return bool ? 1 : 0;
        }
        return key instanceof Long number ? number : 0;
    }

    private boolean isKey(Object key) {
        ValueKind kind = keyField.type().kind();
        return key instanceof Integer && kind == ValueKind.INT
                || key instanceof Long && kind == ValueKind.LONG
                || key instanceof Boolean && kind == ValueKind.BOOL
                || key instanceof String && stringKeys;
    }

    private void checkKey(Object key) {
        if (!isKey(key)) {
            throw new IllegalArgumentException(
                    "a key of " + field + " is a " + keyField.type().kind() + ", not " + Values.typeName(key));
        }
    }

    /** Returns the entry of a key of any type, or 0. */
    private int find(Object key) {
        int map = parent.container(field);
        if (map == 0 || !isKey(key)) {
            return 0;
        }
        if (stringKeys) {
            byte[] utf8;
            try {
                utf8 = Utf8.encode((String) key);
            } catch (IllegalArgumentException unpaired) {
                return 0; // Such a text is the key of nothing.
            }
            return RawMap.find(heap().bytes, map, utf8, 0, utf8.length);
        }
        return RawMap.find(heap().bytes, map, keyBits(key));
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != 0;
    }

    /** Returns the value of a key, or null. */
    @Override
    public V get(Object key) {
        int entry = find(key);
        return entry == 0 ? null : value(entry);
    }

    @SuppressWarnings("unchecked") // V is the type that the value's kind gives.
    private V value(int entry) {
        byte[] b = heap().bytes;
        return (V) Values.box(parent, field, valueField, b, LittleEndian.getLong(b, entry + RawMap.VALUE));
    }

    private String text(long slot) {
        return Utf8.decode(heap().bytes, Slots.offset(slot), Slots.size(slot));
    }

    private ByteString bytes(long slot) {
        return ByteString.of(heap().bytes, Slots.offset(slot), Slots.size(slot));
    }

    private MiniMessage message(int entry) {
        return Values.message(parent, field, LittleEndian.getInt(heap().bytes, entry + RawMap.VALUE));
    }

    @SuppressWarnings("unchecked") // K is the type that the key's kind gives.
    private K key(int entry) {
        byte[] b = heap().bytes;
        return (K) Values.box(parent, field, keyField, b, LittleEndian.getLong(b, entry));
    }

    private long valueBits(Object value) {
        return Values.unbox(parent, field, valueField, value);
    }

    private void setValue(int entry, Object value) {
        checkMap(parent.container(field));
        long bits = valueBits(value);
        LittleEndian.putLong(heap().bytes, entry + RawMap.VALUE, bits);
    }

    /** Returns the entry of a key, at the end of the map; the text of a key that is there is not stored again. */
    private int putKey(int map, Object key, int oldEntry) {
        long bits;
        if (oldEntry != 0) {
            bits = LittleEndian.getLong(heap().bytes, oldEntry);
        } else {
            bits = stringKeys ? MiniMessage.newString(heap(), (String) key) : keyBits(key);
        }
        return RawMap.put(heap(), map, bits, stringKeys);
    }

    /** Sets the value of a key, and moves the entry to the end. Returns the old value, or null. */
    @Override
    public V put(K key, V value) {
        checkKey(key);
        int map = mutableMap();
        int oldEntry = find(key);
        V old = oldEntry == 0 ? null : value(oldEntry);
        long bits = valueBits(value);
        int entry = putKey(map, key, oldEntry);
        LittleEndian.putLong(heap().bytes, entry + RawMap.VALUE, bits);
        return old;
    }

    /**
     * Returns the message of a key, which can be changed: the one that is there, otherwise a new empty one.
     *
     * @throws IllegalArgumentException also if the values are no messages
     */
    public MiniMessage mutableMessage(K key) {
        checkKey(key);
        if (valueField.type().kind() != ValueKind.MESSAGE) {
            throw new IllegalArgumentException(field + " is no map to messages");
        }
        int map = mutableMap();
        MiniMessage.checkLinked(valueField);
        int entry = find(key);
        if (entry == 0 || LittleEndian.getInt(heap().bytes, entry + RawMap.VALUE) == 0) {
            int message = RawMessage.create(heap(), valueField.subTable());
            entry = entry == 0 ? putKey(map, key, 0) : entry;
            LittleEndian.putLong(heap().bytes, entry + RawMap.VALUE, message);
        }
        return message(entry);
    }

    @Override
    public V remove(Object key) {
        checkMap(parent.container(field));
        int entry = find(key);
        if (entry == 0) {
            return null;
        }
        V old = value(entry);
        RawMap.removeEntry(heap(), parent.container(field), entry);
        return old;
    }

    @Override
    public void clear() {
        int map = parent.container(field);
        checkMap(map);
        if (map != 0) {
            RawMap.clear(heap().bytes, map);
        }
    }

    /** Replaces all entries; the values may come from this map. */
    void replaceAll(Map<?, ?> values) {
        mutableMap();
        int map = RawMap.create(heap()); // A new one, so that a failure leaves the old one as it is.
        for (Map.Entry<?, ?> entry : values.entrySet()) {
            checkKey(entry.getKey());
            long bits = valueBits(entry.getValue());
            int place = putKey(map, entry.getKey(), 0);
            LittleEndian.putLong(heap().bytes, place + RawMap.VALUE, bits);
        }
        LittleEndian.putInt(heap().bytes, parent.offset + field.offset(), map);
    }

    /** Returns a cursor before the first entry. */
    public Cursor cursor() {
        return new Cursor();
    }

    /**
     * Walks over the entries without making an object for each. Accessors throw {@link IllegalStateException} where there is no entry: before
     * the first {@link #next()}, after the last, and after {@link #remove()}.
     */
    public final class Cursor {
        private final int map = parent.container(field);
        private int entry;
        private int place = -1;
        private int changes = changes();

        private Cursor() {}

        private int changes() {
            return map == 0 ? 0 : RawMap.changes(heap().bytes, map);
        }

        private void checkChanges() {
            if (parent.container(field) != map || changes() != changes) {
                throw new ConcurrentModificationException("the map was changed while it was iterated over");
            }
        }

        private int checkEntry(MiniTableField part, ValueKind kind, ValueKind otherKind) {
            checkChanges();
            if (entry == 0) {
                throw new IllegalStateException("the cursor is at no entry");
            }
            ValueKind actual = part.type().kind();
            if (actual != kind && actual != otherKind) {
                throw new IllegalArgumentException(
                        (part == keyField ? "keys" : "values") + " of " + field + " are not of kind " + kind);
            }
            return part == keyField ? entry : entry + RawMap.VALUE;
        }

        /** Moves on; false if there are no more entries. */
        public boolean next() {
            checkChanges();
            entry = map == 0 ? 0 : RawMap.entryFrom(heap().bytes, map, place + 1);
            if (entry != 0) {
                place = RawMap.placeOf(heap().bytes, map, entry);
            }
            return entry != 0;
        }

        private boolean hasNext() {
            checkChanges();
            return map != 0 && RawMap.entryFrom(heap().bytes, map, place + 1) != 0;
        }

        public int keyInt() {
            int slot = checkEntry(keyField, ValueKind.INT, ValueKind.INT);
            return LittleEndian.getInt(heap().bytes, slot);
        }

        public long keyLong() {
            int slot = checkEntry(keyField, ValueKind.LONG, ValueKind.LONG);
            return LittleEndian.getLong(heap().bytes, slot);
        }

        public boolean keyBool() {
            int slot = checkEntry(keyField, ValueKind.BOOL, ValueKind.BOOL);
            return heap().bytes[slot] != 0;
        }

        public String keyString() {
            int slot = checkEntry(keyField, ValueKind.STRING, ValueKind.STRING);
            return text(LittleEndian.getLong(heap().bytes, slot));
        }

        public int valueInt() {
            int slot = checkEntry(valueField, ValueKind.INT, ValueKind.ENUM);
            return LittleEndian.getInt(heap().bytes, slot);
        }

        public long valueLong() {
            int slot = checkEntry(valueField, ValueKind.LONG, ValueKind.LONG);
            return LittleEndian.getLong(heap().bytes, slot);
        }

        public float valueFloat() {
            int slot = checkEntry(valueField, ValueKind.FLOAT, ValueKind.FLOAT);
            return Float.intBitsToFloat(LittleEndian.getInt(heap().bytes, slot));
        }

        public double valueDouble() {
            int slot = checkEntry(valueField, ValueKind.DOUBLE, ValueKind.DOUBLE);
            return Double.longBitsToDouble(LittleEndian.getLong(heap().bytes, slot));
        }

        public boolean valueBool() {
            int slot = checkEntry(valueField, ValueKind.BOOL, ValueKind.BOOL);
            return heap().bytes[slot] != 0;
        }

        public String valueString() {
            int slot = checkEntry(valueField, ValueKind.STRING, ValueKind.STRING);
            return text(LittleEndian.getLong(heap().bytes, slot));
        }

        public ByteString valueByteString() {
            int slot = checkEntry(valueField, ValueKind.BYTES, ValueKind.STRING);
            return bytes(LittleEndian.getLong(heap().bytes, slot));
        }

        public MiniMessage valueMessage() {
            checkEntry(valueField, ValueKind.MESSAGE, ValueKind.MESSAGE);
            return message(entry);
        }

        public K key() {
            checkEntry(keyField, keyField.type().kind(), keyField.type().kind());
            return MapField.this.key(entry);
        }

        public V value() {
            checkEntry(valueField, valueField.type().kind(), valueField.type().kind());
            return MapField.this.value(entry);
        }

        /** Sets the value of the entry where it is. */
        public void setValue(V value) {
            checkEntry(valueField, valueField.type().kind(), valueField.type().kind());
            MapField.this.setValue(entry, value);
        }

        /** Removes the entry. */
        public void remove() {
            checkEntry(keyField, keyField.type().kind(), keyField.type().kind());
            checkMap(map);
            RawMap.removeEntry(heap(), map, entry);
            entry = 0;
            changes = changes();
        }
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return MapField.this.size();
            }

            @Override
            public Iterator<Entry<K, V>> iterator() {
                return new EntryIterator();
            }

            @Override
            public void clear() {
                MapField.this.clear();
            }

            @Override
            public boolean contains(Object candidate) {
                return candidate instanceof Entry<?, ?> entry
                        && containsKey(entry.getKey())
                        && MapField.this.get(entry.getKey()).equals(entry.getValue());
            }
        };
    }

    private final class EntryIterator implements Iterator<Entry<K, V>> {
        private final Cursor cursor = new Cursor();

        @Override
        public boolean hasNext() {
            return cursor.hasNext();
        }

        @Override
        public Entry<K, V> next() {
            if (!cursor.next()) {
                throw new NoSuchElementException("the map has no more entries");
            }
            return new SimpleEntry<>(cursor.key(), cursor.value()) {
                private static final long serialVersionUID = 1L;

                @Override
                public V setValue(V value) {
                    int place = find(getKey());
                    if (place == 0) {
                        throw new IllegalStateException("the entry was removed");
                    }
                    MapField.this.setValue(place, value);
                    return super.setValue(value);
                }
            };
        }

        @Override
        public void remove() {
            cursor.remove();
        }
    }
}
