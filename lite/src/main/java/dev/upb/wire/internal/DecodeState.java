package dev.upb.wire.internal;

import dev.upb.base.DecodeException;
import dev.upb.base.DecodeStatus;
import dev.upb.base.FieldType;
import dev.upb.base.LittleEndian;
import dev.upb.base.Utf8;
import dev.upb.base.Varints;
import dev.upb.base.WireType;
import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.Extras;
import dev.upb.message.internal.RawArray;
import dev.upb.message.internal.RawMap;
import dev.upb.message.internal.RawMessage;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.ExtensionRegistry;
import dev.upb.minitable.FieldWord;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;

/**
 * The table-driven decoder. The input lies in the heap, followed by {@link Heap#INPUT_PADDING} zero bytes: a tag and a scalar can be read
 * before it is known whether they go past the end of the message, which is checked once a field ({@code ptr > end}).
 *
 * <p>Methods take the offset at which to read and return the one behind what they read; second results are in fields. {@code start} is the
 * offset of the tag of the field being read, for errors. One object serves one decode at a time, and is kept by the heap for the next.
 */
public final class DecodeState {
    /** Stands for the offset behind a group that the end of the input, or of the message around it, cut off. */
    private static final int NOT_CLOSED = -1;

    /** Shows, in tests, which tier ran; see {@link #trace()}. Constant, so that it costs nothing when it is off. */
    public static final boolean TRACES = Boolean.getBoolean("dev.upb.trace");

    private static final ThreadLocal<StringBuilder> TRACE = ThreadLocal.withInitial(StringBuilder::new);

    /** Where the message is. Its array may move at each allocation. */
    public Heap heap;

    private boolean compiled;
    private int inputStart;
    private ExtensionRegistry extensions;
    private boolean validatesAllStrings;
    private int maxDepth;

    /** The value that was read last by {@link #readLongVarint} or {@link #readLongSize}. */
    public long value;
    /** The tag that was read last by {@link #readLongTag}. */
    public int tag;

    /** Sets what the next decode is to heed. */
    public void configure(
            ExtensionRegistry knownExtensions, boolean checksAllStrings, int depthLimit, boolean usesCompiledTier) {
        extensions = knownExtensions;
        validatesAllStrings = checksAllStrings;
        maxDepth = depthLimit;
        compiled = usesCompiledTier;
    }

    public boolean validatesAllStrings() {
        return validatesAllStrings;
    }

    /** Decodes {@code input[offset .. offset + size)} of the heap into a message. */
    public void decode(Heap target, int offset, int size, int message, MiniTable table) {
        heap = target;
        inputStart = offset;
        try {
            decodeMessage(offset, offset + size, message, table, maxDepth);
        } catch (StackOverflowError e) {
            throw new DecodeException( // Where it happened is lost: no field is to blame.
                    DecodeStatus.MAX_DEPTH_EXCEEDED, 0, "", "the thread's stack is too small for this depth");
        } finally {
            heap = null;
            extensions = null;
        }
    }

    public DecodeException error(DecodeStatus status, int start, String detail) {
        return new DecodeException(status, start - inputStart, null, detail);
    }

    public DecodeException truncated(int start) {
        return error(DecodeStatus.TRUNCATED, start, null);
    }

    private DecodeException notClosed(int group, int start) {
        return error(DecodeStatus.TRUNCATED, start, "group " + group + " is not closed");
    }

    private DecodeException malformed(int start, String detail) {
        return error(DecodeStatus.MALFORMED, start, detail);
    }

    public DecodeException tooDeep(int start) {
        return error(DecodeStatus.MAX_DEPTH_EXCEEDED, start, "limit " + maxDepth);
    }

    /**
     * Returns what ran on this thread since the last call, if the system property {@code dev.upb.trace} is true: for each message {@code C}
     * (compiled) or {@code T} (table), and {@code r} for each field that compiled code gave to the table tier.
     */
    static String trace() {
        String text = TRACE.get().toString();
        TRACE.get().setLength(0);
        return text;
    }

    /** Adds to {@link #trace()}. */
    public static void trace(char event) {
        TRACE.get().append(event);
    }

    /** Reads fields up to {@code end}, in the compiled tier if it has the type; returns {@code end}. */
    public int decodeMessage(int offset, int end, int message, MiniTable table, int depth) {
        if (compiled && table.codec() instanceof MessageCodec codec) {
            return codec.decode(this, offset, end, message, depth);
        }
        return decodeMessage(offset, end, message, table, depth, 0);
    }

