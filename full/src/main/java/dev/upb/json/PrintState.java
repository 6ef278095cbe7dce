package dev.upb.json;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.base.DecodeException;
import dev.upb.base.EncodeStatus;
import dev.upb.base.FieldType;
import dev.upb.base.LittleEndian;
import dev.upb.base.StripedPool;
import dev.upb.base.Utf8;
import dev.upb.mem.internal.Heap;
import dev.upb.mem.internal.HeapPool;
import dev.upb.message.internal.Extras;
import dev.upb.message.internal.RawArray;
import dev.upb.message.internal.RawMap;
import dev.upb.message.internal.RawMessage;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.FieldWord;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.FieldDef;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.reflection.WellKnownType;
import dev.upb.wire.DecodeOptions;
import dev.upb.wire.Decoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * One print: the walk over a message in its heap.
 *
 * <p>Every member of an object is written with a comma in front; when the object ends, the comma of the first one becomes the brace that opens
 * it. Frozen messages may be printed by many threads at once, so this state belongs to the printing thread, not to the message's arena.
 */
final class PrintState {
    private static final int INDENT = 2;

    private static final Token TYPE_MEMBER = Token.ofName("@type");
    private static final Token VALUE_MEMBER = Token.ofName("value");

    private static final StripedPool<PrintState> POOL = new StripedPool<>();

    private final JsonOutput out = new JsonOutput();
    /** Texts that are put together before they are escaped. */
    private final JsonOutput scratchText = new JsonOutput();

    private JsonPrinter options;
    private boolean defaults;
    private boolean pretty;
    private boolean protoNames;
    /** Where the message is that is being printed: the caller's, or {@link #payloads}. */
    private Heap heap;
    /** The pool that knows the types in {@code Any}. */
    private DefPool pool;
    /** What is in {@code Any}, decoded; null until there is one. */
    private Heap payloads;

    private DecodeOptions payloadOptions;
    /** Spaces in front of a member, if {@link #pretty}. */
    private int indent;

    private PrintState() {}

    static PrintState take() {
        PrintState state = POOL.take();
        return state != null ? state : new PrintState();
    }

    /** Ends the use of this object and of its output. */
    void release() {
        out.reset();
        scratchText.reset();
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
        payloadOptions = null;
        POOL.give(this);
    }

    /** Prints a message and returns the output, which is good until {@link #release}. */
    JsonOutput print(Message message, JsonPrinter printer) {
        options = printer;
        defaults = printer.printsDefaults;
        pretty = printer.indents;
        protoNames = printer.usesProtoNames;
        heap = message.heap();
        pool = printer.pool != null ? printer.pool : message.type().pool();
        indent = 0;
        try {
            putMessage(message.offset(), JsonTable.of(message.type()), printer.maxDepth);
            return out;
        } catch (PrintFailure failure) {
            throw failure.toException();
        } catch (StackOverflowError e) {
            throw new PrintFailure(
                            EncodeStatus.MAX_DEPTH_EXCEEDED,
                            "the thread's stack is too small for a depth of " + printer.maxDepth)
                    .toException();
        } catch (OutOfMemoryError e) {
            throw JsonOutput.tooLarge();
        }
    }

    private PrintFailure tooDeep() {
        return new PrintFailure(
                EncodeStatus.MAX_DEPTH_EXCEEDED,
                "message nests deeper than the limit of " + options.maxDepth + " levels, or contains itself");
    }

