package dev.upb.reflection;

import dev.upb.base.ByteString;
import dev.upb.mem.Arena;
import dev.upb.mem.internal.Heap;
import dev.upb.message.MapField;
import dev.upb.message.MiniMessage;
import dev.upb.message.RepeatedField;
import dev.upb.minitable.FieldRef;
import dev.upb.minitable.MiniTableField;
import dev.upb.ops.Compare;
import dev.upb.ops.Merge;
import dev.upb.ops.RequiredFields;
import dev.upb.wire.DecodeOptions;
import dev.upb.wire.Decoder;
import dev.upb.wire.EncodeOptions;
import dev.upb.wire.Encoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A message in an arena, of a type known by its definition. A field is given as a {@link FieldDef}, or by its name, which is looked up each
 * time: {@link IllegalArgumentException} if there is none of this name. Extensions are given as their {@link FieldDef}.
 *
 * <p>A message is a small handle on memory of its arena; for getters and setters, and for what they throw, see {@link MiniMessage}. Two
 * messages are equal if their types have one full name and their contents are equal, be they of one pool or of two.
 */
public final class Message extends MiniMessage {
    private final MessageDef type;

    Message(Heap heap, int offset, MessageDef type) {
        super(heap, offset, type.miniTable());
        this.type = type;
    }

    /** Makes the empty message of a type. */
    Message(MessageDef type) {
        super(type.miniTable());
        this.type = type;
    }

    public MessageDef type() {
        return type;
    }

    private static MessageDef typeOf(MiniTableField field) {
        MiniTableField value = field.isMap() ? field.subTable().mapValue() : field;
        return (MessageDef) value.subTable().definition();
    }

    @Override
    protected Message child(MiniTableField field, int childOffset) {
        return new Message(heap(), childOffset, typeOf(field));
    }

    @Override
    protected Message emptyChild(MiniTableField field) {
        return typeOf(field).emptyMessage();
    }

    public int getInt(String field) {
        return getInt(type.field(field));
    }

    public long getLong(String field) {
        return getLong(type.field(field));
    }

    public float getFloat(String field) {
        return getFloat(type.field(field));
    }

    public double getDouble(String field) {
        return getDouble(type.field(field));
    }

    public boolean getBool(String field) {
        return getBool(type.field(field));
    }

    /** Returns the number of an enum value. */
    public int getEnum(String field) {
        return getEnum(type.field(field));
    }

    public String getString(String field) {
        return getString(type.field(field));
    }

    /** Returns a copy of a bytes field, or of a string's UTF-8. */
    public byte[] getBytes(String field) {
        return getBytes(type.field(field));
    }

    /** Returns a copy of a bytes field, or of a string's UTF-8, as a value. */
    public ByteString getByteString(String field) {
        return getByteString(type.field(field));
    }

    @Override
    public Message getMessage(FieldRef field) {
        return (Message) super.getMessage(field);
    }

    /** Returns a sub-message; the empty, frozen one if it is not set. */
    public Message getMessage(String field) {
        return getMessage(type.field(field));
    }

    @Override
    public Message mutableMessage(FieldRef field) {
        return (Message) super.mutableMessage(field);
    }

    /** Returns a sub-message that can be changed: the one that is set, otherwise a new empty one. */
    public Message mutableMessage(String field) {
        return mutableMessage(type.field(field));
    }

    /** Returns a live view of a list; see {@link #getRepeated(FieldRef)}. */
    public <E> RepeatedField<E> getRepeated(String field) {
        return getRepeated(type.field(field));
    }

    @Override
    public RepeatedField<Message> getMessages(FieldRef field) {
        return RepeatedField.ofMessages(this, checkMessages(field));
    }

    /** Returns a live view of a list of messages. */
    public RepeatedField<Message> getMessages(String field) {
        return getMessages(type.field(field));
    }

    /** Returns a live view of a map; see {@link #getMap(FieldRef)}. */
    public <K, V> MapField<K, V> getMap(String field) {
        return getMap(type.field(field));
    }

    /** Returns the value of any field as an object; see {@link #get(FieldRef)}. */
    public Object get(String field) {
        return get(type.field(field));
    }

    public void setInt(String field, int value) {
        setInt(type.field(field), value);
    }

    public void setLong(String field, long value) {
        setLong(type.field(field), value);
    }

    public void setFloat(String field, float value) {
        setFloat(type.field(field), value);
    }

    public void setDouble(String field, double value) {
        setDouble(type.field(field), value);
    }

    public void setBool(String field, boolean value) {
        setBool(type.field(field), value);
    }

    /** Sets the number of an enum value. */
    public void setEnum(String field, int value) {
        setEnum(type.field(field), value);
    }

    public void setString(String field, String value) {
        setString(type.field(field), value);
    }

    /** Sets a bytes field to a copy of the given bytes, or a string field to the text whose UTF-8 they are. */
    public void setBytes(String field, byte[] value) {
        setBytes(type.field(field), value);
    }