    /**
     * Reads one field whose tag is at {@code start}, and returns the offset behind it: for what compiled code does not do itself.
     *
     * @param depth levels that may still nest below this message
     */
    public int decodeRare(int start, int end, int message, MiniTable table, int depth) {
        if (TRACES) {
            trace('r');
        }
        byte[] b = heap.bytes;
        int ptr = start + 1;
        int fieldTag = b[start];
        if (fieldTag < 0) {
            ptr = readLongTag(b, start);
            fieldTag = tag;
        }
        checkTag(ptr, end, start);
        long word = table.fieldWord(fieldTag >>> 3);
        int operation = FieldWord.operation(word);
        if (operation == FieldWord.UNKNOWN) {
            ptr = decodeUndeclared(ptr, end, message, table, fieldTag, start, depth);
            return ptr < 0 ? ~ptr : ptr;
        }
        MiniTableField field = table.field(FieldWord.index(word));
        int slot = message + FieldWord.offset(word);
        int wireType = fieldTag & 7;
        if (operation == (wireType == WireType.DELIMITED ? FieldWord.MESSAGE : FieldWord.GROUP)
                && wireType == field.wireType()) {
            return decodeSingularChild(ptr, end, message, slot, FieldWord.presence(word), field, start, depth);
        }
        ptr = decodeField(ptr, end, message, slot, field, operation, fieldTag, start, depth);
        if (ptr < 0) {
            return ~ptr;
        }
        RawMessage.setPresence(heap.bytes, message, field);
        return ptr;
    }

    private int decodeSingularChild(
            int offset, int end, int message, int slot, int presence, MiniTableField field, int start, int depth) {
        int ptr = offset;
        MiniTable sub = field.subTable();
        boolean isGroup = field.type() == FieldType.GROUP;
        int childEnd = end;
        if (!isGroup) {
            ptr = readSize(heap.bytes, offset, end, start);
            childEnd = ptr + (int) value;
        }
        if (depth <= 0) {
            throw tooDeep(start);
        }
        int child = mutableChild(message, slot, presence, field.number(), sub.size());
        if (!isGroup) {
            return decodeMessage(ptr, childEnd, child, sub, depth - 1);
        }
        ptr = decodeMessage(ptr, end, child, sub, depth - 1, field.number());
        if (ptr < 0) {
            throw notClosed(field.number(), start);
        }
        return ptr;
    }

