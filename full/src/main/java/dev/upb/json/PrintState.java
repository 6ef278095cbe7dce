package dev.upb.json;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.base.DecodeException;
import dev.upb.base.FieldType;
import dev.upb.base.LittleEndian;
import dev.upb.base.StripedPool;
import dev.upb.base.Utf8;
import dev.upb.format.internal.Operation;
import dev.upb.format.internal.PathFailure;
import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.Extras;
import dev.upb.message.internal.RawArray;
import dev.upb.message.internal.RawMap;
import dev.upb.message.internal.RawMessage;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.FieldWord;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.reflection.FieldDef;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.reflection.WellKnownType;

/**
 * One print: the walk over a message in its heap.
 *
 * <p>Every member of an object is written with a comma in front; when the object ends, the comma of the first one becomes the brace that opens
 * it.
 */
final class PrintState extends JsonOutput {
    private static final Token TYPE_MEMBER = Token.ofName("@type");
    private static final Token VALUE_MEMBER = Token.ofName("value");
    private static final Token TRUE = Token.ofLiteral("true");
    private static final Token FALSE = Token.ofLiteral("false");
    private static final Token NULL = Token.ofLiteral("null");

    private static final StripedPool<PrintState> POOL = new StripedPool<>();

    /** Texts that are put together before they are escaped. */
    private final JsonOutput scratchText = new JsonOutput();

    private JsonPrinter options;
    private boolean defaults;
    private boolean pretty;
    private boolean protoNames;

    private PrintState() {}

    /** Prints a message and returns the output, which is to be taken. */
    static PrintState print(Message message, JsonPrinter printer) {
        PrintState pooled = POOL.take();
        PrintState state = pooled != null ? pooled : new PrintState();
        state.open(message, printer.pool);
        state.options = printer;
        state.defaults = printer.has(JsonPrinter.DEFAULTS);
        state.pretty = printer.has(JsonPrinter.INDENT);
        state.protoNames = printer.has(JsonPrinter.PROTO_NAMES);
        try {
            state.putMessage(message.offset(), JsonTable.of(message.type()), printer.maxDepth);
            return state;
        } catch (PathFailure | StackOverflowError | OutOfMemoryError e) {
            throw state.failed(e, printer.maxDepth);
        }
    }

    @Override
    protected void release() {
        super.release();
        scratchText.clear();
        options = null;
        POOL.give(this);
    }

    private void putMessage(int message, JsonTable type, int depth) {
        if (type.wellKnown == WellKnownType.NONE) {
            int start = openObject();
            putFields(message, type, depth);
            closeObject(start);
        } else {
            putWellKnown(message, type, depth);
        }
    }

    private void putChild(int child, JsonTable type, int depth) {
        if (depth <= 0) {
            throw tooDeep(options.maxDepth);
        }
        putMessage(child, type, depth - 1);
    }

    // Objects. Between openObject and closeObject, what is written is members with a comma in front.

    private int openObject() {
        indent += INDENT;
        return size;
    }

    private void closeObject(int start) {
        indent -= INDENT;
        ensure(2);
        int to = Math.max(size, start + 1); // Without a member, there is no comma in whose place the brace could go.
        bytes[start] = '{';
        size = to;
        if (pretty) {
            putLine();
        }
        put('}');
    }

    private void putLine() {
        put('\n');
        putSpaces(indent);
    }

    /** See {@link #beginMember(Token)}. */
    private Token beginMember(JsonField field) {
        return beginMember(protoNames ? field.protoName : field.jsonName);
    }

    /** Returns what to write before the value of a member: its name, or nothing if that needed a line of its own and is written. */
    private Token beginMember(Token name) {
        if (!pretty) {
            return name;
        }
        beginMember();
        putRest(name);
        put(' ');
        return Token.EMPTY;
    }

    /** Writes what stands before the name of a member. */
    private void beginMember() {
        put(',');
        if (pretty) {
            putLine();
        }
    }

    private void putFields(int message, JsonTable type, int depth) {
        byte[] b = heap.bytes;
        long[] words = type.words;
        int i = 0;
        try {
            for (; i < words.length; i++) {
                long word = words[i];
                int presence = FieldWord.presence(word);
                int slot = message + FieldWord.offset(word);
                if (presence > 0) {
                    if ((b[message + (presence >>> 3)] >>> (presence & 7) & 1) == 0) {
                        continue;
                    }
                } else if (presence < 0) {
                    if (LittleEndian.getInt(b, message + ~presence) != type.fields[i].number) {
                        continue;
                    }
                } else if (isEmpty(b, slot, FieldWord.operation(word)) && !defaults) {
                    continue;
                }
                putField(b, slot, type.fields[i], depth);
            }
        } catch (PathFailure failure) {
            throw failure.inField(type.fields[i].pathName());
        }
        if (LittleEndian.getInt(b, message + RawMessage.EXTRAS) != 0) {
            putExtensions(message, depth);
        }
    }

