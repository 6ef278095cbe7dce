package dev.upb.message;

import dev.upb.base.ByteString;
import dev.upb.base.LittleEndian;
import dev.upb.base.Utf8;
import dev.upb.base.ValueKind;
import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.RawArray;
import dev.upb.message.internal.RawMessage;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.MiniTableField;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.Predicate;

/**
 * A live view of a list in a message, with access that boxes nothing beside that of {@link java.util.List}.
 *
 * <p>Primitive accessors throw {@link IllegalArgumentException} if the list holds another type, and {@link IndexOutOfBoundsException} as a
 * list does. All methods throw {@link IllegalStateException} once the arena was reset or closed, and changes do if the message is frozen.
 *
 * @param <E> {@link Integer}, {@link Long}, {@link Float}, {@link Double}, {@link Boolean}, {@link String}, {@link ByteString} or a message
 */
public final class RepeatedField<E> extends AbstractList<E> implements RandomAccess {
    private final MiniMessage parent;
    private final MiniTableField field;
    private final int shift;

    RepeatedField(MiniMessage parent, MiniTableField field) {
        this.parent = parent;
        this.field = field;
        this.shift = RawArray.shift(field.elementSize());
    }

    /** Makes a view whose elements are the given parent's kind of message; for subclasses of {@link MiniMessage}. */
    public static <M extends MiniMessage> RepeatedField<M> ofMessages(MiniMessage parent, MiniTableField field) {
        return new RepeatedField<>(parent, field);
    }

    public MiniTableField field() {
        return field;
    }

    private Heap heap() {
        return parent.heap;
    }

    @Override
    public int size() {
        int array = parent.container(field);
        return array == 0 ? 0 : RawArray.size(heap().bytes, array);
    }

    private void checkKind(ValueKind kind, ValueKind otherKind) {
        ValueKind actual = field.type().kind();
        if (actual != kind && actual != otherKind) {
            throw new IllegalArgumentException(field + " does not hold values of kind " + kind);
        }
    }

    /** Returns the offset of an element. */
    private int element(int index, ValueKind kind, ValueKind otherKind) {
        checkKind(kind, otherKind);
        int array = parent.container(field);
        byte[] b = heap().bytes;
        Objects.checkIndex(index, array == 0 ? 0 : RawArray.size(b, array));
        return RawArray.data(b, array) + (index << shift);
    }

    private int mutableElement(int index, ValueKind kind, ValueKind otherKind) {
        checkKind(kind, otherKind);
        int array = parent.container(field);
        checkArray(array);
        return element(index, kind, otherKind);
    }

    private void checkArray(int array) {
        parent.checkCanChange();
        if (array != 0 && (heap().bytes[array + RawArray.FLAGS] & RawArray.FROZEN) != 0) {
            throw new IllegalStateException("the list is frozen");
        }
    }

    private int mutableArray() {
        checkArray(parent.container(field));
        return parent.mutableContainer(field);
    }

    private int append(ValueKind kind, ValueKind otherKind) {
        checkKind(kind, otherKind);
        int array = mutableArray();
        int element = RawArray.append(heap(), array, shift);
        modCount++;
        return element;
    }

    public int getInt(int index) {
        int element = element(index, ValueKind.INT, ValueKind.ENUM);
        return LittleEndian.getInt(heap().bytes, element);
    }

    public long getLong(int index) {
        int element = element(index, ValueKind.LONG, ValueKind.LONG);
        return LittleEndian.getLong(heap().bytes, element);
    }

    public float getFloat(int index) {
        int element = element(index, ValueKind.FLOAT, ValueKind.FLOAT);
        return Float.intBitsToFloat(LittleEndian.getInt(heap().bytes, element));
    }

    public double getDouble(int index) {
        int element = element(index, ValueKind.DOUBLE, ValueKind.DOUBLE);
        return Double.longBitsToDouble(LittleEndian.getLong(heap().bytes, element));
    }

    public boolean getBool(int index) {
        int element = element(index, ValueKind.BOOL, ValueKind.BOOL);
        return heap().bytes[element] != 0;
    }

    public String getString(int index) {
        int element = element(index, ValueKind.STRING, ValueKind.STRING);
        long slot = LittleEndian.getLong(heap().bytes, element);
        return Utf8.decode(heap().bytes, Slots.offset(slot), Slots.size(slot));
    }

    /** Returns a copy of a bytes element, or of a string's UTF-8. */
    public ByteString getByteString(int index) {
        int element = element(index, ValueKind.BYTES, ValueKind.STRING);
        long slot = LittleEndian.getLong(heap().bytes, element);
        return ByteString.of(heap().bytes, Slots.offset(slot), Slots.size(slot));
    }

    /** Returns a copy of a bytes element, or of a string's UTF-8. */
    public byte[] getBytes(int index) {
        return getByteString(index).toByteArray();
    }

    /** Returns a message, which can be changed in place unless it is frozen. */
    public MiniMessage getMessage(int index) {
        int element = element(index, ValueKind.MESSAGE, ValueKind.MESSAGE);
        return parent.child(field, LittleEndian.getInt(heap().bytes, element));
    }