    /**
     * Reads fields up to {@code end}, or up to the end of a group.
     *
     * @param depth levels that may still nest below this message
     * @param group the number of the group's field, 0 for a message that ends at {@code end}
     * @return {@code end}, or the offset behind the end tag, or {@link #NOT_CLOSED}
     */
    private int decodeMessage(int offset, int end, int message, MiniTable table, int depth, int group) {
        if (TRACES) {
            trace('T');
        }
        byte[] b = heap.bytes;
        int ptr = offset;
        int start = offset;
        while (ptr < end) {
            start = ptr;
            int fieldTag = b[ptr++];
            if (fieldTag < 0) {
                ptr = readLongTag(b, start);
                fieldTag = tag;
            }
            long word = table.fieldWord(fieldTag >>> 3);
            int slot = message + FieldWord.offset(word);
            switch (FieldWord.operation(word) << 3 | fieldTag & 7) {
                case FieldWord.BOOL << 3 -> {
                    long v = b[ptr++];
                    if (v < 0) {
                        ptr = readLongVarint(b, ptr, v, start);
                        v = value;
                    }
                    b[slot] = (byte) (v != 0 ? 1 : 0);
                }
                case FieldWord.VARINT32 << 3, FieldWord.UINT32 << 3 -> {
                    long v = b[ptr++];
                    if (v < 0) {
                        ptr = readLongVarint(b, ptr, v, start);
                        v = value;
                    }
                    LittleEndian.putInt(b, slot, (int) v);
                }
                case FieldWord.VARINT64 << 3 -> {
                    long v = b[ptr++];
                    if (v < 0) {
                        ptr = readLongVarint(b, ptr, v, start);
                        v = value;
                    }
                    LittleEndian.putLong(b, slot, v);
                }
                case FieldWord.FIXED32 << 3 | WireType.FIXED32 -> {
                    LittleEndian.putInt(b, slot, LittleEndian.getInt(b, ptr));
                    ptr += 4;
                }
                case FieldWord.FIXED64 << 3 | WireType.FIXED64 -> {
                    LittleEndian.putLong(b, slot, LittleEndian.getLong(b, ptr));
                    ptr += 8;
                }
                case FieldWord.STRING << 3 | WireType.DELIMITED -> {
                    int size = b[ptr++];
                    if (size < 0) {
                        ptr = readLongSize(b, ptr, size, start);
                        size = (int) value;
                    }
                    checkSize(size, ptr, end, start);
                    if (!Utf8.isValid(b, ptr, size)) {
                        throw error(DecodeStatus.BAD_UTF8, start, null);
                    }
                    LittleEndian.putLong(b, slot, Slots.string(ptr, size));
                    ptr += size;
                }
                case FieldWord.BYTES << 3 | WireType.DELIMITED -> {
                    int size = b[ptr++];
                    if (size < 0) {
                        ptr = readLongSize(b, ptr, size, start);
                        size = (int) value;
                    }
                    checkSize(size, ptr, end, start);
                    if (validatesAllStrings) {
                        checkUnchecked(b, ptr, size, table.field(FieldWord.index(word)), start);
                    }
                    LittleEndian.putLong(b, slot, Slots.string(ptr, size));
                    ptr += size;
                }
                case FieldWord.MESSAGE << 3 | WireType.DELIMITED -> {
                    int size = b[ptr++];
                    if (size < 0) {
                        ptr = readLongSize(b, ptr, size, start);
                        size = (int) value;
                    }
                    checkSize(size, ptr, end, start);
                    if (depth <= 0) {
                        throw tooDeep(start);
                    }
                    MiniTable sub = table.field(FieldWord.index(word)).subTable();
                    int child = mutableChild(message, slot, FieldWord.presence(word), fieldTag >>> 3, sub.size());
                    ptr = decodeMessage(ptr, ptr + size, child, sub, depth - 1);
                    b = heap.bytes;
                    continue;
                }
                case FieldWord.MESSAGE + FieldWord.REPEATED << 3 | WireType.DELIMITED -> {
                    int size = b[ptr++];
                    if (size < 0) {
                        ptr = readLongSize(b, ptr, size, start);
                        size = (int) value;
                    }
                    checkSize(size, ptr, end, start);
                    if (depth <= 0) {
                        throw tooDeep(start);
                    }
                    MiniTable sub = table.field(FieldWord.index(word)).subTable();
                    int child = appendChild(slot, sub.size());
                    ptr = decodeMessage(ptr, ptr + size, child, sub, depth - 1);
                    b = heap.bytes;
                    continue;
                }
                case FieldWord.GROUP << 3 | WireType.START_GROUP -> {
                    checkTag(ptr, end, start);
                    if (depth <= 0) {
                        throw tooDeep(start);
                    }
                    MiniTable sub = table.field(FieldWord.index(word)).subTable();
                    int child = mutableChild(message, slot, FieldWord.presence(word), fieldTag >>> 3, sub.size());
                    ptr = decodeMessage(ptr, end, child, sub, depth - 1, fieldTag >>> 3);
                    if (ptr < 0) {
                        throw notClosed(fieldTag >>> 3, start);
                    }
                    b = heap.bytes;
                    continue;
                }
                case FieldWord.CLOSED_ENUM << 3 -> {
                    long v = b[ptr++];
                    if (v < 0) {
                        ptr = readLongVarint(b, ptr, v, start);
                        v = value;
                    }
                    if (!isKnown(table.field(FieldWord.index(word)), (int) v)) {
                        if (ptr > end) {
                            throw truncated(start);
                        }
                        Extras.addUnknown(heap, message, start, ptr - start);
                        b = heap.bytes;
                        continue;
                    }
                    LittleEndian.putInt(b, slot, (int) v);
                }
                case FieldWord.STRING + FieldWord.REPEATED << 3 | WireType.DELIMITED,
                        FieldWord.BYTES + FieldWord.REPEATED << 3 | WireType.DELIMITED -> {
                    int size = b[ptr++];
                    if (size < 0) {
                        ptr = readLongSize(b, ptr, size, start);
                        size = (int) value;
                    }
                    checkSize(size, ptr, end, start);
                    if (FieldWord.operation(word) == FieldWord.STRING + FieldWord.REPEATED) {
                        if (!Utf8.isValid(b, ptr, size)) {
                            throw error(DecodeStatus.BAD_UTF8, start, null);
                        }
                    } else if (validatesAllStrings) {
                        checkUnchecked(b, ptr, size, table.field(FieldWord.index(word)), start);
                    }
                    int element = RawArray.append(heap, mutableArray(slot, 3), 3);
                    b = heap.bytes;
                    LittleEndian.putLong(b, element, Slots.string(ptr, size));
                    ptr += size;
                    continue;
                }
                default -> {
                    checkTag(ptr, end, start);
                    if ((fieldTag & 7) == WireType.END_GROUP && fieldTag >>> 3 == group && group != 0) {
                        return ptr;
                    }
                    int operation = FieldWord.operation(word);
                    if (operation == FieldWord.UNKNOWN) {
                        ptr = decodeUndeclared(ptr, end, message, table, fieldTag, start, depth);
                        b = heap.bytes;
                        continue;
                    }
                    MiniTableField field = table.field(FieldWord.index(word));
                    ptr = decodeField(ptr, end, message, slot, field, operation, fieldTag, start, depth);
                    b = heap.bytes;
                    if (ptr < 0) {
                        ptr = ~ptr; // Kept as unknown: the field itself was not set.
                        continue;
                    }
                }
            }
            int presence = FieldWord.presence(word);
            if (presence > 0) {
                b[message + (presence >>> 3)] |= (byte) (1 << (presence & 7));
            } else if (presence < 0) {
                LittleEndian.putInt(b, message + ~presence, fieldTag >>> 3);
            }
        }
        if (ptr != end) {
            throw truncated(start);
        }
        return group == 0 ? ptr : NOT_CLOSED;
    }

