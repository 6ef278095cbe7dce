package dev.upb.text;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.base.EncodeException;
import dev.upb.base.FieldType;
import dev.upb.base.LittleEndian;
import dev.upb.base.StripedPool;
import dev.upb.base.Utf8;
import dev.upb.format.internal.Operation;
import dev.upb.format.internal.PathFailure;
import dev.upb.message.internal.Extras;
import dev.upb.message.internal.MissingRequired;
import dev.upb.message.internal.RawArray;
import dev.upb.message.internal.RawMap;
import dev.upb.message.internal.RawMessage;
import dev.upb.message.internal.Slots;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.EnumValueDef;
import dev.upb.reflection.FieldDef;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.reflection.OneofDef;
import dev.upb.reflection.WellKnownType;
import dev.upb.wire.EncodeOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * One parse: fields go straight from the input into a message in a heap.
 *
 * <p>A singular scalar and a oneof may be given once in a message of the text, whether or not the message that it is merged into has it; so
 * what was given is remembered here, by a bit for each field and each oneof, in a stack with one frame for each message that is open. A
 * singular message may be given again, and is merged.
 */
final class ParseState extends TextReader {
    private static final StripedPool<ParseState> POOL = new StripedPool<>();

    private final FieldNames names = new FieldNames();

    private TextParser options;
    /** The pool that knows the types in {@code Any}. */
    private DefPool pool;
    /** Singular scalar extensions that were given, those of one message behind those of the one around it. */
    private final List<FieldDef> givenExtensions = new ArrayList<>();

    private ParseState() {}

    /** Parses a text that lies in the message's heap into the message. */
    static void parse(Message message, long text, TextParser options) {
        ParseState pooled = POOL.take();
        ParseState state = pooled != null ? pooled : new ParseState();
        MessageDef type = message.type();
        state.open(message.heap(), text);
        state.position = state.inputStart;
        state.options = options;
        state.pool = options.pool != null ? options.pool : type.pool();
        try {
            state.readFields(message.offset(), type, options.maxDepth, END);
            state.checkRequired(message.offset(), type, state.inputEnd);
        } catch (PathFailure failure) {
            throw state.exception(failure);
        } catch (StackOverflowError e) {
            throw state.exception(
                    failure(state.position, "the thread's stack is too small for a depth of " + options.maxDepth));
        } catch (OutOfMemoryError e) {
            throw new ArenaExhaustedException("the Java heap can't give what parsing the text needs");
        } finally {
            state.release();
        }
    }

    private TextParseException exception(PathFailure failure) {
        return new TextParseException(failure, heap.bytes, inputStart, inputEnd);
    }

    @Override
    protected void release() {
        super.release();
        names.clear();
        options = null;
        pool = null;
        givenExtensions.clear(); // Also after a failure, which leaves them behind.
        POOL.give(this);
    }

    private void checkRequired(int message, MessageDef type, int at) {
        if (options.checksRequired) {
            List<String> missing = MissingRequired.find(heap, message, type.miniTable(), Integer.MAX_VALUE);
            if (!missing.isEmpty()) {
                throw failure(at, "required fields of " + type + " are missing: " + String.join(", ", missing));
            }
        }
    }

    /**
     * Reads fields up to the end of their message.
     *
     * @param depth levels that may still nest below this message
     * @param close what ends the message, and is read
     */
    private void readFields(int message, MessageDef type, int depth, int close) {
        int frame = seenTop;
        int extensionsFrame = givenExtensions.size();
        pushSeen(type.miniTable().fieldCount() + type.oneofs().size() + 63 >>> 6);
        for (int c = peek(); c != close; c = peek()) {
            if (c == END) {
                throw expected("a field or '" + (char) close + "'");
            }
            if (c == '[') {
                readBracketField(message, type, depth, frame, extensionsFrame);
            } else {
                readNamedField(message, type, depth, frame);
            }
            skipSeparator();
        }
        if (close != END) {
            skip();
        }
        seenTop = frame;
        givenExtensions.subList(extensionsFrame, givenExtensions.size()).clear();
    }

    // What was given.

    /** Refuses a second value of a singular scalar, and a second member of a oneof. */
    private void checkOnce(FieldDef field, MiniTableField f, MessageDef type, int frame, int at) {
        if (!mark(frame, f.index())) {
            if (f.type().isMessage()) {
                return;
            }
            throw failure(at, "non-repeated field `" + field.name() + "` is given more than once");
        }
        OneofDef oneof = field.containingOneof();
        if (oneof != null && !mark(frame, type.miniTable().fieldCount() + oneof.index())) {
            for (FieldDef other : oneof.fields()) {
                if (other != field && !mark(frame, other.miniTableField().index())) {
                    throw failure(
                            at,
                            "field `" + field.name() + "` is given along with `" + other.name()
                                    + "`; both are members of oneof `" + oneof.name() + "`");
                }
            }
        }
    }

