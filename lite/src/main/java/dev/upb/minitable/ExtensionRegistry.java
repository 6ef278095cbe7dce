package dev.upb.minitable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The extensions that a decoder knows, by the table that they extend and by number. A table is known by identity, not by name. Immutable.
 */
public final class ExtensionRegistry {
    private static final ExtensionRegistry EMPTY = new ExtensionRegistry(List.of());

    /** Open addressing, at most half full: looking up allocates nothing. */
    private final MiniTableExtension[] slots;

    private final List<MiniTableExtension> all;

    private ExtensionRegistry(Collection<MiniTableExtension> extensions) {
        slots = new MiniTableExtension[Integer.highestOneBit(Math.max(1, extensions.size())) * 4];
        List<MiniTableExtension> distinct = new ArrayList<>(extensions.size());
        for (MiniTableExtension extension : extensions) {
            int slot = slotOf(extension.extendee(), extension.number());
            if (slots[slot] == null) {
                slots[slot] = extension;
                distinct.add(extension);
            } else if (slots[slot] != extension) {
                throw new IllegalArgumentException("two extensions of one message have number " + extension.number());
            }
        }
        all = List.copyOf(distinct);
    }

    /** Returns a registry that knows nothing. */
    public static ExtensionRegistry empty() {
        return EMPTY;
    }

    /**
     * Makes a registry of the given extensions.
     *
     * @throws IllegalArgumentException if two of them extend the same message with the same number
     */
    public static ExtensionRegistry of(Collection<MiniTableExtension> extensions) {
        return extensions.isEmpty() ? EMPTY : new ExtensionRegistry(extensions);
    }

    /** Returns a registry that also knows the given extensions; see {@link #of}. */
    public ExtensionRegistry with(Collection<MiniTableExtension> extensions) {
        List<MiniTableExtension> both = new ArrayList<>(all);
        both.addAll(extensions);
        return of(both);
    }

    /** Returns the extension of {@code extendee} with this number, or null. */
    public MiniTableExtension find(MiniTable extendee, int number) {
        return slots[slotOf(extendee, number)];
    }

    /** Returns the slot of the extension, or the free one where it would go. */
    private int slotOf(MiniTable extendee, int number) {
        int hash = (System.identityHashCode(extendee) * 31 + number) * 0x9E3779B9;
        int slot = hash ^ hash >>> 16;
        while (true) {
            slot &= slots.length - 1;
            MiniTableExtension extension = slots[slot];
            if (extension == null || extension.number() == number && extension.owner == extendee) {
                return slot;
            }
            slot++;
        }
    }

    public int size() {
        return all.size();
    }

    /** Returns all extensions, in the order given. */
    public List<MiniTableExtension> extensions() {
        return all;
    }
}
