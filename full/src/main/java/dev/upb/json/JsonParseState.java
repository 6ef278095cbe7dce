package dev.upb.json;

import dev.upb.base.EncodeException;
import dev.upb.base.FieldType;
import dev.upb.base.LittleEndian;
import dev.upb.base.StripedPool;
import dev.upb.base.Utf8;
import dev.upb.format.internal.DecimalNumber;
import dev.upb.format.internal.Operation;
import dev.upb.format.internal.PathFailure;
import dev.upb.message.internal.Extras;
import dev.upb.message.internal.RawArray;
import dev.upb.message.internal.RawMap;
import dev.upb.message.internal.RawMessage;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.reflection.WellKnownType;
import java.util.Arrays;

/**
 * One parse: from the text straight into a message in the same heap.
 */
final class JsonParseState extends JsonParseTokens {
    private static final StripedPool<JsonParseState> POOL = new StripedPool<>();
    /** Indices of members that are none. */
    private static final int UNKNOWN = -1;

    private static final int TYPE = -2;

    private static final byte[] VALUE_KEY = {'v', 'a', 'l', 'u', 'e', '"'};

    private JsonParser options;
    private DefPool pool;
    private boolean ignoresUnknown;
    /** Whether the value that was read last is left out: the name of an unknown enum value. */
    private boolean dropped;
    /** The type that an {@code Any} had last, by its URL. */
    private byte[] lastUrl;

    private JsonTable lastType;

    private JsonParseState() {}

    /**
     * Parses a text that lies in the message's heap into the message.
     *
     * @return the number of bytes that were searched for the types of {@code Any}s, besides being parsed
     */
    static long parse(Message message, long text, JsonParser options) {
        JsonParseState pooled = POOL.take();
        JsonParseState state = pooled != null ? pooled : new JsonParseState();
        state.open(message.heap(), text);
        state.options = options;
        state.pool = options.pool != null ? options.pool : message.type().pool();
        state.ignoresUnknown = options.ignoresUnknown;
        try {
            state.parseText(message.offset(), message.type());
            return state.searchedBytes;
        } catch (PathFailure failure) {
            throw state.exception(failure);
        } catch (StackOverflowError e) {
            throw state.exception(failure(
                    JsonParseStatus.MAX_DEPTH_EXCEEDED,
                    state.inputStart,
                    "the thread's stack is too small for a depth of " + options.maxDepth));
        } catch (OutOfMemoryError e) {
            throw state.exception(failure(
                    JsonParseStatus.TOO_LARGE,
                    state.inputStart,
                    "the Java heap can't give the memory to parse the text"));
        } finally {
            state.release();
        }
    }

    private JsonParseException exception(PathFailure failure) {
        long place = failure.place(heap.bytes, inputStart, inputEnd);
        return new JsonParseException(
                (JsonParseStatus) failure.status(), place >>> 32, (int) place, failure.path(), failure.getMessage());
    }

    @Override
    protected void release() {
        super.release();
        options = null;
        pool = null;
        lastUrl = null;
        lastType = null;
        dropped = false;
        POOL.give(this);
    }

    private void parseText(int message, MessageDef type) {
        int ptr = skipSpace(heap.bytes, inputStart);
        if (ptr == inputEnd) {
            throw failure(JsonParseStatus.TRUNCATED, ptr, "the text is empty");
        }
        ptr = parseMessage(ptr, message, JsonTable.of(type), options.maxDepth);
        ptr = skipSpace(heap.bytes, ptr);
        if (ptr < inputEnd) {
            throw failure(JsonParseStatus.SYNTAX, ptr, "expected the end of the text, found " + found(ptr));
        }
    }

    private static PathFailure duplicate(int at, String message) {
        return failure(JsonParseStatus.DUPLICATE, at, message);
    }

    private static PathFailure twice(int at, String what) {
        return duplicate(at, what + " is there twice");
    }

    private static PathFailure unknown(int at, String message) {
        return failure(JsonParseStatus.UNKNOWN_NAME, at, message);
    }

    private static PathFailure unresolved(int at, String message) {
        return failure(JsonParseStatus.UNRESOLVED_TYPE, at, message);
    }

    private PathFailure tooDeep(int at) {
        return tooDeep(at, options.maxDepth);
    }