    private void checkOnce(FieldDef extension, int extensionsFrame, int at) {
        List<FieldDef> given = givenExtensions.subList(extensionsFrame, givenExtensions.size());
        if (given.contains(extension)) {
            throw failure(at, "non-repeated extension `" + extension + "` is given more than once");
        }
        given.add(extension);
    }

    // Fields.

    private void readNamedField(int message, MessageDef type, int depth, int frame) {
        int start = position;
        FieldDef field = readFieldName(type);
        if (field == null) {
            skipValues(depth, options.maxDepth);
            return;
        }
        MiniTableField f = field.miniTableField();
        if (!f.isRepeated()) {
            checkOnce(field, f, type, frame, start);
        }
        readValues(message, field, f, depth);
    }

    /** Reads a name and returns the field, or null if it is to be skipped. */
    private FieldDef readFieldName(MessageDef type) {
        int start = position;
        if (options.ignoresUnknown && tryReadFieldNumber()) {
            return null;
        }
        readName("the name of a field");
        FieldDef field = names.find(type, heap.bytes, nameOffset, nameSize, nameHash);
        if (field == null) {
            String name = name();
            if (!options.ignoresUnknown && !type.reservedNames().contains(name)) {
                throw failure(start, "message " + type + " has no field " + shown(name));
            }
        } else if (isUnlinked(field)) {
            return skipUnlinked(field, start);
        }
        return field;
    }

    /** Whether the type of a message field, or of a map's values, is missing from the pool, so that the field can't be set. */
    private static boolean isUnlinked(FieldDef field) {
        MiniTableField f = field.miniTableField();
        if (!f.type().isMessage()) {
            return false;
        }
        return !f.isLinked() || f.isMap() && isUnlinked(field.mapValue());
    }

    private FieldDef skipUnlinked(FieldDef field, int start) {
        if (!options.ignoresUnknown) {
            throw failure(start, "the pool lacks the type of field `" + field.name() + "`");
        }
        return null;
    }

    private void readBracketField(int message, MessageDef type, int depth, int frame, int extensionsFrame) {
        int start = position;
        String name = readBracketName();
        boolean isUrl = name.indexOf('/') >= 0;
        if (isUrl && type.wellKnownType() == WellKnownType.ANY) {
            readAny(message, type, name, depth, frame, start);
            return;
        }
        FieldDef extension = isUrl ? null : findExtension(type, name);
        if (extension == null && !options.ignoresUnknown) {
            throw failure(
                    start,
                    isUrl
                            ? "a type URL in brackets belongs in a google.protobuf.Any, not in a " + type
                            : shown(name) + " is no extension of " + type + " that the pool has");
        }
        if (extension != null && isUnlinked(extension)) {
            extension = skipUnlinked(extension, start);
        }
        if (extension == null) {
            skipValues(depth, options.maxDepth);
            return;
        }
        MiniTableField f = extension.miniTableField();
        if (!f.isRepeated() && !f.type().isMessage()) {
            checkOnce(extension, extensionsFrame, start);
        }
        readValues(message, extension, f, depth);
    }

    /** Returns the extension of a message that has this name; in a message set it may go by the name of its type. */
    private static FieldDef findExtension(MessageDef type, String name) {
        FieldDef extension = type.pool().findExtension(name);
        if (extension == null) {
            MessageDef item = type.isMessageSet() ? type.pool().findMessage(name) : null;
            return item == null ? null : FieldNames.findItem(type, item);
        }
        return extension.isExtension() && extension.containingType() == type ? extension : null;
    }

    /** Reads what stands behind a field's name. */
    private void readValues(int message, FieldDef field, MiniTableField f, int depth) {
        try {
            readColon(f);
            if (!f.isRepeated()) {
                readSingular(message, field, f, depth);
            } else if (!tryRead('[')) {
                readElement(message, field, f, depth);
            } else if (!tryRead(']')) {
                do {
                    readElement(message, field, f, depth);
                } while (readListComma());
            }
        } catch (PathFailure failure) {
            PathFailure inValue = f.isRepeated() ? failure.inElement(Integer.toString(size(message, f))) : failure;
            throw inValue.inField(f.pathName());
        }
    }

    /** Reads the colon in front of a value, which a message can do without. */
    private void readColon(MiniTableField f) {
        if (!tryRead(':') && !f.type().isMessage()) {
            throw expected("':'");
        }
    }

    private int slot(int message, MiniTableField f) {
        return f.isExtension() ? Extras.findOrAdd(heap, message, (MiniTableExtension) f) : message + f.offset();
    }

