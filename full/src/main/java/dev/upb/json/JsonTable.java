package dev.upb.json;

import dev.upb.minitable.FieldWord;
import dev.upb.minitable.MiniTable;
import dev.upb.reflection.FieldDef;
import dev.upb.reflection.MessageDef;
import dev.upb.reflection.WellKnownType;

/** What JSON needs to know of a message type. Made once, when the type is first met, and kept with its definition. Immutable, but for what is made later. */
final class JsonTable {
    final MessageDef type;
    final WellKnownType wellKnown;
    /** The fields by ascending number, as in the mini-table. */
    final JsonField[] fields;
    /** For each field a {@link FieldWord} whose operation is that of {@link JsonField}. */
    final long[] words;
    /** What parsing needs besides; null until a text of the type is parsed. */
    JsonParseTable parseTable;

    private JsonTable(MessageDef type) {
        MiniTable table = type.miniTable();
        this.type = type;
        this.wellKnown = type.wellKnownType();
        this.fields = new JsonField[table.fieldCount()];
        this.words = new long[table.fieldCount()];
        int i = 0;
        for (FieldDef field : type.fieldsByNumber()) {
            fields[i] = new JsonField(field);
            words[i] = table.fieldWordAt(i) & ~(0xFFL << 32) | (long) fields[i].operation << 32;
            i++;
        }
    }

    static JsonTable of(MessageDef type) {
        JsonTable table = (JsonTable) type.codecData();
        if (table == null) {
            table = new JsonTable(type);
            type.setCodecData(table);
        }
        return table;
    }

    /** Returns the offset of the slot of field number {@code number} in a message, for types whose fields are numbered without gaps. */
    int offset(int number) {
        return FieldWord.offset(words[number - 1]);
    }
}
