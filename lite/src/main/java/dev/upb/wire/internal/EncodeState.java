package dev.upb.wire.internal;

import dev.upb.base.EncodeException;
import dev.upb.base.EncodeStatus;
import dev.upb.base.FieldType;
import dev.upb.base.LittleEndian;
import dev.upb.base.StripedPool;
import dev.upb.base.Varints;
import dev.upb.base.WireType;
import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.Extras;
import dev.upb.message.internal.RawArray;
import dev.upb.message.internal.RawMap;
import dev.upb.message.internal.RawMessage;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.FieldWord;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The table-driven encoder. It writes backwards, from the end of a buffer: so the length of a message is known when its turn comes, without
 * a first pass. Fields therefore are visited from the last to the first, and each value is written before its tag.
 *
 * <p>Frozen messages may be encoded by many threads at once, so this state belongs to the encoding thread, not to the message's arena.
 */
public final class EncodeState {
    private static final int FIRST_BUFFER = 4096;
    /** A buffer that grew beyond this is left to the collector. */
    private static final int LARGEST_KEPT = 1 << 20;

    /** Room for a tag (5), a length (5) or scalar (10), and a word of eight bytes in front of it all. */
    public static final int SLACK = 32;

    /** In place of a number: the field is written by {@link #putField}. */
    private static final long ELSEWHERE = Long.MIN_VALUE;

    private static final StripedPool<EncodeState> POOL = new StripedPool<>();

    /** Our own buffer, kept for the next use. */
    private byte[] scratch = new byte[FIRST_BUFFER];

    /** Where bytes go. A larger one takes its place when it is full. */
    public byte[] buffer;
    /** End of what is written, exclusive. */
    public int end;
    /** First byte of {@link #buffer} that may be written. */
    public int low;
    /** First byte written. */
    public int position;

    private Heap heap;
    private int maxDepth;
    private boolean deterministic;
    private boolean unknownFields;
    private boolean compiled;

    private EncodeState() {}

    public static EncodeState take() {
        EncodeState state = POOL.take();
        return state != null ? state : new EncodeState();
    }

    /** Ends the use of this object, and of {@link #buffer}. */
    public void release() {
        heap = null;
        buffer = null;
        if (scratch.length > LARGEST_KEPT) {
            scratch = new byte[FIRST_BUFFER];
        }
        POOL.give(this);
    }

    /** Sets what the next encode is to heed. */
    public void configure(int depthLimit, boolean sorts, boolean writesUnknownFields, boolean usesCompiledTier) {
        maxDepth = depthLimit;
        deterministic = sorts;
        unknownFields = writesUnknownFields;
        compiled = usesCompiledTier;
    }

    /** Encodes to the end of an own buffer and returns the size. */
    public int encode(Heap source, int message, MiniTable table) {
        buffer = scratch;
        low = 0;
        encodeTo(buffer.length, source, message, table);
        return written();
    }

    /** Encodes to the end of {@code target[offset .. targetEnd)} and returns the size, or -1 if {@link #buffer} has it instead: it may not fit. */
    public int tryEncode(byte[] target, int offset, int targetEnd, Heap source, int message, MiniTable table) {
        buffer = target;
        low = offset;
        encodeTo(targetEnd, source, message, table);
        return buffer == target ? written() : -1;
    }

    private void encodeTo(int bufferEnd, Heap source, int message, MiniTable table) {
        heap = source;
        end = bufferEnd;
        position = bufferEnd;
        try {
            putMessage(message, table, maxDepth);
        } catch (StackOverflowError e) {
            throw new EncodeException(
                    EncodeStatus.MAX_DEPTH_EXCEEDED, "the thread's stack is too small for a depth of " + maxDepth);
        }
    }

    /** Writes the size of what was written so far in front of it. */
    public void putLength() {
        putVarint32(written());
    }

    /** Returns the bytes written so far. */
    public int written() {
        return end - position;
    }

    private void ensure(int size) {
        if (position - low < size) {
            grow(size);
        }
    }