    /** Returns how many elements a list or map has. */
    private int size(int message, MiniTableField f) {
        int slot = f.isExtension() ? Extras.find(heap, message, (MiniTableExtension) f) : message + f.offset();
        int container = slot == 0 ? 0 : LittleEndian.getInt(heap.bytes, slot);
        if (container == 0) {
            return 0;
        }
        return f.isMap() ? RawMap.size(heap.bytes, container) : RawArray.size(heap.bytes, container);
    }

    private void readSingular(int message, FieldDef field, MiniTableField f, int depth) {
        if (!f.type().isMessage()) {
            long bits = readScalar(field, f);
            int slot = slot(message, f);
            store(heap.bytes, slot, RawArray.shift(f.elementSize()), bits);
            setPresence(message, f);
            return;
        }
        char close = openMessage(depth, options.maxDepth);
        int child = existing(message, f);
        if (child == 0) {
            child = RawMessage.create(heap, f.subTable());
            int slot = slot(message, f);
            LittleEndian.putInt(heap.bytes, slot, child);
            setPresence(message, f);
        } else if (RawMessage.isFrozen(heap.bytes, child)) {
            throw new IllegalStateException("a frozen message can't be merged into");
        }
        readFields(child, field.messageType(), depth - 1, close);
    }

    /** Returns the message that a field of the target holds already, or 0. */
    private int existing(int message, MiniTableField f) {
        if (f.isExtension()) {
            int slot = Extras.find(heap, message, (MiniTableExtension) f);
            return slot == 0 ? 0 : LittleEndian.getInt(heap.bytes, slot);
        }
        // A slot of a oneof may hold another member's value.
        return RawMessage.has(heap.bytes, message, f) ? LittleEndian.getInt(heap.bytes, message + f.offset()) : 0;
    }

    private void setPresence(int message, MiniTableField f) {
        if (!f.isExtension()) {
            RawMessage.setPresence(heap.bytes, message, f);
        }
    }

    /** Reads one element of a list, or one entry of a map. */
    private void readElement(int message, FieldDef field, MiniTableField f, int depth) {
        if (f.isMap()) {
            readEntry(message, field, f, depth);
        } else {
            long bits = readValue(field, 0, depth);
            int at = append(message, f);
            store(heap.bytes, at, RawArray.shift(f.elementSize()), bits);
        }
    }

    /** Reads a value; that of a message, whose offset is returned, goes into {@code before}, or into a new one if that is 0. */
    private long readValue(FieldDef field, int before, int depth) {
        MiniTableField f = field.miniTableField();
        if (!f.type().isMessage()) {
            return readScalar(field, f);
        }
        char close = openMessage(depth, options.maxDepth);
        int child = before != 0 ? before : RawMessage.create(heap, f.subTable());
        readFields(child, field.messageType(), depth - 1, close);
        return child;
    }

    /** Returns the offset of a new element of a list. */
    private int append(int message, MiniTableField f) {
        int shift = RawArray.shift(f.elementSize());
        int slot = slot(message, f);
        int array = LittleEndian.getInt(heap.bytes, slot);
        if (array == 0) {
            array = RawArray.create(heap, 0, shift);
            LittleEndian.putInt(heap.bytes, slot, array);
        }
        return RawArray.append(heap, array, shift);
    }

    private void readEntry(int message, FieldDef field, MiniTableField f, int depth) {
        char close = openMessage(depth, options.maxDepth);
        MessageDef entryType = field.messageType();
        FieldDef keyField = field.mapKey();
        MiniTableField v = field.mapValue().miniTableField();
        int frame = seenTop;
        pushSeen(1);
        long key = 0;
        long content = 0;
        while (peek() != close) {
            if (peek() == END) {
                throw expected("`key`, `value` or '" + close + "'");
            }
            int start = position;
            FieldDef part = readEntryPart(entryType);
            if (part == null) {
                skipValues(depth - 1, options.maxDepth);
            } else {
                checkOnce(part, part.miniTableField(), entryType, frame, start);
                try {
                    readColon(part.miniTableField());
                    if (part == keyField) {
                        key = readValue(part, 0, depth - 1);
                    } else {
                        content = readValue(part, (int) content, depth - 1);
                    }
                } catch (PathFailure failure) {
                    throw failure.inField(part.name());
                }
            }
            skipSeparator();
        }
        skip();
        seenTop = frame;
        if (v.type().isMessage() && content == 0) {
            content = RawMessage.create(heap, v.subTable());
        }
        putEntry(message, f, key, content);
    }

    private FieldDef readEntryPart(MessageDef entryType) {
        if (peek() != '[') {
            return readFieldName(entryType);
        }
        int start = position;
        String name = readBracketName();
        if (!options.ignoresUnknown) {
            throw failure(start, "an entry of a map has no extension " + shown(name));
        }
        return null;
    }

