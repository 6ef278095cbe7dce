package dev.upb.minitable;

import dev.upb.base.FieldType;
import dev.upb.base.WireType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The layout of a message type: its fields by ascending number, where each is in memory, and how its presence is known.
 *
 * <p>A message in memory is {@code [header 8][hasbits, required fields first][slots of 8, 4, 1 bytes]}, its size a multiple of 8. Numbers
 * take the bytes of their type; strings and bytes 8 (offset, size); messages, lists and maps 4 (offset); a oneof one slot as large as its
 * largest member needs, and a case word of 4 bytes.
 *
 * <p>Tables are linked in a second step ({@link #linkSubMessage}, {@link #linkSubEnum}); a field may stay unlinked. After that, a table may
 * be shared by threads.
 */
public final class MiniTable {
    /** Bytes at the start of every message that belong to no field. */
    public static final int HEADER_SIZE = 8;
    /** Most required fields of one message. */
    public static final int MAX_REQUIRED = 63;
    /** Largest message, in bytes of its own layout. */
    public static final int MAX_SIZE = 65528;

    public static final int MAX_FIELDS = 65535;
    /** Offset of the key in a map entry's layout. */
    public static final int MAP_KEY_OFFSET = 16;
    /** Offset of the value in a map entry's layout. */
    public static final int MAP_VALUE_OFFSET = 24;

    private static final int MAP_ENTRY_SIZE = 32;
    private static final int FIRST_HASBIT = HEADER_SIZE * 8;

    private final MiniTableField[] fields;
    private final int size;
    private final int requiredCount;
    private final ExtensionMode extensionMode;
    private final boolean mapEntry;
    private final int denseBelow;

    /** Words of the fields by number, as far as the numbers are dense; word 0 and gaps are {@link FieldWord#UNKNOWN}. */
    private final long[] dense;
    /** Numbers beyond {@link #dense}, ascending, and their words. */
    private final int[] sparseNumbers;

    private final long[] sparseWords;
    /** Words and leads of the fields by index. */
    private final long[] words;

    private final long[] leads;
    private Definition definition;
    private Object codec;

    private MiniTable(Builder builder, MiniTableField[] fields, int size, int requiredCount) {
        this.fields = fields;
        this.size = size;
        this.requiredCount = requiredCount;
        this.extensionMode = builder.extensionMode;
        this.mapEntry = builder.mapEntry;
        int contiguous = 0;
        int inDense = 0;
        for (int i = 0; i < fields.length; i++) {
            fields[i].owner = this;
            if (fields[i].number() == i + 1) {
                contiguous = i + 1;
            }
            if (fields[i].number() <= 2 * (i + 1) + 16) {
                inDense = i + 1;
            }
        }
        denseBelow = contiguous;
        dense = new long[inDense == 0 ? 1 : fields[inDense - 1].number() + 1];
        sparseNumbers = new int[fields.length - inDense];
        sparseWords = new long[fields.length - inDense];
        words = new long[fields.length];
        leads = new long[fields.length];
        for (int i = inDense; i < fields.length; i++) {
            sparseNumbers[i - inDense] = fields[i].number();
        }
        for (MiniTableField field : fields) {
            setWord(field);
        }
    }

    private void setWord(MiniTableField field) {
        long word = FieldWord.of(field);
        words[field.index()] = word;
        leads[field.index()] = FieldWord.lead(field.tag());
        if (field.number() < dense.length) {
            dense[field.number()] = word;
        } else {
            sparseWords[Arrays.binarySearch(sparseNumbers, field.number())] = word;
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    public int fieldCount() {
        return fields.length;
    }

    /** Returns a field by its place in the order of numbers. */
    public MiniTableField field(int index) {
        return fields[index];
    }

    /** Returns the field with this number, or null. */
    public MiniTableField findFieldByNumber(int number) {
        long word = number <= 0 ? 0 : fieldWord(number);
        return word == 0 ? null : fields[FieldWord.index(word)];
    }

    /** Returns the field packed for a codec's loop, see {@link FieldWord}; 0 for a number that is no field. */
    public long fieldWord(int number) {
        return number < dense.length ? dense[number] : sparseWord(number);
    }

    /** Returns the word of a field by its place in the order of numbers. */
    public long fieldWordAt(int index) {
        return words[index];
    }

    /** Returns the tag of a field by its place in the order of numbers, as encoders write it: see {@link FieldWord#lead}. */
    public long leadAt(int index) {
        return leads[index];
    }

    private long sparseWord(int number) {
        int at = sparseNumbers.length == 0 ? -1 : Arrays.binarySearch(sparseNumbers, number);
        return at < 0 ? 0 : sparseWords[at];
    }

    /** Returns the bytes that a message takes, a multiple of 8. */
    public int size() {
        return size;
    }

    /** Returns how many fields are required. Their hasbits are the lowest, from bit 64 of the message on. */
    public int requiredCount() {
        return requiredCount;
    }

    public ExtensionMode extensionMode() {
        return extensionMode;
    }

    public boolean isMapEntry() {
        return mapEntry;
    }

    /** Returns how many fields, from number 1 on, have no gap between their numbers. */
    public int denseBelow() {
        return denseBelow;
    }

    /** Returns the key field of a map entry. */
    public MiniTableField mapKey() {
        return fields[0];
    }

    /** Returns the value field of a map entry. */
    public MiniTableField mapValue() {
        return fields[1];
    }

    /**
     * Links a message or group field to the table of its type. Linking a message field to a map entry makes it a map.
     *
     * @throws IllegalArgumentException if the field is not of this table or no message, or the two do not fit
     * @throws IllegalStateException if the field is linked already, to another table
     */
    public void linkSubMessage(MiniTableField field, MiniTable table) {
        checkOwned(field);
        checkLink(field, table);
        if (table.mapEntry) {
            if (field.type() == FieldType.GROUP || !field.isRepeated()) {
                throw new IllegalArgumentException(field + " can't be a map: only repeated message fields can");
            }
            if (mapEntry) {
                throw new IllegalArgumentException("the value of a map can't be an entry of another map");
            }
            field.setMode(FieldMode.MAP);
        }
        field.subTable = table;
        codec = null; // What was compiled does not know the link.
        setWord(field);
    }

    /**
     * Links a closed-enum field to the numbers of its enum.
     *
     * @throws IllegalArgumentException if the field is not of this table or no closed enum, or is a map value and the enum lacks 0
     * @throws IllegalStateException if the field is linked already, to another enum
     */
    public void linkSubEnum(MiniTableField field, MiniTableEnum values) {
        checkOwned(field);
        checkLink(field, values);
        if (mapEntry && !values.contains(0)) {
            throw new IllegalArgumentException("the enum of a map value must have a value 0");
        }
        field.subEnum = values;
        codec = null;
    }

    private void checkOwned(MiniTableField field) {
        if (field.owner != this || field.isExtension()) {
            throw new IllegalArgumentException(field + " is not a field of this table");
        }
    }

    static void checkLink(MiniTableField field, MiniTable table) {
        if (!field.type().isMessage()) {
            throw new IllegalArgumentException(field + " is no message; it can't be linked to a message table");
        }
        checkNew(field, field.subTable, table, "table");
    }

    static void checkLink(MiniTableField field, MiniTableEnum values) {
        if (!field.isClosedEnum()) {
            throw new IllegalArgumentException(field + " is no closed enum; it can't be linked to one");
        }
        checkNew(field, field.subEnum, values, "enum");
    }

    private static void checkNew(MiniTableField field, Object old, Object target, String what) {
        if (old != null && old != target) {
            throw new IllegalStateException(field + " is linked already");
        }
        if (target == null) {
            throw new IllegalArgumentException("no " + what + " to link " + field + " to");
        }
    }

    /** Returns what {@link #setDefinition} was given, or null: the definition of this message with names and options, where there is one. */
    public Definition definition() {
        return definition;
    }

    /** Attaches a definition. Belongs to building a table: call it before the table is shared. */
    public void setDefinition(Definition newDefinition) {
        definition = newDefinition;
    }

    /** Returns what {@link #setCodec} was given last, or null. */
    public Object codec() {
        return codec;
    }

    /**
     * Attaches what the wire format keeps for this type: compiled code, or what leads to it. Threads may see it late, or never, so the object
     * must be complete without it, and safe to hand on through a data race.
     */
    public void setCodec(Object newCodec) {
        codec = newCodec;
    }

    @Override
    public String toString() {
        return "MiniTable of " + fields.length + " fields, " + size + " bytes";
    }

    /** How often a field may occur, and whether it knows "not set". */
    public enum Cardinality {
        /** At most once, with explicit presence. */
        OPTIONAL,
        /** At most once; zero means not set. */
        IMPLICIT,
        REQUIRED,
        REPEATED
    }

    /** Collects the fields of a message and lays them out. */
    public static final class Builder {
        private static final class Draft {
            final int number;
            final FieldType type;
            final Cardinality cardinality;
            final int flags;
            /** What laying out finds: the index of the oneof, or -1; the hasbit, or 0; the slot. */
            int oneof;

            int hasbit;
            int offset;

            Draft(int number, FieldType type, Cardinality cardinality, int flags) {
                this.number = number;
                this.type = type;
                this.cardinality = cardinality;
                this.flags = flags;
            }

            int slotSize() {
                return cardinality == Cardinality.REPEATED ? Integer.BYTES : type.slotSize();
            }

            MiniTableField field(int presence, int index) {
                FieldMode mode = cardinality == Cardinality.REPEATED ? FieldMode.ARRAY : FieldMode.SCALAR;
                return new MiniTableField(number, type, mode, flags, offset, presence, index);
            }
        }

        private final List<Draft> drafts = new ArrayList<>();
        private final List<int[]> oneofs = new ArrayList<>();
        private ExtensionMode extensionMode = ExtensionMode.NONE;
        private boolean mapEntry;

        private Builder() {}

        /**
         * Adds a field; any order.
         *
         * @param packed whether values are written packed; only for repeated fields of a packable type
         * @param validateUtf8 whether a string must be well-formed; of no meaning for other types
         * @param openEnum whether an enum takes any number; of no meaning for other types
         * @throws IllegalArgumentException if these do not go together
         */
        public Builder field(
                int number,
                FieldType type,
                Cardinality cardinality,
                boolean packed,
                boolean validateUtf8,
                boolean openEnum) {
            if (number < 1 || number > WireType.MAX_FIELD_NUMBER) {
                throw new IllegalArgumentException(
                        "field number " + number + " is not in 1 to " + WireType.MAX_FIELD_NUMBER);
            }
            if (packed && (cardinality != Cardinality.REPEATED || !type.isPackable())) {
                throw new IllegalArgumentException(
                        "field " + number + " (" + cardinality + " " + type + ") can't be packed");
            }
            if (cardinality == Cardinality.IMPLICIT && type.isMessage()) {
                throw new IllegalArgumentException("field " + number + ": a message always has explicit presence");
            }
            int flags = MiniTableField.flags(type, packed, validateUtf8, openEnum)
                    | (cardinality == Cardinality.REQUIRED ? MiniTableField.REQUIRED : 0);
            drafts.add(new Draft(number, type, cardinality, flags));
            return this;
        }

        /** Puts fields that were or will be added in one oneof. They must have cardinality {@code OPTIONAL}. */
        public Builder oneof(int... numbers) {
            oneofs.add(numbers.clone());
            return this;
        }

        public Builder extensionMode(ExtensionMode mode) {
            extensionMode = mode;
            return this;
        }

        /** Makes the message a map entry: field 1 is the key, field 2 the value. */
        public Builder mapEntry() {
            mapEntry = true;
            return this;
        }

        /**
         * Lays the fields out.
         *
         * @throws IllegalArgumentException if a rule is broken: numbers, oneofs, map entries, {@link #MAX_REQUIRED}, {@link #MAX_SIZE}
         */
        public MiniTable build() {
            Draft[] sorted = drafts.toArray(Draft[]::new);
            Arrays.sort(sorted, (a, b) -> Integer.compare(a.number, b.number));
            if (sorted.length > MAX_FIELDS) {
                throw new IllegalArgumentException(sorted.length + " fields; at most " + MAX_FIELDS + " can be held");
            }
            for (int i = 1; i < sorted.length; i++) {
                if (sorted[i].number == sorted[i - 1].number) {
                    throw new IllegalArgumentException("two fields have number " + sorted[i].number);
                }
            }
            if (extensionMode == ExtensionMode.MESSAGE_SET && sorted.length > 0) {
                throw new IllegalArgumentException("a MessageSet has no fields of its own");
            }
            return mapEntry ? layOutMapEntry(sorted) : layOut(sorted);
        }

        private MiniTable layOutMapEntry(Draft[] sorted) {
            boolean shape = sorted.length == 2 && sorted[0].number == 1 && sorted[1].number == 2 && oneofs.isEmpty();
            if (!shape || extensionMode != ExtensionMode.NONE) {
                throw new IllegalArgumentException("a map entry has exactly the fields 1 (key) and 2 (value)");
            }
            for (Draft draft : sorted) {
                if (draft.cardinality == Cardinality.REPEATED || draft.cardinality == Cardinality.REQUIRED) {
                    throw new IllegalArgumentException("field " + draft.number + " of a map entry must be singular");
                }
            }
            if (!sorted[0].type.isMapKey()) {
                throw new IllegalArgumentException(sorted[0].type + " can't be the key of a map");
            }
            if (sorted[1].type == FieldType.GROUP) {
                throw new IllegalArgumentException("a group can't be the value of a map");
            }
            sorted[0].offset = MAP_KEY_OFFSET;
            sorted[1].offset = MAP_VALUE_OFFSET;
            MiniTableField[] fields = {sorted[0].field(FIRST_HASBIT, 0), sorted[1].field(FIRST_HASBIT + 1, 1)};
            return new MiniTable(this, fields, MAP_ENTRY_SIZE, 0);
        }

        private MiniTable layOut(Draft[] sorted) {
            findOneofs(sorted);
            int hasbit = addHasbits(sorted, Cardinality.REQUIRED, FIRST_HASBIT);
            int required = hasbit - FIRST_HASBIT;
            if (required > MAX_REQUIRED) {
                throw new IllegalArgumentException(
                        required + " required fields; at most " + MAX_REQUIRED + " can be held");
            }
            hasbit = addHasbits(sorted, Cardinality.OPTIONAL, hasbit);
            int[] oneofSize = new int[oneofs.size()];
            for (Draft draft : sorted) {
                if (draft.oneof >= 0) {
                    oneofSize[draft.oneof] = Math.max(oneofSize[draft.oneof], draft.slotSize());
                }
            }
            int[] oneofOffset = new int[oneofs.size()];
            int[] caseOffset = new int[oneofs.size()];
            int at = (hasbit + 31) / 32 * 4;
            for (int slot = 8; slot >= 1; slot = slot == 8 ? 4 : slot == 4 ? 1 : 0) {
                for (Draft draft : sorted) {
                    if (draft.oneof < 0 && draft.slotSize() == slot) {
                        draft.offset = at;
                        at += slot;
                    }
                }
                for (int oneof = 0; oneof < oneofSize.length; oneof++) {
                    if (oneofSize[oneof] == slot) {
                        oneofOffset[oneof] = at;
                        at += slot;
                    }
                    if (slot == 4) {
                        caseOffset[oneof] = at;
                        at += 4;
                    }
                }
            }
            int size = at + 7 & -8;
            if (size > MAX_SIZE) {
                throw new IllegalArgumentException("a message of " + sorted.length + " fields takes " + size
                        + " bytes; at most " + MAX_SIZE + " can be laid out");
            }
            MiniTableField[] fields = new MiniTableField[sorted.length];
            for (int i = 0; i < sorted.length; i++) {
                Draft draft = sorted[i];
                int presence = draft.hasbit;
                if (draft.oneof >= 0) {
                    draft.offset = oneofOffset[draft.oneof];
                    presence = ~caseOffset[draft.oneof];
                }
                if (presence != (short) presence) {
                    throw new IllegalArgumentException("a message of " + sorted.length
                            + " fields has too many of them for the presence of field " + draft.number);
                }
                fields[i] = draft.field(presence, i);
            }
            return new MiniTable(this, fields, size, required);
        }

        /** Gives hasbits to the fields of a cardinality, and returns the next one. */
        private static int addHasbits(Draft[] sorted, Cardinality cardinality, int first) {
            int next = first;
            for (Draft draft : sorted) {
                if (draft.cardinality == cardinality) {
                    draft.hasbit = draft.oneof < 0 ? next++ : 0;
                }
            }
            return next;
        }

        private void findOneofs(Draft[] sorted) {
            Map<Integer, Draft> byNumber = new HashMap<>();
            for (Draft draft : sorted) {
                draft.oneof = -1;
                byNumber.put(draft.number, draft);
            }
            for (int oneof = 0; oneof < oneofs.size(); oneof++) {
                if (oneofs.get(oneof).length == 0) {
                    throw new IllegalArgumentException("oneof " + oneof + " is empty");
                }
                for (int number : oneofs.get(oneof)) {
                    Draft draft = byNumber.get(number);
                    if (draft == null) {
                        throw new IllegalArgumentException(
                                "oneof " + oneof + " names field " + number + ", which there is not");
                    }
                    if (draft.oneof >= 0) {
                        throw new IllegalArgumentException("field " + number + " is in two oneofs, or twice in one");
                    }
                    if (draft.cardinality != Cardinality.OPTIONAL) {
                        throw new IllegalArgumentException(
                                "field " + number + " is " + draft.cardinality + " and can't be in a oneof");
                    }
                    draft.oneof = oneof;
                }
            }
        }
    }
}