    /** Whether a field without presence is not set. */
    private static boolean isEmpty(byte[] b, int slot, int operation) {
        if (operation >= Operation.REPEATED) {
            int container = LittleEndian.getInt(b, slot);
            return container == 0
                    || (operation == Operation.MAP ? RawMap.size(b, container) : RawArray.size(b, container)) == 0;
        }
        return switch (operation) {
            case Operation.BOOL -> b[slot] == 0;
            case Operation.INT64, Operation.UINT64, Operation.DOUBLE -> LittleEndian.getLong(b, slot) == 0;
            case Operation.STRING, Operation.UNCHECKED_STRING, Operation.BYTES ->
                Slots.size(LittleEndian.getLong(b, slot)) == 0;
            default -> LittleEndian.getInt(b, slot) == 0;
        };
    }

    private void putField(byte[] b, int slot, JsonField field, int depth) {
        int operation = field.operation;
        if (operation < Operation.MESSAGE) {
            if (operation != Operation.UNLINKED) {
                putScalar(beginMember(field), b, slot, operation, field);
            }
            return;
        }
        int pointer = LittleEndian.getInt(b, slot);
        if (operation == Operation.MESSAGE) {
            if (pointer != 0) {
                put(beginMember(field));
                putChild(pointer, field.table(), depth);
            }
        } else if (operation == Operation.MAP) {
            put(beginMember(field));
            putMap(pointer, field.table(), depth);
        } else {
            put(beginMember(field));
            putList(b, pointer, field, depth);
        }
    }

    private void putExtensions(int message, int depth) {
        byte[] b = heap.bytes;
        for (int i = 0; i < Extras.count(b, message); i++) {
            if (!Extras.isSet(heap, message, i)) {
                continue;
            }
            MiniTableExtension extension = Extras.extension(heap, message, i);
            if (!(extension.definition() instanceof FieldDef def)) {
                throw notRepresentable("extension " + extension.number() + " has no definition that tells its name");
            }
            try {
                putField(b, Extras.slot(b, message, i), JsonField.ofExtension(def), depth);
            } catch (PathFailure failure) {
                throw failure.inField("[" + def.fullName() + "]");
            }
        }
    }

    private void putScalar(byte[] b, int slot, int operation, JsonField field) {
        putScalar(Token.EMPTY, b, slot, operation, field);
    }

    /** Writes a token, and any value but a message. */
    private void putScalar(Token first, byte[] b, int slot, int operation, JsonField field) {
        switch (operation) {
            case Operation.STRING, Operation.UNCHECKED_STRING -> {
                long string = LittleEndian.getLong(b, slot);
                putString(first, b, Slots.offset(string), Slots.size(string), operation == Operation.STRING);
            }
            case Operation.INT32 -> putSigned(first, LittleEndian.getInt(b, slot));
            case Operation.ENUM -> putEnum(first, LittleEndian.getInt(b, slot), field);
            case Operation.BOOL -> put(first, b[slot] != 0 ? TRUE : FALSE);
            case Operation.NULL -> put(first, NULL);
            default -> {
                put(first);
                putOther(b, slot, operation);
            }
        }
    }

    private void putOther(byte[] b, int slot, int operation) {
        switch (operation) {
            case Operation.BYTES -> {
                long string = LittleEndian.getLong(b, slot);
                putBase64(b, Slots.offset(string), Slots.size(string));
            }
            case Operation.INT64, Operation.UINT64 -> {
                if (options.has(JsonPrinter.INT64_NUMBERS)) {
                    putNumber(b, slot, operation);
                } else {
                    putQuoted(b, slot, operation);
                }
            }
            default -> putNumber(b, slot, operation);
        }
    }

    private void putQuoted(byte[] b, int slot, int operation) {
        put('"');
        putNumber(b, slot, operation);
        put('"');
    }

    private void putEnum(Token first, int number, JsonField field) {
        Token name =
                options.has(JsonPrinter.ENUM_NUMBERS) ? null : field.enumNames().find(number);
        if (name != null) {
            put(first, name);
        } else {
            putSigned(first, number);
        }
    }