    @Override
    @SuppressWarnings("unchecked") // E is the type that the field's kind gives.
    public E get(int index) {
        int element = element(index, field.type().kind(), field.type().kind());
        byte[] b = heap().bytes;
        return (E) Values.box(parent, field, field, b, Slots.load(b, element, field.elementSize()));
    }

    public void setInt(int index, int value) {
        MiniMessage.checkEnum(field, value);
        int element = mutableElement(index, ValueKind.INT, ValueKind.ENUM);
        LittleEndian.putInt(heap().bytes, element, value);
    }

    public void setLong(int index, long value) {
        int element = mutableElement(index, ValueKind.LONG, ValueKind.LONG);
        LittleEndian.putLong(heap().bytes, element, value);
    }

    public void setFloat(int index, float value) {
        int element = mutableElement(index, ValueKind.FLOAT, ValueKind.FLOAT);
        LittleEndian.putInt(heap().bytes, element, Float.floatToRawIntBits(value));
    }

    public void setDouble(int index, double value) {
        int element = mutableElement(index, ValueKind.DOUBLE, ValueKind.DOUBLE);
        LittleEndian.putLong(heap().bytes, element, Double.doubleToRawLongBits(value));
    }

    public void setBool(int index, boolean value) {
        int element = mutableElement(index, ValueKind.BOOL, ValueKind.BOOL);
        heap().bytes[element] = (byte) (value ? 1 : 0);
    }

    @Override
    public E set(int index, E value) {
        E old = get(index);
        mutableElement(index, field.type().kind(), field.type().kind());
        store(index, Values.unbox(parent, field, field, value));
        return old;
    }

    private void store(int index, long bits) {
        byte[] b = heap().bytes;
        Slots.store(b, RawArray.data(b, parent.container(field)) + (index << shift), 1 << shift, bits);
    }

    public void addInt(int value) {
        MiniMessage.checkEnum(field, value);
        int element = append(ValueKind.INT, ValueKind.ENUM);
        LittleEndian.putInt(heap().bytes, element, value);
    }

    public void addLong(long value) {
        int element = append(ValueKind.LONG, ValueKind.LONG);
        LittleEndian.putLong(heap().bytes, element, value);
    }

    public void addFloat(float value) {
        int element = append(ValueKind.FLOAT, ValueKind.FLOAT);
        LittleEndian.putInt(heap().bytes, element, Float.floatToRawIntBits(value));
    }

    public void addDouble(double value) {
        int element = append(ValueKind.DOUBLE, ValueKind.DOUBLE);
        LittleEndian.putLong(heap().bytes, element, Double.doubleToRawLongBits(value));
    }

    public void addBool(boolean value) {
        int element = append(ValueKind.BOOL, ValueKind.BOOL);
        heap().bytes[element] = (byte) (value ? 1 : 0);
    }

    /** Appends a new empty message and returns it. */
    public MiniMessage addMessage() {
        checkKind(ValueKind.MESSAGE, ValueKind.MESSAGE);
        mutableArray();
        int message = RawMessage.create(heap(), field.subTable());
        int element = append(ValueKind.MESSAGE, ValueKind.MESSAGE);
        LittleEndian.putInt(heap().bytes, element, message);
        return parent.child(field, message);
    }

    /** Inserts a value; a message of the same arena itself, of another a copy. */
    @Override
    public void add(int index, E value) {
        int size = size();
        checkPosition(index, size);
        int array = mutableArray();
        long bits = Values.unbox(parent, field, field, value);
        RawArray.append(heap(), array, shift);
        move(array, index, index + 1, size - index);
        store(index, bits);
        modCount++;
    }

    private void move(int array, int from, int to, int count) {
        byte[] b = heap().bytes;
        int data = RawArray.data(b, array);
        System.arraycopy(b, data + (from << shift), b, data + (to << shift), count << shift);
    }

    @Override
    public E remove(int index) {
        E old = get(index);
        removeRange(index, index + 1);
        return old;
    }

    @Override
    protected void removeRange(int from, int to) {
        int array = parent.container(field);
        checkArray(array);
        if (array != 0 && from < to) {
            int size = size();
            move(array, to, from, size - to);
            LittleEndian.putInt(heap().bytes, array + RawArray.SIZE, size - (to - from));
            modCount++;
        }
    }

    @Override
    public void clear() {
        removeRange(0, size());
    }

