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

    private final FieldDef[] slots = new FieldDef[SLOTS];
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
        FieldDef known = slots[slot];
        if (isNamed(known, type, bytes, offset, size)) {
            return known;
        }
        if (isNamed(slots[slot ^ 1], type, bytes, offset, size)) {
            return slots[slot ^ 1];
        }
        String name = new String(bytes, offset, size, StandardCharsets.ISO_8859_1);
        FieldDef field = type.findField(name);
        if (field != null) {
            slots[slot ^ 1] = known;
            slots[slot] = field;
            used = true;
            return field;
        }
        // What looks like a group also goes by the name of its type, which is what is printed.
        FieldDef group = type.findField(name.toLowerCase(Locale.ROOT));
        boolean isGroup = group != null
                && group.isGroupLike()
                && group.messageType().name().equals(name);
        return isGroup ? group : null;
    }

    private static boolean isNamed(FieldDef known, MessageDef type, byte[] bytes, int offset, int size) {
        if (known == null || known.containingType() != type || known.name().length() != size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (known.name().charAt(i) != bytes[offset + i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the extension of a message set that goes by the name of a type, of several the first that the type defines, or null. */
    static FieldDef findItem(MessageDef messageSet, MessageDef item) {
        for (FieldDef extension : item.nestedExtensions()) {
            if (extension.containingType() == messageSet && extension.messageType() == item) {
                return extension;
            }
        }
        return null;
    }

    /** Whether an extension goes by the name of its type. */
    static boolean isItem(FieldDef extension) {
        MessageDef item = extension.messageType();
        return item != null
                && extension.containingType().isMessageSet()
                && findItem(extension.containingType(), item) == extension;
    }
}