    private void putList(byte[] b, int array, JsonField field, int depth) {
        int count = array == 0 ? 0 : RawArray.size(b, array);
        int data = array == 0 ? 0 : RawArray.data(b, array);
        int operation = field.operation - Operation.REPEATED;
        put('[');
        int i = 0;
        try {
            for (; i < count; i++) {
                if (i > 0) {
                    putComma();
                }
                int slot = data + (i << field.shift);
                if (operation == Operation.MESSAGE) {
                    putChild(LittleEndian.getInt(b, slot), field.table(), depth);
                } else {
                    putScalar(b, slot, operation, field);
                }
            }
        } catch (PathFailure failure) {
            throw failure.inElement(Integer.toString(i));
        }
        put(']');
    }

    private void putComma() {
        if (pretty) {
            put(',', ' ');
        } else {
            put(',');
        }
    }

    private void putMap(int map, JsonTable entries, int depth) {
        int start = openObject();
        if (map != 0) {
            if (options.has(JsonPrinter.SORTED_KEYS)) {
                for (int entry : sortedEntries(map, entries.fields[0].def.miniTableField())) {
                    putEntry(entry, entries, depth);
                }
            } else {
                byte[] b = heap.bytes;
                int entry = RawMap.entryFrom(b, map, 0);
                while (entry != 0) {
                    putEntry(entry, entries, depth);
                    entry = nextEntry(b, map, entry);
                }
            }
        }
        closeObject(start);
    }

    private void putEntry(int entry, JsonTable entries, int depth) {
        byte[] b = heap.bytes;
        beginMember();
        putKey(b, entry, entries.fields[0]);
        put(':');
        if (pretty) {
            put(' ');
        }
        JsonField value = entries.fields[1];
        int slot = entry + RawMap.VALUE;
        if (value.operation != Operation.MESSAGE) {
            putScalar(b, slot, value.operation, value);
            return;
        }
        try {
            int child = LittleEndian.getInt(b, slot);
            if (child != 0) {
                putChild(child, value.table(), depth);
            } else {
                putUnset(value.table(), depth);
            }
        } catch (PathFailure failure) {
            throw failure.inElement(entries.fields[0].keyText(b, LittleEndian.getLong(b, entry)));
        }
    }

    /** Writes a map's value that was never set: the empty message. */
    private void putUnset(JsonTable type, int depth) {
        Heap outer = heap;
        Message empty = type.type.emptyMessage();
        heap = empty.heap();
        putChild(empty.offset(), type, depth);
        heap = outer;
    }

    private void putKey(byte[] b, int slot, JsonField key) {
        if (key.def.type() == FieldType.STRING) {
            putScalar(b, slot, key.operation, key);
        } else {
            putQuoted(b, slot, key.operation);
        }
    }

    // Types with a form of their own.

    private void putWellKnown(int message, JsonTable type, int depth) {
        byte[] b = heap.bytes;
        WellKnownType kind = type.wellKnown;
        JsonField content = type.fields[0];
        int slot = message + type.offset(0);
        if (kind == WellKnownType.ANY) {
            putAny(message, type, depth);
        } else if (kind == WellKnownType.VALUE) {
            putValue(message, type, depth);
        } else if (kind == WellKnownType.TIMESTAMP || kind == WellKnownType.DURATION) {
            putTime(LittleEndian.getLong(b, slot), LittleEndian.getInt(b, message + type.offset(1)), type);
        } else if (kind == WellKnownType.FIELD_MASK) {
            putFieldMask(LittleEndian.getInt(b, slot));
        } else if (kind == WellKnownType.STRUCT || kind == WellKnownType.LIST_VALUE) {
            putContent(b, slot, content, depth);
        } else {
            putScalar(b, slot, content.operation, content); // A wrapper.
        }
    }

    /** Writes the value of the field that a message is all about: a list, map or message on the same level of JSON. */
    private void putContent(byte[] b, int slot, JsonField field, int depth) {
        int pointer = LittleEndian.getInt(b, slot);
        try {
            if (field.operation == Operation.MESSAGE) {
                putMessage(pointer, field.table(), depth);
            } else if (field.operation == Operation.MAP) {
                putMap(pointer, field.table(), depth);
            } else {
                putList(b, pointer, field, depth);
            }
        } catch (PathFailure failure) {
            throw failure.inField(field.def.name());
        }
    }

    private void putTime(long seconds, int nanos, JsonTable type) {
        boolean isTimestamp = type.wellKnown == WellKnownType.TIMESTAMP;
        if (!WellKnownText.isInRange(isTimestamp, seconds, nanos)) {
            throw notRepresentable(type.type.name() + " of " + seconds + " seconds and " + nanos
                    + " nanoseconds is not in "
                    + (isTimestamp
                            ? "the years 1 to 9999, or its nanoseconds not in 0 to 999999999"
                            : "-315576000000 to 315576000000 seconds, or its signs differ"));
        }
        ensure(WellKnownText.MAX_SIZE + 2);
        bytes[size++] = '"';
        size = isTimestamp
                ? WellKnownText.putTimestamp(bytes, size, seconds, nanos)
                : WellKnownText.putDuration(bytes, size, seconds, nanos);
        bytes[size++] = '"';
    }