    /** Makes room for {@code size} bytes in front of {@link #position}. */
    public void grow(int size) {
        int written = written();
        long wanted = Math.max((long) written + size, Math.min(2L * buffer.length, Heap.MAX_CAPACITY));
        if (wanted > Heap.MAX_CAPACITY) {
            throw tooLarge();
        }
        if (buffer != scratch && scratch.length - written >= size) {
            moveTo(scratch); // From a caller's array that is full.
            return;
        }
        byte[] larger;
        try {
            larger = new byte[(int) Math.max(wanted, FIRST_BUFFER)];
        } catch (OutOfMemoryError e) {
            throw tooLarge();
        }
        moveTo(larger);
        scratch = larger;
    }

    private void moveTo(byte[] larger) {
        int written = written();
        System.arraycopy(buffer, position, larger, larger.length - written, written);
        position = larger.length - written;
        end = larger.length;
        buffer = larger;
        low = 0;
    }

    private static EncodeException tooLarge() {
        return new EncodeException(
                EncodeStatus.MAX_SIZE_EXCEEDED,
                "the encoded message is larger than an array, or than the Java heap can give");
    }

    public EncodeException tooDeep() {
        return new EncodeException(
                EncodeStatus.MAX_DEPTH_EXCEEDED,
                "message nests deeper than the limit of " + maxDepth + " levels, or contains itself");
    }

    private void putVarint32(int value) {
        if ((value & ~0x7F) == 0) {
            ensure(1);
            buffer[--position] = (byte) value;
        } else {
            int size = Varints.size(value);
            ensure(size);
            position -= size;
            Varints.put(buffer, position, value & 0xFFFFFFFFL);
        }
    }

    private void putVarint64(long value) {
        if ((value & ~0x7FL) == 0) {
            ensure(1);
            buffer[--position] = (byte) value;
        } else {
            int size = Varints.size(value);
            ensure(size);
            position -= size;
            Varints.put(buffer, position, value);
        }
    }

    private void putFixed32(int value) {
        ensure(4);
        position -= 4;
        LittleEndian.putInt(buffer, position, value);
    }

    private void putFixed64(long value) {
        ensure(8);
        position -= 8;
        LittleEndian.putLong(buffer, position, value);
    }

    private void putBytes(int offset, int size) {
        ensure(size);
        position -= size;
        System.arraycopy(heap.bytes, offset, buffer, position, size);
    }

    /** Bytes with their size in front. */
    private void putString(long slot) {
        putBytes(Slots.offset(slot), Slots.size(slot));
        putVarint32(Slots.size(slot));
    }

    /** Writes a message in front of {@link #position}, by the compiled tier if it has the type. */
    public void putMessage(int message, MiniTable table, int depth) {
        if (compiled && table.codec() instanceof MessageCodec codec) {
            position = codec.encode(this, heap.bytes, position, message, depth);
            return;
        }
        if (DecodeState.TRACES) {
            DecodeState.trace('T');
        }
        byte[] b = heap.bytes;
        if (LittleEndian.getInt(b, message + RawMessage.EXTRAS) != 0) {
            putExtras(message, table, depth);
        }
        putFields(message, table, 0, table.fieldCount(), depth);
    }