    /**
     * Reads a message.
     *
     * @param depth levels that may still nest below it
     */
    private int parseMessage(int at, int message, JsonTable type, int depth) {
        if (type.wellKnown != WellKnownType.NONE) {
            return parseWellKnown(at, message, type, depth);
        }
        if (heap.bytes[at] != '{') {
            throw wrongValue("an object for message " + type.type, at);
        }
        return parseMembers(at, message, type, depth, false);
    }

    private int parseChild(int at, int child, JsonTable type, int depth) {
        if (depth <= 0) {
            throw tooDeep(at);
        }
        return parseMessage(at, child, type, depth - 1);
    }

    // Objects.

    /** Reads the object at {@code at}; in an {@code Any}, the member {@code @type} does not count. */
    private int parseMembers(int at, int message, JsonTable type, int depth, boolean inAny) {
        int seenBase = seenTop;
        pushSeen(type.seenWords);
        int current = UNKNOWN;
        try {
            byte[] b = heap.bytes;
            int ptr = skipSpace(b, at + 1);
            boolean more = b[ptr] != '}';
            boolean hadType = false;
            int next = 0;
            while (more) {
                current = UNKNOWN;
                if (b[ptr] != '"') {
                    throw expected(next == 0 ? "a name in quotes, or '}'" : "a name in quotes", ptr);
                }
                int key = ptr;
                int index = inAny && b[key + 1] == '@' ? UNKNOWN : type.guess(b, key + 1, next);
                if (index >= 0) {
                    ptr = key + 2 + type.keySizes[index];
                } else {
                    ptr = readKey(key, type, inAny);
                    index = (int) value;
                    b = heap.bytes;
                }
                ptr = skipColon(b, ptr);
                if (index >= 0) {
                    current = index;
                    ptr = parseMember(ptr, key, message, type, index, seenBase, depth);
                    b = heap.bytes;
                    next = index + 1;
                } else if (index == TYPE) {
                    if (hadType) {
                        throw twice(key, "\"@type\"");
                    }
                    hadType = true;
                    ptr = skipValue(ptr, 0, 0); // A string, as is known.
                } else {
                    ptr = parseUnknown(ptr, key, type, depth);
                }
                ptr = b[ptr] <= ' ' ? skipSpace(b, ptr) : ptr;
                more = b[ptr] == ',';
                if (more) {
                    ptr++;
                    ptr = b[ptr] <= ' ' ? skipSpace(b, ptr) : ptr;
                } else if (b[ptr] != '}') {
                    current = UNKNOWN;
                    throw expected("',' or '}'", ptr);
                }
            }
            seenTop = seenBase;
            return ptr + 1;
        } catch (PathFailure failure) {
            throw current < 0 ? failure : failure.inField(type.members[current].pathName());
        }
    }

    /** Reads the key whose quote is at {@code at}; the member's index is in {@link #value}. */
    private int readKey(int at, JsonTable type, boolean inAny) {
        int mark = heap.position();
        int end = readString(at);
        int index = type.find(heap.bytes, Slots.offset(value), Slots.size(value));
        heap.rewind(mark);
        value = inAny && isKey(at, TYPE_KEY) ? TYPE : index;
        return end;
    }

    private int parseUnknown(int at, int key, JsonTable type, int depth) {
        if (ignoresUnknown) {
            return skipValue(at, depth, options.maxDepth);
        }
        readString(key);
        String kind = heap.bytes[key + 1] == '[' ? "extension" : "field";
        throw unknown(
                key,
                "message " + type.type + " has no " + kind + " " + quote(value)
                        + "; a parser can be told to ignore unknown members");
    }

    /** Reads the value of a member into the message. */
    private int parseMember(int at, int key, int message, JsonTable type, int index, int seenBase, int depth) {
        JsonField field = type.members[index];
        if (!mark(seenBase, index)) {
            throw twice(key, "field " + field.def);
        }
        if (isNull(heap.bytes, at) && !takesNull(field)) {
            return at + 4;
        }
        int oneof = type.oneofBits[index];
        if (oneof >= 0 && !mark(seenBase, oneof)) {
            throw duplicate(key, "another member of oneof " + field.def.realContainingOneof() + " is there already");
        }
        if (index >= type.fieldCount) {
            return parseExtension(at, message, field, depth);
        }
        int operation = field.operation;
        int slot = message + type.offset(index);
        if (operation < Operation.MESSAGE) {
            int ptr = parseScalar(at, operation, field);
            if (dropped) {
                return dropped(ptr);
            }
            store(heap.bytes, slot, field.shift, value);
            setPresence(message, type.presence(index), field.number);
            return ptr;
        }
        if (operation == Operation.MESSAGE) {
            int child = mutableChild(message, slot, type.presence(index), field);
            return parseChild(at, child, field.table(), depth);
        }
        return parseContainer(at, slot, field, depth);
    }

