package dev.upb.message.internal;

import dev.upb.base.LittleEndian;
import dev.upb.mem.internal.Heap;
import java.util.Arrays;

/**
 * A map: entries of 16 bytes in one block, key slot first, value slot second, in the order in which they were last set.
 *
 * <p>The header, 32 bytes, is {entries, used, live, capacity, index, index slots, dead bits, flags}. Up to {@value #UNINDEXED} entries are
 * searched one by one; beyond, an index in the arena (open addressing, at most half full) leads from hash to entry. A removed entry is only
 * marked, in a bit set that is made when it is first needed; marked entries are squeezed out when the block is full. An entry's place can be
 * used as a message of the map's entry table that starts {@link #ENTRY_TO_MESSAGE} bytes before it.
 *
 * <p>A key slot holds a number widened to 8 bytes, or a string.
 */
public final class RawMap {
    public static final int ENTRIES = 0;
    public static final int USED = 4;
    public static final int LIVE = 8;
    public static final int CAPACITY = 12;
    public static final int INDEX = 16;
    public static final int INDEX_SLOTS = 20;
    public static final int DEAD = 24;
    /** Bit 0: frozen. The rest counts changes, so that iterators notice them. */
    public static final int FLAGS = 28;

    public static final int HEADER_SIZE = 32;
    public static final int ENTRY_SIZE = 16;
    /** Offset of the value slot in an entry. */
    public static final int VALUE = 8;
    /** What to take from an entry's offset to use it with the offsets of its {@code MiniTable}. */
    public static final int ENTRY_TO_MESSAGE = 16;

    public static final int FROZEN = 1;
    private static final int ONE_CHANGE = 2;

    private static final int FIRST_CAPACITY = 4;
    private static final int UNINDEXED = 8;
    /** An index slot holds the entry's number plus 1 below, and some bits of the hash above. */
    private static final int TAG_SHIFT = 27;

    private static final int ENTRY_MASK = (1 << TAG_SHIFT) - 1;

    private RawMap() {}

    /** Returns a new empty map. */
    public static int create(Heap heap) {
        int map = heap.allocate(HEADER_SIZE + FIRST_CAPACITY * ENTRY_SIZE);
        byte[] b = heap.bytes;
        Arrays.fill(b, map, map + HEADER_SIZE, (byte) 0);
        LittleEndian.putInt(b, map + ENTRIES, map + HEADER_SIZE);
        LittleEndian.putInt(b, map + CAPACITY, FIRST_CAPACITY);
        return map;
    }

    /** Returns the number of entries. */
    public static int size(byte[] bytes, int map) {
        return LittleEndian.getInt(bytes, map + LIVE);
    }

    /** Returns the offset of the first entry at or behind place {@code place}, or 0 if there is none; see {@link #placeOf}. */
    public static int entryFrom(byte[] bytes, int map, int place) {
        int used = LittleEndian.getInt(bytes, map + USED);
        int dead = LittleEndian.getInt(bytes, map + DEAD);
        int i = place;
        // 64 entries at a time: taking entries from the front again and again leaves many.
        while (dead != 0 && i < used) {
            long live = ~LittleEndian.getLong(bytes, dead + (i >>> 6 << 3)) >>> i;
            if (live != 0) {
                i += Long.numberOfTrailingZeros(live);
                break;
            }
            i = (i | 63) + 1;
        }
        return i < used ? LittleEndian.getInt(bytes, map + ENTRIES) + i * ENTRY_SIZE : 0;
    }

    /** Returns the offset of the entry that follows another one, or 0 if there is none. */
    public static int entryAfter(byte[] bytes, int map, int entry) {
        return entryFrom(bytes, map, placeOf(bytes, map, entry) + 1);
    }

    /** Returns the offset of the last entry before place {@code place}, or 0 if there is none. */
    public static int entryBefore(byte[] bytes, int map, int place) {
        int used = LittleEndian.getInt(bytes, map + USED);
        int dead = LittleEndian.getInt(bytes, map + DEAD);
        for (int i = Math.min(place, used) - 1; i >= 0; i--) {
            if (dead == 0 || !isDead(bytes, dead, i)) {
                return LittleEndian.getInt(bytes, map + ENTRIES) + i * ENTRY_SIZE;
            }
        }
        return 0;
    }

    /** Returns the place of an entry: 0 for the first in the block. */
    public static int placeOf(byte[] bytes, int map, int entry) {
        return (entry - LittleEndian.getInt(bytes, map + ENTRIES)) / ENTRY_SIZE;
    }

    /** Returns the number of changes to the set of keys, as bits to compare. */
    public static int changes(byte[] bytes, int map) {
        return LittleEndian.getInt(bytes, map + FLAGS) & ~FROZEN;
    }

    private static void countChange(byte[] bytes, int map) {
        LittleEndian.putInt(bytes, map + FLAGS, LittleEndian.getInt(bytes, map + FLAGS) + ONE_CHANGE);
    }

    private static boolean isDead(byte[] bytes, int dead, int place) {
        return (bytes[dead + (place >>> 3)] >>> (place & 7) & 1) != 0;
    }

