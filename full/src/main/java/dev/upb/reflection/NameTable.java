package dev.upb.reflection;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Definitions by name: sorted by the hash of the name, then by the name, so that no choice of names makes it slow. Immutable; safe to share
 * however it is published.
 */
final class NameTable {
    /** Which of a definition's names is the key. */
    enum Key {
        NAME,
        FULL_NAME,
        JSON_NAME;

        String of(Def def) {
            return this == NAME ? def.name() : this == FULL_NAME ? def.fullName() : ((FieldDef) def).jsonName();
        }
    }

    private final Key key;
    private final int[] hashes;
    private final Def[] defs;

    private NameTable(Key key, int[] hashes, Def[] defs) {
        this.key = key;
        this.hashes = hashes;
        this.defs = defs;
    }

    /**
     * Makes a table. Of definitions with one name, the first is found.
     *
     * @param duplicates told of every other one: that one, then the first
     */
    static NameTable of(Key key, List<? extends Def> all, BiConsumer<Def, Def> duplicates) {
        int count = all.size();
        long[] order = new long[count];
        for (int i = 0; i < count; i++) {
            order[i] = (long) key.of(all.get(i)).hashCode() << 32 | i;
        }
        Arrays.sort(order);
        int[] hashes = new int[count];
        Def[] defs = new Def[count];
        for (int i = 0; i < count; i++) {
            hashes[i] = (int) (order[i] >> 32);
            defs[i] = all.get((int) order[i]);
        }
        for (int from = 0; from < count; ) {
            int to = from + 1;
            while (to < count && hashes[to] == hashes[from]) {
                to++;
            }
            if (to - from > 1) {
                Arrays.sort(defs, from, to, Comparator.comparing(key::of)); // Stable: the first stays first.
                int first = from;
                for (int i = from + 1; i < to; i++) {
                    if (key.of(defs[i]).equals(key.of(defs[first]))) {
                        duplicates.accept(defs[i], defs[first]);
                    } else {
                        first = i;
                    }
                }
            }
            from = to;
        }
        return new NameTable(key, hashes, defs);
    }

    /** Returns the definition of this name, or null. */
    Def find(String name) {
        int hash = name.hashCode();
        int low = 0;
        int high = hashes.length;
        while (low < high) { // Ends at the first one that is not below.
            int middle = low + high >>> 1;
            if (hashes[middle] < hash
                    || hashes[middle] == hash && key.of(defs[middle]).compareTo(name) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < hashes.length && hashes[low] == hash && key.of(defs[low]).equals(name) ? defs[low] : null;
    }
}