    private int parseContainer(int at, int slot, JsonField field, int depth) {
        int container = LittleEndian.getInt(heap.bytes, slot);
        int ptr = field.operation == Operation.MAP
                ? parseMap(at, container, field.table(), depth)
                : parseList(at, container, field, depth);
        LittleEndian.putInt(heap.bytes, slot, (int) value);
        return ptr;
    }

    /** Forgets that the last value is left out, and returns {@code ptr}. */
    private int dropped(int ptr) {
        dropped = false;
        return ptr;
    }

    /** Whether {@code null} is a value of the field, rather than its absence. */
    private static boolean takesNull(JsonField field) {
        return field.operation == Operation.NULL
                || field.operation == Operation.MESSAGE && field.table().wellKnown == WellKnownType.VALUE;
    }

    private void setPresence(int message, int presence, int fieldNumber) {
        byte[] b = heap.bytes;
        if (presence > 0) {
            b[message + (presence >>> 3)] |= (byte) (1 << (presence & 7));
        } else if (presence < 0) {
            LittleEndian.putInt(b, message + ~presence, fieldNumber);
        }
    }

    /** Returns the sub-message of a singular field, made and marked as set if it was not. */
    private int mutableChild(int message, int slot, int presence, JsonField field) {
        byte[] b = heap.bytes;
        boolean set = presence >= 0 || LittleEndian.getInt(b, message + ~presence) == field.number;
        int child = set ? LittleEndian.getInt(b, slot) : 0;
        if (child == 0) {
            child = RawMessage.create(heap, field.def.miniTableField().subTable());
            LittleEndian.putInt(heap.bytes, slot, child);
            setPresence(message, presence, field.number);
        }
        return child;
    }

    private int parseExtension(int at, int message, JsonField field, int depth) {
        MiniTableExtension extension = (MiniTableExtension) field.def.miniTableField();
        int operation = field.operation;
        int ptr;
        if (operation < Operation.MESSAGE) {
            ptr = parseScalar(at, operation, field);
            if (dropped) {
                return dropped(ptr);
            }
        } else {
            int slot = Extras.find(heap, message, extension);
            int old = slot == 0 ? 0 : LittleEndian.getInt(heap.bytes, slot);
            if (operation == Operation.MESSAGE) {
                int child = old == 0 ? RawMessage.create(heap, extension.subTable()) : old;
                ptr = parseChild(at, child, field.table(), depth);
                value = child;
            } else {
                ptr = parseList(at, old, field, depth);
                if (value == 0) {
                    return ptr; // An empty list is not set.
                }
            }
        }
        long bits = value;
        int slot = Extras.findOrAdd(heap, message, extension);
        if (operation < Operation.MESSAGE) {
            store(heap.bytes, slot, field.shift, bits);
        } else {
            LittleEndian.putInt(heap.bytes, slot, (int) bits);
        }
        return ptr;
    }

    // Lists and maps.

    /** Reads a list at the end of {@code array}, if that is not 0. The list, or 0 if there is none yet and no element, is in {@link #value}. */
    private int parseList(int at, int array, JsonField field, int depth) {
        byte[] b = heap.bytes;
        if (b[at] != '[') {
            throw wrongValue("an array for repeated field " + field.def, at);
        }
        int ptr = skipSpace(b, at + 1);
        if (b[ptr] == ']') {
            value = array;
            return ptr + 1;
        }
        int list = array != 0 ? array : RawArray.create(heap, 0, field.shift);
        int element = 0;
        try {
            for (; ; element++) {
                ptr = parseElement(ptr, list, field, depth);
                b = heap.bytes;
                ptr = b[ptr] <= ' ' ? skipSpace(b, ptr) : ptr;
                if (b[ptr] == ']') {
                    value = list;
                    return ptr + 1;
                }
                if (b[ptr] != ',') {
                    throw expected("',' or ']'", ptr);
                }
                ptr++;
                ptr = b[ptr] <= ' ' ? skipSpace(b, ptr) : ptr;
            }
        } catch (PathFailure failure) {
            throw failure.inElement(Integer.toString(element));
        }
    }

