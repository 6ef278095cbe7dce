package dev.upb.text;

import dev.upb.base.EncodeException;
import dev.upb.base.FieldType;
import dev.upb.base.LittleEndian;
import dev.upb.base.StripedPool;
import dev.upb.base.Utf8;
import dev.upb.mem.internal.Heap;
import dev.upb.message.MiniMessage;
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
import dev.upb.wire.Encoder;
import java.util.Arrays;
import java.util.List;

/**
 * One parse: fields go straight from the input into a message in a heap.
 *
 * <p>A singular scalar and a oneof may be given once in a message of the text, whether or not the message that it is merged into has it; so
 * what was given is remembered here, by a bit for each field and each oneof, in a stack with one frame for each message that is open. A
 * singular message may be given again, and is merged.
 */
final class ParseState {
    private static final StripedPool<ParseState> POOL = new StripedPool<>();
    private static final int FIRST_FRAMES = 64;
    /** Stacks that grew beyond this are left to the collector. */
    private static final int LARGEST_KEPT = 1 << 13;

    private final TextReader in = new TextReader();
    private final FieldSkipper skipper = new FieldSkipper(in);
    private final FieldNames names = new FieldNames();

    private TextParser options;
    private Heap heap;
    /** The pool that knows the types in {@code Any}. */
    private DefPool pool;

    private long[] given = new long[FIRST_FRAMES];
    private int givenTop;
    /** Singular scalar extensions that were given. */
    private FieldDef[] givenExtensions = new FieldDef[4];

    private int givenExtensionsTop;

    private ParseState() {}

    static ParseState take() {
        ParseState state = POOL.take();
        return state != null ? state : new ParseState();
    }

    /** Ends the use of this object. */
    void release() {
        in.close();
        names.clear();
        options = null;
        heap = null;
        pool = null;
        if (given.length > LARGEST_KEPT) {
            given = new long[FIRST_FRAMES];
        }
        Arrays.fill(givenExtensions, null); // Also after a failure, which leaves them behind.
        if (givenExtensions.length > LARGEST_KEPT) {
            givenExtensions = new FieldDef[4];
        }
        POOL.give(this);
    }

    /** Parses {@code input[start .. end)} into a message. */
    void parse(Message message, byte[] input, int start, int end, TextParser parser) {
        MessageDef type = message.type();
        options = parser;
        heap = message.heap();
        pool = parser.pool != null ? parser.pool : type.pool();
        givenTop = 0;
        givenExtensionsTop = 0;
        in.open(input, start, end);
        try {
            readFields(message.offset(), type, parser.maxDepth, TextReader.END);
            checkRequired(message.offset(), type, end);
        } catch (ParseFailure failure) {
            throw failure.toException(input, start);
        } catch (StackOverflowError e) {
            String problem = "the thread's stack is too small for a depth of " + parser.maxDepth;
            throw new ParseFailure(in.position(), problem).toException(input, start);
        }
    }

