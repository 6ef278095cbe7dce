package dev.upb.minitable;

import dev.upb.base.FieldType;
import dev.upb.base.WireType;

/** A field that lives in messages of another type, {@link #owner()}, next to their unknown fields. */
public final class MiniTableExtension extends MiniTableField {
    MiniTableExtension(MiniTable extendee, int number, FieldType type, FieldMode mode, int flags) {
        super(number, type, mode, flags, 0, 0, 0);
        owner = extendee;
    }

    /**
     * Makes an extension of {@code extendee}; a message or enum type is linked afterwards.
     *
     * @param packed whether values are written packed; only for repeated fields of a packable type
     * @param validateUtf8 whether a string must be well-formed; of no meaning for other types
     * @param openEnum whether an enum takes any number; of no meaning for other types
     * @throws IllegalArgumentException if the extendee takes no extensions, or not this one
     */
    public static MiniTableExtension of(
            MiniTable extendee,
            int number,
            FieldType type,
            boolean repeated,
            boolean packed,
            boolean validateUtf8,
            boolean openEnum) {
        boolean messageSet = extendee.extensionMode() == ExtensionMode.MESSAGE_SET;
        if (extendee.extensionMode() == ExtensionMode.NONE) {
            throw new IllegalArgumentException("extension " + number + " of a message without extension ranges");
        }
        if (number < 1 || !messageSet && number > WireType.MAX_FIELD_NUMBER) {
            throw new IllegalArgumentException("extension number " + number + " is not in 1 to "
                    + (messageSet ? Integer.MAX_VALUE : WireType.MAX_FIELD_NUMBER));
        }
        if (messageSet && (repeated || type != FieldType.MESSAGE)) {
            throw new IllegalArgumentException("extension " + number + " of a MessageSet is no singular message");
        }
        if (extendee.findFieldByNumber(number) != null) {
            throw new IllegalArgumentException("extension " + number + " has the number of a field of the message");
        }
        if (packed && (!repeated || !type.isPackable())) {
            throw new IllegalArgumentException("extension " + number + " of type " + type + " can't be packed");
        }
        FieldMode mode = repeated ? FieldMode.ARRAY : FieldMode.SCALAR;
        return new MiniTableExtension(extendee, number, type, mode, flags(type, packed, validateUtf8, openEnum));
    }

    /** Returns the table of the message that this extension extends; the same as {@link #owner()}. */
    public MiniTable extendee() {
        return owner;
    }

    /**
     * Links the extension to the table of its message type.
     *
     * @throws IllegalArgumentException if it is no message or group
     * @throws IllegalStateException if it is linked already, to another table
     */
    public void linkSubMessage(MiniTable table) {
        MiniTable.checkLink(this, table);
        if (table.isMapEntry()) {
            throw new IllegalArgumentException(this + " can't be a map");
        }
        subTable = table;
    }

    /**
     * Links the extension to the values of its closed enum.
     *
     * @throws IllegalArgumentException if it is no closed enum
     * @throws IllegalStateException if it is linked already, to another enum
     */
    public void linkSubEnum(MiniTableEnum values) {
        MiniTable.checkLink(this, values);
        subEnum = values;
    }
}