    private int parseElement(int at, int list, JsonField field, int depth) {
        int operation = field.operation - Operation.REPEATED;
        if (operation == Operation.MESSAGE) {
            JsonTable type = field.table();
            if (type.wellKnown != WellKnownType.VALUE && isNull(heap.bytes, at)) {
                throw nullElement(at, "an array");
            }
            int child = RawMessage.create(heap, field.def.miniTableField().subTable());
            int element = RawArray.append(heap, list, 2); // Before the array is looked at, which it may replace.
            LittleEndian.putInt(heap.bytes, element, child);
            return parseChild(at, child, type, depth);
        }
        if (operation != Operation.NULL && isNull(heap.bytes, at)) {
            throw nullElement(at, "an array");
        }
        int ptr = parseScalar(at, operation, field);
        if (dropped) {
            return dropped(ptr);
        }
        long bits = value;
        int element = RawArray.append(heap, list, field.shift);
        store(heap.bytes, element, field.shift, bits);
        return ptr;
    }

    private static PathFailure nullElement(int at, String where) {
        return invalid(at, "null can't be in " + where + ", unless of google.protobuf.Value");
    }

    /**
     * Reads a map into {@code map}, if that is not 0. The map, or 0 if there is none yet and no entry, is in {@link #value}.
     *
     * @param depth levels that may still nest; an entry is none, its value may be
     */
    private int parseMap(int at, int map, JsonTable entryType, int depth) {
        byte[] b = heap.bytes;
        if (b[at] != '{') {
            throw wrongValue("an object for map " + entryType.type.fullName(), at);
        }
        int ptr = skipSpace(b, at + 1);
        if (b[ptr] == '}') {
            value = map;
            return ptr + 1;
        }
        boolean merges = map != 0 && RawMap.size(b, map) > 0; // Keys that were there before the text are no duplicates.
        int target = map == 0 || merges ? RawMap.create(heap) : map;
        while (true) {
            ptr = parseEntry(ptr, target, entryType, depth);
            b = heap.bytes;
            ptr = b[ptr] <= ' ' ? skipSpace(b, ptr) : ptr;
            if (b[ptr] == '}') {
                break;
            }
            if (b[ptr] != ',') {
                throw expected("',' or '}'", ptr);
            }
            ptr = skipSpace(b, ptr + 1);
        }
        if (merges) {
            mergeMap(map, target, entryType);
        }
        value = merges ? map : target;
        return ptr + 1;
    }

    private void mergeMap(int map, int added, JsonTable entryType) {
        boolean stringKeys = entryType.members[0].def.type() == FieldType.STRING;
        int entry = RawMap.entryFrom(heap.bytes, added, 0);
        while (entry != 0) {
            int target = RawMap.put(heap, map, LittleEndian.getLong(heap.bytes, entry), stringKeys);
            byte[] b = heap.bytes;
            LittleEndian.putLong(b, target + RawMap.VALUE, LittleEndian.getLong(b, entry + RawMap.VALUE));
            entry = RawMap.entryFrom(b, added, RawMap.placeOf(b, added, entry) + 1);
        }
    }

    private int parseEntry(int at, int map, JsonTable entryType, int depth) {
        if (heap.bytes[at] != '"') {
            throw expected("a key in quotes", at);
        }
        JsonField keyField = entryType.members[0];
        JsonField valueField = entryType.members[1];
        int ptr = readString(at);
        long text = value;
        long key = mapKey(at, keyField);
        ptr = skipColon(heap.bytes, ptr);
        long bits;
        try {
            ptr = parseEntryValue(ptr, valueField, depth);
            bits = value;
        } catch (PathFailure failure) {
            throw failure.inElement(keyField.keyText(heap.bytes, key));
        }
        if (dropped) {
            return dropped(ptr);
        }
        boolean stringKeys = keyField.def.type() == FieldType.STRING;
        int before = RawMap.size(heap.bytes, map);
        int entry = RawMap.put(heap, map, key, stringKeys);
        if (RawMap.size(heap.bytes, map) == before) {
            throw duplicate(at, "key " + quote(text) + " is in the map twice");
        }
        LittleEndian.putLong(heap.bytes, entry + RawMap.VALUE, bits);
        return ptr;
    }