    /** Returns the sub-message of a singular field, made and marked as set if it was not. */
    public int mutableChild(int message, int slot, int presence, int number, int size) {
        byte[] b = heap.bytes;
        if (presence < 0) {
            if (LittleEndian.getInt(b, message + ~presence) == number) {
                return checkMutable(LittleEndian.getInt(b, slot));
            }
        } else {
            int child = LittleEndian.getInt(b, slot);
            if (child != 0) {
                return checkMutable(child);
            }
        }
        int child = heap.allocateZeroed(size);
        b = heap.bytes;
        LittleEndian.putInt(b, slot, child);
        if (presence > 0) {
            b[message + (presence >>> 3)] |= (byte) (1 << (presence & 7));
        } else {
            LittleEndian.putInt(b, message + ~presence, number);
        }
        return child;
    }

    /** Returns a message that was there before; only {@code decodeInto} can meet one that is frozen. */
    private int checkMutable(int child) {
        if (RawMessage.isFrozen(heap.bytes, child)) {
            throw new IllegalStateException("a frozen message can't be merged into");
        }
        return child;
    }

    /** Returns the message of a singular extension, made if it is not there. */
    private int extensionChild(int slot, MiniTable sub) {
        int child = LittleEndian.getInt(heap.bytes, slot);
        if (child != 0) {
            return checkMutable(child);
        }
        child = heap.allocateZeroed(sub.size());
        LittleEndian.putInt(heap.bytes, slot, child);
        return child;
    }

    /** Returns a new message of {@code size} bytes, appended to the list in a slot. */
    public int appendChild(int slot, int size) {
        int array = mutableArray(slot, 2);
        int child = heap.allocateZeroed(size);
        int element = RawArray.append(heap, array, 2);
        LittleEndian.putInt(heap.bytes, element, child);
        return child;
    }

    /** Returns the list in a slot, made if there is none. */
    public int mutableArray(int slot, int shift) {
        int array = LittleEndian.getInt(heap.bytes, slot);
        if (array == 0) {
            array = RawArray.create(heap, 0, shift);
            LittleEndian.putInt(heap.bytes, slot, array);
        }
        return array;
    }

    /** Checks that a tag does not reach beyond the end: for what does not read on behind it, or would see another fault first. */
    private void checkTag(int ptr, int end, int start) {
        if (ptr > end) {
            throw truncated(start);
        }
    }

    private void checkSize(int size, int ptr, int end, int start) {
        if (size > end - ptr) {
            throw truncated(start);
        }
    }

    /** Checks a string that the table does not want checked, because the caller of the decoder does. */
    private void checkUnchecked(byte[] b, int ptr, int size, MiniTableField field, int start) {
        if (field.type() == FieldType.STRING && !Utf8.isValid(b, ptr, size)) {
            throw error(DecodeStatus.BAD_UTF8, start, null);
        }
    }

    /** Reads a tag of two to five bytes into {@link #tag}. */
    public int readLongTag(byte[] b, int start) {
        long result = b[start] & 0x7F;
        int ptr = start + 1;
        for (int shift = 7; shift < 35; shift += 7) {
            long next = b[ptr++];
            result |= (next & 0x7F) << shift;
            if (next >= 0) {
                if (result >>> 32 != 0) {
                    throw malformed(start, "tag above 2^32 - 1");
                }
                tag = (int) result;
                return ptr;
            }
        }
        throw malformed(start, "tag of more than 5 bytes");
    }

    /** Reads the rest of a varint of two to ten bytes into {@link #value}; {@code first} is its first byte. */
    public int readLongVarint(byte[] b, int offset, long first, int start) {
        int ptr = offset;
        long result = first & 0x7F;
        for (int shift = 7; shift < 70; shift += 7) {
            long next = b[ptr++];
            result |= (next & 0x7F) << shift;
            if (next >= 0) {
                value = result;
                return ptr;
            }
        }
        throw malformed(start, "varint of more than 10 bytes");
    }

    private int readVarint(byte[] b, int offset, int start) {
        long first = b[offset];
        if (first < 0) {
            return readLongVarint(b, offset + 1, first, start);
        }
        value = first;
        return offset + 1;
    }

