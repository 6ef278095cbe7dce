package dev.upb.reflection;

import java.util.Arrays;
import java.util.List;

/**
 * Definitions by name: sorted by the hash of the name, then by the name, so that no choice of names makes it slow. Immutable; safe to share
 * however it is published.
 */
final class NameTable {
    /** Values of {@link #key}. */
    static final int NAME = 0;

    static final int FULL_NAME = 1;
    static final int JSON_NAME = 2;

    /** Which of a definition's names counts. */
    private final int key;

    private final int[] hashes;
    private final Def[] defs;

    /**
     * Makes a table. Of definitions with one name, the first is found.
     *
     * @param loader told of every other one, unless it is null
     */
    NameTable(int key, List<? extends Def> all, SchemaLoader loader) {
        this.key = key;
        int count = all.size();
        int[] unsorted = new int[count];
        for (int i = 0; i < count; i++) {
            unsorted[i] = nameOf(all.get(i)).hashCode();
        }
        int[] order = Def.order(unsorted);
        hashes = new int[count];
        defs = new Def[count];
        for (int i = 0; i < count; i++) {
            hashes[i] = unsorted[order[i]];
            defs[i] = all.get(order[i]);
        }
        for (int from = 0; from < count; ) {
            int to = from + 1;
            while (to < count && hashes[to] == hashes[from]) {
                to++;
            }
            if (to - from > 1) {
                Arrays.sort(defs, from, to, (a, b) -> nameOf(a).compareTo(nameOf(b))); // Stable: the first stays first.
                int first = from;
                for (int i = from + 1; i < to; i++) {
                    if (!nameOf(defs[i]).equals(nameOf(defs[first]))) {
                        first = i;
                    } else if (loader != null) {
                        loader.reportDuplicate(defs[i], defs[first]);
                    }
                }
            }
            from = to;
        }
    }

    private String nameOf(Def def) {
        return key == NAME ? def.name : key == FULL_NAME ? def.fullName() : ((FieldDef) def).jsonName();
    }

    /** Returns the definition of this name, or null. */
    Def find(String name) {
        int hash = name.hashCode();
        int low = 0;
        int high = hashes.length;
        while (low < high) { // Ends at the first one that is not below.
            int middle = low + high >>> 1;
            if (hashes[middle] < hash
                    || hashes[middle] == hash && nameOf(defs[middle]).compareTo(name) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < hashes.length && hashes[low] == hash && nameOf(defs[low]).equals(name) ? defs[low] : null;
    }
}