    /** Returns what a map has as its key for the text in {@link #value}. */
    private long mapKey(int at, JsonField keyField) {
        if (keyField.def.type() == FieldType.STRING) {
            return value;
        }
        if (keyField.operation == Operation.BOOL) {
            int offset = Slots.offset(value);
            int size = Slots.size(value);
            if (size == 4 && isWord(heap.bytes, offset, "true")) {
                return 1;
            }
            if (size == 5 && isWord(heap.bytes, offset, "false")) {
                return 0;
            }
            throw invalid(at, "expected the key \"true\" or \"false\", found " + quote(Slots.string(offset, size)));
        }
        String wanted = integerText(keyField);
        takeNumber(at, wanted);
        takeInteger(at, keyField.operation, wanted);
        return value;
    }

    private int parseEntryValue(int at, JsonField field, int depth) {
        if (isNull(heap.bytes, at) && !takesNull(field)) {
            throw nullElement(at, "a map");
        }
        if (field.operation != Operation.MESSAGE) {
            return parseScalar(at, field.operation, field);
        }
        int child = RawMessage.create(heap, field.def.miniTableField().subTable());
        int ptr = parseChild(at, child, field.table(), depth);
        value = child;
        return ptr;
    }

    // Single values.

    /** Reads any value but a message into {@link #value}; sets {@link #dropped} if it is to be left out. */
    private int parseScalar(int at, int operation, JsonField field) {
        switch (operation) {
            case Operation.BOOL -> {
                return readBool(at);
            }
            case Operation.INT32, Operation.UINT32, Operation.INT64, Operation.UINT64 -> {
                return parseInteger(at, operation, field);
            }
            case Operation.FLOAT, Operation.DOUBLE -> {
                return parseFloating(at, operation, field);
            }
            case Operation.STRING, Operation.UNCHECKED_STRING -> {
                return readText(at, "a string for field ", field.def);
            }
            case Operation.BYTES -> {
                return parseBytes(at, field);
            }
            case Operation.ENUM, Operation.NULL -> {
                return parseEnum(at, operation, field);
            }
            default -> {
                if (!ignoresUnknown) {
                    throw unknown(
                            at, "the pool does not have the type of field " + field.def + ": its file is missing");
                }
                dropped = true;
                return skipValue(at, options.maxDepth, options.maxDepth);
            }
        }
    }

    private static String integerText(JsonField field) {
        return switch (field.operation & Operation.REPEATED - 1) {
            case Operation.INT32 -> "a 32-bit integer";
            case Operation.UINT32 -> "an unsigned 32-bit integer";
            case Operation.INT64 -> "a 64-bit integer";
            default -> "an unsigned 64-bit integer";
        };
    }

    private int parseInteger(int at, int operation, JsonField field) {
        byte[] b = heap.bytes;
        // What is usual: a few digits, bare or in quotes.
        int ptr = at;
        boolean quoted = b[ptr] == '"';
        if (quoted) {
            ptr++;
        }
        boolean negative = b[ptr] == '-';
        if (negative) {
            ptr++;
        }
        int first = ptr;
        long magnitude = 0;
        while (b[ptr] >= '0' && b[ptr] <= '9') {
            magnitude = magnitude * 10 + (b[ptr++] - '0');
        }
        int count = ptr - first;
        boolean simple =
                count > 0 && count <= 18 && (b[first] != '0' || count == 1) && b[ptr] != '.' && (b[ptr] | 0x20) != 'e';
        if (simple && (!quoted || b[ptr] == '"')) {
            value = negative ? -magnitude : magnitude;
            if (isInRange(value, operation)) {
                return quoted ? ptr + 1 : ptr;
            }
        }
        String wanted = integerText(field);
        ptr = readAnyNumber(at, wanted);
        takeInteger(at, operation, wanted);
        return ptr;
    }

    /** Whether a number of at most 18 digits is in the range of a type. */
    private static boolean isInRange(long number, int operation) {
        return switch (operation) {
            case Operation.INT32 -> number == (int) number;
            case Operation.UINT32 -> number >>> 32 == 0;
            case Operation.INT64 -> true;
            default -> number >= 0;
        };
    }

    /** Takes the number that was read last as an integer into {@link #value}. */
    private void takeInteger(int at, int operation, String wanted) {
        boolean signed = operation == Operation.INT32 || operation == Operation.INT64;
        int result = number.toInteger(heap.bytes, signed);
        value = number.integer();
        if (result == DecimalNumber.OK && (operation == Operation.UINT64 || isInRange(value, operation))) {
            return;
        }
        throw invalid(
                at,
                result == DecimalNumber.NOT_INTEGER
                        ? "expected " + wanted + ", found a number with a fraction"
                        : "the number is out of the range of " + wanted);
    }

