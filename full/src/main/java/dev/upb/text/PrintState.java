package dev.upb.text;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.base.DecodeException;
import dev.upb.base.DecodeStatus;
import dev.upb.base.LittleEndian;
import dev.upb.base.StripedPool;
import dev.upb.base.Utf8;
import dev.upb.base.WireType;
import dev.upb.format.internal.Operation;
import dev.upb.format.internal.PathFailure;
import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.Extras;
import dev.upb.message.internal.RawArray;
import dev.upb.message.internal.RawMap;
import dev.upb.message.internal.RawMessage;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.FieldWord;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableField;
import dev.upb.reflection.EnumValueDef;
import dev.upb.reflection.FieldDef;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.reflection.WellKnownType;
import dev.upb.wire.WireReader;
import java.util.Arrays;

/** One print: the walk over a message in its heap. */
final class PrintState extends TextOutput {
    /** Levels of messages that are guessed in unknown bytes; as in protobuf's own printers. */
    private static final int GUESSED_LEVELS = 10;

    private static final StripedPool<PrintState> POOL = new StripedPool<>();

    private TextPrinter options;
    private boolean singleLine;

    private PrintState() {}

    /** Prints a message and returns the output, which is to be taken. */
    static PrintState print(Message message, TextPrinter printer) {
        PrintState pooled = POOL.take();
        PrintState state = pooled != null ? pooled : new PrintState();
        state.open(message, printer.pool);
        state.options = printer;
        state.singleLine = printer.has(TextPrinter.SINGLE_LINE);
        try {
            state.putFields(message.offset(), message.table(), printer.maxDepth);
            return state;
        } catch (PathFailure | StackOverflowError | OutOfMemoryError e) {
            throw state.failed(e, printer.maxDepth);
        }
    }

    @Override
    protected void release() {
        super.release();
        options = null;
        POOL.give(this);
    }

    // Layout.

    private void beginField() {
        if (!singleLine) {
            putSpaces(indent);
        } else if (size > 0) {
            put(' ');
        }
    }

    private void endField() {
        if (!singleLine) {
            put('\n');
        }
    }

    /** Opens a message behind the name of its field. */
    private void open() {
        put(' ', '{');
        endField();
        indent += INDENT;
    }

    private void close() {
        indent -= INDENT;
        beginField();
        put('}');
        endField();
    }

    private void putName(MiniTableField f) {
        beginField();
        FieldDef field = (FieldDef) f.definition();
        if (field == null) { // An extension of a registry made by hand has none.
            putUnsigned(f.number());
        } else if (field.isExtension()) {
            put('[');
            putAscii(FieldNames.isItem(field) ? field.messageType().fullName() : field.fullName());
            put(']');
        } else {
            putAscii(field.isGroupLike() ? field.messageType().name() : field.name());
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
            throw tooDeep(options.maxDepth);
        }
        open();
        if (child != 0) { // Otherwise a map's value that was never set: the empty message.
            putFields(child, table, depth - 1);
        }
        close();
    }

    private void putField(int slot, MiniTableField f, int depth) {
        if (!f.isRepeated()) {
            putName(f);
            putValue(slot, f, depth);
            return;
        }
        int container = LittleEndian.getInt(heap.bytes, slot);
        if (container == 0) {
            return;
        }
        if (f.isMap()) {
            putMap(container, f, depth);
            return;
        }
        int count = RawArray.size(heap.bytes, container);
        int shift = RawArray.shift(f.elementSize());
        for (int i = 0; i < count; i++) {
            putName(f);
            putValue(RawArray.data(heap.bytes, container) + (i << shift), f, depth);
        }
    }

    /** Writes what follows a field's name. */
    private void putValue(int slot, MiniTableField f, int depth) {
        if (f.type().isMessage()) {
            putChild(LittleEndian.getInt(heap.bytes, slot), f.subTable(), depth);
        } else {
            put(':', ' ');
            putScalar(heap.bytes, slot, f);
            endField();
        }
    }

