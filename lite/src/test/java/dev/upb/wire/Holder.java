package dev.upb.wire;

import dev.upb.base.FieldType;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;

/** Makes tables of messages that hold one other message. */
final class Holder {
    private Holder() {}

    /** Returns the table of a message whose field 1 is a singular message of the given type. */
    static MiniTable of(MiniTable type) {
        MiniTable holder = MiniTable.builder()
                .field(1, FieldType.MESSAGE, Cardinality.OPTIONAL, false, false, false)
                .build();
        holder.linkSubMessage(holder.field(0), type);
        return holder;
    }
}