    /** Reads the rest of a length of two to five bytes into {@link #value}. */
    public int readLongSize(byte[] b, int offset, int first, int start) {
        int ptr = offset;
        long result = first & 0x7F;
        for (int shift = 7; shift < 35; shift += 7) {
            long next = b[ptr++];
            result |= (next & 0x7F) << shift;
            if (next >= 0) {
                if (result > Integer.MAX_VALUE) {
                    throw malformed(start, "length above 2^31 - 1");
                }
                value = result;
                return ptr;
            }
        }
        throw malformed(start, "length of more than 5 bytes");
    }

    /** Reads a length into {@link #value} and checks that so many bytes are there. */
    private int readSize(byte[] b, int offset, int end, int start) {
        int ptr = offset + 1;
        int size = b[offset];
        if (size < 0) {
            ptr = readLongSize(b, ptr, size, start);
            size = (int) value;
        } else {
            value = size;
        }
        checkSize(size, ptr, end, start);
        return ptr;
    }

    /**
     * Reads one value of a field into its slot; complete, for what the loop above does not do itself. Does not mark the field as set.
     *
     * @return the offset behind the value, or its complement if the value went to the unknown fields
     */
    private int decodeField(
            int offset,
            int end,
            int message,
            int slot,
            MiniTableField field,
            int operation,
            int fieldTag,
            int start,
            int depth) {
        int wireType = fieldTag & 7;
        if (operation == FieldWord.MAP) {
            return wireType == WireType.DELIMITED
                    ? ~decodeMapEntry(offset, end, message, slot, field, start, depth) // Maps have no presence to mark.
                    : keepUnknown(offset, end, message, fieldTag, start, depth);
        }
        boolean repeated = operation >= FieldWord.REPEATED;
        if (wireType != field.wireType()) {
            return repeated && wireType == WireType.DELIMITED && field.type().isPackable()
                    ? decodePacked(offset, end, message, slot, field, start)
                    : keepUnknown(offset, end, message, fieldTag, start, depth);
        }
        if (field.type().isMessage()) {
            return decodeChild(offset, end, slot, field, repeated, fieldTag, start, depth);
        }
        int ptr = readScalar(heap.bytes, offset, end, field, start);
        if (field.isClosedEnum() && !isKnown(field, (int) value)) {
            Extras.addUnknown(heap, message, start, ptr - start);
            return ~ptr;
        }
        long bits = value;
        int size = field.elementSize();
        int target = slot;
        if (repeated) {
            int shift = RawArray.shift(size);
            target = RawArray.append(heap, mutableArray(slot, shift), shift);
        }
        put(heap.bytes, target, size, bits);
        return ptr;
    }

    private static void put(byte[] b, int slot, int size, long bits) {
        if (size == 8) {
            LittleEndian.putLong(b, slot, bits);
        } else if (size == 4) {
            LittleEndian.putInt(b, slot, (int) bits);
        } else {
            b[slot] = (byte) bits;
        }
    }

    private static boolean isKnown(MiniTableField closedEnum, int number) {
        return closedEnum.subEnum() != null && closedEnum.subEnum().contains(number);
    }

    /** A message or group that is an extension, or an element of a list. */
    private int decodeChild(
            int offset, int end, int slot, MiniTableField field, boolean repeated, int fieldTag, int start, int depth) {
        int ptr = offset;
        int childEnd = end;
        int group = fieldTag >>> 3;
        if (field.type() == FieldType.MESSAGE) {
            ptr = readSize(heap.bytes, offset, end, start);
            childEnd = ptr + (int) value;
            group = 0;
        }
        if (depth <= 0) {
            throw tooDeep(start);
        }
        int child = repeated ? appendChild(slot, field.subTable().size()) : extensionChild(slot, field.subTable());
        ptr = group == 0
                ? decodeMessage(ptr, childEnd, child, field.subTable(), depth - 1)
                : decodeMessage(ptr, childEnd, child, field.subTable(), depth - 1, group);
        if (ptr < 0) {
            throw notClosed(group, start);
        }
        return ptr;
    }

