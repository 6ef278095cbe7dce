package dev.upb.minitable;

import dev.upb.base.FieldType;
import dev.upb.base.WireType;

/** One field of a {@link MiniTable}: where it is in memory and how it goes on the wire. Immutable but for the link to its sub-table. */
public sealed class MiniTableField implements FieldRef permits MiniTableExtension {
    private static final int PACKED = 1;
    static final int REQUIRED = 2;
    private static final int UNCHECKED_STRING = 4;
    private static final int OPEN_ENUM = 8;

    private final int number;
    private final FieldType type;
    private final int flags;
    private final int offset;
    private final int presence;
    private final int index;

    /** Added to {@link #accessCode()} for a list. */
    public static final int ACCESS_ARRAY = 16;
    /** The {@link #accessCode()} of a map. */
    public static final int ACCESS_MAP = 32;
    /** Added to {@link #accessCode()} for an extension. */
    public static final int ACCESS_EXTENSION = 64;

    private FieldMode mode;
    private int accessCode;
    private Definition definition;
    MiniTable owner;
    MiniTable subTable;
    MiniTableEnum subEnum;
    private long defaultBits;
    private byte[] defaultBytes;
    private boolean hasDefault;

    MiniTableField(int number, FieldType type, FieldMode mode, int flags, int offset, int presence, int index) {
        this.number = number;
        this.type = type;
        this.flags = flags;
        this.offset = offset;
        this.presence = presence;
        this.index = index;
        setMode(mode);
    }

    static int flags(FieldType type, boolean packed, boolean validateUtf8, boolean openEnum) {
        return (packed ? PACKED : 0)
                | (type == FieldType.STRING && !validateUtf8 ? UNCHECKED_STRING : 0)
                | (type == FieldType.ENUM && openEnum ? OPEN_ENUM : 0);
    }

    @SuppressWarnings("EnumOrdinal") // A dense code for one comparison; never stored or sent.
    final void setMode(FieldMode newMode) {
        mode = newMode;
        accessCode = isMap() ? ACCESS_MAP : type.kind().ordinal() + (isRepeated() ? ACCESS_ARRAY : 0);
        if (isExtension()) {
            accessCode += ACCESS_EXTENSION;
        }
    }

    @Override
    public final MiniTableField miniTableField() {
        return this;
    }

    /** Returns the field number, 1 to 2^29 - 1; for an extension in a MessageSet up to 2^31 - 1. */
    public final int number() {
        return number;
    }

    /** Returns the declared type. An enum is {@link FieldType#ENUM} whether open or closed. */
    public final FieldType type() {
        return type;
    }

    public final FieldMode mode() {
        return mode;
    }

    public final boolean isRepeated() {
        return mode != FieldMode.SCALAR;
    }

    public final boolean isMap() {
        return mode == FieldMode.MAP;
    }

    /** Whether values are written packed. Both forms are read, whatever this says. */
    public final boolean isPacked() {
        return (flags & PACKED) != 0;
    }

    public final boolean isRequired() {
        return (flags & REQUIRED) != 0;
    }

    /** Whether this is a string field that must be well-formed UTF-8 when decoded. */
    public final boolean validatesUtf8() {
        return type == FieldType.STRING && (flags & UNCHECKED_STRING) == 0;
    }

    /** Whether this is an enum field that takes only the values of its enum. */
    public final boolean isClosedEnum() {
        return type == FieldType.ENUM && (flags & OPEN_ENUM) == 0;
    }

    public final boolean isExtension() {
        return this instanceof MiniTableExtension;
    }

    /** Returns the offset of the value's slot in bytes from the start of the message; 0 for an extension. */
    public final int offset() {
        return offset;
    }

    /**
     * Returns the presence as one number: above 0 the index of the hasbit, counted in bits from the start of the message; below 0 the bitwise
     * complement of the offset of the oneof's case word; 0 for neither.
     */
    public final int presenceCode() {
        return presence;
    }

    public final Presence presence() {
        if (isExtension()) {
            return Presence.EXTENSION;
        }
        return presence > 0 ? Presence.HASBIT : presence < 0 ? Presence.ONEOF : Presence.IMPLICIT;
    }

    /** Whether the field knows "not set" from "set to the default". */
    public final boolean hasPresence() {
        return presence != 0 || isExtension() && mode == FieldMode.SCALAR;
    }

    /** Returns the place of this field in {@link MiniTable#field(int)}; 0 for an extension. */
    public final int index() {
        return index;
    }

    /** Returns the table of the message that this field belongs to; for an extension, the one that it extends. */
    public final MiniTable owner() {
        return owner;
    }

    /** Returns the table of the sub-message, group or map entry; null for other types, and as long as the field is not linked. */
    public final MiniTable subTable() {
        return subTable;
    }

    /** Returns the values of a closed enum; null for other types, and as long as the field is not linked. */
    public final MiniTableEnum subEnum() {
        return subEnum;
    }

    /**
     * Whether nothing is missing: a message field has its sub-table. An unlinked field is decoded as an unknown one, and can't be set. A
     * closed enum without its table takes no value.
     */
    public final boolean isLinked() {
        return type.isMessage() ? subTable != null : !isClosedEnum() || subEnum != null;
    }

    /** Returns the wire type under which a single value is written. */
    public final int wireType() {
        return type.wireType();
    }

    /** Returns the tag under which values are written: the packed one for a packed field. */
    public final int tag() {
        return WireType.tag(number, isPacked() ? WireType.DELIMITED : type.wireType());
    }

    /** Returns the size of an element or slot: 1, 4 or 8 bytes. */
    public final int elementSize() {
        return type.slotSize();
    }

    /** Returns the default of a number, bool or enum as raw bits; 0 unless {@link #setDefault(long)} was called. */
    public final long defaultBits() {
        return defaultBits;
    }

    /** Returns the default of a string or bytes field; null if it is empty. The caller must not change it. */
    public final byte[] defaultBytes() {
        return defaultBytes;
    }

    /** Whether the field has a default other than zero or empty. */
    public final boolean hasDefault() {
        return hasDefault;
    }

    /** Sets what getters return while the field is not set. Belongs to building a table: call it before the table is shared. */
    public final void setDefault(long bits) {
        defaultBits = bits;
        hasDefault = bits != 0;
    }

    /** Sets what getters return while the field is not set. Belongs to building a table: call it before the table is shared. */
    public final void setDefault(byte[] bytes) {
        defaultBytes = bytes.length == 0 ? null : bytes.clone();
        hasDefault = defaultBytes != null;
    }

    /**
     * Returns, in one number, what accessors ask before they touch a field: the ordinal of its {@link dev.upb.base.ValueKind} for a singular
     * field of the message itself, with {@link #ACCESS_ARRAY} or {@link #ACCESS_EXTENSION} added, or {@link #ACCESS_MAP}.
     */
    public final int accessCode() {
        return accessCode;
    }

    /** Returns what {@link #setDefinition} was given, or null: the definition of this field with names and options, where there is one. */
    public final Definition definition() {
        return definition;
    }

    /** Attaches a definition. Belongs to building a table: call it before the table is shared. */
    public final void setDefinition(Definition newDefinition) {
        definition = newDefinition;
    }

    /** Returns how paths in errors show the field: by name where it has a definition, otherwise by number; extensions in brackets. */
    public final String pathName() {
        if (definition == null) {
            return Integer.toString(number);
        }
        return isExtension() ? "[" + definition.fullName() + "]" : definition.name();
    }

    @Override
    public String toString() {
        return (isExtension() ? "extension " : "field ") + number + " (" + mode + " " + type + ")";
    }
}