    private void putFieldMask(int paths) {
        byte[] b = heap.bytes;
        int count = paths == 0 ? 0 : RawArray.size(b, paths);
        scratchText.clear();
        for (int i = 0; i < count; i++) {
            long path = LittleEndian.getLong(b, RawArray.data(b, paths) + i * Long.BYTES);
            if (Slots.size(path) == 0) {
                continue; // Names no field, and would have no form.
            }
            if (scratchText.size() > 0) {
                scratchText.put(',');
            }
            if (!scratchText.putCamelCase(b, Slots.offset(path), Slots.size(path))) {
                throw notRepresentable(
                                "FieldMask path " + quote(b, path) + " can't be told from another one in camel case")
                        .inElement(Integer.toString(i))
                        .inField("paths");
            }
        }
        putString(scratchText.bytes(), 0, scratchText.size(), false);
    }

    /** Returns a text in quotes, cut if it is very long. */
    private static String quote(byte[] b, long slot) {
        return '"' + Utf8.decode(b, Slots.offset(slot), Math.min(Slots.size(slot), 200)) + '"';
    }

    private void putValue(int message, JsonTable type, int depth) {
        byte[] b = heap.bytes;
        int kind = LittleEndian.getInt(b, message + ~type.presence(0));
        if (kind == 0) {
            throw notRepresentable("google.protobuf.Value has no kind set");
        }
        JsonField field = type.fields[kind - 1];
        int slot = message + type.offset(kind - 1);
        if (field.operation == Operation.MESSAGE) {
            putContent(b, slot, field, depth);
            return;
        }
        if (field.operation == Operation.DOUBLE
                && !Double.isFinite(Double.longBitsToDouble(LittleEndian.getLong(b, slot)))) {
            throw notRepresentable("google.protobuf.Value holds NaN or an infinity, which JSON does not have")
                    .inField(field.def.name());
        }
        putScalar(b, slot, field.operation, field);
    }

    private void putAny(int message, JsonTable type, int depth) {
        byte[] b = heap.bytes;
        int urlSlot = message + type.offset(0);
        long url = LittleEndian.getLong(b, urlSlot);
        long value = LittleEndian.getLong(b, message + type.offset(1));
        int start = openObject();
        if (Slots.size(url) == 0 && Slots.size(value) == 0) {
            closeObject(start);
            return;
        }
        JsonTable payloadType = payloadType(b, url);
        put(beginMember(TYPE_MEMBER));
        putScalar(b, urlSlot, type.fields[0].operation, type.fields[0]);
        if (depth <= 0) {
            throw tooDeep(options.maxDepth);
        }
        int payload;
        Heap outer = heap;
        Heap payloads = payloads();
        int mark = payloads.position();
        try {
            // Levels are counted while printing; here they only keep the stack small.
            payload = decodePayload(b, value, payloadType.type, JsonParser.messageLevels(options.maxDepth));
        } catch (DecodeException e) {
            throw notRepresentable(
                    "Any holds bytes that are no " + payloadType.type.fullName() + ": " + e.getMessage());
        } catch (ArenaExhaustedException e) {
            throw tooLarge();
        }
        heap = payloads;
        if (payloadType.wellKnown == WellKnownType.NONE) {
            putFields(payload, payloadType, depth - 1);
        } else {
            put(beginMember(VALUE_MEMBER));
            putWellKnown(payload, payloadType, depth - 1);
        }
        heap = outer;
        payloads.rewind(mark);
        closeObject(start);
    }

    private JsonTable payloadType(byte[] b, long url) {
        int nameOffset = WellKnownText.typeNameOffset(b, Slots.offset(url), Slots.size(url));
        if (nameOffset < 0) {
            throw notRepresentable("type URL " + quote(b, url) + " of Any has not the form host/full.name");
        }
        int nameSize = Slots.offset(url) + Slots.size(url) - nameOffset;
        MessageDef type = pool.findMessage(Utf8.decode(b, nameOffset, nameSize));
        if (type == null) {
            throw notRepresentable("type URL " + quote(b, url)
                    + " of Any names a message that the pool does not have; use a printer of a pool that has it");
        }
        return JsonTable.of(type);
    }
}