    /** Returns the offset of the entry with this number as its key, or 0. */
    public static int find(byte[] bytes, int map, long key) {
        int slots = LittleEndian.getInt(bytes, map + INDEX_SLOTS);
        int entries = LittleEndian.getInt(bytes, map + ENTRIES);
        int dead = LittleEndian.getInt(bytes, map + DEAD);
        if (slots == 0) {
            int used = LittleEndian.getInt(bytes, map + USED);
            for (int i = 0; i < used; i++) {
                int entry = entries + i * ENTRY_SIZE;
                if (LittleEndian.getLong(bytes, entry) == key && (dead == 0 || !isDead(bytes, dead, i))) {
                    return entry;
                }
            }
            return 0;
        }
        int hash = KeyHash.of(key);
        int index = LittleEndian.getInt(bytes, map + INDEX);
        for (int slot = hash & slots - 1; ; slot = slot + 1 & slots - 1) {
            int held = LittleEndian.getInt(bytes, index + slot * 4);
            if (held == 0) {
                return 0;
            }
            if (held >>> TAG_SHIFT == hash >>> TAG_SHIFT) {
                int place = (held & ENTRY_MASK) - 1;
                int entry = entries + place * ENTRY_SIZE;
                if (LittleEndian.getLong(bytes, entry) == key && (dead == 0 || !isDead(bytes, dead, place))) {
                    return entry;
                }
            }
        }
    }

    /** Returns the offset of the entry whose key is the string {@code key[keyOffset .. keyOffset + keySize)}, or 0. */
    public static int find(byte[] bytes, int map, byte[] key, int keyOffset, int keySize) {
        int slots = LittleEndian.getInt(bytes, map + INDEX_SLOTS);
        int entries = LittleEndian.getInt(bytes, map + ENTRIES);
        int dead = LittleEndian.getInt(bytes, map + DEAD);
        if (slots == 0) {
            int used = LittleEndian.getInt(bytes, map + USED);
            for (int i = 0; i < used; i++) {
                int entry = entries + i * ENTRY_SIZE;
                if (hasKey(bytes, entry, key, keyOffset, keySize) && (dead == 0 || !isDead(bytes, dead, i))) {
                    return entry;
                }
            }
            return 0;
        }
        int hash = KeyHash.of(key, keyOffset, keySize);
        int index = LittleEndian.getInt(bytes, map + INDEX);
        for (int slot = hash & slots - 1; ; slot = slot + 1 & slots - 1) {
            int held = LittleEndian.getInt(bytes, index + slot * 4);
            if (held == 0) {
                return 0;
            }
            if (held >>> TAG_SHIFT == hash >>> TAG_SHIFT) {
                int place = (held & ENTRY_MASK) - 1;
                int entry = entries + place * ENTRY_SIZE;
                if (hasKey(bytes, entry, key, keyOffset, keySize) && (dead == 0 || !isDead(bytes, dead, place))) {
                    return entry;
                }
            }
        }
    }

    private static boolean hasKey(byte[] bytes, int entry, byte[] key, int keyOffset, int keySize) {
        long slot = LittleEndian.getLong(bytes, entry);
        int offset = Slots.offset(slot);
        return Slots.size(slot) == keySize
                && Arrays.equals(bytes, offset, offset + keySize, key, keyOffset, keyOffset + keySize);
    }

    private static int findSlot(byte[] bytes, int map, long key, boolean stringKeys) {
        return stringKeys ? find(bytes, map, bytes, Slots.offset(key), Slots.size(key)) : find(bytes, map, key);
    }

    /**
     * Puts a key at the end of the map and returns the offset of its entry. Its value slot is 0, or, if the key was there, holds the old
     * value.
     *
     * @param key a number, or the slot of a string in this heap
     */
    public static int put(Heap heap, int map, long key, boolean stringKeys) {
        byte[] b = heap.bytes;
        int old = findSlot(b, map, key, stringKeys);
        int used = LittleEndian.getInt(b, map + USED);
        if (old != 0 && placeOf(b, map, old) == used - 1) {
            return old;
        }
        if (used == LittleEndian.getInt(b, map + CAPACITY)) {
            makeRoom(heap, map, stringKeys);
            b = heap.bytes;
            used = LittleEndian.getInt(b, map + USED);
            old = old == 0 ? 0 : findSlot(b, map, key, stringKeys);
        }
        long value = 0;
        if (old != 0) {
            value = LittleEndian.getLong(b, old + VALUE);
            removeEntry(heap, map, old);
            b = heap.bytes;
        }
        int entry = LittleEndian.getInt(b, map + ENTRIES) + used * ENTRY_SIZE;
        LittleEndian.putLong(b, entry, key);
        LittleEndian.putLong(b, entry + VALUE, value);
        LittleEndian.putInt(b, map + USED, used + 1);
        LittleEndian.putInt(b, map + LIVE, LittleEndian.getInt(b, map + LIVE) + 1);
        if (LittleEndian.getInt(b, map + INDEX_SLOTS) != 0) {
            addToIndex(b, map, used, key, stringKeys);
        }
        countChange(b, map);
        return entry;
    }

