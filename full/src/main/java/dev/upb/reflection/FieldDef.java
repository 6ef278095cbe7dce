package dev.upb.reflection;

import dev.upb.base.FieldType;
import dev.upb.minitable.FieldRef;
import dev.upb.minitable.MiniTableField;
import java.util.List;
import java.util.Locale;

/** A field of a message, or an extension. */
public final class FieldDef extends Def implements FieldRef {
    /** Null until the type is known. */
    FieldType type;

    /** Of meaning only if {@link #IN_ONEOF} is set. */
    int oneofIndex;

    OneofDef oneof;
    /** The name while a file is read, then the {@link MessageDef}; null if this is no extension. */
    Object extendee;
    /** The name while a file is read, then the {@link MessageDef} or {@link EnumDef}; null for other types. */
    Object subType;
    /** The text while a file is read, then what {@link #miniTableField} gets; null in the end, and for zero and empty. */
    Object defaultValue;
    /** Null if it is the one that follows from the name, and was not asked for yet. */
    String jsonName;

    MiniTableField miniTableField;

    FieldDef(Def parent) {
        super(parent);
    }

    @Override
    OptionsKind optionsKind() {
        return OptionsKind.FIELD;
    }

    @Override
    public MiniTableField miniTableField() {
        return miniTableField;
    }

    public int number() {
        return number;
    }

    /** Returns the type; {@link FieldType#GROUP} for a group and for a message that an edition's feature makes one on the wire. */
    public FieldType type() {
        return type;
    }

    /** Returns the name in JSON, without brackets for an extension. */
    public String jsonName() {
        String json = jsonName;
        if (json == null) {
            json = defaultJsonName(name);
            jsonName = json;
        }
        return json;
    }

    /** Returns the name without underscores, the letter behind each in upper case. */
    static String defaultJsonName(String name) {
        if (name.indexOf('_') < 0) {
            return name;
        }
        StringBuilder json = new StringBuilder(name.length());
        boolean upper = false;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '_') {
                upper = true;
            } else {
                json.append(upper ? upper(c) : c);
                upper = false;
            }
        }
        return json.toString();
    }

    static char upper(char c) {
        return c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : c;
    }

    /** Whether the descriptor gives the JSON name, which protoc always does. */
    public boolean hasJsonName() {
        return is(JSON_NAME);
    }

    /** Whether the descriptor gives a JSON name that is not the one that follows from the name. */
    boolean hasCustomJsonName() {
        return jsonName != null && !jsonName.equals(defaultJsonName(name));
    }

    /** Whether this is a list or a map. */
    public boolean isRepeated() {
        return is(REPEATED);
    }

    public boolean isMap() {
        return is(REPEATED) && subType instanceof MessageDef message && message.isMapEntry();
    }

    /** Whether values are written packed. Both forms are read. */
    public boolean isPacked() {
        return is(PACKED);
    }

    public boolean isRequired() {
        return is(REQUIRED);
    }

    public boolean isExtension() {
        return extendee != null;
    }

    /** Whether the field knows "not set" from "set to the default". */
    public boolean hasPresence() {
        return is(PRESENCE);
    }

    /** Whether the field was declared {@code optional} in a proto3 file. */
    public boolean isProto3Optional() {
        return is(PROTO3_OPTIONAL);
    }

    /** Returns the message that has this field; of an extension, the one that it extends. */
    public MessageDef containingType() {
        return (MessageDef) (isExtension() ? extendee : parent);
    }

    /** Returns the message in whose scope an extension is defined; null at the top of a file, and for other fields. */
    public MessageDef extensionScope() {
        return isExtension() && parent instanceof MessageDef message ? message : null;
    }

    /** Returns the oneof that the field is in, also if that stands for a proto3 {@code optional}; otherwise null. */
    public OneofDef containingOneof() {
        return oneof;
    }

    /** Returns the oneof of the source that the field is in, or null. */
    public OneofDef realContainingOneof() {
        return oneof == null || oneof.isSynthetic() ? null : oneof;
    }

    /** Returns the type of a message or group field, of a map its entries'; otherwise null. */
    public MessageDef messageType() {
        return subType instanceof MessageDef message ? message : null;
    }

    /** Returns the type of an enum field, otherwise null. */
    public EnumDef enumType() {
        return subType instanceof EnumDef enumeration ? enumeration : null;
    }

    /**
     * Returns the field of a map's keys.
     *
     * @throws IllegalStateException if this is no map
     */
    public FieldDef mapKey() {
        return mapPart(0);
    }

    /**
     * Returns the field of a map's values.
     *
     * @throws IllegalStateException if this is no map
     */
    public FieldDef mapValue() {
        return mapPart(1);
    }

    private FieldDef mapPart(int part) {
        if (!isMap()) {
            throw new IllegalStateException(this + " is no map");
        }
        return messageType().fieldsByNumber.get(part);
    }

    /**
     * Returns what the field reads as while it is not set: an object as {@link Message#get} gives it, of an enum the number; of a message the
     * empty one, of a list or map an empty list.
     */
    public Object defaultValue() {
        if (is(REPEATED)) {
            return List.of();
        }
        MessageDef message = messageType();
        return message != null
                ? message.emptyMessage()
                : containingType().emptyMessage().get(this);
    }

    /** Whether the schema gives a default. */
    public boolean hasDefault() {
        return is(DEFAULT);
    }

    /** Returns the place among the fields or extensions of the scope, from 0 on, in the order of declaration. */
    public int index() {
        return index;
    }

    /** Whether this is a string field that must be well-formed UTF-8. */
    public boolean validatesUtf8() {
        return is(UTF8);
    }

    /** Whether messages are written between a start and an end tag: groups. */
    public boolean isDelimited() {
        return type == FieldType.GROUP;
    }

    /**
     * Whether this looks like a group of a proto2 file: delimited, its type defined next to it, its name that of the type in lower case. Text
     * format names it by its type.
     */
    public boolean isGroupLike() {
        return type == FieldType.GROUP
                && subType instanceof MessageDef message
                && message.parent == parent
                && name.equals(message.name.toLowerCase(Locale.ROOT))
                && message.file() == file();
    }
}
