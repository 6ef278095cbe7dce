package dev.upb.text;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.base.DecodeException;
import dev.upb.base.DecodeStatus;
import dev.upb.base.EncodeException;
import dev.upb.base.EncodeStatus;
import dev.upb.base.FieldType;
import dev.upb.base.LittleEndian;
import dev.upb.base.StripedPool;
import dev.upb.base.Utf8;
import dev.upb.base.WireType;
import dev.upb.mem.internal.Heap;
import dev.upb.mem.internal.HeapPool;
import dev.upb.message.internal.Extras;
import dev.upb.message.internal.RawArray;
import dev.upb.message.internal.RawMap;
import dev.upb.message.internal.RawMessage;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.FieldWord;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableField;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.EnumValueDef;
import dev.upb.reflection.FieldDef;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.reflection.WellKnownType;
import dev.upb.wire.DecodeOptions;
import dev.upb.wire.Decoder;
import dev.upb.wire.WireReader;
import java.util.Arrays;
import java.util.Comparator;

/**
 * One print: the walk over a message in its heap. Frozen messages may be printed by many threads at once, so this state belongs to the printing
 * thread, not to the message's arena.
 */
final class PrintState {
    private static final int INDENT = 2;
    /** Levels of messages that are guessed in unknown bytes; as in protobuf's own printers. */
    private static final int GUESSED_LEVELS = 10;

    private static final StripedPool<PrintState> POOL = new StripedPool<>();

    private final TextOutput out = new TextOutput();

    private TextPrinter options;
    private boolean singleLine;
    /** Where the message is that is being printed: the caller's, or {@link #payloads}. */
    private Heap heap;
    /** The pool that knows the types in {@code Any}. */
    private DefPool pool;
    /** What is in {@code Any}, decoded; null until there is one. */
    private Heap payloads;
    /** Spaces in front of a field, unless all is on one line. */
    private int indent;

    private PrintState() {}

    static PrintState take() {
        PrintState state = POOL.take();
        return state != null ? state : new PrintState();
    }

    /** Ends the use of this object and of its output. */
    void release() {
        out.reset();
        if (payloads != null) {
            if (payloads.capacity() <= HeapPool.LARGEST_BLOCK) {
                payloads.reset();
                HeapPool.give(payloads);
            }
            payloads = null;
        }
        options = null;
        heap = null;
        pool = null;
        POOL.give(this);
    }

    /** Prints a message and returns the output, which is good until {@link #release}. */
    TextOutput print(Message message, TextPrinter printer) {
        options = printer;
        singleLine = printer.singleLine;
        heap = message.heap();
        pool = printer.pool != null ? printer.pool : message.type().pool();
        indent = 0;
        try {
            putFields(message.offset(), message.table(), printer.maxDepth);
            return out;
        } catch (StackOverflowError e) {
            throw new EncodeException(
                    EncodeStatus.MAX_DEPTH_EXCEEDED,
                    "the thread's stack is too small for a depth of " + printer.maxDepth);
        } catch (OutOfMemoryError e) {
            throw TextOutput.tooLarge();
        }
    }

    private EncodeException tooDeep() {
        return new EncodeException(
                EncodeStatus.MAX_DEPTH_EXCEEDED,
                "message nests deeper than the limit of " + options.maxDepth + " levels, or contains itself");
    }

    // Layout.

    private void beginField() {
        if (!singleLine) {
            out.putSpaces(indent);
        } else if (out.size() > 0) {
            out.put(' ');
        }
    }

    private void endField() {
        if (!singleLine) {
            out.put('\n');
        }
    }

    /** Opens a message behind the name of its field. */
    private void open() {
        out.put(' ', '{');
        endField();
        indent += INDENT;
    }

    private void close() {
        indent -= INDENT;
        beginField();
        out.put('}');
        endField();
    }

    private void putName(MiniTableField f) {
        beginField();
        FieldDef field = (FieldDef) f.definition();
        if (field == null) { // An extension of a registry made by hand has none.
            out.putUnsigned(f.number());
        } else if (field.isExtension()) {
            out.put('[');
            out.putAscii(MessageSetItems.isItem(field) ? field.messageType().fullName() : field.fullName());
            out.put(']');
        } else {
            out.putAscii(field.isGroupLike() ? field.messageType().name() : field.name());
        }
    }

    // Messages.

    private void putFields(int message, MiniTable table, int depth) {
        if (isAny(table) && tryPutAny(message, table, depth)) {
            return;
        }
        for (int i = 0; i < table.fieldCount(); i++) {
            byte[] b = heap.bytes;
            int presence = FieldWord.presence(table.fieldWordAt(i));
            if (presence > 0 && (b[message + (presence >>> 3)] >>> (presence & 7) & 1) == 0) {
                continue;
            }
            MiniTableField f = table.field(i);
            if (presence > 0 || RawMessage.has(b, message, f)) {
                putField(message + f.offset(), f, depth);
            }
        }
        if (LittleEndian.getInt(heap.bytes, message + RawMessage.EXTRAS) != 0) {
            putExtras(message, depth);
        }
    }