    private int parseFloating(int at, int operation, JsonField field) {
        boolean isFloat = operation == Operation.FLOAT;
        String wanted = "a number for field ";
        double special = 0;
        int ptr;
        if (heap.bytes[at] == '"') {
            int mark = heap.position();
            ptr = readString(at);
            special = special(value);
            int offset = Slots.offset(value);
            if (special == 0 && number.read(heap.bytes, offset) != offset + Slots.size(value)) {
                throw wrongText(wanted + field.def + ", \"NaN\", \"Infinity\" or \"-Infinity\"", at);
            }
            heap.rewind(mark); // What follows still reads the text, but allocates nothing in the heap.
        } else {
            ptr = number.read(heap.bytes, at);
            if (ptr < 0) {
                readNumber(heap.bytes, at, wanted + field.def);
            }
        }
        double result = special;
        if (special == 0) {
            result = isFloat ? number.toFloat(heap.bytes) : number.toDouble(heap.bytes);
            if (!Double.isFinite(result)) {
                throw invalid(at, "the number is out of the range of a " + (isFloat ? "float" : "double"));
            }
        }
        value = isFloat ? Float.floatToRawIntBits((float) result) : Double.doubleToRawLongBits(result);
        return ptr;
    }

    /** Returns the number that a word stands for, or 0 if it stands for none. */
    private double special(long text) {
        byte[] b = heap.bytes;
        int offset = Slots.offset(text);
        return switch (Slots.size(text)) {
            case 3 -> isWord(b, offset, "NaN") ? Double.NaN : 0;
            case 8 -> isWord(b, offset, "Infinity") ? Double.POSITIVE_INFINITY : 0;
            case 9 -> isWord(b, offset, "-Infinity") ? Double.NEGATIVE_INFINITY : 0;
            default -> 0;
        };
    }

