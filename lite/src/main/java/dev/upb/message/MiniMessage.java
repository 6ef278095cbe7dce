package dev.upb.message;

import dev.upb.base.ByteString;
import dev.upb.base.Depths;
import dev.upb.base.LittleEndian;
import dev.upb.base.Utf8;
import dev.upb.base.ValueKind;
import dev.upb.mem.Arena;
import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.Copier;
import dev.upb.message.internal.Extras;
import dev.upb.message.internal.RawArray;
import dev.upb.message.internal.RawMap;
import dev.upb.message.internal.RawMessage;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.FieldRef;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableEnum;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import dev.upb.minitable.Presence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A message in an arena, known by its {@link MiniTable}: fields by number and type, no names.
 *
 * <p>A handle is a small object; many may refer to one message. Every method throws {@link IllegalStateException} once the arena was reset or
 * closed. Two handles are equal only if they are the same object; compare contents with {@code ops}.
 *
 * <p>A field is given as a {@link FieldRef}: the {@link MiniTableField}, the {@link MiniTableExtension}, or a definition of either.
 * Accessors throw {@link IllegalArgumentException} for a field of another message or another type. Getters of a field that is not set return
 * its default: of the schema if there is one, otherwise zero or empty. Setters throw {@link IllegalStateException} if the message is frozen,
 * and {@link dev.upb.base.ArenaExhaustedException}, with the message unchanged, if the arena can't hold the value. Unsigned numbers are the
 * signed type of the same width.
 */
public class MiniMessage {
    /** A message of any type with nothing set: zeros as far as a message can reach, frozen. */
    private static final Heap EMPTY = emptyHeap();

    private static final int EMPTY_MESSAGE = Heap.FIRST;
    private static final byte[] NO_BYTES = {};

    final Heap heap;
    final long epoch;
    final int offset;
    final MiniTable table;

    private static Heap emptyHeap() {
        Heap heap = new Heap(new byte[MiniTable.MAX_SIZE + 2 * Heap.FIRST], 0, true);
        heap.bytes[EMPTY_MESSAGE + RawMessage.FLAGS] = RawMessage.FROZEN;
        return heap;
    }

    /** Makes a handle on a message that is in the heap; for this library's modules. */
    @SuppressWarnings("exports") // The type is not exported on purpose: only this library can use it.
    public MiniMessage(Heap heap, int offset, MiniTable table) {
        this.heap = heap;
        this.epoch = heap.epoch;
        this.offset = offset;
        this.table = table;
    }

    /** Makes the empty, frozen message of a type. */
    protected MiniMessage(MiniTable table) {
        this(EMPTY, EMPTY_MESSAGE, table);
    }

    /**
     * Makes a new empty message.
     *
     * @throws dev.upb.base.ArenaExhaustedException if there is no room
     */
    public static MiniMessage create(MiniTable table, Arena arena) {
        Heap heap = arena.heap();
        return new MiniMessage(heap, RawMessage.create(heap, table), table);
    }

    /** Returns a message with nothing set that can't be changed and belongs to no arena. */
    public static MiniMessage empty(MiniTable table) {
        return new MiniMessage(table);
    }

    /** Makes a handle of the same class on a message below this one; {@code field} says which type. */
    protected MiniMessage child(MiniTableField field, int childOffset) {
        return new MiniMessage(heap, childOffset, valueTable(field));
    }

    /** Makes the empty message that stands for a message below this one that is not set. */
    protected MiniMessage emptyChild(MiniTableField field) {
        return new MiniMessage(valueTable(field));
    }

    /** Returns the type of the messages in a field: of a map, the values'. */
    static MiniTable valueTable(MiniTableField field) {
        return field.isMap() ? field.subTable().mapValue().subTable() : field.subTable();
    }

    public final MiniTable table() {
        return table;
    }

    /**
     * Returns the arena that the message is in.
     *
     * @throws IllegalStateException if the message belongs to none: it is the {@linkplain #empty empty} one
     */
    public final Arena arena() {
        check();
        if (heap == EMPTY) {
            throw new IllegalStateException("an empty default message belongs to no arena");
        }
        return (Arena) heap.owner;
    }

    /** Returns the memory, for the modules of this library. Checks that the message is alive. */
    @SuppressWarnings("exports") // The type is not exported on purpose: only this library can use it.
    public final Heap heap() {
        check();
        return heap;
    }