    /** Sets a sub-message: to the message itself if it is in the same arena, otherwise to a copy. */
    public void setMessage(String field, MiniMessage value) {
        setMessage(type.field(field), value);
    }

    /** Sets any field; see {@link #set(FieldRef, Object)}. */
    public void set(String field, Object value) {
        set(type.field(field), value);
    }

    /** As {@link MiniMessage#set}; an enum also from an {@link EnumValueDef}. */
    @Override
    public void set(FieldRef field, Object value) {
        super.set(field, value instanceof EnumValueDef enumValue ? (Integer) enumValue.number() : value);
    }

    public boolean has(String field) {
        return has(type.field(field));
    }

    /** Makes a field not set. */
    public void clear(String field) {
        clear(type.field(field));
    }

    /**
     * Returns the member of a oneof that is set, or null.
     *
     * @throws IllegalArgumentException if the oneof is one of another type
     */
    public FieldDef whichOneof(OneofDef oneof) {
        if (oneof.containingType() != type) {
            throw new IllegalArgumentException("oneof " + oneof + " is not one of message " + type);
        }
        FieldDef first = oneof.fields().get(0);
        if (oneof.isSynthetic()) {
            return has(first) ? first : null;
        }
        MiniTableField set = whichOneof((FieldRef) first);
        return set == null ? null : (FieldDef) set.definition();
    }

    /** Returns the member of a oneof that is set, or null. */
    public FieldDef whichOneof(String oneof) {
        return whichOneof(type.oneof(oneof));
    }

    /** Returns the fields that are set, by ascending number, then the extensions, in the order in which they were set. */
    public List<FieldDef> presentFields() {
        List<MiniTableField> set = setFields();
        List<FieldDef> fields = new ArrayList<>(set.size());
        for (MiniTableField field : set) {
            if (field.definition() instanceof FieldDef def) { // An extension of a registry made by hand has none.
                fields.add(def);
            }
        }
        return fields;
    }

    @Override
    public Message copyTo(Arena arena) {
        return new Message(arena.heap(), copyInto(arena), type);
    }

    /**
     * Returns the message in binary.
     *
     * @throws dev.upb.base.EncodeException if it nests deeper than 100 levels; so do all methods below
     */
    public byte[] encode() {
        return Encoder.encode(this, EncodeOptions.DEFAULT);
    }

    public byte[] encode(EncodeOptions options) {
        return Encoder.encode(this, options);
    }

    public void encode(OutputStream target) throws IOException {
        Encoder.encode(this, target, EncodeOptions.DEFAULT);
    }

    /**
     * Writes the message to a buffer from its position on, and moves that.
     *
     * @throws java.nio.BufferOverflowException if it does not fit
     */
    public void encode(ByteBuffer target) {
        Encoder.encode(this, target, EncodeOptions.DEFAULT);
    }

    /** Writes the message with its size as a varint in front of it, as {@link MessageDef#readDelimited} reads it. */
    public void writeDelimited(OutputStream target, EncodeOptions options) throws IOException {
        Encoder.encodeDelimited(this, target, options);
    }

    /** Returns the bytes that {@link #encode()} writes. */
    public int encodedSize() {
        return Encoder.encodedSize(this, EncodeOptions.DEFAULT);
    }

    /**
     * Decodes into this message what the bytes hold: singular fields are replaced, messages merged, lists extended. The pool's extensions are
     * known.
     *
     * @throws dev.upb.base.DecodeException if the bytes are no such message; what came before the error may be set
     */
    public void mergeFrom(byte[] bytes) {
        mergeFrom(bytes, type.pool().decodeOptions());
    }

    /** As {@link #mergeFrom(byte[])}, with options. */
    public void mergeFrom(byte[] bytes, DecodeOptions options) {
        Decoder.decodeInto(this, bytes, type.known(options));
    }

    /**
     * Merges another message into this one: singular fields that are set in it are replaced, messages merged, lists extended.
     *
     * @throws IllegalArgumentException if it is of another type
     */
    public void mergeFrom(Message other) {
        Merge.into(this, other);
    }

    /** Returns the path of every required field that is not set, in this message and all below it, such as {@code a.b[2].c}. */
    public List<String> missingRequired() {
        return RequiredFields.missing(this);
    }

    /** Whether the other is a message whose type has the same full name, and whose content is equal; see {@link Compare}. */
    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof Message that
                        && type.fullName().equals(that.type.fullName())
                        && Compare.equal(this, that);
    }

    /** Returns a hash of the content; it changes when that does. */
    @Override
    public int hashCode() {
        return Compare.hash(this);
    }

    /** Returns a text for people, much like text format, cut off after a few thousand characters. Not meant to be parsed. */
    @Override
    public String toString() {
        return DebugText.of(this);
    }
}