    private static PrintFailure notRepresentable(String message) {
        return new PrintFailure(EncodeStatus.NOT_REPRESENTABLE, message);
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
            throw tooDeep();
        }
        putMessage(child, type, depth - 1);
    }

    // Objects. Between openObject and closeObject, what is written is members with a comma in front.

    private int openObject() {
        indent += INDENT;
        return out.size();
    }

    private void closeObject(int start) {
        indent -= INDENT;
        if (pretty) {
            out.closeObjectOnLine(start, indent);
        } else {
            out.closeObject(start);
        }
    }

    private void putName(JsonField field) {
        out.put(beginMember(field));
    }

    private void putName(Token name) {
        out.put(beginMember(name));
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
        out.putRest(name);
        out.put(' ');
        return Token.EMPTY;
    }

    /** Writes what stands before the name of a member. */
    private void beginMember() {
        out.put(',');
        if (pretty) {
            out.putLine(indent);
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
        } catch (PrintFailure failure) {
            throw failure.inField(type.fields[i].pathName());
        }
        if (LittleEndian.getInt(b, message + RawMessage.EXTRAS) != 0) {
            putExtensions(message, depth);
        }
    }

    /** Whether a field without presence is not set. */
    private static boolean isEmpty(byte[] b, int slot, int operation) {
        if (operation >= JsonField.REPEATED) {
            int container = LittleEndian.getInt(b, slot);
            return container == 0
                    || (operation == JsonField.MAP ? RawMap.size(b, container) : RawArray.size(b, container)) == 0;
        }
        return switch (operation) {
            case JsonField.BOOL -> b[slot] == 0;
            case JsonField.INT64, JsonField.UINT64, JsonField.DOUBLE -> LittleEndian.getLong(b, slot) == 0;
            case JsonField.STRING, JsonField.UNCHECKED_STRING, JsonField.BYTES ->
                Slots.size(LittleEndian.getLong(b, slot)) == 0;
            default -> LittleEndian.getInt(b, slot) == 0;
        };
    }

    private void putField(byte[] b, int slot, JsonField field, int depth) {
        int operation = field.operation;
        if (operation < JsonField.MESSAGE) {
            if (operation != JsonField.UNLINKED) {
                putScalar(beginMember(field), b, slot, operation, field);
            }
            return;
        }
        int pointer = LittleEndian.getInt(b, slot);
        if (operation == JsonField.MESSAGE) {
            if (pointer != 0) {
                putName(field);
                putChild(pointer, field.messageTable(), depth);
            }
        } else if (operation == JsonField.MAP) {
            putName(field);
            putMap(pointer, field.messageTable(), depth);
        } else {
            putName(field);
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
            } catch (PrintFailure failure) {
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
            case JsonField.STRING, JsonField.UNCHECKED_STRING -> {
                long string = LittleEndian.getLong(b, slot);
                out.putString(first, b, Slots.offset(string), Slots.size(string), operation == JsonField.STRING);
            }
            case JsonField.INT32 -> out.putSigned(first, LittleEndian.getInt(b, slot));
            case JsonField.ENUM -> putEnum(first, LittleEndian.getInt(b, slot), field);
            default -> {
                out.put(first);
                putOther(b, slot, operation);
            }
        }
    }

    private void putOther(byte[] b, int slot, int operation) {
        switch (operation) {
            case JsonField.BOOL -> out.putBool(b[slot] != 0);
            case JsonField.UINT32 -> out.putUnsigned(LittleEndian.getInt(b, slot) & 0xFFFFFFFFL);
            case JsonField.INT64, JsonField.UINT64 -> putLong(LittleEndian.getLong(b, slot), operation);
            case JsonField.FLOAT -> out.putFloat(Float.intBitsToFloat(LittleEndian.getInt(b, slot)));
            case JsonField.DOUBLE -> out.putDouble(Double.longBitsToDouble(LittleEndian.getLong(b, slot)));
            case JsonField.BYTES -> {
                long string = LittleEndian.getLong(b, slot);
                out.putBase64(b, Slots.offset(string), Slots.size(string));
            }
            case JsonField.NULL -> out.putNull();
            default -> throw new AssertionError("no scalar operation: " + operation);
        }
    }

    private void putLong(long value, int operation) {
        boolean quoted = !options.int64AsNumbers;
        if (quoted) {
            out.put('"');
        }
        if (operation == JsonField.INT64) {
            out.putSigned(value);
        } else {
            out.putUnsigned(value);
        }
        if (quoted) {
            out.put('"');
        }
    }

    private void putEnum(Token first, int number, JsonField field) {
        Token name = options.enumsAsNumbers ? null : field.enumNames().find(number);
        if (name != null) {
            out.put(first, name);
        } else {
            out.putSigned(first, number);
        }
    }

    private void putList(byte[] b, int array, JsonField field, int depth) {
        int count = array == 0 ? 0 : RawArray.size(b, array);
        int data = array == 0 ? 0 : RawArray.data(b, array);
        int operation = field.operation - JsonField.REPEATED;
        out.put('[');
        int i = 0;
        try {
            for (; i < count; i++) {
                if (i > 0) {
                    putComma();
                }
                int slot = data + (i << field.shift);
                if (operation == JsonField.MESSAGE) {
                    putChild(LittleEndian.getInt(b, slot), field.messageTable(), depth);
                } else {
                    putScalar(b, slot, operation, field);
                }
            }
        } catch (PrintFailure failure) {
            throw failure.inElement(Integer.toString(i));
        }
        out.put(']');
    }

    private void putComma() {
        if (pretty) {
            out.put(',', ' ');
        } else {
            out.put(',');
        }
    }

    private void putMap(int map, JsonTable entries, int depth) {
        int start = openObject();
        if (map != 0) {
            if (options.sortsMapKeys) {
                for (int entry : sortedEntries(map, entries.fields[0])) {
                    putEntry(entry, entries, depth);
                }
            } else {
                byte[] b = heap.bytes;
                int entry = RawMap.entryFrom(b, map, 0);
                while (entry != 0) {
                    putEntry(entry, entries, depth);
                    entry = RawMap.entryFrom(b, map, RawMap.placeOf(b, map, entry) + 1);
                }
            }
        }
        closeObject(start);
    }

    private void putEntry(int entry, JsonTable entries, int depth) {
        byte[] b = heap.bytes;
        beginMember();
        putKey(b, entry, entries.fields[0]);
        out.put(':');
        if (pretty) {
            out.put(' ');
        }
        JsonField value = entries.fields[1];
        int slot = entry + RawMap.VALUE;
        if (value.operation != JsonField.MESSAGE) {
            putScalar(b, slot, value.operation, value);
            return;
        }
        try {
            int child = LittleEndian.getInt(b, slot);
            if (child != 0) {
                putChild(child, value.messageTable(), depth);
            } else {
                putUnset(value.messageTable(), depth);
            }
        } catch (PrintFailure failure) {
            throw failure.inElement(keyText(b, entry, entries.fields[0]));
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
        switch (key.operation) {
            case JsonField.STRING, JsonField.UNCHECKED_STRING -> putScalar(b, slot, key.operation, key);
            default -> {
                out.put('"');
                switch (key.operation) {
                    case JsonField.BOOL -> out.putBool(b[slot] != 0);
                    case JsonField.INT32 -> out.putSigned(LittleEndian.getInt(b, slot));
                    case JsonField.UINT32 -> out.putUnsigned(LittleEndian.getInt(b, slot) & 0xFFFFFFFFL);
                    case JsonField.INT64 -> out.putSigned(LittleEndian.getLong(b, slot));
                    default -> out.putUnsigned(LittleEndian.getLong(b, slot));
                }
                out.put('"');
            }
        }
    }

    private static String keyText(byte[] b, int slot, JsonField key) {
        long bits = LittleEndian.getLong(b, slot);
        if (key.def.type() == FieldType.STRING) {
            return PathFailure.keyText(Utf8.decode(b, Slots.offset(bits), Slots.size(bits)));
        }
        return key.def.type().isUnsigned() ? Long.toUnsignedString(bits) : Long.toString(bits);
    }

    private List<Integer> sortedEntries(int map, JsonField key) {
        byte[] b = heap.bytes;
        List<Integer> entries = new ArrayList<>(RawMap.size(b, map));
        for (int entry = RawMap.entryFrom(b, map, 0); entry != 0; ) {
            entries.add(entry);
            entry = RawMap.entryFrom(b, map, RawMap.placeOf(b, map, entry) + 1);
        }
        Comparator<Integer> order;
        if (key.def.type() == FieldType.STRING) {
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
        } else if (key.def.type().isUnsigned()) {
            order = (x, y) -> Long.compareUnsigned(LittleEndian.getLong(b, x), LittleEndian.getLong(b, y));
        } else {
            order = (x, y) -> Long.compare(LittleEndian.getLong(b, x), LittleEndian.getLong(b, y));
        }
        entries.sort(order);
        return entries;
    }

    // Types with a form of their own.

    private void putWellKnown(int message, JsonTable type, int depth) {
        byte[] b = heap.bytes;
        switch (type.wellKnown) {
            case ANY -> putAny(message, type, depth);
            case TIMESTAMP -> {
                long seconds = LittleEndian.getLong(b, message + type.offset(1));
                int nanos = LittleEndian.getInt(b, message + type.offset(2));
                if (!TimeText.isTimestamp(seconds, nanos)) {
                    throw notRepresentable("Timestamp of " + seconds + " seconds and " + nanos
                            + " nanoseconds is not in the years 1 to 9999, or its nanoseconds not in 0 to 999999999");
                }
                out.putTimestamp(seconds, nanos);
            }
            case DURATION -> {
                long seconds = LittleEndian.getLong(b, message + type.offset(1));
                int nanos = LittleEndian.getInt(b, message + type.offset(2));
                if (!TimeText.isDuration(seconds, nanos)) {
                    throw notRepresentable("Duration of " + seconds + " seconds and " + nanos
                            + " nanoseconds is not in -315576000000 to 315576000000 seconds, or its signs differ");
                }
                out.putDuration(seconds, nanos);
            }
            case FIELD_MASK -> putFieldMask(LittleEndian.getInt(b, message + type.offset(1)));
            case STRUCT, LIST_VALUE -> {
                JsonField content = type.fields[0];
                int container = LittleEndian.getInt(b, message + type.offset(1));
                try {
                    if (type.wellKnown == WellKnownType.STRUCT) {
                        putMap(container, content.messageTable(), depth);
                    } else {
                        putList(b, container, content, depth);
                    }
                } catch (PrintFailure failure) {
                    throw failure.inField(content.pathName());
                }
            }
            case VALUE -> putValue(message, type, depth);
            default -> putScalar(b, message + type.offset(1), type.fields[0].operation, type.fields[0]); // A wrapper.
        }
    }

    private void putFieldMask(int paths) {
        byte[] b = heap.bytes;
        int count = paths == 0 ? 0 : RawArray.size(b, paths);
        scratchText.reset();
        for (int i = 0; i < count; i++) {
            long path = LittleEndian.getLong(b, RawArray.data(b, paths) + i * Long.BYTES);
            if (Slots.size(path) == 0) {
                continue; // Names no field, and would have no form.
            }
            if (scratchText.size() > 0) {
                scratchText.put(',');
            }
            if (!scratchText.putCamelCase(b, Slots.offset(path), Slots.size(path))) {
                throw notRepresentable("FieldMask path \""
                                + Utf8.decode(b, Slots.offset(path), Math.min(Slots.size(path), 100))
                                + "\" can't be told from another one in camel case")
                        .inElement(Integer.toString(i))
                        .inField("paths");
            }
        }
        out.putString(scratchText.bytes(), 0, scratchText.size(), false);
    }

    private void putValue(int message, JsonTable type, int depth) {
        byte[] b = heap.bytes;
        int kind = LittleEndian.getInt(b, message + ~FieldWord.presence(type.words[0]));
        if (kind == 0) {
            throw notRepresentable("google.protobuf.Value has no kind set");
        }
        JsonField field = type.fields[kind - 1];
        int slot = message + type.offset(kind);
        if (field.operation == JsonField.MESSAGE) {
            try {
                putMessage(LittleEndian.getInt(b, slot), field.messageTable(), depth); // The same level of JSON.
            } catch (PrintFailure failure) {
                throw failure.inField(field.pathName());
            }
            return;
        }
        if (field.operation == JsonField.DOUBLE
                && !Double.isFinite(Double.longBitsToDouble(LittleEndian.getLong(b, slot)))) {
            throw notRepresentable("google.protobuf.Value holds NaN or an infinity, which JSON does not have")
                    .inField(field.pathName());
        }
        putScalar(b, slot, field.operation, field);
    }

    private void putAny(int message, JsonTable type, int depth) {
        byte[] b = heap.bytes;
        long url = LittleEndian.getLong(b, message + type.offset(1));
        long value = LittleEndian.getLong(b, message + type.offset(2));
        int start = openObject();
        if (Slots.size(url) == 0 && Slots.size(value) == 0) {
            closeObject(start);
            return;
        }
        JsonTable payloadType = payloadType(b, url);
        putName(TYPE_MEMBER);
        putScalar(b, message + type.offset(1), type.fields[0].operation, type.fields[0]);
        if (depth <= 0) {
            throw tooDeep();
        }
        if (payloads == null) {
            payloads = HeapPool.take();
        }
        Heap outer = heap;
        int mark = payloads.position();
        int payload = decodePayload(b, value, payloadType.type);
        heap = payloads;
        if (payloadType.wellKnown == WellKnownType.NONE) {
            putFields(payload, payloadType, depth - 1);
        } else {
            putName(VALUE_MEMBER);
            putWellKnown(payload, payloadType, depth - 1);
        }
        heap = outer;
        payloads.rewind(mark);
        closeObject(start);
    }

    private JsonTable payloadType(byte[] b, long url) {
        int nameOffset = TypeUrls.nameOffset(b, Slots.offset(url), Slots.size(url));
        if (nameOffset < 0) {
            throw notRepresentable("type URL \"" + urlText(b, url) + "\" of Any has not the form host/full.name");
        }
        int nameSize = Slots.offset(url) + Slots.size(url) - nameOffset;
        MessageDef type = pool.findMessage(Utf8.decode(b, nameOffset, nameSize));
        if (type == null) {
            throw notRepresentable(
                    "type URL \"" + urlText(b, url) + "\" of Any names a message that the pool does not have; "
                            + "use a printer of a pool that has it");
        }
        return JsonTable.of(type);
    }

    private static String urlText(byte[] b, long url) {
        return Utf8.decode(b, Slots.offset(url), Math.min(Slots.size(url), 200));
    }

    private int decodePayload(byte[] b, long value, MessageDef type) {
        if (payloadOptions == null) {
            // Levels are counted while printing; here they only keep the stack small.
            payloadOptions = DecodeOptions.DEFAULT
                    .withExtensions(pool.extensionRegistry())
                    .withMaxDepth(JsonParser.messageLevels(options.maxDepth));
        }
        try {
            return Decoder.decodeRaw(
                    type.miniTable(), payloads, b, Slots.offset(value), Slots.size(value), payloadOptions);
        } catch (DecodeException e) {
            throw notRepresentable("Any holds bytes that are no " + type.fullName() + ": " + e.getMessage());
        } catch (ArenaExhaustedException e) {
            throw JsonOutput.tooLarge();
        }
    }
}