    /** Returns the message's offset in its arena. */
    public final int offset() {
        return offset;
    }

    private byte[] check() {
        if (heap.epoch != epoch) {
            throw stale();
        }
        return heap.bytes;
    }

    private static IllegalStateException stale() {
        return new IllegalStateException(
                "the message's arena was reset or closed; copy a message to another arena to keep it");
    }

    private byte[] checkMutable() {
        byte[] b = check();
        if (RawMessage.isFrozen(b, offset)) {
            throw new IllegalStateException(
                    heap == EMPTY ? "a default message can't be changed; use mutableMessage" : "the message is frozen");
        }
        return b;
    }

    /** Checks that a field is one of this message, and returns it. */
    private MiniTableField checkOwned(FieldRef ref) {
        MiniTableField field = ref.miniTableField();
        if (field.owner() != table) {
            throw new IllegalArgumentException(describe(ref) + " is not a field of this message");
        }
        return field;
    }

    private static String describe(FieldRef ref) {
        return ref == ref.miniTableField() ? ref.toString() : ref + " (" + ref.miniTableField() + ")";
    }

    private MiniTableField checkMode(FieldRef ref, boolean repeated, boolean map) {
        MiniTableField field = checkOwned(ref);
        if (field.isRepeated() != repeated || field.isMap() != map) {
            throw new IllegalArgumentException(
                    describe(ref) + " is not " + (map ? "a map" : repeated ? "a list" : "singular"));
        }
        return field;
    }

    private MiniTableField checkScalar(FieldRef ref, ValueKind kind, ValueKind otherKind) {
        MiniTableField field = checkMode(ref, false, false);
        ValueKind actual = field.type().kind();
        if (actual != kind && actual != otherKind) {
            throw new IllegalArgumentException(describe(ref) + " does not hold a value of kind " + kind);
        }
        return field;
    }

    /** Returns the offset of the slot to read a singular field from, or 0 if it is not set and has a default other than zero. */
    @SuppressWarnings("EnumOrdinal") // As MiniTableField.accessCode().
    private int readSlot(FieldRef ref, ValueKind kind, ValueKind otherKind) {
        MiniTableField field = ref.miniTableField();
        byte[] b = check();
        int code = field.accessCode();
        if (field.owner() != table || code != kind.ordinal() && code != otherKind.ordinal()) {
            return readSlotSlow(ref, kind, otherKind);
        }
        int presence = field.presenceCode();
        if (presence < 0) {
            return LittleEndian.getInt(b, offset + ~presence) == field.number() ? offset + field.offset() : 0;
        }
        if (presence > 0 && field.hasDefault() && (b[offset + (presence >>> 3)] >>> (presence & 7) & 1) == 0) {
            return 0;
        }
        return offset + field.offset();
    }

    private int readSlotSlow(FieldRef ref, ValueKind kind, ValueKind otherKind) {
        MiniTableField field = checkScalar(ref, kind, otherKind);
        return Extras.find(heap, offset, (MiniTableExtension) field);
    }

    public final int getInt(FieldRef field) {
        int slot = readSlot(field, ValueKind.INT, ValueKind.ENUM);
        return slot != 0
                ? LittleEndian.getInt(heap.bytes, slot)
                : (int) field.miniTableField().defaultBits();
    }

    public final long getLong(FieldRef field) {
        int slot = readSlot(field, ValueKind.LONG, ValueKind.LONG);
        return slot != 0
                ? LittleEndian.getLong(heap.bytes, slot)
                : field.miniTableField().defaultBits();
    }

    public final float getFloat(FieldRef field) {
        int slot = readSlot(field, ValueKind.FLOAT, ValueKind.FLOAT);
        return Float.intBitsToFloat(
                slot != 0
                        ? LittleEndian.getInt(heap.bytes, slot)
                        : (int) field.miniTableField().defaultBits());
    }

    public final double getDouble(FieldRef field) {
        int slot = readSlot(field, ValueKind.DOUBLE, ValueKind.DOUBLE);
        return Double.longBitsToDouble(
                slot != 0
                        ? LittleEndian.getLong(heap.bytes, slot)
                        : field.miniTableField().defaultBits());
    }

    public final boolean getBool(FieldRef field) {
        int slot = readSlot(field, ValueKind.BOOL, ValueKind.BOOL);
        return slot != 0 ? heap.bytes[slot] != 0 : field.miniTableField().defaultBits() != 0;
    }

