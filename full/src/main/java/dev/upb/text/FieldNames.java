package dev.upb.text;

import dev.upb.reflection.FieldDef;
import dev.upb.reflection.MessageDef;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Finds the fields of messages by the names that text format gives them, and remembers those that were asked for, so that a name that comes
 * again needs no {@link String}. Not thread safe.
 */
final class FieldNames {
    private static final int SLOTS = 256;

    private record Known(MessageDef type, String name, FieldDef field) {
        boolean is(MessageDef wanted, byte[] bytes, int offset, int size) {
            if (type != wanted || name.length() != size) {
                return false;
            }
            for (int i = 0; i < size; i++) {
                if (name.charAt(i) != bytes[offset + i]) {
                    return false;
                }
            }
            return true;
        }
    }

    private final Known[] slots = new Known[SLOTS];
    private boolean used;

    /** Forgets everything, so that no definitions are kept alive. */
    void clear() {
        if (used) {
            Arrays.fill(slots, null);
            used = false;
        }
    }

    /**
     * Returns the field with the name in {@code bytes[offset .. offset + size)}, or null.
     *
     * @param hash of the name
     */
    FieldDef find(MessageDef type, byte[] bytes, int offset, int size, int hash) {
        int mixed = (hash + System.identityHashCode(type)) * 0x9E3779B9;
        int slot = mixed >>> 24;
        Known known = slots[slot];
        if (known != null && known.is(type, bytes, offset, size)) {
            return known.field;
        }
        Known other = slots[slot ^ 1];
        if (other != null && other.is(type, bytes, offset, size)) {
            return other.field;
        }
        String name = new String(bytes, offset, size, StandardCharsets.ISO_8859_1);
        FieldDef field = find(type, name);
        if (field != null) {
            slots[slot ^ 1] = known;
            slots[slot] = new Known(type, name, field);
            used = true;
        }
        return field;
    }

    /** Looks a field up: by its own name; one that looks like a group also by the name of its type, which is what is printed. */
    private static FieldDef find(MessageDef type, String name) {
        FieldDef field = type.findField(name);
        if (field != null) {
            return field;
        }
        FieldDef group = type.findField(name.toLowerCase(Locale.ROOT));
        return group != null
                        && group.isGroupLike()
                        && group.messageType().name().equals(name)
                ? group
                : null;
    }
}