    /** Writes the fields from {@code first} to before {@code limit} in front of {@link #position}. */
    public void putFields(int message, MiniTable table, int first, int limit, int depth) {
        byte[] b = heap.bytes;
        byte[] out = buffer;
        int at = position;
        int loaded = -1; // Which word of presence bits is in the next variable.
        int bits = 0;
        for (int i = limit - 1; i >= first; i--) {
            long word = table.fieldWordAt(i);
            int presence = FieldWord.presence(word);
            if (presence > 0) {
                if (presence >>> 5 != loaded) {
                    loaded = presence >>> 5;
                    bits = LittleEndian.getInt(b, message + loaded * Integer.BYTES);
                }
                if ((bits & 1 << presence) == 0) {
                    continue;
                }
            } else if (presence < 0
                    && LittleEndian.getInt(b, message + ~presence)
                            != table.field(i).number()) {
                continue;
            }
            int slot = message + FieldWord.offset(word);
            int operation = FieldWord.operation(word);
            if (at - low < SLACK) {
                operation = FieldWord.UNKNOWN; // Has to ask for room, which otherwise is there for a scalar.
            }
            long varint; // What a tag goes in front of: a number, or the size of what was written before.
            switch (operation) {
                case FieldWord.BOOL -> varint = b[slot];
                case FieldWord.VARINT32, FieldWord.CLOSED_ENUM -> varint = LittleEndian.getInt(b, slot);
                case FieldWord.VARINT64 -> varint = LittleEndian.getLong(b, slot);
                case FieldWord.STRING, FieldWord.BYTES -> {
                    long value = LittleEndian.getLong(b, slot);
                    int size = Slots.size(value);
                    if (size > at - low - SLACK) {
                        varint = ELSEWHERE;
                    } else {
                        at = prependBytes(out, at, b, Slots.offset(value), size);
                        varint = size;
                    }
                }
                case FieldWord.MESSAGE -> {
                    int child = LittleEndian.getInt(b, slot);
                    if (child == 0) {
                        continue;
                    }
                    position = at;
                    int before = written();
                    putChild(child, table.field(i).subTable(), depth);
                    out = buffer;
                    at = position;
                    int size = written() - before;
                    varint = size;
                }
                default -> varint = ELSEWHERE;
            }
            if (varint == ELSEWHERE) { // Or a number that happens to be the same, which is written there too.
                position = at;
                putField(b, slot, table, i, FieldWord.operation(word), presence, depth);
                out = buffer;
                at = position;
                continue;
            }
            if (varint == 0 && presence == 0) {
                continue;
            }
            at = prependLead(out, at, varint, table.leadAt(i));
        }
        position = at;
    }

    /** Writes a field whose presence, if it has any, was seen, in front of {@link #position}: for what compiled code does not do itself. */
    public void putRare(byte[] b, int message, MiniTable table, int index, int depth) {
        if (DecodeState.TRACES) {
            DecodeState.trace('r');
        }
        long word = table.fieldWordAt(index);
        putField(
                b,
                message + FieldWord.offset(word),
                table,
                index,
                FieldWord.operation(word),
                FieldWord.presence(word),
                depth);
    }

    /** One field whose presence, if it has any, was seen; complete, for what the loop above does not do itself. */
    private void putField(byte[] b, int slot, MiniTable table, int index, int operation, int presence, int depth) {
        if (operation == FieldWord.UNKNOWN) {
            return; // Not linked: never set.
        }
        MiniTableField field = table.field(index);
        if (operation < FieldWord.REPEATED) {
            if (presence != 0 || RawMessage.has(b, slot - field.offset(), field)) {
                putSingular(slot, field, operation, field.tag(), depth);
            }
        } else {
            int container = LittleEndian.getInt(b, slot);
            if (container != 0) {
                putContainer(container, field, operation, field.tag(), depth);
            }
        }
    }

    /**
     * Writes a varint with a tag in front of it, given by {@link FieldWord#lead}, in front of {@code at}, where there is room. What its word
     * brings along is overwritten by what is written next.
     */
    private static int prependLead(byte[] out, int at, long varint, long lead) {
        long tag = lead & ~0xFFL;
        if ((varint & ~0x7FL) == 0) {
            LittleEndian.putLong(out, at - 8, varint << 56 | tag);
            return at - ((int) lead & 0xFF);
        }
        int first = prepend(out, at, varint);
        LittleEndian.putLong(out, first - 8, tag << 8);
        return first + 1 - ((int) lead & 0xFF);
    }

    /** Writes a varint in front of {@code at}, where there is room, and returns the offset of its first byte. */
    public static int prepend(byte[] out, int at, int value) {
        if ((value & ~0x7F) == 0) {
            out[at - 1] = (byte) value;
            return at - 1;
        }
        return prepend(out, at, value & 0xFFFFFFFFL);
    }

    /** As above, for 64 bits. */
    public static int prepend(byte[] out, int at, long value) {
        if ((value & ~0x7FL) == 0) {
            out[at - 1] = (byte) value;
            return at - 1;
        }
        if ((value & ~0x3FFFL) == 0) { // Most lengths of sub-messages.
            LittleEndian.putShort(out, at - 2, (short) (value & 0x7F | 0x80 | value >>> 7 << 8));
            return at - 2;
        }
        return prependLong(out, at, value);
    }