    /** Returns the number of an enum value. The same as {@link #getInt}. */
    public final int getEnum(FieldRef field) {
        return getInt(field);
    }

    public final String getString(FieldRef field) {
        int slot = readSlot(field, ValueKind.STRING, ValueKind.STRING);
        byte[] source = source(field, slot);
        long value = string(source, slot);
        return Utf8.decode(source, Slots.offset(value), Slots.size(value));
    }

    /** Returns the bytes that a string lies in, given what {@link #readSlot} has returned. */
    private byte[] source(FieldRef field, int slot) {
        if (slot != 0) {
            return heap.bytes;
        }
        byte[] value = field.miniTableField().defaultBytes();
        return value == null ? NO_BYTES : value;
    }

    private static long string(byte[] source, int slot) {
        return slot != 0 ? LittleEndian.getLong(source, slot) : Slots.string(0, source.length);
    }

    /** Returns a copy of a bytes field, or of a string's UTF-8. */
    public final byte[] getBytes(FieldRef field) {
        byte[] copy = new byte[getBytesSize(field)];
        getBytes(field, copy, 0);
        return copy;
    }

    /** Returns the size in bytes of a bytes field, or of a string's UTF-8. */
    public final int getBytesSize(FieldRef field) {
        int slot = readSlot(field, ValueKind.BYTES, ValueKind.STRING);
        return Slots.size(string(source(field, slot), slot));
    }

    /**
     * Copies a bytes field, or a string's UTF-8, to {@code target} from {@code targetOffset} on, and returns its size.
     *
     * @throws IndexOutOfBoundsException if it does not fit
     */
    public final int getBytes(FieldRef field, byte[] target, int targetOffset) {
        int slot = readSlot(field, ValueKind.BYTES, ValueKind.STRING);
        byte[] source = source(field, slot);
        long value = string(source, slot);
        int size = Slots.size(value);
        Objects.checkFromIndexSize(targetOffset, size, target.length);
        System.arraycopy(source, Slots.offset(value), target, targetOffset, size);
        return size;
    }

    /** Returns a sub-message; the empty, frozen one if it is not set. */
    public MiniMessage getMessage(FieldRef field) {
        int slot = readSlot(field, ValueKind.MESSAGE, ValueKind.MESSAGE);
        int pointer = slot == 0 ? 0 : LittleEndian.getInt(heap.bytes, slot);
        MiniTableField f = field.miniTableField();
        if (pointer == 0) {
            checkLinked(f);
            return emptyChild(f);
        }
        return child(f, pointer);
    }

    static void checkLinked(MiniTableField field) {
        if (!field.isLinked()) {
            throw new IllegalStateException(field + " is not linked to a type");
        }
    }

    /** Whether the field is set: by its presence; a list or map if it is not empty; a field without presence if it is not zero. */
    public final boolean has(FieldRef ref) {
        byte[] b = check();
        MiniTableField field = checkOwned(ref);
        if (field.isExtension()) {
            int index = Extras.indexOf(heap, offset, (MiniTableExtension) field);
            return index >= 0 && Extras.isSet(heap, offset, index);
        }
        return RawMessage.has(b, offset, field);
    }

    /** Makes a field not set. */
    public final void clear(FieldRef ref) {
        byte[] b = checkMutable();
        MiniTableField field = checkOwned(ref);
        if (field.isExtension()) {
            int index = Extras.indexOf(heap, offset, (MiniTableExtension) field);
            if (index >= 0) {
                Extras.remove(b, offset, index);
            }
        } else {
            RawMessage.clear(b, offset, field);
        }
    }

    /** Makes the message empty, unknown fields and extensions included. */
    public final void clear() {
        RawMessage.clear(checkMutable(), offset, table);
    }

    /** Returns the slot to write a singular field to, with the field marked as set. */
    @SuppressWarnings("EnumOrdinal") // As MiniTableField.accessCode().
    private int writeSlot(FieldRef ref, ValueKind kind, ValueKind otherKind) {
        MiniTableField field = ref.miniTableField();
        byte[] b = checkMutable();
        int code = field.accessCode();
        if (field.owner() != table || code != kind.ordinal() && code != otherKind.ordinal()) {
            return Extras.findOrAdd(heap, offset, (MiniTableExtension) checkScalar(ref, kind, otherKind));
        }
        RawMessage.setPresence(b, offset, field);
        return offset + field.offset();
    }