    private void putChild(int child, MiniTable table, int depth) {
        if (depth <= 0) {
            throw tooDeep();
        }
        open();
        if (child != 0) { // Otherwise a map's value that was never set: the empty message.
            putFields(child, table, depth - 1);
        }
        close();
    }

    private void putField(int slot, MiniTableField f, int depth) {
        switch (f.mode()) {
            case SCALAR -> {
                putName(f);
                putValue(slot, f, depth);
            }
            case ARRAY -> {
                int array = LittleEndian.getInt(heap.bytes, slot);
                int count = array == 0 ? 0 : RawArray.size(heap.bytes, array);
                int shift = RawArray.shift(f.elementSize());
                for (int i = 0; i < count; i++) {
                    putName(f);
                    putValue(RawArray.data(heap.bytes, array) + (i << shift), f, depth);
                }
            }
            case MAP -> {
                int map = LittleEndian.getInt(heap.bytes, slot);
                if (map != 0) {
                    putMap(map, f, depth);
                }
            }
        }
    }

    /** Writes what follows a field's name. */
    private void putValue(int slot, MiniTableField f, int depth) {
        if (f.type().isMessage()) {
            putChild(LittleEndian.getInt(heap.bytes, slot), f.subTable(), depth);
        } else {
            out.put(':', ' ');
            putScalar(heap.bytes, slot, f);
            endField();
        }
    }

    private void putScalar(byte[] b, int slot, MiniTableField f) {
        switch (f.type()) {
            case BOOL -> out.putAscii(b[slot] != 0 ? "true" : "false");
            case INT32, SINT32, SFIXED32 -> out.putSigned(LittleEndian.getInt(b, slot));
            case UINT32, FIXED32 -> out.putUnsigned(LittleEndian.getInt(b, slot) & 0xFFFFFFFFL);
            case INT64, SINT64, SFIXED64 -> out.putSigned(LittleEndian.getLong(b, slot));
            case UINT64, FIXED64 -> out.putUnsigned(LittleEndian.getLong(b, slot));
            case FLOAT -> out.putFloat(Float.intBitsToFloat(LittleEndian.getInt(b, slot)));
            case DOUBLE -> out.putDouble(Double.longBitsToDouble(LittleEndian.getLong(b, slot)));
            case ENUM -> putEnum(LittleEndian.getInt(b, slot), f);
            case STRING, BYTES -> {
                long string = LittleEndian.getLong(b, slot);
                boolean utf8 = f.type() == FieldType.STRING;
                out.putString(b, Slots.offset(string), Slots.size(string), utf8, f.validatesUtf8());
            }
            case MESSAGE, GROUP -> throw new AssertionError("a message is no scalar: " + f);
        }
    }

    private void putEnum(int number, MiniTableField f) {
        FieldDef field = (FieldDef) f.definition();
        EnumValueDef value = field == null ? null : field.enumType().findValue(number);
        if (value != null) {
            out.putAscii(value.name());
        } else {
            out.putSigned(number);
        }
    }

    // Maps.

    private void putMap(int map, MiniTableField f, int depth) {
        MiniTableField key = f.subTable().mapKey();
        if (options.sortsMapKeys && RawMap.size(heap.bytes, map) > 1) {
            for (int entry : sortedEntries(map, key)) {
                putEntry(entry, f, depth);
            }
            return;
        }
        int entry = RawMap.entryFrom(heap.bytes, map, 0);
        while (entry != 0) {
            putEntry(entry, f, depth);
            entry = RawMap.entryFrom(heap.bytes, map, RawMap.placeOf(heap.bytes, map, entry) + 1);
        }
    }

    private void putEntry(int entry, MiniTableField f, int depth) {
        if (depth <= 0) {
            throw tooDeep(); // An entry is a message too, and counts as one level.
        }
        putName(f);
        open();
        beginField();
        out.putAscii("key");
        putValue(entry, f.subTable().mapKey(), depth);
        beginField();
        out.putAscii("value");
        putValue(entry + RawMap.VALUE, f.subTable().mapValue(), depth - 1);
        close();
    }

    private Integer[] sortedEntries(int map, MiniTableField key) {
        byte[] b = heap.bytes;
        Integer[] entries = new Integer[RawMap.size(b, map)];
        int count = 0;
        for (int entry = RawMap.entryFrom(b, map, 0); entry != 0; ) {
            entries[count++] = entry;
            entry = RawMap.entryFrom(b, map, RawMap.placeOf(b, map, entry) + 1);
        }
        Arrays.sort(entries, keyOrder(b, key.type()));
        return entries;
    }

    private static Comparator<Integer> keyOrder(byte[] b, FieldType type) {
        if (type == FieldType.STRING) {
            return (x, y) -> {
                long s = LittleEndian.getLong(b, x);
                long t = LittleEndian.getLong(b, y);
                int sEnd = Slots.offset(s) + Slots.size(s);
                int tEnd = Slots.offset(t) + Slots.size(t);
                return Arrays.compareUnsigned(b, Slots.offset(s), sEnd, b, Slots.offset(t), tEnd);
            };
        }
        return type.isUnsigned()
                ? (x, y) -> Long.compareUnsigned(LittleEndian.getLong(b, x), LittleEndian.getLong(b, y))
                : (x, y) -> Long.compare(LittleEndian.getLong(b, x), LittleEndian.getLong(b, y));
    }

