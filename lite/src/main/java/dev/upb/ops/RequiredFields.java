package dev.upb.ops;

import dev.upb.message.MiniMessage;
import dev.upb.message.internal.MissingRequired;
import java.util.List;

/** The check for required fields that are not set, in a message and all below it, extensions included. */
public final class RequiredFields {
    private RequiredFields() {}

    /**
     * Returns the path of every required field that is not set, such as {@code a.b[2].c} or {@code m["key"].x}; by number where the table has
     * no names. A message's own fields come before those below it.
     */
    public static List<String> missing(MiniMessage message) {
        return MissingRequired.find(message.heap(), message.offset(), message.table(), Integer.MAX_VALUE);
    }

    /** Whether every required field is set. */
    public static boolean areSet(MiniMessage message) {
        return MissingRequired.find(message.heap(), message.offset(), message.table(), 1)
                .isEmpty();
    }
}