    /** Apart, so that the common cases stay small enough to be inlined. */
    private static int prependLong(byte[] out, int at, long value) {
        int first = at - Varints.size(value);
        Varints.put(out, first, value);
        return first;
    }

    /**
     * Copies bytes in front of {@code at}, where there is room for them and {@link #SLACK} more. Short ones go in words that end where the bytes
     * end; what a word brings along from before them is overwritten by what is written next.
     */
    public static int prependBytes(byte[] out, int at, byte[] source, int offset, int size) {
        int first = at - size;
        if (size > 32 || offset < 32) { // Near the start there may be nothing before it to read.
            System.arraycopy(source, offset, out, first, size);
            return first;
        }
        int from = offset + size;
        LittleEndian.putLong(out, at - 8, LittleEndian.getLong(source, from - 8));
        LittleEndian.putLong(out, at - 16, LittleEndian.getLong(source, from - 16));
        if (size > 16) {
            LittleEndian.putLong(out, at - 24, LittleEndian.getLong(source, from - 24));
            LittleEndian.putLong(out, at - 32, LittleEndian.getLong(source, from - 32));
        }
        return first;
    }

    /** Writes a size and a tag, the tag in front, in front of {@link #position}. */
    public void putLead(int size, int tag) {
        putVarint32(size);
        putVarint32(tag);
    }

    /** Writes the first {@code count} sub-messages of a repeated field in front of {@link #position}. */
    public void putChildren(int message, MiniTableField field, int count, int depth) {
        if (count > 0) {
            putChildren(LittleEndian.getInt(heap.bytes, message + field.offset()), count, field, depth);
        }
    }

    private void putChildren(int array, int count, MiniTableField field, int depth) {
        byte[] b = heap.bytes;
        MiniTable table = field.subTable();
        long lead = FieldWord.lead(field.tag());
        int data = RawArray.data(b, array);
        for (int i = count - 1; i >= 0; i--) {
            int before = written();
            putChild(LittleEndian.getInt(b, data + i * 4), table, depth);
            position = prependLead(buffer, position, written() - before, lead);
        }
    }

    /** A sub-message, without its length, with room for {@link #SLACK} bytes in front. */
    private void putChild(int child, MiniTable table, int depth) {
        if (depth <= 0) {
            throw tooDeep();
        }
        putMessage(child, table, depth - 1);
        ensure(SLACK);
    }

    /** A sub-message with its length in front. */
    private void putSized(int child, MiniTable table, int depth) {
        int before = written();
        putChild(child, table, depth);
        putVarint32(written() - before);
    }

    /** A single value with its tag in front; complete, for what the loop above does not do itself. */
    private void putSingular(int slot, MiniTableField field, int operation, int tag, int depth) {
        byte[] b = heap.bytes;
        switch (operation) {
            case FieldWord.MESSAGE, FieldWord.GROUP -> {
                int child = LittleEndian.getInt(b, slot);
                if (child == 0) {
                    return;
                }
                if (operation == FieldWord.MESSAGE) {
                    putSized(child, field.subTable(), depth);
                } else {
                    putGroup(child, field, depth);
                }
            }
            default -> putScalar(b, slot, operation);
        }
        putVarint32(tag);
    }

    /** The body of a group and its end tag; the caller writes the start tag. */
    private void putGroup(int child, MiniTableField field, int depth) {
        if (depth <= 0) {
            throw tooDeep();
        }
        putVarint32(WireType.tag(field.number(), WireType.END_GROUP));
        putMessage(child, field.subTable(), depth - 1);
    }

