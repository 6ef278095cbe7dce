package dev.upb.base;

/** The declared type of a field; numbers and order are those of {@code FieldDescriptorProto.Type}. */
public enum FieldType {
    DOUBLE(WireType.FIXED64, 8, ValueKind.DOUBLE),
    FLOAT(WireType.FIXED32, 4, ValueKind.FLOAT),
    INT64(WireType.VARINT, 8, ValueKind.LONG),
    UINT64(WireType.VARINT, 8, ValueKind.LONG),
    INT32(WireType.VARINT, 4, ValueKind.INT),
    FIXED64(WireType.FIXED64, 8, ValueKind.LONG),
    FIXED32(WireType.FIXED32, 4, ValueKind.INT),
    BOOL(WireType.VARINT, 1, ValueKind.BOOL),
    STRING(WireType.DELIMITED, 8, ValueKind.STRING),
    GROUP(WireType.START_GROUP, 4, ValueKind.MESSAGE),
    MESSAGE(WireType.DELIMITED, 4, ValueKind.MESSAGE),
    BYTES(WireType.DELIMITED, 8, ValueKind.BYTES),
    UINT32(WireType.VARINT, 4, ValueKind.INT),
    ENUM(WireType.VARINT, 4, ValueKind.ENUM),
    SFIXED32(WireType.FIXED32, 4, ValueKind.INT),
    SFIXED64(WireType.FIXED64, 8, ValueKind.LONG),
    SINT32(WireType.VARINT, 4, ValueKind.INT),
    SINT64(WireType.VARINT, 8, ValueKind.LONG);

    private static final FieldType[] VALUES = values();

    private final int wireType;
    private final int slotSize;
    private final ValueKind kind;

    FieldType(int wireType, int slotSize, ValueKind kind) {
        this.wireType = wireType;
        this.slotSize = slotSize;
        this.kind = kind;
    }

    /** Returns the type with the given number of {@code FieldDescriptorProto.Type}, 1 to 18, or null if there is none. */
    public static FieldType ofNumber(int number) {
        return number >= 1 && number <= VALUES.length ? VALUES[number - 1] : null;
    }

    /** Returns the number in {@code FieldDescriptorProto.Type}, 1 to 18. */
    @SuppressWarnings("EnumOrdinal") // The order of the constants is that of the numbers, and documented so.
    public int number() {
        return ordinal() + 1;
    }

    /** Returns the wire type of one unpacked value. */
    public int wireType() {
        return wireType;
    }

    /** Returns the bytes that one value takes in a message: 1, 4 or 8. */
    public int slotSize() {
        return slotSize;
    }

    /** Returns the Java-side kind of the value. */
    public ValueKind kind() {
        return kind;
    }

    /** Whether a repeated field of this type may be packed: every type but strings, bytes, messages and groups. */
    public boolean isPackable() {
        return wireType != WireType.DELIMITED && wireType != WireType.START_GROUP;
    }

    /** Whether this is a message or a group. */
    public boolean isMessage() {
        return kind == ValueKind.MESSAGE;
    }

    /** Whether this type may be the key of a map: integers, bool and string. */
    public boolean isMapKey() {
        return kind == ValueKind.INT || kind == ValueKind.LONG || kind == ValueKind.BOOL || kind == ValueKind.STRING;
    }

    /** Whether values are unsigned: {@code uint32}, {@code uint64}, {@code fixed32}, {@code fixed64}. */
    public boolean isUnsigned() {
        return this == UINT32 || this == UINT64 || this == FIXED32 || this == FIXED64;
    }
}
