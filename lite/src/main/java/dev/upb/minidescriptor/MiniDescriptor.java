package dev.upb.minidescriptor;

import dev.upb.base.FieldType;
import dev.upb.base.WireType;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.MiniTableEnum;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads mini-descriptors: builds tables from strings, and links them.
 *
 * <p>Sub-tables are not in the string. {@link #messageFields} and {@link #closedEnumFields} say which fields want one, in order of their
 * numbers; {@link #link} links them all.
 */
public final class MiniDescriptor {
    private final String text;
    private int position;

    /** What the body of a message or an extension holds. */
    private final List<Field> fields = new ArrayList<>();

    private final List<int[]> oneofs = new ArrayList<>();
    private long maxNumber = WireType.MAX_FIELD_NUMBER;
    private long number;
    private int messageModifiers;

    private MiniDescriptor(String text) {
        this.text = text;
    }

    /**
     * Builds a table from the descriptor of a message, a map entry or a MessageSet; the empty string is a message without fields.
     *
     * @throws MiniDescriptorException if the string is none, or describes what can't be laid out
     */
    public static MiniTable buildMessage(String descriptor) {
        return new MiniDescriptor(descriptor).message();
    }

    /**
     * Builds the set of numbers from the descriptor of a closed enum; the empty string is an empty enum.
     *
     * @throws MiniDescriptorException if the string is none
     */
    public static MiniTableEnum buildEnum(String descriptor) {
        return new MiniDescriptor(descriptor).enumeration();
    }

    /**
     * Builds an extension of {@code extendee}.
     *
     * @throws MiniDescriptorException if the string is none, or {@code extendee} does not take the extension
     */
    public static MiniTableExtension buildExtension(String descriptor, MiniTable extendee) {
        return new MiniDescriptor(descriptor).extension(extendee);
    }

    /** Returns the fields that want the table of a message, by ascending number. */
    public static List<MiniTableField> messageFields(MiniTable table) {
        return fields(table, true);
    }

    /** Returns the fields that want the numbers of a closed enum, by ascending number. */
    public static List<MiniTableField> closedEnumFields(MiniTable table) {
        return fields(table, false);
    }

    private static List<MiniTableField> fields(MiniTable table, boolean messages) {
        List<MiniTableField> fields = new ArrayList<>();
        for (int i = 0; i < table.fieldCount(); i++) {
            MiniTableField field = table.field(i);
            if (messages ? field.type().isMessage() : field.isClosedEnum()) {
                fields.add(field);
            }
        }
        return fields;
    }

    /**
     * Links all fields of a table. An element that is null leaves its field unlinked.
     *
     * @param messages one table for each of {@link #messageFields}
     * @param enums one set of numbers for each of {@link #closedEnumFields}
     * @throws IllegalArgumentException if the counts or the kinds do not fit
     */
    public static void link(MiniTable table, List<MiniTable> messages, List<MiniTableEnum> enums) {
        List<MiniTableField> messageFields = messageFields(table);
        List<MiniTableField> enumFields = closedEnumFields(table);
        if (messages.size() != messageFields.size() || enums.size() != enumFields.size()) {
            throw new IllegalArgumentException(
                    "the table has " + messageFields.size() + " message and " + enumFields.size()
                            + " closed-enum fields, but " + messages.size() + " and " + enums.size() + " were given");
        }
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i) != null) {
                table.linkSubMessage(messageFields.get(i), messages.get(i));
            }
        }
        for (int i = 0; i < enums.size(); i++) {
            if (enums.get(i) != null) {
                table.linkSubEnum(enumFields.get(i), enums.get(i));
            }
        }
    }

    private MiniDescriptorException error(String problem) {
        return new MiniDescriptorException(problem, text, position);
    }

    private MiniDescriptorException tooLarge(long fieldNumber) {
        return error("field number " + fieldNumber + " is above " + maxNumber);
    }

    private boolean atEnd() {
        return position == text.length();
    }

    /** Returns the value of the character at the position, without moving. */
    private int peek() {
        int value = Base92.value(text.charAt(position));
        if (value < 0) {
            throw error("character U+" + Integer.toHexString(text.charAt(position)) + " is not in the alphabet");
        }
        return value;
    }

    private boolean nextIsIn(char first, char last) {
        if (atEnd()) {
            return false;
        }
        int value = peek();
        return value >= Base92.value(first) && value <= Base92.value(last);
    }

    /** Reads digits as long as they are in range; at least one, which the caller has seen. Returns an unsigned 32-bit number. */
    private long varint(char first, char last, int bits) {
        int base = Base92.value(first);
        long number = 0;
        int shift = 0;
        do {
            long digit = (long) peek() - base;
            if (shift >= Integer.SIZE || digit << shift >>> Integer.SIZE != 0) {
                throw error("number of more than 32 bits");
            }
            number |= digit << shift;
            shift += bits;
            position++;
        } while (nextIsIn(first, last));
        return number;
    }

    private MiniTable message() {
        if (text.isEmpty()) {
            return MiniTable.builder().build();
        }
        char version = text.charAt(0);
        position = 1;
        switch (version) {
            case Base92.MESSAGE_SET -> {
                if (!atEnd()) {
                    throw error("a MessageSet has nothing behind its first character");
                }
                return MiniTable.builder()
                        .extensionMode(ExtensionMode.MESSAGE_SET)
                        .build();
            }
            case Base92.MESSAGE, Base92.MAP_ENTRY -> {
                readBody();
                MiniTable.Builder builder = MiniTable.builder();
                if (version == Base92.MAP_ENTRY) {
                    builder.mapEntry();
                }
                if ((messageModifiers & Base92.MESSAGE_EXTENDABLE) != 0) {
                    builder.extensionMode(ExtensionMode.EXTENDABLE);
                }
                try {
                    addTo(builder);
                    return builder.build();
                } catch (IllegalArgumentException e) {
                    throw error(e.getMessage());
                }
            }
            default -> {
                position = 0;
                throw error("'" + version + "' starts no message");
            }
        }
    }

    private MiniTableExtension extension(MiniTable extendee) {
        if (text.isEmpty() || text.charAt(0) != Base92.EXTENSION) {
            throw error("an extension starts with '" + Base92.EXTENSION + "'");
        }
        position = 1;
        if (extendee.extensionMode() == ExtensionMode.MESSAGE_SET) {
            maxNumber = Integer.MAX_VALUE;
        }
        readBody();
        if (fields.size() != 1 || messageModifiers != 0 || !oneofs.isEmpty()) {
            throw error("an extension has exactly one field, no message modifiers and no oneof");
        }
        Field field = fields.get(0);
        Cardinality cardinality = cardinality(field);
        if (cardinality == Cardinality.IMPLICIT || cardinality == Cardinality.REQUIRED) {
            throw error("an extension is optional or repeated");
        }
        try {
            return MiniTableExtension.of(
                    extendee,
                    field.number,
                    field.type,
                    field.repeated,
                    isPacked(field),
                    validatesUtf8(field),
                    !field.closedEnum);
        } catch (IllegalArgumentException e) {
            throw error(e.getMessage());
        }
    }

    private MiniTableEnum enumeration() {
        if (text.isEmpty()) {
            return MiniTableEnum.of();
        }
        if (text.charAt(0) != Base92.ENUM) {
            throw error("an enum starts with '" + Base92.ENUM + "'");
        }
        position = 1;
        int[] values = new int[16];
        int count = 0;
        long base = 0;
        while (!atEnd()) {
            int digit = peek();
            if (digit <= Base92.value(Base92.MAX_ENUM_MASK)) {
                for (int bit = 0; bit < Base92.VALUES_PER_MASK; bit++) {
                    if ((digit >>> bit & 1) != 0) {
                        if (base + bit > 0xFFFFFFFFL) {
                            throw error("value of more than 32 bits");
                        }
                        values = count == values.length ? Arrays.copyOf(values, count * 2) : values;
                        values[count++] = (int) (base + bit);
                    }
                }
                base += Base92.VALUES_PER_MASK;
                position++;
            } else if (nextIsIn(Base92.MIN_SKIP, Base92.MAX_SKIP)) {
                base += varint(Base92.MIN_SKIP, Base92.MAX_SKIP, Base92.SKIP_BITS);
            } else {
                throw error("'" + text.charAt(position) + "' means nothing in an enum");
            }
        }
        return MiniTableEnum.of(Arrays.copyOf(values, count));
    }

    private static final class Field {
        final int number;
        final FieldType type;
        final boolean closedEnum;
        final boolean repeated;
        /** Where the field stands in the text, for errors that are found later. */
        final int position;

        int modifiers;

        Field(int number, FieldType type, boolean closedEnum, boolean repeated, int position) {
            this.number = number;
            this.type = type;
            this.closedEnum = closedEnum;
            this.repeated = repeated;
            this.position = position;
        }
    }

    /** Reads the body of a message or an extension. */
    private void readBody() {
        boolean skipped = false;
        while (!atEnd()) {
            int digit = peek();
            if (digit <= Base92.value(Base92.MAX_FIELD)) {
                number += skipped ? 0 : 1;
                skipped = false;
                fields.add(field(digit));
                position++;
            } else if (nextIsIn(Base92.MIN_MODIFIER, Base92.MAX_MODIFIER)) {
                if (skipped) {
                    throw error("modifier without a field");
                }
                modifiers();
            } else if (nextIsIn(Base92.MIN_SKIP, Base92.MAX_SKIP)) {
                long skip = varint(Base92.MIN_SKIP, Base92.MAX_SKIP, Base92.SKIP_BITS);
                if (skip == 0) {
                    throw error("skip of 0");
                }
                number += skip;
                if (number > maxNumber) {
                    throw tooLarge(number);
                }
                skipped = true;
            } else if (text.charAt(position) == Base92.END_OF_FIELDS && !skipped) {
                position++;
                readOneofs();
            } else {
                throw error("'" + text.charAt(position) + "' is not expected here");
            }
        }
        if (skipped) {
            throw error("the skip at the end leads to no field");
        }
    }

    private Field field(int digit) {
        boolean repeated = digit >= Base92.REPEATED;
        int typeDigit = repeated ? digit - Base92.REPEATED : digit;
        FieldType type = Base92.type(typeDigit);
        if (type == null) {
            throw error("'" + text.charAt(position) + "' is no field type");
        }
        if (number > maxNumber) {
            throw tooLarge(number);
        }
        if (fields.size() == MiniTable.MAX_FIELDS) {
            throw error("more than " + MiniTable.MAX_FIELDS + " fields");
        }
        return new Field((int) number, type, Base92.isClosedEnum(typeDigit), repeated, position);
    }

    private void modifiers() {
        int start = position;
        long bits = varint(Base92.MIN_MODIFIER, Base92.MAX_MODIFIER, Base92.MODIFIER_BITS);
        long known = fields.isEmpty() ? 7 : 15;
        if ((bits & ~known) != 0) {
            position = start;
            throw error("unknown modifier bits " + (bits & ~known));
        }
        if (fields.isEmpty()) {
            messageModifiers = (int) bits;
        } else {
            Field field = fields.get(fields.size() - 1);
            field.modifiers = (int) bits;
            checkModifiers(field, start);
        }
    }

    private void checkModifiers(Field field, int start) {
        int m = field.modifiers;
        boolean required = (m & Base92.FIELD_REQUIRED) != 0;
        boolean implicit = (m & Base92.FIELD_IMPLICIT) != 0;
        String problem = null;
        if ((m & Base92.FIELD_FLIP_PACKED) != 0 && !(field.repeated && field.type.isPackable())) {
            problem = "only a repeated field of a packable type can flip its packing";
        } else if (field.repeated && (required || implicit)) {
            problem = "a repeated field is neither required nor without presence";
        } else if (required && implicit) {
            problem = "a required field has presence";
        } else if (implicit && field.type.isMessage()) {
            problem = "a message field has presence";
        } else if ((m & Base92.FIELD_FLIP_VALIDATE_UTF8) != 0
                && (field.type != FieldType.STRING || (messageModifiers & Base92.MESSAGE_VALIDATE_UTF8) != 0)) {
            problem = "only a string that is not validated by default can flip its validation";
        }
        if (problem != null) {
            position = start;
            throw error("field " + field.number + ": " + problem);
        }
    }

    private void readOneofs() {
        while (true) {
            int[] members = new int[4];
            int count = 0;
            while (true) {
                if (!nextIsIn(Base92.MIN_ONEOF_NUMBER, Base92.MAX_ONEOF_NUMBER)) {
                    throw error("number of a oneof's member expected");
                }
                long member = varint(Base92.MIN_ONEOF_NUMBER, Base92.MAX_ONEOF_NUMBER, Base92.ONEOF_NUMBER_BITS);
                if (member > maxNumber) {
                    throw tooLarge(member);
                }
                members = count == members.length ? Arrays.copyOf(members, count * 2) : members;
                members[count++] = (int) member;
                if (atEnd() || text.charAt(position) != Base92.MEMBER_SEPARATOR) {
                    break;
                }
                position++;
            }
            oneofs.add(Arrays.copyOf(members, count));
            if (atEnd()) {
                return;
            }
            if (text.charAt(position) != Base92.ONEOF_SEPARATOR) {
                throw error("'" + text.charAt(position) + "' is not expected in a oneof");
            }
            position++;
        }
    }

    private void addTo(MiniTable.Builder builder) {
        for (Field field : fields) {
            position = field.position;
            builder.field(
                    field.number,
                    field.type,
                    cardinality(field),
                    isPacked(field),
                    validatesUtf8(field),
                    !field.closedEnum);
        }
        position = text.length();
        for (int[] oneof : oneofs) {
            builder.oneof(oneof);
        }
    }

    private Cardinality cardinality(Field field) {
        if (field.repeated) {
            return Cardinality.REPEATED;
        }
        if ((field.modifiers & Base92.FIELD_REQUIRED) != 0) {
            return Cardinality.REQUIRED;
        }
        return (field.modifiers & Base92.FIELD_IMPLICIT) != 0 ? Cardinality.IMPLICIT : Cardinality.OPTIONAL;
    }

    private boolean isPacked(Field field) {
        boolean byDefault = (messageModifiers & Base92.MESSAGE_DEFAULT_PACKED) != 0;
        boolean flipped = (field.modifiers & Base92.FIELD_FLIP_PACKED) != 0;
        return field.repeated && field.type.isPackable() && byDefault != flipped;
    }

    private boolean validatesUtf8(Field field) {
        return field.type == FieldType.STRING
                && ((messageModifiers & Base92.MESSAGE_VALIDATE_UTF8) != 0
                        || (field.modifiers & Base92.FIELD_FLIP_VALIDATE_UTF8) != 0);
    }
}