    /**
     * Sets a 32-bit number or an enum.
     *
     * @throws IllegalArgumentException also if the enum is closed and has no such number
     */
    public final void setInt(FieldRef field, int value) {
        checkEnum(field, value);
        int slot = writeSlot(field, ValueKind.INT, ValueKind.ENUM);
        LittleEndian.putInt(heap.bytes, slot, value);
    }

    static void checkEnum(FieldRef ref, int value) {
        MiniTableField field = ref.miniTableField();
        if (field.isClosedEnum()) {
            MiniTableEnum values = field.subEnum();
            if (values == null || !values.contains(value)) {
                throw new IllegalArgumentException(value + " is not a value of the closed enum of " + describe(ref));
            }
        }
    }

    /** Sets the number of an enum value. The same as {@link #setInt}. */
    public final void setEnum(FieldRef field, int value) {
        setInt(field, value);
    }

    public final void setLong(FieldRef field, long value) {
        int slot = writeSlot(field, ValueKind.LONG, ValueKind.LONG);
        LittleEndian.putLong(heap.bytes, slot, value);
    }

    public final void setFloat(FieldRef field, float value) {
        int slot = writeSlot(field, ValueKind.FLOAT, ValueKind.FLOAT);
        LittleEndian.putInt(heap.bytes, slot, Float.floatToRawIntBits(value));
    }

    public final void setDouble(FieldRef field, double value) {
        int slot = writeSlot(field, ValueKind.DOUBLE, ValueKind.DOUBLE);
        LittleEndian.putLong(heap.bytes, slot, Double.doubleToRawLongBits(value));
    }

    public final void setBool(FieldRef field, boolean value) {
        int slot = writeSlot(field, ValueKind.BOOL, ValueKind.BOOL);
        heap.bytes[slot] = (byte) (value ? 1 : 0);
    }

    /**
     * Sets a string.
     *
     * @throws IllegalArgumentException also if the text holds a surrogate without its partner
     */
    public final void setString(FieldRef field, String value) {
        checkMutable();
        checkScalar(field, ValueKind.STRING, ValueKind.STRING);
        long string = newString(heap, value);
        int slot = writeSlot(field, ValueKind.STRING, ValueKind.STRING);
        LittleEndian.putLong(heap.bytes, slot, string);
    }

    /** Copies a text into the heap and returns its slot. */
    static long newString(Heap heap, String value) {
        int size = Utf8.encodedSize(value);
        if (size == 0) {
            return 0;
        }
        int at = heap.allocate(size);
        Utf8.encode(value, heap.bytes, at);
        return Slots.string(at, size);
    }

    static long newBytes(Heap heap, byte[] value, int valueOffset, int size) {
        if (size == 0) {
            return 0;
        }
        int at = heap.allocate(size);
        System.arraycopy(value, valueOffset, heap.bytes, at, size);
        return Slots.string(at, size);
    }

    /** Sets a bytes field to a copy of the given bytes, or a string field to the text whose UTF-8 they are. */
    public final void setBytes(FieldRef field, byte[] value) {
        setBytes(field, value, 0, value.length);
    }

    /**
     * Sets a bytes field to a copy of the given bytes, or a string field to the text whose UTF-8 they are.
     *
     * @throws IllegalArgumentException also if the field is a string that must be well-formed, and the bytes are no UTF-8
     */
    public final void setBytes(FieldRef field, byte[] value, int valueOffset, int size) {
        Objects.checkFromIndexSize(valueOffset, size, value.length);
        checkMutable();
        MiniTableField f = checkScalar(field, ValueKind.BYTES, ValueKind.STRING);
        if (f.validatesUtf8() && !Utf8.isValid(value, valueOffset, size)) {
            throw new IllegalArgumentException("the bytes for string " + describe(field) + " are no UTF-8");
        }
        long bytes = newBytes(heap, value, valueOffset, size);
        int slot = writeSlot(field, ValueKind.BYTES, ValueKind.STRING);
        LittleEndian.putLong(heap.bytes, slot, bytes);
    }