    private void putScalar(byte[] b, int slot, int operation) {
        switch (operation) {
            case FieldWord.BOOL -> putVarint32(b[slot]);
            case FieldWord.VARINT32, FieldWord.CLOSED_ENUM -> putVarint64(LittleEndian.getInt(b, slot));
            case FieldWord.UINT32 -> putVarint32(LittleEndian.getInt(b, slot));
            case FieldWord.VARINT64 -> putVarint64(LittleEndian.getLong(b, slot));
            case FieldWord.ZIGZAG32 -> putVarint32(Varints.zigZag(LittleEndian.getInt(b, slot)));
            case FieldWord.ZIGZAG64 -> putVarint64(Varints.zigZag(LittleEndian.getLong(b, slot)));
            case FieldWord.FIXED32 -> putFixed32(LittleEndian.getInt(b, slot));
            case FieldWord.FIXED64 -> putFixed64(LittleEndian.getLong(b, slot));
            case FieldWord.STRING, FieldWord.BYTES -> putString(LittleEndian.getLong(b, slot));
            default -> throw new AssertionError("no scalar operation: " + operation);
        }
    }

    private void putContainer(int container, MiniTableField field, int operation, int tag, int depth) {
        if (operation == FieldWord.MAP) {
            putMap(container, field, tag, depth);
            return;
        }
        byte[] b = heap.bytes;
        int data = RawArray.data(b, container);
        int size = RawArray.size(b, container);
        int shift = RawArray.shift(field.elementSize());
        int element = operation - FieldWord.REPEATED;
        if (size == 0) {
            return;
        }
        if (element == FieldWord.MESSAGE) {
            putChildren(container, size, field, depth);
            return;
        }
        if (field.isPacked()) {
            int before = written();
            if (element == FieldWord.FIXED32 || element == FieldWord.FIXED64 || element == FieldWord.BOOL) {
                putBytes(data, size << shift); // Little-endian in memory as on the wire.
            } else {
                putVarints(b, data, size, shift, element);
            }
            putVarint32(written() - before);
            putVarint32(tag);
            return;
        }
        for (int i = size - 1; i >= 0; i--) {
            putSingular(data + (i << shift), field, element, tag, depth);
        }
    }

    /** The values of a packed list. Room is asked for once for many of them. */
    private void putVarints(byte[] b, int data, int size, int shift, int element) {
        int slot = data + (size << shift);
        while (slot > data) {
            ensure(SLACK);
            int run = (position - low - SLACK / 2) / Varints.MAX_SIZE;
            int from = (int) Math.max(data, slot - ((long) run << shift));
            position = shift == 2
                    ? prependVarints32(buffer, position, b, slot, from, element)
                    : prependVarints64(buffer, position, b, slot, from, element);
            slot = from;
        }
    }

    private static int prependVarints32(byte[] out, int end, byte[] b, int limit, int from, int element) {
        int at = end;
        for (int slot = limit - Integer.BYTES; slot >= from; slot -= Integer.BYTES) {
            int value = LittleEndian.getInt(b, slot);
            if (element == FieldWord.ZIGZAG32) {
                value = Varints.zigZag(value);
            } else if (value < 0 && element != FieldWord.UINT32) {
                at = prependLong(out, at, value);
                continue;
            }
            at = prepend(out, at, value);
        }
        return at;
    }

    private static int prependVarints64(byte[] out, int end, byte[] b, int limit, int from, int element) {
        int at = end;
        for (int slot = limit - Long.BYTES; slot >= from; slot -= Long.BYTES) {
            long value = LittleEndian.getLong(b, slot);
            at = prepend(out, at, element == FieldWord.ZIGZAG64 ? Varints.zigZag(value) : value);
        }
        return at;
    }

    private void putMap(int map, MiniTableField field, int tag, int depth) {
        if (RawMap.size(heap.bytes, map) == 0) {
            return;
        }
        if (depth <= 0) {
            throw tooDeep();
        }
        MiniTable entryTable = field.subTable();
        if (deterministic) {
            List<Integer> sorted = sortedEntries(map, entryTable.mapKey());
            for (int i = sorted.size() - 1; i >= 0; i--) {
                putEntry(sorted.get(i), entryTable, tag, depth);
            }
            return;
        }
        int entry = RawMap.entryBefore(heap.bytes, map, Integer.MAX_VALUE);
        while (entry != 0) {
            putEntry(entry, entryTable, tag, depth);
            entry = RawMap.entryBefore(heap.bytes, map, RawMap.placeOf(heap.bytes, map, entry));
        }
    }

