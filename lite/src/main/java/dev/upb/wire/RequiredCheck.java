package dev.upb.wire;

import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.MissingRequired;
import dev.upb.minitable.MiniTable;
import java.util.List;

/** The check for required fields that decoding and encoding share. */
final class RequiredCheck {
    /** An error names no more fields than this: hostile input could lack millions. */
    private static final int MOST_NAMED = 10;

    private RequiredCheck() {}

    /**
     * Returns the paths of the first required fields that are not set.
     *
     * @throws IllegalStateException if the message nests deeper than can be checked
     */
    static List<String> missing(Heap heap, int message, MiniTable table) {
        return MissingRequired.find(heap, message, table, MOST_NAMED);
    }

    static String text(List<String> missing) {
        return String.join(", ", missing) + (missing.size() == MOST_NAMED ? ", and perhaps more" : "");
    }
}
