package dev.upb.minidescriptor;

import dev.upb.base.FieldType;
import dev.upb.minitable.MiniTableField;

/** The alphabet of mini-descriptors and what its ranges mean. */
final class Base92 {
    static final char ENUM = '!';
    static final char EXTENSION = '#';
    static final char MESSAGE = '$';
    static final char MAP_ENTRY = '%';
    static final char MESSAGE_SET = '&';

    static final char END_OF_FIELDS = '^';
    static final char ONEOF_SEPARATOR = '~';
    static final char MEMBER_SEPARATOR = '|';

    static final char MIN_MODIFIER = 'L';
    static final char MAX_MODIFIER = '[';
    static final int MODIFIER_BITS = 4;
    static final char MIN_SKIP = '_';
    static final char MAX_SKIP = '~';
    static final int SKIP_BITS = 5;
    static final char MIN_ONEOF_NUMBER = ' ';
    static final char MAX_ONEOF_NUMBER = 'b';
    static final int ONEOF_NUMBER_BITS = 6;
    static final char MAX_ENUM_MASK = 'A';
    static final int VALUES_PER_MASK = 5;
    static final char MAX_FIELD = 'I';

    static final int MESSAGE_VALIDATE_UTF8 = 1;
    static final int MESSAGE_DEFAULT_PACKED = 2;
    static final int MESSAGE_EXTENDABLE = 4;

    static final int FIELD_FLIP_PACKED = 1;
    static final int FIELD_REQUIRED = 2;
    static final int FIELD_IMPLICIT = 4;
    static final int FIELD_FLIP_VALIDATE_UTF8 = 8;

    /** Added to a type's digit for a repeated field. */
    static final int REPEATED = 20;

    private static final String DIGITS = digits();

    /** {@linkplain FieldType#number() Numbers} of the types by digit; an enum is open at 12 and closed at 18. */
    private static final byte[] TYPES = {1, 2, 7, 6, 15, 16, 5, 13, 17, 3, 4, 18, 14, 8, 12, 9, 10, 11, 14};

    private static final int CLOSED_ENUM = 18;

    private Base92() {}

    private static String digits() {
        StringBuilder digits = new StringBuilder(92);
        for (char c = ' '; c <= '~'; c++) {
            if (c != '"' && c != '\'' && c != '\\') {
                digits.append(c);
            }
        }
        return digits.toString();
    }

    /** Returns the value of a digit, or -1 for a character outside the alphabet. */
    static int value(char c) {
        return DIGITS.indexOf(c);
    }

    static char digit(int value) {
        return DIGITS.charAt(value);
    }

    /** Returns the type of a digit without {@link #REPEATED}, or null. */
    static FieldType type(int digit) {
        return digit < TYPES.length ? FieldType.ofNumber(TYPES[digit]) : null;
    }

    static boolean isClosedEnum(int digit) {
        return digit == CLOSED_ENUM;
    }

    static int digitOf(MiniTableField field) {
        if (field.isClosedEnum()) {
            return CLOSED_ENUM;
        }
        int digit = 0;
        while (TYPES[digit] != field.type().number()) {
            digit++;
        }
        return digit;
    }
}