    /** Returns a sub-message that can be changed: the one that is set, otherwise a new empty one. */
    public MiniMessage mutableMessage(FieldRef field) {
        checkMutable();
        MiniTableField f = checkScalar(field, ValueKind.MESSAGE, ValueKind.MESSAGE);
        checkLinked(f);
        if (has(f)) {
            int slot = readSlot(f, ValueKind.MESSAGE, ValueKind.MESSAGE);
            int pointer = LittleEndian.getInt(heap.bytes, slot);
            if (pointer != 0) {
                return child(f, pointer);
            }
        }
        int pointer = RawMessage.create(heap, f.subTable());
        int slot = writeSlot(f, ValueKind.MESSAGE, ValueKind.MESSAGE);
        LittleEndian.putInt(heap.bytes, slot, pointer);
        return child(f, pointer);
    }

    /**
     * Sets a sub-message: to the message itself if it is in the same arena, otherwise to a copy.
     *
     * @throws IllegalArgumentException also if the message has another type
     */
    public final void setMessage(FieldRef field, MiniMessage value) {
        checkMutable();
        MiniTableField f = checkScalar(field, ValueKind.MESSAGE, ValueKind.MESSAGE);
        int pointer = adopt(value, f, f.subTable());
        int slot = writeSlot(f, ValueKind.MESSAGE, ValueKind.MESSAGE);
        LittleEndian.putInt(heap.bytes, slot, pointer);
    }

    /** Returns the offset in this heap of a message, copied if it is in another. */
    final int adopt(MiniMessage value, MiniTableField field, MiniTable wanted) {
        value.check();
        if (wanted == null || value.table != wanted) {
            throw new IllegalArgumentException(
                    "a message of another type can't be put into " + field + "; use messages of the same pool");
        }
        return value.heap == heap ? value.offset : Copier.copy(value.heap, value.offset, wanted, heap);
    }

    /**
     * Returns a live view of a list.
     *
     * @param <E> {@link Integer}, {@link Long}, {@link Float}, {@link Double}, {@link Boolean}, {@link String}, {@link ByteString} or a message
     */
    public final <E> RepeatedField<E> getRepeated(FieldRef field) {
        check();
        return new RepeatedField<>(this, checkMode(field, true, false));
    }

    /** Returns a live view of a list of messages. */
    public RepeatedField<? extends MiniMessage> getMessages(FieldRef field) {
        check();
        return new RepeatedField<MiniMessage>(this, checkMessages(field));
    }

    /** Checks that a field is a list of messages, and returns it. */
    protected final MiniTableField checkMessages(FieldRef field) {
        MiniTableField f = checkMode(field, true, false);
        if (!f.type().isMessage()) {
            throw new IllegalArgumentException(describe(field) + " is no list of messages");
        }
        return f;
    }

    /** Returns a live view of a map; types of keys and values as for {@link #getRepeated}. */
    public final <K, V> MapField<K, V> getMap(FieldRef field) {
        check();
        return new MapField<>(this, checkMode(field, true, true));
    }

    /** Returns the member of a oneof that is set, or null. Any member names the oneof. */
    public final MiniTableField whichOneof(FieldRef anyMember) {
        byte[] b = check();
        MiniTableField field = checkOneof(anyMember);
        return table.findFieldByNumber(LittleEndian.getInt(b, offset + ~field.presenceCode()));
    }

    /** Clears the member of a oneof that is set, if any. Any member names the oneof. */
    public final void clearOneof(FieldRef anyMember) {
        checkMutable();
        MiniTableField set = whichOneof(anyMember);
        if (set != null) {
            clear(set);
        }
    }

    private MiniTableField checkOneof(FieldRef ref) {
        MiniTableField field = checkOwned(ref);
        if (field.presence() != Presence.ONEOF) {
            throw new IllegalArgumentException(describe(ref) + " is in no oneof");
        }
        return field;
    }

    /** Returns the value of any field as an object: types as for {@link #getRepeated}, or a {@link RepeatedField} or {@link MapField}. */
    public Object get(FieldRef ref) {
        MiniTableField field = checkOwned(ref);
        if (field.isRepeated()) {
            return field.isMap() ? getMap(field) : getRepeated(field);
        }
        if (field.type().isMessage()) {
            return getMessage(field);
        }
        int slot = readSlot(field, field.type().kind(), field.type().kind());
        byte[] source = source(field, slot);
        if (slot != 0) {
            return Values.box(this, field, field, source, Slots.load(source, slot, field.elementSize()));
        }
        return Values.box(
                this, field, field, source, field.type().isPackable() ? field.defaultBits() : string(source, slot));
    }

