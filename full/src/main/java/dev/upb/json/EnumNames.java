package dev.upb.json;

import dev.upb.reflection.EnumDef;
import dev.upb.reflection.EnumValueDef;
import java.util.Arrays;

/** The values of an enum as JSON strings, by number and by name. Immutable. */
final class EnumNames {
    /** Ascending. */
    private final int[] numbers;

    private final Token[] tokens;
    /** The least number. */
    private final int first;
    /** The way back. */
    private final NameIndex index;

    private EnumNames(EnumDef type) {
        EnumValueDef[] values = type.values().toArray(EnumValueDef[]::new);
        numbers = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            numbers[i] = values[i].number();
        }
        Arrays.sort(numbers);
        first = numbers.length == 0 ? 0 : numbers[0]; // An enum whose file is missing has no values.
        tokens = new Token[values.length];
        index = new NameIndex(2 * values.length);
        for (int i = 0; i < values.length; i++) {
            // Of several values with one number, the first gives the name.
            tokens[i] = Token.ofString(type.findValue(numbers[i]).jsonName());
            index.add(values[i].jsonName(), values[i].number());
        }
        for (EnumValueDef value : values) {
            index.add(value.name(), value.number());
        }
    }

    /** Returns the names of an enum; made once and kept with its definition. */
    static EnumNames of(EnumDef type) {
        EnumNames names = (EnumNames) type.codecData();
        if (names == null) {
            names = new EnumNames(type);
            type.setCodecData(names);
        }
        return names;
    }

    /** Returns the name of the value with this number, or null if there is none. */
    Token find(int number) {
        int at = number - first; // Most enums have no gaps.
        if (at < 0 || at >= numbers.length || numbers[at] != number) {
            at = Arrays.binarySearch(numbers, number);
        }
        return at < 0 ? null : tokens[at];
    }

    /** Returns the number of the value with this JSON name, otherwise of that with this name, plus 2^32; 0 if there is none. */
    long findName(byte[] bytes, int offset, int size) {
        return index.find(bytes, offset, size);
    }
}