    /** Makes room for {@code capacity} elements in all. */
    public void reserve(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("capacity < 0: " + capacity);
        }
        RawArray.reserve(heap(), mutableArray(), capacity, shift);
    }

    /** Drops elements at the end, or adds zero, empty values and empty messages. */
    public void resize(int newSize) {
        if (newSize < 0) {
            throw new IllegalArgumentException("size < 0: " + newSize);
        }
        int size = size();
        if (newSize <= size) {
            removeRange(newSize, size);
            checkArray(parent.container(field));
            return;
        }
        int array = mutableArray();
        if (field.isClosedEnum()) {
            MiniMessage.checkEnum(field, 0);
        }
        RawArray.reserve(heap(), array, newSize, shift);
        int messages = 0;
        int messageSize = 0;
        if (field.type().isMessage()) { // In one piece: all or none.
            messageSize = field.subTable().size();
            messages = heap().allocateZeroed(heap().checkedSize((long) messageSize * (newSize - size)));
        }
        byte[] b = heap().bytes;
        int data = RawArray.data(b, array);
        Arrays.fill(b, data + (size << shift), data + (newSize << shift), (byte) 0);
        for (int i = size; messages != 0 && i < newSize; i++) {
            LittleEndian.putInt(b, data + (i << shift), messages + (i - size) * messageSize);
        }
        LittleEndian.putInt(b, array + RawArray.SIZE, newSize);
        modCount++;
    }

    /** Replaces all elements; the values may come from this list. */
    void replaceAll(Iterable<?> values) {
        List<Object> all = new ArrayList<>();
        for (Object value : values) {
            all.add(value);
        }
        replace(0, size(), all.toArray());
    }

    /** Appends all values, or none if one of them can't be appended. */
    @Override
    public boolean addAll(Collection<? extends E> values) {
        return addAll(size(), values);
    }

    /** Inserts all values, or none if one of them can't be inserted. */
    @Override
    public boolean addAll(int index, Collection<? extends E> values) {
        Object[] all = values.toArray();
        checkPosition(index, size());
        replace(index, index, all);
        return all.length > 0;
    }

    /** Puts values in the place of the elements from {@code from} to below {@code to}; of all or of none. */
    private void replace(int from, int to, Object[] values) {
        int array = mutableArray();
        long[] slots = new long[values.length];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = Values.unbox(parent, field, field, values[i]);
        }
        int size = size();
        int newSize = Math.addExact(size - (to - from), slots.length);
        RawArray.reserve(heap(), array, newSize, shift);
        move(array, to, from + slots.length, size - to);
        LittleEndian.putInt(heap().bytes, array + RawArray.SIZE, newSize);
        for (int i = 0; i < slots.length; i++) {
            store(from + i, slots[i]);
        }
        modCount++;
    }

    private static void checkPosition(int index, int size) {
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException("index " + index + " for a list of " + size);
        }
    }

    /** As for any collection; takes time in proportion to the size, however many elements go. */
    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter, "filter");
        checkArray(parent.container(field));
        int size = size();
        BitSet removed = new BitSet(size);
        for (int i = 0; i < size && size() == size; i++) { // All are asked before one moves: the filter may throw.
            removed.set(i, filter.test(get(i)));
        }
        if (size() != size) {
            throw new ConcurrentModificationException("the filter changed the list");
        }
        if (removed.isEmpty()) {
            return false;
        }
        int array = mutableArray();
        int kept = 0;
        for (int i = removed.nextClearBit(0); i < size; i = removed.nextClearBit(i + 1)) {
            move(array, i, kept++, 1);
        }
        LittleEndian.putInt(heap().bytes, array + RawArray.SIZE, kept);
        modCount++;
        return true;
    }

    @Override
    public boolean removeAll(Collection<?> values) {
        return removeIfContained(values, true);
    }

    @Override
    public boolean retainAll(Collection<?> values) {
        return removeIfContained(values, false);
    }

    private boolean removeIfContained(Collection<?> values, boolean contained) {
        Objects.requireNonNull(values, "values");
        return removeIf(value -> values.contains(value) == contained);
    }

    /** Returns a copy of a list of 32-bit numbers or enums. */
    public int[] toIntArray() {
        checkKind(ValueKind.INT, ValueKind.ENUM);
        int[] copy = new int[size()];
        int data = dataForCopy();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = LittleEndian.getInt(heap().bytes, data + i * 4);
        }
        return copy;
    }

    /** Returns a copy of a list of 64-bit numbers. */
    public long[] toLongArray() {
        checkKind(ValueKind.LONG, ValueKind.LONG);
        long[] copy = new long[size()];
        int data = dataForCopy();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = LittleEndian.getLong(heap().bytes, data + i * 8);
        }
        return copy;
    }

    /** Returns a copy of a list of floats. */
    public float[] toFloatArray() {
        checkKind(ValueKind.FLOAT, ValueKind.FLOAT);
        float[] copy = new float[size()];
        int data = dataForCopy();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = Float.intBitsToFloat(LittleEndian.getInt(heap().bytes, data + i * 4));
        }
        return copy;
    }

    /** Returns a copy of a list of doubles. */
    public double[] toDoubleArray() {
        checkKind(ValueKind.DOUBLE, ValueKind.DOUBLE);
        double[] copy = new double[size()];
        int data = dataForCopy();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = Double.longBitsToDouble(LittleEndian.getLong(heap().bytes, data + i * 8));
        }
        return copy;
    }

    private int dataForCopy() {
        int array = parent.container(field);
        return array == 0 ? 0 : RawArray.data(heap().bytes, array);
    }
}