    private static boolean isWord(byte[] b, int at, String word) {
        for (int i = 0; i < word.length(); i++) {
            if (b[at + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int parseBytes(int at, JsonField field) {
        int ptr = readText(at, "a string with base64 for field ", field.def);
        int size = Slots.size(value);
        int target = heap.allocate(Base64Text.decodedRoom(size));
        int end = Base64Text.decode(heap.bytes, Slots.offset(value), size, heap.bytes, target);
        if (end < 0) {
            throw wrongText("base64 for field " + field.def, at);
        }
        heap.shrinkLast(target, Base64Text.decodedRoom(size), end - target);
        value = Slots.string(target, end - target);
        return ptr;
    }

    private int parseEnum(int at, int operation, JsonField field) {
        byte[] b = heap.bytes;
        if (b[at] != '"') {
            if (operation == Operation.NULL && isNull(b, at)) {
                value = 0;
                return at + 4;
            }
            int ptr = readNumber(b, at, "a name or number of enum " + field.def.enumType());
            takeEnumNumber(at, field);
            return ptr;
        }
        int mark = heap.position();
        int ptr = readString(at);
        long text = value;
        long found = field.enumNames().findName(heap.bytes, Slots.offset(text), Slots.size(text));
        if (found != 0) {
            value = (int) found;
        } else if (isInteger(text)) {
            takeEnumNumber(at, field); // Not in the specification, but other parsers take it.
        } else if (ignoresUnknown) {
            dropped = true;
        } else {
            throw unknown(at, "enum " + field.def.enumType() + " has no value " + quote(text));
        }
        heap.rewind(mark);
        return ptr;
    }

    private boolean isInteger(long text) {
        int offset = Slots.offset(text);
        return number.read(heap.bytes, offset) == offset + Slots.size(text);
    }

    /** Takes the number that was read last as the value of an enum. */
    private void takeEnumNumber(int at, JsonField field) {
        takeInteger(at, Operation.INT32, "the number of an enum value");
        if (field.def.enumType().isClosed()
                && !field.def.enumType().miniTableEnum().contains((int) value)) {
            if (!ignoresUnknown) {
                throw unknown(
                        at,
                        "enum " + field.def.enumType() + " has no value with number " + value
                                + ", and takes no others");
            }
            dropped = true;
        }
    }

    // Types with a form of their own.

    private int parseWellKnown(int at, int message, JsonTable type, int depth) {
        WellKnownType kind = type.wellKnown;
        JsonField content = type.fields[0];
        if (kind == WellKnownType.ANY) {
            return parseAny(at, message, type, depth);
        }
        if (kind == WellKnownType.VALUE) {
            return parseValue(at, message, type, depth);
        }
        if (kind == WellKnownType.TIMESTAMP || kind == WellKnownType.DURATION) {
            return parseTime(at, message, type);
        }
        if (kind == WellKnownType.FIELD_MASK) {
            return parseFieldMask(at, message, type);
        }
        if (kind == WellKnownType.STRUCT || kind == WellKnownType.LIST_VALUE) {
            return parseContainer(at, message + type.offset(0), content, depth);
        }
        int ptr = parseScalar(at, content.operation, content);
        setField(message, type, 0, value);
        return ptr;
    }

    private void setField(int message, JsonTable type, int index, long bits) {
        store(heap.bytes, message + type.offset(index), type.members[index].shift, bits);
        setPresence(message, type.presence(index), type.members[index].number);
    }

    private int parseTime(int at, int message, JsonTable type) {
        boolean isTimestamp = type.wellKnown == WellKnownType.TIMESTAMP;
        String wanted = isTimestamp
                ? "a timestamp such as \"1972-01-01T10:00:20.021Z\", in the years 1 to 9999"
                : "a duration such as \"-1.5s\", at most 315576000000 seconds either way";
        int mark = heap.position();
        int ptr = readText(at, wanted, "");
        byte[] b = heap.bytes;
        int start = Slots.offset(value);
        int end = start + Slots.size(value);
        long seconds = isTimestamp
                ? WellKnownText.timestampSeconds(b, start, end)
                : WellKnownText.durationSeconds(b, start, end);
        if (seconds == WellKnownText.INVALID) {
            throw wrongText(wanted, at);
        }
        int nanos = isTimestamp ? WellKnownText.timestampNanos(b, start) : WellKnownText.durationNanos(b, start);
        heap.rewind(mark);
        setField(message, type, 0, seconds);
        setField(message, type, 1, nanos);
        return ptr;
    }

    private int parseFieldMask(int at, int message, JsonTable type) {
        int ptr = readText(at, "a string for ", type.type);
        long text = value;
        if (Slots.size(text) == 0) {
            return ptr;
        }
        int slot = message + type.offset(0);
        int array = LittleEndian.getInt(heap.bytes, slot);
        if (array == 0) {
            array = RawArray.create(heap, 0, 3);
            LittleEndian.putInt(heap.bytes, slot, array);
        }
        int end = Slots.offset(text) + Slots.size(text);
        int from = Slots.offset(text);
        while (from <= end) {
            int to = from;
            while (to < end && heap.bytes[to] != ',') {
                to++;
            }
            int room = 2 * Math.min(to - from, 1 << 30);
            int target = heap.allocate(room);
            int targetEnd = WellKnownText.toSnakeCase(heap.bytes, from, to - from, heap.bytes, target);
            if (targetEnd < 0 || from == to) {
                throw wrongText("paths in lowerCamelCase with commas in between for google.protobuf.FieldMask", at);
            }
            heap.shrinkLast(target, room, targetEnd - target);
            int element = RawArray.append(heap, array, 3);
            LittleEndian.putLong(heap.bytes, element, Slots.string(target, targetEnd - target));
            from = to + 1;
        }
        return ptr;
    }

    private int parseValue(int at, int message, JsonTable type, int depth) {
        byte[] b = heap.bytes;
        int index;
        switch (b[at]) {
            case 'n' -> index = 0;
            case '"' -> index = 2;
            case 't', 'f' -> index = 3;
            case '{' -> index = 4;
            case '[' -> index = 5;
            default -> {
                readNumber(b, at, "a value");
                index = 1;
            }
        }
        JsonField field = type.members[index];
        if (field.operation == Operation.MESSAGE) {
            int child = mutableChild(message, message + type.offset(index), type.presence(index), field);
            return parseMessage(at, child, field.table(), depth); // The same level of JSON.
        }
        int ptr = parseScalar(at, field.operation, field);
        setField(message, type, index, value);
        return ptr;
    }

    // Any.

    private int parseAny(int at, int message, JsonTable type, int depth) {
        byte[] b = heap.bytes;
        if (b[at] != '{') {
            throw wrongValue("an object for google.protobuf.Any", at);
        }
        int first = skipSpace(b, at + 1);
        if (b[first] == '}') {
            return first + 1;
        }
        int typeAt = typeOf(at, first, depth);
        if (typeAt == 0) {
            throw unresolved(at, "google.protobuf.Any needs the type of its content in a member \"@type\"");
        }
        readText(typeAt, "a string as the \"@type\" of ", type.type);
        long url = value;
        JsonTable content = resolve(url, typeAt);
        if (depth <= 0) {
            throw tooDeep(at);
        }
        int mark = heap.position();
        int payload = RawMessage.create(heap, content.type.miniTable());
        int ptr = content.wellKnown == WellKnownType.NONE
                ? parseMembers(at, payload, content, depth - 1, true)
                : parseContent(at, payload, content, depth - 1);
        try {
            encode(payload, content.type.miniTable(), mark, options.payloadOptions);
        } catch (EncodeException e) {
            throw failure(
                    JsonParseStatus.TOO_LARGE,
                    at,
                    "the content of google.protobuf.Any can't be held: " + e.getMessage());
        }
        long bytes = value;
        setField(message, type, 0, url);
        setField(message, type, 1, bytes);
        return ptr;
    }

    /** Returns where the value of {@code @type} is in the object at {@code at}, whose first member is at {@code first}; 0 if it has none. */
    private int typeOf(int at, int first, int depth) {
        byte[] b = heap.bytes;
        if (b[first] == '"') {
            int end = endOfString(b, first + 1);
            if (isKey(first, TYPE_KEY)) {
                return skipColon(heap.bytes, end + 1);
            }
        }
        // An array or object each at most for the two that a level of messages can take.
        return findType(at, 2 * depth + 2, options.maxDepth);
    }

    private JsonTable resolve(long url, int at) {
        byte[] b = heap.bytes;
        int offset = Slots.offset(url);
        int size = Slots.size(url);
        if (lastUrl != null && Arrays.equals(lastUrl, 0, lastUrl.length, b, offset, offset + size)) {
            return lastType;
        }
        int nameOffset = WellKnownText.typeNameOffset(b, offset, size);
        if (nameOffset < 0) {
            throw unresolved(
                    at, "the \"@type\" of google.protobuf.Any must have the form host/full.name, found " + quote(url));
        }
        MessageDef type = pool.findMessage(Utf8.decode(b, nameOffset, offset + size - nameOffset));
        if (type == null || type.isPlaceholder() || b[nameOffset] == '.') {
            throw unresolved(
                    at, "the pool does not have the type " + quote(url) + "; use a parser of a pool that has it");
        }
        lastUrl = Arrays.copyOfRange(b, offset, offset + size);
        lastType = JsonTable.of(type);
        return lastType;
    }

    /** Reads an {@code Any} whose content is a type with a form of its own: that is the member {@code value}. */
    private int parseContent(int at, int payload, JsonTable content, int depth) {
        byte[] b = heap.bytes;
        int ptr = at;
        boolean hadType = false;
        boolean hadValue = false;
        do {
            int key = skipSpace(b, ptr + 1);
            if (b[key] != '"') {
                throw expected("a name in quotes", key);
            }
            ptr = endOfString(b, key + 1) + 1;
            boolean isType = isKey(key, TYPE_KEY);
            boolean isValue = isKey(key, VALUE_KEY);
            b = heap.bytes;
            ptr = skipColon(b, ptr);
            if (isType ? hadType : isValue && hadValue) {
                throw twice(key, isType ? "\"@type\"" : "\"value\"");
            }
            hadType |= isType;
            hadValue |= isValue;
            if (isValue) {
                ptr = parseMessage(ptr, payload, content, depth);
                b = heap.bytes;
            } else if (isType) {
                ptr = skipValue(ptr, 0, 0);
            } else {
                ptr = parseUnknownContent(ptr, key, content, depth);
            }
            ptr = skipSpace(b, ptr);
        } while (b[ptr] == ',');
        if (b[ptr] != '}') {
            throw expected("',' or '}'", ptr);
        }
        if (!hadValue) {
            throw invalid(
                    at, "google.protobuf.Any with a " + content.type + " needs its content in a member \"value\"");
        }
        return ptr + 1;
    }

    private int parseUnknownContent(int at, int key, JsonTable content, int depth) {
        if (ignoresUnknown) {
            return skipValue(at, depth, options.maxDepth);
        }
        readString(key);
        throw unknown(
                key,
                "google.protobuf.Any with a " + content.type + " has the members \"@type\" and \"value\" only, not "
                        + quote(value));
    }
}