    private void putEntry(int entry, MiniTable entryTable, int tag, int depth) {
        MiniTableField key = entryTable.mapKey();
        MiniTableField value = entryTable.mapValue();
        int before = written();
        if (value.type() == FieldType.MESSAGE) {
            int child = LittleEndian.getInt(heap.bytes, entry + RawMap.VALUE);
            if (child == 0) {
                putVarint32(0);
            } else {
                putSized(child, value.subTable(), depth - 1);
            }
            putVarint32(value.tag());
        } else {
            putSingular(entry + RawMap.VALUE, value, FieldWord.operation(value), value.tag(), 0);
        }
        putSingular(entry, key, FieldWord.operation(key), key.tag(), 0);
        putVarint32(written() - before);
        putVarint32(tag);
    }

    private List<Integer> sortedEntries(int map, MiniTableField key) {
        byte[] b = heap.bytes;
        List<Integer> entries = new ArrayList<>(RawMap.size(b, map));
        for (int entry = RawMap.entryFrom(b, map, 0); entry != 0; ) {
            entries.add(entry);
            entry = RawMap.entryFrom(b, map, RawMap.placeOf(b, map, entry) + 1);
        }
        Comparator<Integer> order;
        if (key.type() == FieldType.STRING) {
            order = (x, y) -> {
                long s = LittleEndian.getLong(b, x);
                long t = LittleEndian.getLong(b, y);
                return Arrays.compareUnsigned(
                        b,
                        Slots.offset(s),
                        Slots.offset(s) + Slots.size(s),
                        b,
                        Slots.offset(t),
                        Slots.offset(t) + Slots.size(t));
            };
        } else if (key.type().isUnsigned()) {
            order = (x, y) -> Long.compareUnsigned(LittleEndian.getLong(b, x), LittleEndian.getLong(b, y));
        } else {
            order = (x, y) -> Long.compare(LittleEndian.getLong(b, x), LittleEndian.getLong(b, y));
        }
        entries.sort(order);
        return entries;
    }

    /** Extensions, then unknown fields, seen from the front. */
    public void putExtras(int message, MiniTable table, int depth) {
        byte[] b = heap.bytes;
        int count = Extras.count(b, message);
        if (unknownFields) {
            for (int i = count - 1; i >= 0; i--) {
                if (Extras.isUnknown(b, message, i)) {
                    long piece = LittleEndian.getLong(b, Extras.slot(b, message, i));
                    putBytes(Slots.offset(piece), Slots.size(piece));
                }
            }
        }
        if (deterministic) {
            List<Integer> sorted = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                if (Extras.extension(heap, message, i) != null) {
                    sorted.add(i);
                }
            }
            sorted.sort(Comparator.comparingInt(
                    i -> Extras.extension(heap, message, i).number()));
            for (int i = sorted.size() - 1; i >= 0; i--) {
                putExtension(message, sorted.get(i), table, depth);
            }
            return;
        }
        for (int i = count - 1; i >= 0; i--) {
            putExtension(message, i, table, depth);
        }
    }

    private void putExtension(int message, int index, MiniTable table, int depth) {
        MiniTableExtension extension = Extras.extension(heap, message, index);
        if (extension == null) {
            return;
        }
        byte[] b = heap.bytes;
        int slot = Extras.slot(b, message, index);
        int operation = FieldWord.operation(extension);
        if (extension.isRepeated()) {
            int container = LittleEndian.getInt(b, slot);
            if (container != 0) {
                putContainer(container, extension, operation, extension.tag(), depth);
            }
        } else if (!extension.type().isMessage() || LittleEndian.getInt(b, slot) != 0) {
            if (table.extensionMode() == ExtensionMode.MESSAGE_SET) {
                putItem(LittleEndian.getInt(b, slot), extension, depth);
            } else {
                putSingular(slot, extension, operation, extension.tag(), depth);
            }
        }
    }

    private void putItem(int child, MiniTableExtension extension, int depth) {
        ensure(1);
        buffer[--position] = MessageSet.ITEM_END;
        putSized(child, extension.subTable(), depth);
        putVarint32(MessageSet.MESSAGE);
        putVarint32(extension.number());
        putVarint32(MessageSet.TYPE_ID);
        putVarint32(MessageSet.ITEM_START);
    }
}
