package dev.upb.reflection;

import dev.upb.base.FieldType;

/** A message type that JSON treats in a way of its own. */
public enum WellKnownType {
    /** All other types. */
    NONE(""),
    ANY("Any", FieldType.STRING, FieldType.BYTES),
    FIELD_MASK("FieldMask", FieldType.STRING),
    DURATION("Duration", FieldType.INT64, FieldType.INT32),
    TIMESTAMP("Timestamp", FieldType.INT64, FieldType.INT32),
    DOUBLE_VALUE("DoubleValue", FieldType.DOUBLE),
    FLOAT_VALUE("FloatValue", FieldType.FLOAT),
    INT64_VALUE("Int64Value", FieldType.INT64),
    UINT64_VALUE("UInt64Value", FieldType.UINT64),
    INT32_VALUE("Int32Value", FieldType.INT32),
    UINT32_VALUE("UInt32Value", FieldType.UINT32),
    STRING_VALUE("StringValue", FieldType.STRING),
    BYTES_VALUE("BytesValue", FieldType.BYTES),
    BOOL_VALUE("BoolValue", FieldType.BOOL),
    VALUE(
            "Value",
            FieldType.ENUM,
            FieldType.DOUBLE,
            FieldType.STRING,
            FieldType.BOOL,
            FieldType.MESSAGE,
            FieldType.MESSAGE),
    LIST_VALUE("ListValue", FieldType.MESSAGE),
    STRUCT("Struct", FieldType.MESSAGE);

    private static final String PACKAGE = "google.protobuf";
    private static final WellKnownType[] VALUES = values();

    private final String name;
    /** Types of the fields 1, 2 and so on, each as a character whose code is the type's number. */
    private final String fields;

    WellKnownType(String name, FieldType... fields) {
        this.name = name;
        StringBuilder numbers = new StringBuilder(fields.length);
        for (FieldType field : fields) {
            numbers.append((char) field.number());
        }
        this.fields = numbers.toString();
    }

    /** Returns which one a message is: by its full name, if its fields are the expected ones. */
    static WellKnownType of(MessageDef message) {
        if (message.file().packageName().equals(PACKAGE) && message.containingType() == null) {
            for (WellKnownType type : VALUES) {
                if (type != NONE && message.name().equals(type.name)) {
                    return type.fits(message) ? type : NONE;
                }
            }
        }
        return NONE;
    }

    private boolean fits(MessageDef message) {
        if (message.fieldsByNumber().size() != fields.length()) {
            return false;
        }
        for (int i = 0; i < fields.length(); i++) {
            FieldDef field = message.fieldsByNumber().get(i);
            if (field.number() != i + 1
                    || field.type().number() != fields.charAt(i)
                    || field.isMap() != (this == STRUCT)
                    || field.isRepeated() != (this == STRUCT || this == LIST_VALUE || this == FIELD_MASK)) {
                return false;
            }
        }
        if (this == VALUE) {
            return message.oneofs().size() == 1
                    && message.oneofs().get(0).fields().size() == fields.length()
                    && isNamed(message.findField(5), "Struct")
                    && isNamed(message.findField(6), "ListValue");
        }
        if (this == STRUCT) {
            return message.findField(1).mapKey().type() == FieldType.STRING
                    && isNamed(message.findField(1).mapValue(), "Value");
        }
        return this != LIST_VALUE || isNamed(message.findField(1), "Value");
    }

    private static boolean isNamed(FieldDef field, String name) {
        return field.messageType() != null && field.messageType().fullName().equals(PACKAGE + '.' + name);
    }
}