    // Extensions and unknown fields.

    private void putExtras(int message, int depth) {
        int count = Extras.count(heap.bytes, message);
        long[] extensions = new long[count];
        int found = 0;
        for (int i = 0; i < count; i++) {
            if (Extras.isSet(heap, message, i)) {
                extensions[found++] = (long) Extras.extension(heap, message, i).number() << 32 | i;
            }
        }
        Arrays.sort(extensions, 0, found);
        for (int i = 0; i < found; i++) {
            int index = (int) extensions[i];
            putField(Extras.slot(heap.bytes, message, index), Extras.extension(heap, message, index), depth);
        }
        for (int i = 0; i < count && options.printsUnknown; i++) {
            if (Extras.isUnknown(heap.bytes, message, i)) {
                long piece = LittleEndian.getLong(heap.bytes, Extras.slot(heap.bytes, message, i));
                putUnknownPiece(heap.bytes, Slots.offset(piece), Slots.size(piece), depth);
            }
        }
    }

    private void putUnknownPiece(byte[] b, int offset, int size, int depth) {
        try {
            putUnknown(b, offset, size, depth, GUESSED_LEVELS);
        } catch (DecodeException e) {
            if (e.status() == DecodeStatus.MAX_DEPTH_EXCEEDED) {
                throw tooDeep();
            }
            throw new EncodeException(
                    EncodeStatus.NOT_REPRESENTABLE, "the unknown fields are malformed: " + e.getMessage());
        }
    }

    /** Writes fields by number, in the order in which they came. Delimited ones that can be read as a message are written as one. */
    private void putUnknown(byte[] b, int offset, int size, int depth, int guesses) {
        WireReader in = WireReader.of(b, offset, size, depth);
        while (in.next()) {
            if (in.wireType() == WireType.END_GROUP) {
                close();
                continue;
            }
            beginField();
            out.putUnsigned(in.fieldNumber());
            switch (in.wireType()) {
                case WireType.START_GROUP -> open();
                case WireType.DELIMITED ->
                    putUnknownData(b, in.dataOffset(), in.dataSize(), depth - in.depth(), guesses);
                default -> {
                    out.put(':', ' ');
                    if (in.wireType() == WireType.VARINT) {
                        out.putUnsigned(in.value());
                    } else {
                        out.putHex(in.value(), in.wireType() == WireType.FIXED32 ? 8 : 16);
                    }
                    endField();
                }
            }
        }
    }

    private void putUnknownData(byte[] b, int offset, int size, int depth, int guesses) {
        if (size > 0 && guesses > 0 && depth > 0 && isMessage(b, offset, size, depth - 1)) {
            open();
            putUnknown(b, offset, size, depth - 1, guesses - 1);
            close();
        } else {
            out.put(':', ' ');
            out.putString(b, offset, size, false, false);
            endField();
        }
    }

    private static boolean isMessage(byte[] b, int offset, int size, int depth) {
        try {
            WireReader in = WireReader.of(b, offset, size, depth);
            boolean more;
            do {
                more = in.next();
            } while (more);
            return true;
        } catch (DecodeException e) {
            return false;
        }
    }

    // Any.

    private static boolean isAny(MiniTable table) {
        return table.fieldCount() == 2
                && table.definition() instanceof MessageDef type
                && type.wellKnownType() == WellKnownType.ANY;
    }

    /** Writes the content of an {@code Any} in its expanded form; false, and nothing is written, if it can't be. */
    private boolean tryPutAny(int message, MiniTable table, int depth) {
        byte[] b = heap.bytes;
        if (!options.expandsAny || depth <= 0 || LittleEndian.getInt(b, message + RawMessage.EXTRAS) != 0) {
            return false;
        }
        long urlSlot = LittleEndian.getLong(b, message + table.field(0).offset());
        long value = LittleEndian.getLong(b, message + table.field(1).offset());
        String url = Utf8.decode(b, Slots.offset(urlSlot), Slots.size(urlSlot));
        MessageDef type = pool.findMessage(url.substring(url.lastIndexOf('/') + 1));
        if (type == null || type.isMapEntry() || type.isPlaceholder() || !TypeNames.isTypeUrl(url)) {
            return false;
        }
        if (payloads == null) {
            payloads = HeapPool.take();
        }
        int mark = payloads.position();
        int payload;
        try {
            DecodeOptions decoding = DecodeOptions.DEFAULT
                    .withExtensions(pool.extensionRegistry())
                    .withMaxDepth(depth - 1);
            payload =
                    Decoder.decodeRaw(type.miniTable(), payloads, b, Slots.offset(value), Slots.size(value), decoding);
        } catch (DecodeException | ArenaExhaustedException e) {
            return false;
        }
        beginField();
        out.put('[');
        out.putAscii(url);
        out.put(']');
        Heap outer = heap;
        heap = payloads;
        putChild(payload, type.miniTable(), depth);
        heap = outer;
        payloads.rewind(mark);
        return true;
    }
}