    private static void addToIndex(byte[] b, int map, int place, long key, boolean stringKeys) {
        int slots = LittleEndian.getInt(b, map + INDEX_SLOTS);
        int index = LittleEndian.getInt(b, map + INDEX);
        int hash = stringKeys ? KeyHash.of(b, Slots.offset(key), Slots.size(key)) : KeyHash.of(key);
        int slot = hash & slots - 1;
        while (LittleEndian.getInt(b, index + slot * 4) != 0) {
            slot = slot + 1 & slots - 1;
        }
        LittleEndian.putInt(b, index + slot * 4, hash & ~ENTRY_MASK | place + 1);
    }

    /** Squeezes out removed entries where they are many, otherwise moves to a block of twice the size. */
    private static void makeRoom(Heap heap, int map, boolean stringKeys) {
        byte[] b = heap.bytes;
        int capacity = LittleEndian.getInt(b, map + CAPACITY);
        int live = LittleEndian.getInt(b, map + LIVE);
        int larger = live * 2 > capacity ? capacity * 2 : capacity;
        int slots = larger <= UNINDEXED ? 0 : larger * 2;
        if (larger > ENTRY_MASK) {
            heap.checkedSize(Long.MAX_VALUE); // More entries than an arena could hold.
        }
        // Allocate all, then change the map: a failure leaves it as it was.
        int block = LittleEndian.getInt(b, map + ENTRIES);
        int target = larger == capacity ? block : heap.allocate(heap.checkedSize((long) larger * ENTRY_SIZE));
        int index = LittleEndian.getInt(b, map + INDEX);
        if (slots != LittleEndian.getInt(b, map + INDEX_SLOTS)) {
            index = heap.allocate(heap.checkedSize(slots * 4L));
        }
        b = heap.bytes;
        int used = LittleEndian.getInt(b, map + USED);
        int dead = LittleEndian.getInt(b, map + DEAD);
        if (dead == 0) {
            System.arraycopy(b, block, b, target, used * ENTRY_SIZE);
        } else {
            int to = target;
            for (int i = 0; i < used; i++) {
                if (!isDead(b, dead, i)) {
                    LittleEndian.putLong(b, to, LittleEndian.getLong(b, block + i * ENTRY_SIZE));
                    LittleEndian.putLong(b, to + VALUE, LittleEndian.getLong(b, block + i * ENTRY_SIZE + VALUE));
                    to += ENTRY_SIZE;
                }
            }
            if (larger == capacity) {
                clearDead(b, map);
            } else {
                LittleEndian.putInt(b, map + DEAD, 0);
            }
        }
        LittleEndian.putInt(b, map + ENTRIES, target);
        LittleEndian.putInt(b, map + USED, live);
        LittleEndian.putInt(b, map + CAPACITY, larger);
        LittleEndian.putInt(b, map + INDEX, index);
        LittleEndian.putInt(b, map + INDEX_SLOTS, slots);
        if (slots != 0) {
            Arrays.fill(b, index, index + slots * 4, (byte) 0);
            for (int i = 0; i < live; i++) {
                addToIndex(b, map, i, LittleEndian.getLong(b, target + i * ENTRY_SIZE), stringKeys);
            }
        }
        countChange(b, map);
    }

    /** Removes an entry. No other entry moves. */
    public static void removeEntry(Heap heap, int map, int entry) {
        byte[] b = heap.bytes;
        int dead = LittleEndian.getInt(b, map + DEAD);
        if (dead == 0) {
            dead = heap.allocateZeroed(deadSize(b, map));
            b = heap.bytes;
            LittleEndian.putInt(b, map + DEAD, dead);
        }
        int place = placeOf(b, map, entry);
        b[dead + (place >>> 3)] |= (byte) (1 << (place & 7));
        LittleEndian.putInt(b, map + LIVE, LittleEndian.getInt(b, map + LIVE) - 1);
        countChange(b, map);
    }

    /** Returns the bytes of the dead bits: whole words. */
    private static int deadSize(byte[] bytes, int map) {
        return LittleEndian.getInt(bytes, map + CAPACITY) + 63 >>> 6 << 3;
    }

    private static void clearDead(byte[] bytes, int map) {
        int dead = LittleEndian.getInt(bytes, map + DEAD);
        if (dead != 0) {
            Arrays.fill(bytes, dead, dead + deadSize(bytes, map), (byte) 0);
        }
    }

    /** Removes all entries; keeps the room. */
    public static void clear(byte[] bytes, int map) {
        LittleEndian.putInt(bytes, map + USED, 0);
        LittleEndian.putInt(bytes, map + LIVE, 0);
        clearDead(bytes, map);
        int index = LittleEndian.getInt(bytes, map + INDEX);
        Arrays.fill(bytes, index, index + LittleEndian.getInt(bytes, map + INDEX_SLOTS) * 4, (byte) 0);
        countChange(bytes, map);
    }
}