    /** Reads one value that is no message into {@link #value}, as the bits of a slot; 32-bit numbers widened by their sign. */
    private int readScalar(byte[] b, int offset, int end, MiniTableField field, int start) {
        int ptr;
        switch (field.type()) {
            case BOOL -> {
                ptr = readVarint(b, offset, start);
                value = value != 0 ? 1 : 0;
            }
            case INT32, ENUM -> {
                ptr = readVarint(b, offset, start);
                int narrow = (int) value;
                value = narrow;
            }
            case UINT32 -> {
                ptr = readVarint(b, offset, start);
                value &= 0xFFFFFFFFL;
            }
            case INT64, UINT64 -> ptr = readVarint(b, offset, start);
            case SINT32 -> {
                ptr = readVarint(b, offset, start);
                value = Varints.unZigZag((int) value);
            }
            case SINT64 -> {
                ptr = readVarint(b, offset, start);
                value = Varints.unZigZag(value);
            }
            case FIXED32 -> {
                ptr = offset + 4;
                value = LittleEndian.getInt(b, offset) & 0xFFFFFFFFL;
            }
            case SFIXED32, FLOAT -> {
                ptr = offset + 4;
                value = LittleEndian.getInt(b, offset);
            }
            case FIXED64, SFIXED64, DOUBLE -> {
                ptr = offset + 8;
                value = LittleEndian.getLong(b, offset);
            }
            default -> {
                int data = readSize(b, offset, end, start);
                int size = (int) value;
                ptr = data + size;
                if (field.type() == FieldType.STRING
                        && (validatesAllStrings || field.validatesUtf8())
                        && !Utf8.isValid(b, data, size)) {
                    throw error(DecodeStatus.BAD_UTF8, start, null);
                }
                value = Slots.string(data, size);
            }
        }
        if (ptr > end) {
            throw truncated(start);
        }
        return ptr;
    }

    /** Reads the packed values of a list, whose tag was read, and returns the offset behind them. */
    public int decodePacked(int offset, int end, int message, int slot, MiniTableField field, int start) {
        int ptr = readSize(heap.bytes, offset, end, start);
        int size = (int) value;
        int packedEnd = ptr + size;
        int width = field.wireType() == WireType.VARINT ? 0 : field.elementSize();
        if (width != 0 && size % width != 0) {
            throw malformed(start, "packed length " + size + " is no multiple of " + width);
        }
        int shift = RawArray.shift(field.elementSize());
        int array = mutableArray(slot, shift);
        if (width != 0) {
            return decodePackedFixed(ptr, size, array, shift);
        }
        if (field.isClosedEnum()) {
            return decodePackedEnum(ptr, packedEnd, message, array, field, start);
        }
        // Each value has one byte without the continuation bit. What is left over without one is an error, and not
        // stored.
        int old = RawArray.size(heap.bytes, array);
        RawArray.reserve(heap, array, old + countVarints(heap.bytes, ptr, packedEnd), shift);
        byte[] b = heap.bytes;
        int element = RawArray.data(b, array) + (old << shift);
        int first = element;
        int operation = FieldWord.operation(field) - FieldWord.REPEATED;
        while (ptr < packedEnd) {
            long bits = b[ptr++];
            if (bits < 0) {
                ptr = readLongVarint(b, ptr, bits, start);
                bits = value;
                if (ptr > packedEnd) {
                    throw truncated(start);
                }
            }
            switch (operation) {
                case FieldWord.VARINT64 -> LittleEndian.putLong(b, element, bits);
                case FieldWord.ZIGZAG64 -> LittleEndian.putLong(b, element, Varints.unZigZag(bits));
                case FieldWord.ZIGZAG32 -> LittleEndian.putInt(b, element, Varints.unZigZag((int) bits));
                case FieldWord.BOOL -> b[element] = (byte) (bits != 0 ? 1 : 0);
                default -> LittleEndian.putInt(b, element, (int) bits);
            }
            element += 1 << shift;
        }
        LittleEndian.putInt(b, array + RawArray.SIZE, old + (element - first >> shift));
        return ptr;
    }

    private static int countVarints(byte[] b, int offset, int end) {
        int count = 0;
        int at = offset;
        for (; at + 8 <= end; at += 8) {
            count += Long.bitCount(~LittleEndian.getLong(b, at) & 0x8080808080808080L);
        }
        for (; at < end; at++) {
            count += b[at] >= 0 ? 1 : 0;
        }
        return count;
    }

    private int decodePackedEnum(int offset, int end, int message, int array, MiniTableField field, int start) {
        int ptr = offset;
        while (ptr < end) {
            ptr = readVarint(heap.bytes, ptr, start);
            if (ptr > end) {
                throw truncated(start);
            }
            long number = value;
            if (isKnown(field, (int) number)) {
                int element = RawArray.append(heap, array, 2);
                LittleEndian.putInt(heap.bytes, element, (int) number);
            } else {
                addUnknownEnum(message, field, number);
            }
        }
        return ptr;
    }

    private int decodePackedFixed(int ptr, int size, int array, int shift) {
        int old = RawArray.size(heap.bytes, array);
        int count = size >> shift;
        RawArray.reserve(heap, array, old + count, shift);
        byte[] b = heap.bytes;
        System.arraycopy(b, ptr, b, RawArray.data(b, array) + (old << shift), size);
        LittleEndian.putInt(b, array + RawArray.SIZE, old + count);
        return ptr + size;
    }

