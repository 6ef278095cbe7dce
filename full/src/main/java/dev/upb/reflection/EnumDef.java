package dev.upb.reflection;

import dev.upb.minitable.MiniTableEnum;
import java.util.Arrays;
import java.util.List;

/** An enum. */
public final class EnumDef extends Def {
    String fullName;
    List<EnumValueDef> values = List.of();
    /** By ascending number, one for each; null if value number i is at place i. */
    EnumValueDef[] byNumber;

    List<NumberRange> reservedRanges = List.of();
    List<String> reservedNames = List.of();
    MiniTableEnum miniTableEnum;
    private NameTable names;

    EnumDef(Def parent) {
        super(parent);
    }

    @Override
    public String fullName() {
        return fullName;
    }

    @Override
    OptionsKind optionsKind() {
        return OptionsKind.ENUM;
    }

    /** Returns the values in the order in which they are declared, at least one; the first is the default. */
    public List<EnumValueDef> values() {
        return values;
    }

    /** Returns the value of this name, or null. */
    public EnumValueDef findValue(String name) {
        NameTable table = names;
        if (table == null) {
            table = new NameTable(NameTable.NAME, values, null);
            names = table;
        }
        return (EnumValueDef) table.find(name);
    }

    /** Returns the value of this number, of several the first that is declared, or null. */
    public EnumValueDef findValue(int number) {
        if (byNumber == null) {
            return number >= 0 && number < values.size() ? values.get(number) : null;
        }
        int low = 0;
        int high = byNumber.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (byNumber[middle].number == number) {
                return byNumber[middle];
            }
            if (byNumber[middle].number < number) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    void sortByNumber() {
        int[] numbers = numbers(values);
        boolean dense = true;
        for (int i = 0; i < numbers.length; i++) {
            dense &= numbers[i] == i;
        }
        if (!dense) {
            EnumValueDef[] sorted = new EnumValueDef[numbers.length];
            int distinct = 0;
            for (int place : order(numbers)) {
                if (distinct == 0 || numbers[place] != sorted[distinct - 1].number) {
                    sorted[distinct++] = values.get(place);
                }
            }
            byNumber = Arrays.copyOf(sorted, distinct);
        }
    }

    /** Whether fields of this type take no other numbers; those become unknown fields. */
    public boolean isClosed() {
        return miniTableEnum != null;
    }

    /** Whether features say so; {@link #isClosed} does once there are tables. */
    boolean isClosedByFeature() {
        return !isPlaceholder() && Features.get(features, Features.ENUM_TYPE) == Features.CLOSED;
    }

    /** Returns the numbers of a closed enum; null if it is open. */
    public MiniTableEnum miniTableEnum() {
        return miniTableEnum;
    }

    public List<NumberRange> reservedRanges() {
        return reservedRanges;
    }

    public List<String> reservedNames() {
        return reservedNames;
    }

    /** Returns the message that this is defined in, or null. */
    public MessageDef containingType() {
        return parent instanceof MessageDef message ? message : null;
    }

    /** Whether this is {@code google.protobuf.NullValue}, the {@code null} of JSON. */
    public boolean isNullValue() {
        return fullName.equals("google.protobuf.NullValue");
    }

    /** Whether the pool does not have this type: its file is missing, which was tolerated. It has no values then. */
    public boolean isPlaceholder() {
        return is(PLACEHOLDER);
    }

    /** Returns the {@code EnumDescriptorProto} that this was made from, every byte of it. */
    public byte[] toEnumDescriptorProto() {
        return descriptor();
    }
}
