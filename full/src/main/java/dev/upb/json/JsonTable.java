package dev.upb.json;

import dev.upb.base.LittleEndian;
import dev.upb.base.Utf8;
import dev.upb.format.internal.Operation;
import dev.upb.minitable.FieldWord;
import dev.upb.minitable.MiniTable;
import dev.upb.reflection.FieldDef;
import dev.upb.reflection.MessageDef;
import dev.upb.reflection.OneofDef;
import dev.upb.reflection.WellKnownType;
import java.util.Arrays;
import java.util.List;

/** What JSON needs to know of a message type. Made once, when the type is first met, and kept with its definition. Immutable. */
final class JsonTable {
    /** How many members are tried before the name is looked up. */
    private static final int GUESSES = 6;
    /** The key and mask of a name that is not guessed. */
    private static final long NEVER = 1;

    final MessageDef type;
    final WellKnownType wellKnown;
    final int fieldCount;
    /** The fields by ascending number, as in the mini-table. */
    final JsonField[] fields;
    /** For each field a {@link FieldWord} whose operation is an {@link Operation}. */
    final long[] words;
    /** Fields, then the extensions that the type's pool has: a member that is read is known by its index here. */
    final JsonField[] members;
    /** For each member the bit of its oneof among those that tell what a text has had, or -1. */
    final int[] oneofBits;
    /** Words of those bits: one bit for each member, then one for each oneof. */
    final int seenWords;

    private final NameIndex names;

    /** For each field the first 8 bytes of its JSON name and a quote, and which of them count. */
    private final long[] keys;

    private final long[] keyMasks;
    /** For each field the bytes of its JSON name. */
    final int[] keySizes;
    /** What follows those, in pieces of 8 bytes, with the mask of the last piece behind them; null if nothing does. */
    private final long[][] keyRests;

    private JsonTable(MessageDef type) {
        MiniTable table = type.miniTable();
        this.type = type;
        wellKnown = type.wellKnownType();
        fieldCount = table.fieldCount();
        fields = new JsonField[fieldCount];
        words = new long[fieldCount];
        keys = new long[fieldCount];
        keyMasks = new long[fieldCount];
        keySizes = new int[fieldCount];
        keyRests = new long[fieldCount][];
        for (int i = 0; i < fieldCount; i++) {
            fields[i] = new JsonField(type.fieldsByNumber().get(i));
            words[i] = table.fieldWordAt(i) & ~(0xFFL << 32) | (long) fields[i].operation << 32;
            setKey(i, fields[i].def.jsonName());
        }
        List<FieldDef> extensions = type.pool().extensionsOf(type);
        members = Arrays.copyOf(fields, fieldCount + extensions.size());
        for (int i = 0; i < extensions.size(); i++) {
            members[fieldCount + i] = JsonField.ofExtension(extensions.get(i));
        }
        seenWords = (members.length + type.oneofs().size() + 63) / 64;
        names = new NameIndex(2 * members.length);
        oneofBits = new int[members.length];
        addMembers();
    }

    /** Returns the table of a type; made once and kept with its definition. */
    static JsonTable of(MessageDef type) {
        JsonTable table = (JsonTable) type.codecData();
        if (table == null) {
            table = new JsonTable(type);
            type.setCodecData(table);
        }
        return table;
    }

    private void addMembers() {
        for (int i = 0; i < members.length; i++) {
            FieldDef def = members[i].def;
            OneofDef oneof = def.realContainingOneof();
            oneofBits[i] = oneof == null ? -1 : members.length + oneof.index();
            names.add(def.isExtension() ? "[" + def.fullName() + "]" : def.jsonName(), i);
        }
        for (int i = 0; i < members.length; i++) { // Names that count only where no member has them as its first.
            FieldDef def = members[i].def;
            if (!def.isExtension()) {
                names.add(def.name(), i);
            } else if (type.isMessageSet() && def.extensionScope() == def.messageType()) {
                names.add("[" + def.messageType().fullName() + "]", i); // The usual name of an item of a MessageSet.
            }
        }
    }

    private void setKey(int index, String name) {
        byte[] key = Utf8.encode(name + '"');
        boolean plain = true;
        for (int i = 0; i < key.length - 1; i++) {
            plain &= key[i] >= ' '
                    && key[i] != '"'
                    && key[i] != '\\'; // A name that JSON may write in more than one way.
        }
        if (!plain) {
            keys[index] = NEVER;
            return;
        }
        keys[index] = piece(key, 0);
        keySizes[index] = key.length - 1;
        keyMasks[index] = mask(key.length);
        if (key.length > 8) {
            int pieces = (key.length - 1) / 8;
            long[] rest = new long[pieces + 1];
            for (int i = 0; i < pieces; i++) {
                rest[i] = piece(key, 8 + 8 * i);
            }
            rest[pieces] = mask(key.length - 8 * pieces);
            keyRests[index] = rest;
        }
    }

    private static long piece(byte[] key, int from) {
        long piece = 0;
        for (int i = Math.min(key.length, from + 8) - 1; i >= from; i--) {
            piece = piece << 8 | key[i] & 0xFF;
        }
        return piece;
    }

    private static long mask(int size) {
        return size >= 8 ? -1 : (1L << size * 8) - 1;
    }

    /**
     * Returns the field whose JSON name, and a quote, is at {@code at}, if it is one of the next few from {@code first} on; otherwise -1.
     * Members mostly come in the order of the fields. May look at the 8 bytes that follow the end of the input.
     */
    int guess(byte[] bytes, int at, int first) {
        long piece = LittleEndian.getLong(bytes, at);
        int end = Math.min(first + GUESSES, fieldCount);
        for (int i = first; i < end; i++) {
            if ((piece & keyMasks[i]) == keys[i] && hasRest(bytes, at + 8, keyRests[i])) {
                return i;
            }
        }
        return -1;
    }

    private static boolean hasRest(byte[] bytes, int at, long[] rest) {
        if (rest == null) {
            return true;
        }
        int last = rest.length - 2;
        for (int i = 0; i < last; i++) {
            if (LittleEndian.getLong(bytes, at + 8 * i) != rest[i]) {
                return false;
            }
        }
        return (LittleEndian.getLong(bytes, at + 8 * last) & rest[last + 1]) == rest[last];
    }

    /** Returns the index of the member of this name, or -1. */
    int find(byte[] bytes, int offset, int size) {
        long found = names.find(bytes, offset, size);
        return found == 0 ? -1 : (int) found;
    }

    int offset(int index) {
        return FieldWord.offset(words[index]);
    }

    /** Returns the presence code of a field, see {@link dev.upb.minitable.MiniTableField#presenceCode()}. */
    int presence(int index) {
        return FieldWord.presence(words[index]);
    }
}