    /** An unknown number of a packed closed enum becomes a field of its own. */
    private void addUnknownEnum(int message, MiniTableField field, long number) {
        long fieldTag = WireType.tag(field.number(), WireType.VARINT) & 0xFFFFFFFFL;
        int at = heap.allocate(Varints.size(fieldTag) + Varints.size(number));
        int numberAt = Varints.put(heap.bytes, at, fieldTag);
        int numberEnd = Varints.put(heap.bytes, numberAt, number);
        Extras.addUnknown(heap, message, at, numberEnd - at);
    }

    /** Reads a map entry whose tag was read, and returns the offset behind it. */
    public int decodeMapEntry(int offset, int end, int message, int slot, MiniTableField field, int start, int depth) {
        int ptr = readSize(heap.bytes, offset, end, start);
        int entryEnd = ptr + (int) value;
        if (depth <= 0) {
            throw tooDeep(start);
        }
        MiniTableField keyField = field.subTable().mapKey();
        MiniTableField valueField = field.subTable().mapValue();
        boolean isMessage = valueField.type().isMessage();
        boolean keep = !isMessage || valueField.isLinked();
        long key = 0;
        long entryValue = 0;
        while (ptr < entryEnd) {
            int partStart = ptr;
            int partTag = heap.bytes[ptr++];
            if (partTag < 0) {
                ptr = readLongTag(heap.bytes, partStart);
                partTag = tag;
            }
            if (partTag == keyField.tag()) {
                ptr = readScalar(heap.bytes, ptr, entryEnd, keyField, partStart);
                key = value;
            } else if (partTag == valueField.tag() && keep && isMessage) {
                ptr = readSize(heap.bytes, ptr, entryEnd, partStart);
                int valueEnd = ptr + (int) value;
                if (depth <= 1) {
                    throw tooDeep(partStart);
                }
                if (entryValue == 0) {
                    entryValue = heap.allocateZeroed(valueField.subTable().size());
                }
                ptr = decodeMessage(ptr, valueEnd, (int) entryValue, valueField.subTable(), depth - 2);
            } else if (partTag == valueField.tag() && !isMessage) {
                ptr = readScalar(heap.bytes, ptr, entryEnd, valueField, partStart);
                entryValue = value;
                keep &= !valueField.isClosedEnum() || isKnown(valueField, (int) entryValue);
            } else {
                ptr = skip(heap.bytes, ptr, entryEnd, partTag, partStart, depth - 1);
            }
        }
        if (!keep) {
            Extras.addUnknown(heap, message, start, entryEnd - start);
            return entryEnd;
        }
        if (isMessage && entryValue == 0) {
            if (depth <= 1) {
                throw tooDeep(start); // The empty message is a level too: what is read must be writable.
            }
            entryValue = heap.allocateZeroed(valueField.subTable().size());
        }
        int map = LittleEndian.getInt(heap.bytes, slot);
        if (map == 0) {
            map = RawMap.create(heap);
            LittleEndian.putInt(heap.bytes, slot, map);
        }
        int entry = RawMap.put(heap, map, key, keyField.type() == FieldType.STRING);
        LittleEndian.putLong(heap.bytes, entry + RawMap.VALUE, entryValue);
        return entryEnd;
    }

    /** A field that the table does not declare: an extension, an item of a MessageSet, or an unknown one. */
    private int decodeUndeclared(
            int offset, int end, int message, MiniTable table, int fieldTag, int start, int depth) {
        if (table.extensionMode() != ExtensionMode.NONE && extensions.size() != 0) {
            if (table.extensionMode() == ExtensionMode.MESSAGE_SET && fieldTag == MessageSet.ITEM_START) {
                return decodeItem(offset, end, message, table, start, depth);
            }
            MiniTableExtension extension = extensions.find(table, fieldTag >>> 3);
            if (extension != null) {
                return decodeExtension(offset, end, message, extension, fieldTag, start, depth);
            }
        }
        return ~keepUnknown(offset, end, message, fieldTag, start, depth);
    }

    private int decodeExtension(
            int offset, int end, int message, MiniTableExtension extension, int fieldTag, int start, int depth) {
        int operation = FieldWord.operation(extension);
        int wireType = fieldTag & 7;
        boolean packed = extension.isRepeated()
                && wireType == WireType.DELIMITED
                && extension.type().isPackable();
        if (operation == FieldWord.UNKNOWN || wireType != extension.wireType() && !packed) {
            return ~keepUnknown(offset, end, message, fieldTag, start, depth);
        }
        if (operation == FieldWord.CLOSED_ENUM) { // The extension must not come to be if its number is unknown.
            int ptr = readScalar(heap.bytes, offset, end, extension, start);
            long number = value;
            if (isKnown(extension, (int) number)) {
                int slot = Extras.findOrAdd(heap, message, extension);
                LittleEndian.putInt(heap.bytes, slot, (int) number);
            } else {
                Extras.addUnknown(heap, message, start, ptr - start);
            }
            return ptr;
        }
        int slot = Extras.findOrAdd(heap, message, extension);
        int ptr = decodeField(offset, end, message, slot, extension, operation, fieldTag, start, depth);
        return ptr < 0 ? ~ptr : ptr;
    }

