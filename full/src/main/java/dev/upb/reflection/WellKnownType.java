package dev.upb.reflection;

/** A message type that JSON treats in a way of its own. */
public enum WellKnownType {
    /** All other types. */
    NONE("", ""),
    ANY("Any", "1 STRING, 2 BYTES"),
    FIELD_MASK("FieldMask", "1 STRING*"),
    DURATION("Duration", "1 INT64, 2 INT32"),
    TIMESTAMP("Timestamp", "1 INT64, 2 INT32"),
    DOUBLE_VALUE("DoubleValue", "1 DOUBLE"),
    FLOAT_VALUE("FloatValue", "1 FLOAT"),
    INT64_VALUE("Int64Value", "1 INT64"),
    UINT64_VALUE("UInt64Value", "1 UINT64"),
    INT32_VALUE("Int32Value", "1 INT32"),
    UINT32_VALUE("UInt32Value", "1 UINT32"),
    STRING_VALUE("StringValue", "1 STRING"),
    BYTES_VALUE("BytesValue", "1 BYTES"),
    BOOL_VALUE("BoolValue", "1 BOOL"),
    VALUE(
            "Value",
            "1 ENUM, 2 DOUBLE, 3 STRING, 4 BOOL, 5 MESSAGE google.protobuf.Struct, 6 MESSAGE google.protobuf.ListValue"),
    LIST_VALUE("ListValue", "1 MESSAGE google.protobuf.Value*"),
    STRUCT("Struct", "1 map (1 STRING, 2 MESSAGE google.protobuf.Value)*");

    private final String name;
    /** Fields as {@link #shape} writes them. */
    private final String shape;

    WellKnownType(String name, String shape) {
        this.name = name;
        this.shape = shape;
    }

    /** Returns which one a message is: by its full name, if its fields are the expected ones. */
    static WellKnownType of(MessageDef message) {
        if (message.parent instanceof FileDef file && file.packageName.equals("google.protobuf")) {
            for (WellKnownType type : values()) {
                if (message.name.equals(type.name)) {
                    boolean fits = shape(message).equals(type.shape) && (type != VALUE || isOneof(message));
                    return fits ? type : NONE;
                }
            }
        }
        return NONE;
    }

    private static boolean isOneof(MessageDef message) {
        return message.oneofs.size() == 1 && message.oneofs.get(0).fields.size() == message.fields.size();
    }

    /** Returns numbers and types of the fields; a star stands behind lists and maps. */
    private static String shape(MessageDef message) {
        StringBuilder shape = new StringBuilder();
        for (FieldDef field : message.fieldsByNumber) {
            shape.append(shape.isEmpty() ? "" : ", ").append(field.number).append(' ');
            if (field.isMap()) {
                shape.append("map (").append(shape(field.messageType())).append(')');
            } else {
                shape.append(field.type);
                if (field.subType instanceof MessageDef) {
                    shape.append(' ').append(field.subType);
                }
            }
            shape.append(field.isRepeated() ? "*" : "");
        }
        return shape.toString();
    }
}