    private void checkRequired(int message, MessageDef type, int at) {
        if (options.checksRequired) {
            List<String> missing = MissingRequired.find(heap, message, type.miniTable(), Integer.MAX_VALUE);
            if (!missing.isEmpty()) {
                throw new ParseFailure(
                        at, "required fields of " + type + " are missing: " + String.join(", ", missing));
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
        int frame = givenTop;
        int extensionsFrame = givenExtensionsTop;
        openFrame(type.miniTable().fieldCount() + type.oneofs().size());
        for (int c = in.peek(); c != close; c = in.peek()) {
            if (c == TextReader.END) {
                throw in.expected("a field or '" + (char) close + "'");
            }
            if (c == '[') {
                readBracketField(message, type, depth, frame, extensionsFrame);
            } else {
                readNamedField(message, type, depth, frame);
            }
            in.skipSeparator();
        }
        if (close != TextReader.END) {
            in.skip();
        }
        givenTop = frame;
        givenExtensionsTop = extensionsFrame;
    }

    // What was given.

    private void openFrame(int bits) {
        int top = givenTop + (bits + 63 >>> 6);
        if (top > given.length) {
            given = Arrays.copyOf(given, Math.max(top, 2 * given.length));
        }
        for (int i = givenTop; i < top; i++) {
            given[i] = 0;
        }
        givenTop = top;
    }

    /** Marks a bit, and returns whether it was marked before. */
    private boolean mark(int frame, int bit) {
        long old = given[frame + (bit >>> 6)];
        given[frame + (bit >>> 6)] = old | 1L << bit;
        return (old >>> bit & 1) != 0;
    }

    /** Refuses a second value of a singular scalar, and a second member of a oneof. */
    private void checkOnce(FieldDef field, MiniTableField f, MessageDef type, int frame, int at) {
        if (mark(frame, f.index())) {
            if (f.type().isMessage()) {
                return;
            }
            throw new ParseFailure(at, "non-repeated field `" + field.name() + "` is given more than once");
        }
        OneofDef oneof = field.containingOneof();
        if (oneof != null && mark(frame, type.miniTable().fieldCount() + oneof.index())) {
            for (FieldDef other : oneof.fields()) {
                if (other != field && mark(frame, other.miniTableField().index())) {
                    throw new ParseFailure(
                            at,
                            "field `" + field.name() + "` is given along with `" + other.name()
                                    + "`; both are members of oneof `" + oneof.name() + "`");
                }
            }
        }
    }

    private void checkOnce(FieldDef extension, int extensionsFrame, int at) {
        for (int i = extensionsFrame; i < givenExtensionsTop; i++) {
            if (givenExtensions[i] == extension) {
                throw new ParseFailure(at, "non-repeated extension `" + extension + "` is given more than once");
            }
        }
        if (givenExtensionsTop == givenExtensions.length) {
            givenExtensions = Arrays.copyOf(givenExtensions, 2 * givenExtensionsTop);
        }
        givenExtensions[givenExtensionsTop++] = extension;
    }

    // Fields.

    private void readNamedField(int message, MessageDef type, int depth, int frame) {
        int start = in.position();
        FieldDef field = readFieldName(type);
        if (field == null) {
            skipper.skipValues(depth, options.maxDepth);
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
        int start = in.position();
        if (options.ignoresUnknown && in.tryReadFieldNumber()) {
            return null;
        }
        in.readName("the name of a field");
        FieldDef field = names.find(type, in.bytes(), in.nameOffset(), in.nameSize(), in.nameHash());
        if (field == null) {
            String name = in.name();
            if (!options.ignoresUnknown && !type.reservedNames().contains(name)) {
                throw new ParseFailure(start, "message " + type + " has no field " + TextReader.shown(name));
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
            throw new ParseFailure(start, "the pool lacks the type of field `" + field.name() + "`");
        }
        return null;
    }

    private void readBracketField(int message, MessageDef type, int depth, int frame, int extensionsFrame) {
        int start = in.position();
        String name = in.readBracketName();
        boolean isUrl = name.indexOf('/') >= 0;
        if (isUrl && type.wellKnownType() == WellKnownType.ANY) {
            readAny(message, type, name, depth, frame, start);
            return;
        }
        FieldDef extension = isUrl ? null : findExtension(type, name);
        if (extension == null && !options.ignoresUnknown) {
            throw new ParseFailure(
                    start,
                    isUrl
                            ? "a type URL in brackets belongs in a google.protobuf.Any, not in a " + type
                            : TextReader.shown(name) + " is no extension of " + type + " that the pool has");
        }
        if (extension != null && isUnlinked(extension)) {
            extension = skipUnlinked(extension, start);
        }
        if (extension == null) {
            skipper.skipValues(depth, options.maxDepth);
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
            return item == null ? null : MessageSetItems.find(type, item);
        }
        return extension.isExtension() && extension.containingType() == type ? extension : null;
    }

    /** Reads what stands behind a field's name. */
    private void readValues(int message, FieldDef field, MiniTableField f, int depth) {
        try {
            if (f.type().isMessage()) {
                in.tryRead(':');
            } else {
                in.read(':');
            }
            if (!f.isRepeated()) {
                readSingular(message, field, f, depth);
            } else if (!in.tryRead('[')) {
                readElement(message, field, f, depth);
            } else if (!in.tryRead(']')) {
                do {
                    readElement(message, field, f, depth);
                } while (in.tryRead(','));
                in.readListEnd();
            }
        } catch (ParseFailure failure) {
            throw f.isRepeated() ? failure.in(f.pathName(), size(message, f)) : failure.in(f.pathName());
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
            put(slot, bits, f.elementSize());
            setPresence(message, f);
            return;
        }
        char close = in.openMessage(depth, options.maxDepth);
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

    private void put(int slot, long bits, int size) {
        byte[] b = heap.bytes;
        switch (size) {
            case 1 -> b[slot] = (byte) bits;
            case 4 -> LittleEndian.putInt(b, slot, (int) bits);
            default -> LittleEndian.putLong(b, slot, bits);
        }
    }

    /** Reads one element of a list, or one entry of a map. */
    private void readElement(int message, FieldDef field, MiniTableField f, int depth) {
        if (f.isMap()) {
            readEntry(message, field, f, depth);
        } else if (f.type().isMessage()) {
            char close = in.openMessage(depth, options.maxDepth);
            int child = RawMessage.create(heap, f.subTable());
            readFields(child, field.messageType(), depth - 1, close);
            int at = append(message, f);
            LittleEndian.putInt(heap.bytes, at, child);
        } else {
            long bits = readScalar(field, f);
            put(append(message, f), bits, f.elementSize());
        }
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
        char close = in.openMessage(depth, options.maxDepth);
        MessageDef entryType = field.messageType();
        FieldDef keyField = field.mapKey();
        FieldDef valueField = field.mapValue();
        MiniTableField v = valueField.miniTableField();
        int frame = givenTop;
        openFrame(2);
        long key = 0;
        long value = 0;
        while (in.peek() != close) {
            if (in.peek() == TextReader.END) {
                throw in.expected("`key`, `value` or '" + close + "'");
            }
            int start = in.position();
            FieldDef part = readEntryPart(entryType);
            if (part == null) {
                skipper.skipValues(depth - 1, options.maxDepth);
            } else {
                checkOnce(part, part.miniTableField(), entryType, frame, start);
                if (part == keyField) {
                    key = readEntryScalar(keyField);
                } else if (v.type().isMessage()) {
                    value = readEntryMessage(valueField, (int) value, depth - 1);
                } else {
                    value = readEntryScalar(valueField);
                }
            }
            in.skipSeparator();
        }
        in.skip();
        givenTop = frame;
        if (v.type().isMessage() && value == 0) {
            value = RawMessage.create(heap, v.subTable());
        }
        putEntry(message, f, key, value);
    }

    private FieldDef readEntryPart(MessageDef entryType) {
        if (in.peek() != '[') {
            return readFieldName(entryType);
        }
        int start = in.position();
        String name = in.readBracketName();
        if (!options.ignoresUnknown) {
            throw new ParseFailure(start, "an entry of a map has no extension " + TextReader.shown(name));
        }
        return null;
    }

    private long readEntryScalar(FieldDef part) {
        try {
            in.read(':');
            return readScalar(part, part.miniTableField());
        } catch (ParseFailure failure) {
            throw failure.in(part.name());
        }
    }

    /** Reads the message of an entry into the one that was given before, or into a new one if that is 0, and returns it. */
    private int readEntryMessage(FieldDef part, int before, int depth) {
        try {
            in.tryRead(':');
            char close = in.openMessage(depth, options.maxDepth);
            int child = before != 0
                    ? before
                    : RawMessage.create(heap, part.miniTableField().subTable());
            readFields(child, part.messageType(), depth - 1, close);
            return child;
        } catch (ParseFailure failure) {
            throw failure.in(part.name());
        }
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
        return switch (f.type()) {
            case INT32, SINT32, SFIXED32 -> in.readSigned(Integer.MAX_VALUE);
            case INT64, SINT64, SFIXED64 -> in.readSigned(Long.MAX_VALUE);
            case UINT32, FIXED32 -> in.readUnsigned(0xFFFFFFFFL);
            case UINT64, FIXED64 -> in.readUnsigned(-1L);
            case BOOL -> readBool();
            case FLOAT -> Float.floatToIntBits(in.readFloat());
            case DOUBLE -> Double.doubleToLongBits(in.readDouble());
            case ENUM -> readEnum(field, f);
            case STRING, BYTES -> readString(f);
            case MESSAGE, GROUP -> throw new AssertionError("a message is no scalar: " + field);
        };
    }

    private long readBool() {
        int c = in.peek();
        if (c >= '0' && c <= '9') {
            return in.readUnsigned(1);
        }
        int start = in.position();
        in.readName("`true` or `false`");
        return switch (in.name()) {
            case "true", "True", "t" -> 1;
            case "false", "False", "f" -> 0;
            default ->
                throw new ParseFailure(start, "expected `true` or `false`, found " + TextReader.shown(in.name()));
        };
    }

    private long readEnum(FieldDef field, MiniTableField f) {
        int c = in.peek();
        int start = in.position();
        if (c == '-' || c >= '0' && c <= '9') {
            int number = (int) in.readSigned(Integer.MAX_VALUE);
            if (f.isClosedEnum() && (f.subEnum() == null || !f.subEnum().contains(number))) {
                throw new ParseFailure(start, "closed enum " + field.enumType() + " has no value " + number);
            }
            return number;
        }
        in.readName("the name or number of an enum value");
        EnumValueDef value = field.enumType().findValue(in.name());
        if (value == null) {
            throw new ParseFailure(start, "enum " + field.enumType() + " has no value " + TextReader.shown(in.name()));
        }
        return value.number();
    }

    private long readString(MiniTableField f) {
        in.peek();
        int start = in.position();
        in.readString();
        int size = in.dataSize();
        if (f.validatesUtf8() && !Utf8.isValid(in.data(), in.dataOffset(), size)) {
            throw new ParseFailure(start, "string is no valid UTF-8; only fields of type bytes may hold any bytes");
        }
        if (size == 0) {
            return 0;
        }
        int at = heap.allocate(size);
        System.arraycopy(in.data(), in.dataOffset(), heap.bytes, at, size);
        return Slots.string(at, size);
    }

    // Any.

    /** Reads the content of an {@code Any} in its expanded form. */
    private void readAny(int message, MessageDef type, String url, int depth, int frame, int start) {
        MiniTableField urlField = type.findField(1).miniTableField();
        MiniTableField valueField = type.findField(2).miniTableField();
        boolean repeated = mark(frame, urlField.index());
        if (mark(frame, valueField.index()) || repeated) {
            throw new ParseFailure(start, "the content of google.protobuf.Any is given more than once");
        }
        MessageDef contentType = pool.findMessage(url.substring(url.lastIndexOf('/') + 1));
        if (contentType == null || contentType.isMapEntry() || contentType.isPlaceholder()) {
            throw new ParseFailure(start, "the pool has no message type for " + TextReader.shown(url));
        }
        byte[] content;
        try {
            content = readAnyContent(contentType, depth, start);
        } catch (ParseFailure failure) {
            throw failure.in("[" + url + "]");
        }
        byte[] urlBytes = Utf8.encode(url);
        putBytes(message, urlField, urlBytes);
        putBytes(message, valueField, content);
    }

    /** Parses the message in an {@code Any} and returns it encoded. The heap is as before. */
    private byte[] readAnyContent(MessageDef type, int depth, int start) {
        in.tryRead(':');
        char close = in.openMessage(depth, options.maxDepth);
        int mark = heap.position();
        int content = RawMessage.create(heap, type.miniTable());
        readFields(content, type, depth - 1, close);
        checkRequired(content, type, start);
        try {
            EncodeOptions deep = EncodeOptions.DEFAULT.withMaxDepth(options.maxDepth);
            return Encoder.encode(new MiniMessage(heap, content, type.miniTable()), deep);
        } catch (EncodeException e) {
            throw new ParseFailure(start, "the content of google.protobuf.Any can't be encoded: " + e.getMessage());
        } finally {
            heap.rewind(mark);
        }
    }

    private void putBytes(int message, MiniTableField f, byte[] bytes) {
        long value = 0;
        if (bytes.length > 0) {
            int at = heap.allocate(bytes.length);
            System.arraycopy(bytes, 0, heap.bytes, at, bytes.length);
            value = Slots.string(at, bytes.length);
        }
        LittleEndian.putLong(heap.bytes, message + f.offset(), value);
        RawMessage.setPresence(heap.bytes, message, f);
    }
}
