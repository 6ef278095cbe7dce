package dev.upb.json;

import dev.upb.base.FieldType;
import dev.upb.minitable.MiniTableField;
import dev.upb.reflection.FieldDef;

/** What JSON needs to know of a field or extension. Immutable, but for links that are made when they are first followed. */
final class JsonField {
    // Operations: what a single value is.
    /** A message whose type is missing: never set. */
    static final int UNLINKED = 0;

    static final int BOOL = 1;
    static final int INT32 = 2;
    static final int UINT32 = 3;
    static final int INT64 = 4;
    static final int UINT64 = 5;
    static final int FLOAT = 6;
    static final int DOUBLE = 7;
    /** A string that is known to be well-formed UTF-8. */
    static final int STRING = 8;
    /** A string that may not be. */
    static final int UNCHECKED_STRING = 9;

    static final int BYTES = 10;
    static final int ENUM = 11;
    /** The enum {@code google.protobuf.NullValue}. */
    static final int NULL = 12;

    static final int MESSAGE = 13;
    /** Added to an operation for a list. */
    static final int REPEATED = 16;

    static final int MAP = 32;

    final FieldDef def;
    final int number;
    final int operation;
    /** Shift for the size of one element of a list. */
    final int shift;
    /** Comma, name and colon. */
    final Token jsonName;
    /** The same, with the name of the proto file. */
    final Token protoName;

    private JsonTable messageTable;
    private JsonParseTable parseTable;
    private EnumNames enumNames;

    JsonField(FieldDef def) {
        MiniTableField field = def.miniTableField();
        this.def = def;
        this.number = def.number();
        this.operation = operation(def, field);
        this.shift = field.elementSize() == 8 ? 3 : field.elementSize() == 4 ? 2 : 0;
        this.jsonName = Token.ofName(def.isExtension() ? "[" + def.fullName() + "]" : def.jsonName());
        this.protoName = def.isExtension() || def.name().equals(def.jsonName()) ? jsonName : Token.ofName(def.name());
    }

    private static int operation(FieldDef def, MiniTableField field) {
        if (field.type().isMessage() && !field.isLinked()) {
            return UNLINKED;
        }
        return switch (field.mode()) {
            case SCALAR -> operation(field.type(), def, field);
            case ARRAY -> operation(field.type(), def, field) + REPEATED;
            case MAP -> MAP;
        };
    }

    private static int operation(FieldType type, FieldDef def, MiniTableField field) {
        return switch (type) {
            case BOOL -> BOOL;
            case INT32, SINT32, SFIXED32 -> INT32;
            case UINT32, FIXED32 -> UINT32;
            case INT64, SINT64, SFIXED64 -> INT64;
            case UINT64, FIXED64 -> UINT64;
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
            case STRING -> field.validatesUtf8() ? STRING : UNCHECKED_STRING;
            case BYTES -> BYTES;
            case ENUM -> def.enumType().isNullValue() ? NULL : ENUM;
            case MESSAGE, GROUP -> MESSAGE;
        };
    }

    /** Returns what JSON knows of an extension; made once and kept with its definition. */
    static JsonField ofExtension(FieldDef extension) {
        JsonField field = (JsonField) extension.codecData();
        if (field == null) {
            field = new JsonField(extension);
            extension.setCodecData(field);
        }
        return field;
    }

    /** Returns the table of a message field's type; of a map, of its entries. */
    JsonTable messageTable() {
        JsonTable table = messageTable;
        if (table == null) {
            table = JsonTable.of(def.messageType());
            messageTable = table;
        }
        return table;
    }

    /** Returns the members of a message field's type; of a map, of its entries. */
    JsonParseTable parseTable() {
        JsonParseTable table = parseTable;
        if (table == null) {
            table = JsonParseTable.of(def.messageType());
            parseTable = table;
        }
        return table;
    }

    /** Returns the names of an enum field's type. */
    EnumNames enumNames() {
        EnumNames names = enumNames;
        if (names == null) {
            names = EnumNames.of(def.enumType());
            enumNames = names;
        }
        return names;
    }

    /** Returns the name for paths in errors. */
    String pathName() {
        return def.isExtension() ? "[" + def.fullName() + "]" : def.name();
    }
}
