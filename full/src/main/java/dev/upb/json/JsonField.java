package dev.upb.json;

import dev.upb.base.FieldType;
import dev.upb.base.Utf8;
import dev.upb.format.internal.Operation;
import dev.upb.format.internal.PathFailure;
import dev.upb.message.internal.RawArray;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.MiniTableField;
import dev.upb.reflection.FieldDef;

/** What JSON needs to know of a field or extension. Immutable, but for links that are made when they are first followed. */
final class JsonField {
    final FieldDef def;
    final int number;
    /** See {@link Operation}. */
    final int operation;
    /** Shift for the size of one element of a list. */
    final int shift;
    /** Comma, name and colon. */
    final Token jsonName;
    /** The same, with the name of the proto file. */
    final Token protoName;

    private JsonTable table;
    private EnumNames enumNames;

    JsonField(FieldDef def) {
        MiniTableField field = def.miniTableField();
        this.def = def;
        this.number = def.number();
        this.operation = Operation.of(def);
        this.shift = RawArray.shift(field.elementSize());
        this.jsonName = Token.ofName(def.isExtension() ? "[" + def.fullName() + "]" : def.jsonName());
        this.protoName = def.isExtension() || def.name().equals(def.jsonName()) ? jsonName : Token.ofName(def.name());
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
    JsonTable table() {
        JsonTable found = table;
        if (found == null) {
            found = JsonTable.of(def.messageType());
            table = found;
        }
        return found;
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
        return def.miniTableField().pathName();
    }

    /** Returns a key of a map, whose key field this is, as paths show it. */
    String keyText(byte[] b, long key) {
        if (def.type() == FieldType.STRING) {
            return PathFailure.keyText(Utf8.decode(b, Slots.offset(key), Slots.size(key)));
        }
        return def.type().isUnsigned() ? Long.toUnsignedString(key) : Long.toString(key);
    }
}
