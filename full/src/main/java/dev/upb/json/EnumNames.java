package dev.upb.json;

import dev.upb.reflection.EnumDef;
import dev.upb.reflection.EnumValueDef;
import java.util.Arrays;

/** The values of an enum as JSON strings, by number. Immutable. */
final class EnumNames {
    private final Token[] dense;
    /** Numbers beyond {@link #dense}, ascending, and their names. */
    private final int[] sparseNumbers;

    private final Token[] sparse;
    private final EnumDef type;
    /** The way back; null until it is first asked for. */
    private NameIndex index;

    private EnumNames(EnumDef type) {
        this.type = type;
        EnumValueDef[] values = type.values().stream()
                .filter(value ->
                        type.findValue(value.number()) == value) // Of several with one number, one gives the name.
                .sorted((a, b) -> Integer.compare(a.number(), b.number()))
                .toArray(EnumValueDef[]::new);
        int negative = 0;
        while (negative < values.length && values[negative].number() < 0) {
            negative++;
        }
        int inDense = negative;
        while (inDense < values.length && values[inDense].number() <= 2 * (inDense - negative) + 16) {
            inDense++;
        }
        dense = new Token[inDense == negative ? 0 : values[inDense - 1].number() + 1];
        sparseNumbers = new int[values.length - (inDense - negative)];
        sparse = new Token[sparseNumbers.length];
        int at = 0;
        for (int i = 0; i < values.length; i++) {
            Token name = Token.ofString(values[i].jsonName());
            if (i >= negative && i < inDense) {
                dense[values[i].number()] = name;
            } else {
                sparseNumbers[at] = values[i].number();
                sparse[at++] = name;
            }
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
        if (number >= 0 && number < dense.length) {
            return dense[number];
        }
        int at = Arrays.binarySearch(sparseNumbers, number);
        return at < 0 ? null : sparse[at];
    }

    /** Returns the number of the value with this JSON name, otherwise of that with this name, plus 2^32; 0 if there is none. */
    long findName(byte[] bytes, int offset, int size) {
        NameIndex names = index;
        if (names == null) {
            NameIndex.Builder builder = new NameIndex.Builder(2 * type.values().size());
            for (EnumValueDef value : type.values()) {
                builder.add(value.jsonName(), value.number());
            }
            for (EnumValueDef value : type.values()) {
                builder.add(value.name(), value.number());
            }
            names = builder.build();
            index = names;
        }
        return names.find(bytes, offset, size);
    }
}