    /** Reads an item of a MessageSet, whose start tag was read: a type id and a message, in either order. */
    private int decodeItem(int offset, int end, int message, MiniTable table, int start, int depth) {
        if (depth <= 0) {
            throw tooDeep(start);
        }
        byte[] b = heap.bytes;
        int ptr = offset;
        long typeId = -1;
        int payload = 0;
        int payloadSize = 0;
        while (true) {
            int partStart = ptr;
            if (ptr >= end) {
                throw notClosed(1, start);
            }
            int partTag = b[ptr++];
            if (partTag < 0) {
                ptr = readLongTag(b, partStart);
                partTag = tag;
            }
            checkTag(ptr, end, partStart);
            if (partTag == MessageSet.ITEM_END) {
                break;
            }
            if (partTag == MessageSet.TYPE_ID) {
                ptr = readVarint(b, ptr, partStart);
                typeId = typeId < 0 ? value & 0xFFFFFFFFL : typeId;
            } else if (partTag == MessageSet.MESSAGE) {
                ptr = readSize(b, ptr, end, partStart);
                if (payload == 0) {
                    payload = ptr;
                    payloadSize = (int) value;
                }
                ptr += (int) value;
            } else {
                ptr = skip(b, ptr, end, partTag, partStart, depth - 1);
            }
            if (ptr > end) {
                throw truncated(partStart);
            }
        }
        if (typeId < 0 || payload == 0) {
            return ptr; // Half an item says nothing.
        }
        MiniTableExtension extension = typeId > Integer.MAX_VALUE ? null : extensions.find(table, (int) typeId);
        if (extension == null || !extension.isLinked()) {
            addUnknownItem(message, typeId, payload, payloadSize);
            return ptr;
        }
        int slot = Extras.findOrAdd(heap, message, extension);
        int child = extensionChild(slot, extension.subTable());
        decodeMessage(payload, payload + payloadSize, child, extension.subTable(), depth - 1);
        return ptr;
    }

    private void addUnknownItem(int message, long typeId, int payload, int payloadSize) {
        int at = heap.allocate(heap.checkedSize(MessageSet.itemSize(typeId, payloadSize)));
        byte[] b = heap.bytes;
        int ptr = MessageSet.putItemStart(b, at, typeId, payloadSize);
        System.arraycopy(b, payload, b, ptr, payloadSize);
        ptr += payloadSize;
        b[ptr++] = MessageSet.ITEM_END;
        Extras.addUnknown(heap, message, at, ptr - at);
    }

    /** Skips the value of a field and keeps the field as unknown; returns the complement of the offset behind it. */
    private int keepUnknown(int offset, int end, int message, int fieldTag, int start, int depth) {
        int ptr = skip(heap.bytes, offset, end, fieldTag, start, depth);
        Extras.addUnknown(heap, message, start, ptr - start);
        return ~ptr;
    }

    private int skip(byte[] b, int offset, int end, int fieldTag, int start, int depth) {
        checkTag(offset, end, start);
        if (fieldTag >>> 3 == 0) {
            throw malformed(start, "field number 0");
        }
        int ptr;
        switch (fieldTag & 7) {
            case WireType.VARINT -> ptr = readVarint(b, offset, start);
            case WireType.FIXED64 -> ptr = offset + 8;
            case WireType.DELIMITED -> {
                ptr = readSize(b, offset, end, start);
                ptr += (int) value;
            }
            case WireType.START_GROUP -> ptr = skipGroup(b, offset, end, fieldTag >>> 3, start, depth);
            case WireType.END_GROUP ->
                throw malformed(start, "end of group " + (fieldTag >>> 3) + ", which is not open");
            case WireType.FIXED32 -> ptr = offset + 4;
            default -> throw malformed(start, "wire type " + (fieldTag & 7));
        }
        if (ptr > end) {
            throw truncated(start);
        }
        return ptr;
    }

    private int skipGroup(byte[] b, int offset, int end, int group, int start, int depth) {
        if (depth <= 0) {
            throw tooDeep(start);
        }
        int ptr = offset;
        while (ptr < end) {
            int partStart = ptr;
            int partTag = b[ptr++];
            if (partTag < 0) {
                ptr = readLongTag(b, partStart);
                partTag = tag;
            }
            if (partTag == WireType.tag(group, WireType.END_GROUP)) {
                checkTag(ptr, end, partStart);
                return ptr;
            }
            ptr = skip(b, ptr, end, partTag, partStart, depth - 1);
        }
        throw notClosed(group, start);
    }
}