    private void putScalar(byte[] b, int slot, MiniTableField f) {
        int operation = Operation.ofElement(f);
        switch (operation) {
            case Operation.ENUM -> putEnum(LittleEndian.getInt(b, slot), f);
            case Operation.STRING, Operation.UNCHECKED_STRING, Operation.BYTES -> {
                long string = LittleEndian.getLong(b, slot);
                boolean utf8 = operation != Operation.BYTES;
                putString(b, Slots.offset(string), Slots.size(string), utf8, operation == Operation.STRING);
            }
            default -> putNumber(b, slot, operation);
        }
    }

    private void putEnum(int number, MiniTableField f) {
        FieldDef field = (FieldDef) f.definition();
        EnumValueDef value = field == null ? null : field.enumType().findValue(number);
        if (value != null) {
            putAscii(value.name());
        } else {
            putSigned(number);
        }
    }

    // Maps.

    private void putMap(int map, MiniTableField f, int depth) {
        MiniTableField key = f.subTable().mapKey();
        if (options.has(TextPrinter.SORTED_KEYS) && RawMap.size(heap.bytes, map) > 1) {
            for (int entry : sortedEntries(map, key)) {
                putEntry(entry, f, depth);
            }
            return;
        }
        int entry = RawMap.entryFrom(heap.bytes, map, 0);
        while (entry != 0) {
            putEntry(entry, f, depth);
            entry = nextEntry(heap.bytes, map, entry);
        }
    }

    private void putEntry(int entry, MiniTableField f, int depth) {
        if (depth <= 0) {
            throw tooDeep(options.maxDepth); // An entry is a message too, and counts as one level.
        }
        putName(f);
        open();
        beginField();
        putAscii("key");
        putValue(entry, f.subTable().mapKey(), depth);
        beginField();
        putAscii("value");
        putValue(entry + RawMap.VALUE, f.subTable().mapValue(), depth - 1);
        close();
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
        for (int i = 0; i < count && options.has(TextPrinter.UNKNOWN_FIELDS); i++) {
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
                throw tooDeep(options.maxDepth);
            }
            throw notRepresentable("the unknown fields are malformed: " + e.getMessage());
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
            putUnsigned(in.fieldNumber());
            switch (in.wireType()) {
                case WireType.START_GROUP -> open();
                case WireType.DELIMITED ->
                    putUnknownData(b, in.dataOffset(), in.dataSize(), depth - in.depth(), guesses);
                default -> {
                    put(':', ' ');
                    if (in.wireType() == WireType.VARINT) {
                        putUnsigned(in.value());
                    } else {
                        putHex(in.value(), in.wireType() == WireType.FIXED32 ? 8 : 16);
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
            put(':', ' ');
            putString(b, offset, size, false, false);
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
        if (!options.has(TextPrinter.EXPANDED_ANY)
                || depth <= 0
                || LittleEndian.getInt(b, message + RawMessage.EXTRAS) != 0) {
            return false;
        }
        long urlSlot = LittleEndian.getLong(b, message + table.field(0).offset());
        long value = LittleEndian.getLong(b, message + table.field(1).offset());
        String url = Utf8.decode(b, Slots.offset(urlSlot), Slots.size(urlSlot));
        MessageDef type = pool.findMessage(url.substring(url.lastIndexOf('/') + 1));
        if (type == null || type.isMapEntry() || type.isPlaceholder() || !TextReader.isTypeUrl(url)) {
            return false;
        }
        Heap payloads = payloads();
        int mark = payloads.position();
        int payload;
        try {
            payload = decodePayload(b, value, type, depth - 1);
        } catch (DecodeException | ArenaExhaustedException e) {
            return false;
        }
        beginField();
        put('[');
        putAscii(url);
        put(']');
        Heap outer = heap;
        heap = payloads;
        putChild(payload, type.miniTable(), depth);
        heap = outer;
        payloads.rewind(mark);
        return true;
    }
}