    /** Puts an entry in a map; a key that is there gets the new value, which is not merged with the old one. */
    private void putEntry(int message, MiniTableField f, long key, long value) {
        int slot = message + f.offset();
        int map = LittleEndian.getInt(heap.bytes, slot);
        if (map == 0) {
            map = RawMap.create(heap);
            LittleEndian.putInt(heap.bytes, slot, map);
        }
        int entry = RawMap.put(heap, map, key, f.subTable().mapKey().type() == FieldType.STRING);
        LittleEndian.putLong(heap.bytes, entry + RawMap.VALUE, value);
    }

    // Values.

    /** Reads a value, and returns it as a map's slot would hold it: numbers widened by their sign, strings by their place in the heap. */
    private long readScalar(FieldDef field, MiniTableField f) {
        int operation = Operation.ofElement(f);
        return switch (operation) {
            case Operation.BOOL -> readBool();
            case Operation.INT32 -> readSigned(Integer.MAX_VALUE);
            case Operation.INT64 -> readSigned(Long.MAX_VALUE);
            case Operation.UINT32 -> readUnsigned(0xFFFFFFFFL);
            case Operation.UINT64 -> readUnsigned(-1L);
            case Operation.FLOAT -> Float.floatToIntBits((float) readNumber(true));
            case Operation.DOUBLE -> Double.doubleToLongBits(readNumber(false));
            case Operation.ENUM -> readEnum(field, f);
            default -> readText(operation == Operation.STRING);
        };
    }

    private long readBool() {
        int c = peek();
        if (c >= '0' && c <= '9') {
            return readUnsigned(1);
        }
        int start = position;
        readName("`true` or `false`");
        String name = name();
        boolean isTrue = name.equals("true") || name.equals("True") || name.equals("t");
        if (!isTrue && !name.equals("false") && !name.equals("False") && !name.equals("f")) {
            throw failure(start, "expected `true` or `false`, found " + shown(name));
        }
        return isTrue ? 1 : 0;
    }

    private long readEnum(FieldDef field, MiniTableField f) {
        int c = peek();
        int start = position;
        if (c == '-' || c >= '0' && c <= '9') {
            int number = (int) readSigned(Integer.MAX_VALUE);
            if (f.isClosedEnum() && (f.subEnum() == null || !f.subEnum().contains(number))) {
                throw failure(start, "closed enum " + field.enumType() + " has no value " + number);
            }
            return number;
        }
        readName("the name or number of an enum value");
        EnumValueDef value = field.enumType().findValue(name());
        if (value == null) {
            throw failure(start, "enum " + field.enumType() + " has no value " + shown(name()));
        }
        return value.number();
    }

    private long readText(boolean isUtf8) {
        peek();
        int start = position;
        readString();
        if (isUtf8 && !Utf8.isValid(heap.bytes, Slots.offset(value), Slots.size(value))) {
            throw failure(start, "string is no valid UTF-8; only fields of type bytes may hold any bytes");
        }
        return value;
    }

    // Any.

    /** Reads the content of an {@code Any} in its expanded form. */
    private void readAny(int message, MessageDef type, String url, int depth, int frame, int start) {
        MiniTableField urlField = type.findField(1).miniTableField();
        MiniTableField valueField = type.findField(2).miniTableField();
        boolean isNew = mark(frame, urlField.index());
        if (!mark(frame, valueField.index()) || !isNew) {
            throw failure(start, "the content of google.protobuf.Any is given more than once");
        }
        MessageDef contentType = pool.findMessage(url.substring(url.lastIndexOf('/') + 1));
        if (contentType == null || contentType.isMapEntry() || contentType.isPlaceholder()) {
            throw failure(start, "the pool has no message type for " + shown(url));
        }
        try {
            readAnyContent(contentType, depth, start);
        } catch (PathFailure failure) {
            throw failure.inField("[" + url + "]");
        }
        setBytes(message, valueField);
        take(Utf8.encode(url));
        setBytes(message, urlField);
    }

    /** Parses the message in an {@code Any}; its bytes are in {@link #value}. */
    private void readAnyContent(MessageDef type, int depth, int start) {
        tryRead(':');
        char close = openMessage(depth, options.maxDepth);
        int mark = heap.position();
        int content = RawMessage.create(heap, type.miniTable());
        readFields(content, type, depth - 1, close);
        checkRequired(content, type, start);
        try {
            encode(content, type.miniTable(), mark, EncodeOptions.DEFAULT.withMaxDepth(options.maxDepth));
        } catch (EncodeException e) {
            throw failure(start, "the content of google.protobuf.Any can't be encoded: " + e.getMessage());
        }
    }

    /** Sets a field to what is in {@link #value}. */
    private void setBytes(int message, MiniTableField f) {
        LittleEndian.putLong(heap.bytes, message + f.offset(), value);
        RawMessage.setPresence(heap.bytes, message, f);
    }
}