    /** Returns a copy of a bytes field, or of a string's UTF-8, as a value. */
    public final ByteString getByteString(FieldRef field) {
        int slot = readSlot(field, ValueKind.BYTES, ValueKind.STRING);
        byte[] source = source(field, slot);
        long value = string(source, slot);
        return ByteString.of(source, Slots.offset(value), Slots.size(value));
    }

    /**
     * Sets any field: a list from an {@link Iterable}, a map from a {@link Map}; types as for {@link #get}, and {@code byte[]}
     * besides {@link ByteString}.
     *
     * @throws IllegalArgumentException also if the value has another type than the field
     */
    public void set(FieldRef ref, Object value) {
        checkMutable();
        MiniTableField field = checkOwned(ref);
        if (field.isMap()) {
            getMap(field).replaceAll(Values.cast(value, Map.class, field));
        } else if (field.isRepeated()) {
            getRepeated(field).replaceAll(Values.cast(value, Iterable.class, field));
        } else {
            long bits = Values.unbox(this, field, field, value);
            int slot = writeSlot(field, field.type().kind(), field.type().kind());
            Slots.store(heap.bytes, slot, field.elementSize(), bits);
        }
    }

    /** Returns the fields that are set, by ascending number, then the extensions, in the order in which they were set. */
    public final List<MiniTableField> setFields() {
        byte[] b = check();
        List<MiniTableField> set = new ArrayList<>();
        for (int i = 0; i < table.fieldCount(); i++) {
            if (RawMessage.has(b, offset, table.field(i))) {
                set.add(table.field(i));
            }
        }
        for (int i = 0; i < Extras.count(b, offset); i++) {
            if (Extras.isSet(heap, offset, i)) {
                set.add(Extras.extension(heap, offset, i));
            }
        }
        return set;
    }

    /** Returns a live view of the fields that the schema does not know. */
    public final UnknownFields unknownFields() {
        check();
        return new UnknownFields(this);
    }

    /** Removes unknown fields from this message and all below it. */
    public final void discardUnknownFields() {
        checkMutable();
        try {
            UnknownFields.discard(heap, offset, table, Depths.MAX);
        } catch (StackOverflowError e) {
            throw Depths.tooDeep();
        }
    }

    /**
     * Makes this message and all below it unchangeable, so that many threads may read it. While they do, nobody may use the arena for
     * anything else: its memory is replaced when it grows.
     *
     * @throws IllegalStateException also if messages nest too deep; some are frozen then
     */
    public final void freeze() {
        check();
        try {
            RawMessage.freeze(heap, offset, table, Depths.MAX);
        } catch (StackOverflowError e) {
            throw Depths.tooDeep();
        }
    }

    public final boolean isFrozen() {
        return RawMessage.isFrozen(check(), offset);
    }

    /**
     * Returns a deep copy in another arena, or in the same one. The copy can be changed, and does not keep this message's arena alive.
     *
     * @throws IllegalStateException also if the message contains itself
     */
    public MiniMessage copyTo(Arena arena) {
        return new MiniMessage(arena.heap(), copyInto(arena), table);
    }

    /** As {@link #copyTo}, but returns the offset of the copy. */
    protected final int copyInto(Arena arena) {
        check();
        return Copier.copy(heap, offset, table, arena.heap());
    }

    /** Returns the offset of the list or map of a field, or 0; checks that this message is alive. */
    final int container(MiniTableField field) {
        byte[] b = check();
        int slot =
                field.isExtension() ? Extras.find(heap, offset, (MiniTableExtension) field) : offset + field.offset();
        return slot == 0 ? 0 : LittleEndian.getInt(b, slot);
    }

    /** Returns the offset of the list or map of a field, made if need be; checks that this message may be changed. */
    final int mutableContainer(MiniTableField field) {
        checkMutable();
        if (field.type().isMessage()) {
            checkLinked(field);
        }
        int container = container(field);
        if (container == 0) {
            container =
                    field.isMap() ? RawMap.create(heap) : RawArray.create(heap, 0, RawArray.shift(field.elementSize()));
            int slot = field.isExtension()
                    ? Extras.findOrAdd(heap, offset, (MiniTableExtension) field)
                    : offset + field.offset();
            LittleEndian.putInt(heap.bytes, slot, container);
        }
        return container;
    }

    /** Throws unless the message is alive and may be changed. */
    final void checkCanChange() {
        checkMutable();
    }
}
