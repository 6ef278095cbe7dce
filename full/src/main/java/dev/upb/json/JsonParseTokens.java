package dev.upb.json;

import dev.upb.base.LittleEndian;
import dev.upb.base.Utf8;
import dev.upb.format.internal.ParseContext;
import dev.upb.format.internal.PathFailure;
import dev.upb.message.internal.Slots;
import java.util.Arrays;

/**
 * The tokens of a JSON text that lies in a heap.
 *
 * <p>Methods take the offset at which to read and return the one behind what they read; second results are in fields. The text itself is
 * never changed, since errors are told by line and column.
 */
abstract class JsonParseTokens extends ParseContext {
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = ONES << 7;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long SPACES = ONES * ' ';

    private static final long WHITE_SPACE = 1L << ' ' | 1L << '\n' | 1L << '\r' | 1L << '\t';

    private static final int NULL = 'n' | 'u' << 8 | 'l' << 16 | 'l' << 24;
    private static final int TRUE = 't' | 'r' << 8 | 'u' << 16 | 'e' << 24;
    /** Without the first letter. */
    private static final int FALSE = 'a' | 'l' << 8 | 's' << 16 | 'e' << 24;

    /** With the quote behind it. */
    static final byte[] TYPE_KEY = {'@', 't', 'y', 'p', 'e', '"'};
    /** Code points of an offending word that an error shows. */
    private static final int LONGEST_QUOTE = 40;

    /** Whether the string whose end was found last has escapes. */
    private boolean escaped;
    /** The code point of the escape that was read last. */
    private int codePoint;

    /** What a skipped value has open: 0 for an array; for an object 1, or twice its entry in {@link #typeStarts} plus 1. */
    private int[] open = new int[16];
    /**
     * The objects in the part of the text that was last searched for a type, ascending, and where the value of their {@code @type} is, or 0.
     * They keep the search from walking through nested {@code Any}s once for each level.
     */
    private int[] typeStarts = new int[16];

    private int[] typeValues = new int[16];
    private int typeCount;
    /** Where that part of the text ends. */
    private int searchedTo;
    /** How many bytes were searched for types, in all. */
    long searchedBytes;

    JsonParseTokens() {
        super(false);
    }

    @Override
    protected void release() {
        super.release();
        typeCount = 0;
        searchedTo = 0;
        searchedBytes = 0;
        if (typeStarts.length > 1 << 12) {
            typeStarts = new int[16];
            typeValues = new int[16];
        }
    }

    // Errors.

    static PathFailure failure(JsonParseStatus status, int at, String message) {
        return new PathFailure(status, at, message);
    }

    static PathFailure invalid(int at, String message) {
        return failure(JsonParseStatus.INVALID_VALUE, at, message);
    }

    /** Returns the error for a string in {@link #value}, which came from {@code at}, that is not {@code wanted}. */
    final PathFailure wrongText(String wanted, int at) {
        return invalid(at, "expected " + wanted + ", found the string " + quote(value));
    }

    /** Returns the error for a text that ends, or has something else, where {@code wanted} must be. */
    final PathFailure expected(String wanted, int at) {
        return failure(
                at >= inputEnd ? JsonParseStatus.TRUNCATED : JsonParseStatus.SYNTAX,
                at,
                "expected " + wanted + ", found " + found(at));
    }

    /** Returns the error for a value of the wrong kind, or for what is no value at all. */
    final PathFailure wrongValue(String wanted, int at) {
        return isValue(at) ? invalid(at, "expected " + wanted + ", found " + found(at)) : expected(wanted, at);
    }

    private boolean isValue(int at) {
        byte[] b = heap.bytes;
        return switch (b[at]) {
            case '"', '{', '[' -> true;
            case 't' -> LittleEndian.getInt(b, at) == TRUE;
            case 'f' -> LittleEndian.getInt(b, at + 1) == FALSE;
            case 'n' -> LittleEndian.getInt(b, at) == NULL;
            default -> number.read(b, at) >= 0;
        };
    }

    /** Says what is at {@code at}. */
    final String found(int at) {
        if (at >= inputEnd) {
            return "the end of the text";
        }
        byte[] b = heap.bytes;
        byte first = b[at];
        if (first == '"') {
            return "a string";
        }
        if (first == '{') {
            return "an object";
        }
        if (first == '[') {
            return "an array";
        }
        int end = at;
        while (end < inputEnd && end - at < LONGEST_QUOTE && isWordPart(b[end])) {
            end++;
        }
        if (end > at) {
            return Utf8.decode(b, at, end - at);
        }
        int size = Utf8.sequenceSize(b, at, inputEnd);
        if (size == 0) {
            return format("the byte 0x%02X, which is no UTF-8", first & 0xFF);
        }
        int character = Utf8.decode(b, at, size).codePointAt(0);
        return character > ' ' && character != 0xFEFF && character != 0x7F
                ? "'" + Character.toString(character) + "'"
                : format("U+%04X", character);
    }

    private static String format(String pattern, int number) {
        return String.format(pattern, number);
    }

    private static boolean isWordPart(byte b) {
        return b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b == '-' || b == '+' || b == '.';
    }

    /** Returns text of the heap in quotes, cut if it is long. */
    final String quote(int offset, int size) {
        int shown = size;
        if (size > LONGEST_QUOTE) {
            shown = LONGEST_QUOTE;
            while (heap.bytes[offset + shown] < (byte) 0xC0) {
                shown--; // Not inside a code point.
            }
        }
        return '"' + Utf8.decode(heap.bytes, offset, shown) + (shown < size ? "…" : "") + '"';
    }

    final String quote(long slot) {
        return quote(Slots.offset(slot), Slots.size(slot));
    }

    final PathFailure tooDeep(int at, int limit) {
        return failure(JsonParseStatus.MAX_DEPTH_EXCEEDED, at, "nested deeper than the limit of " + limit + " levels");
    }

    // White space and literals.

    static int skipSpace(byte[] b, int at) {
        int ptr = at;
        while (b[ptr] >= 0 && b[ptr] <= ' ' && (WHITE_SPACE >>> b[ptr] & 1) != 0) {
            ptr++;
            long others = LittleEndian.getLong(b, ptr) ^ SPACES;
            while (others == 0) { // Indentation.
                ptr += 8;
                others = LittleEndian.getLong(b, ptr) ^ SPACES;
            }
            ptr += Long.numberOfTrailingZeros(others) >>> 3;
        }
        return ptr;
    }

    /** Whether there is {@code null}; the first letter alone is an error. */
    final boolean isNull(byte[] b, int at) {
        if (b[at] != 'n') {
            return false;
        }
        if (LittleEndian.getInt(b, at) != NULL) {
            throw expected("a value", at);
        }
        return true;
    }

    /** Reads {@code true} or {@code false} into {@link #value}, 1 or 0. */
    final int readBool(int at) {
        byte[] b = heap.bytes;
        if (LittleEndian.getInt(b, at) == TRUE) {
            value = 1;
            return at + 4;
        }
        if (b[at] == 'f' && LittleEndian.getInt(b, at + 1) == FALSE) {
            value = 0;
            return at + 5;
        }
        throw wrongValue("true or false", at);
    }

    // Strings.

    /** Returns a long whose lowest set bit is the high bit of the first byte that is a quote, a backslash or a control character; or 0. */
    private static long special(long chunk) {
        // A byte minus 1, or minus a space, borrows into its high bit only if it is less; a borrow from below shows in
        // later bytes only.
        long quotes = (chunk ^ QUOTES) - ONES;
        long backslashes = (chunk ^ BACKSLASHES) - ONES;
        return (chunk - SPACES | quotes | backslashes) & ~chunk & HIGH_BITS;
    }

    /**
     * Returns the offset of the quote that ends a string whose text begins at {@code start}, and tells in {@link #escaped} whether it has
     * escapes, which are not looked at. All else about the text is checked.
     */
    final int endOfString(byte[] b, int start) {
        int ptr = start;
        long all = 0;
        boolean escapes = false;
        while (true) {
            long chunk = LittleEndian.getLong(b, ptr);
            long stop = special(chunk);
            if (stop == 0) {
                all |= chunk;
                ptr += 8;
                continue;
            }
            int plain = Long.numberOfTrailingZeros(stop) >>> 3;
            all |= chunk & (1L << plain * 8) - 1;
            ptr += plain;
            if (b[ptr] == '"') {
                if ((all & HIGH_BITS) != 0) {
                    checkUtf8(b, start, ptr);
                }
                escaped = escapes;
                return ptr;
            }
            if (b[ptr] != '\\') {
                throw badCharacter(start, ptr);
            }
            if (b[ptr + 1] == 0) {
                throw badCharacter(start, ptr + 1);
            }
            escapes = true;
            all |= b[ptr + 1];
            ptr += 2;
        }
    }

    private PathFailure badCharacter(int start, int at) {
        if (at >= inputEnd) {
            return failure(
                    JsonParseStatus.TRUNCATED,
                    inputEnd,
                    "the text ends inside the string that begins " + (inputEnd - start + 1) + " bytes before");
        }
        return failure(
                JsonParseStatus.SYNTAX,
                at,
                format("control character U+%04X in a string; it must be written as \\u%<04X", heap.bytes[at]));
    }

    private void checkUtf8(byte[] b, int start, int end) {
        if (Utf8.isValid(b, start, end - start)) {
            return;
        }
        int at = start;
        while (true) {
            int size = Utf8.sequenceSize(b, at, end);
            if (size == 0) {
                throw failure(
                        JsonParseStatus.BAD_UTF8,
                        at,
                        format("invalid UTF-8 in a string, from byte 0x%02X on", b[at] & 0xFF));
            }
            at += size;
        }
    }

    /**
     * Reads the string whose quote is at {@code at}; its text, as a slot, is in {@link #value}. The text is a part of the input, or, if it has
     * escapes, newly allocated; a byte that is no part of a number follows it.
     */
    final int readString(int at) {
        byte[] b = heap.bytes;
        int end = endOfString(b, at + 1);
        if (escaped) {
            unescape(at + 1, end);
        } else {
            value = Slots.string(at + 1, end - at - 1);
        }
        return end + 1;
    }

    /** Reads a string as {@link #readString} does, or throws the error for any other value: {@code wanted}, and what it is for. */
    final int readText(int at, String wanted, Object subject) {
        if (heap.bytes[at] != '"') {
            throw wrongValue(wanted + subject, at);
        }
        return readString(at);
    }

    private void unescape(int start, int end) {
        int room = end - start; // At least one more than the text without escapes needs.
        int target = heap.allocate(room);
        byte[] b = heap.bytes;
        int to = target;
        int ptr = start;
        while (ptr < end) {
            if (b[ptr] == '\\') {
                ptr = readEscape(b, ptr);
                to = putCodePoint(b, to, codePoint);
                continue;
            }
            if (end - ptr >= 8) {
                long chunk = LittleEndian.getLong(b, ptr);
                long stop = special(chunk);
                LittleEndian.putLong(b, to, chunk);
                int plain = stop == 0 ? 8 : Long.numberOfTrailingZeros(stop) >>> 3;
                ptr += plain;
                to += plain;
            } else {
                b[to++] = b[ptr++];
            }
        }
        b[to] = '"';
        heap.shrinkLast(target, room, to - target);
        value = Slots.string(target, to - target);
    }

    /** Reads the escape whose backslash is at {@code at} into {@link #codePoint}. */
    private int readEscape(byte[] b, int at) {
        switch (b[at + 1]) {
            case '"', '\\', '/' -> codePoint = b[at + 1];
            case 'b' -> codePoint = '\b';
            case 'f' -> codePoint = '\f';
            case 'n' -> codePoint = '\n';
            case 'r' -> codePoint = '\r';
            case 't' -> codePoint = '\t';
            case 'u' -> {
                return readUnicode(b, at);
            }
            default ->
                throw failure(
                        JsonParseStatus.SYNTAX,
                        at,
                        "unknown escape: a backslash in a string must be followed by one of \" \\ / b f n r t u, not by "
                                + found(at + 1));
        }
        return at + 2;
    }

    private int readUnicode(byte[] b, int at) {
        int unit = readHex(b, at);
        codePoint = unit;
        if (unit < 0xD800 || unit > 0xDFFF) {
            return at + 6;
        }
        if (unit <= 0xDBFF && b[at + 6] == '\\' && b[at + 7] == 'u') {
            int low = readHex(b, at + 6);
            if (low >= 0xDC00 && low <= 0xDFFF) {
                codePoint = 0x10000 + (unit - 0xD800 << 10) + (low - 0xDC00);
                return at + 12;
            }
        }
        throw failure(
                JsonParseStatus.BAD_UTF8,
                at,
                format("escape \\u%04X is one half of a surrogate pair, and the other half is not there", unit));
    }

    private int readHex(byte[] b, int at) {
        int unit = 0;
        for (int i = at + 2; i < at + 6; i++) {
            int digit = Character.digit(b[i], 16);
            if (digit < 0) {
                throw failure(JsonParseStatus.SYNTAX, at, "\\u must be followed by four hexadecimal digits");
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }

    private int skipString(byte[] b, int at) {
        int end = endOfString(b, at + 1);
        if (escaped) {
            checkEscapes(b, at + 1, end);
        }
        return end + 1;
    }

    private void checkEscapes(byte[] b, int start, int end) {
        for (int ptr = start; ptr < end; ) {
            ptr = b[ptr] == '\\' ? readEscape(b, ptr) : ptr + 1;
        }
    }

    // Values that are not kept.

    /**
     * Checks and skips a value of any kind.
     *
     * @param levels how many arrays and objects may be in one another
     * @param limit what an error tells as the limit
     */
    final int skipValue(int at, int levels, int limit) {
        return walk(at, levels, limit, false);
    }

    /**
     * Finds the value of the member {@code @type} of the object at {@code at}; 0 if it has none. What was walked over before is checked.
     * Looks at every byte of the text once, however often and deeply it is called while the text is parsed from front to back.
     */
    final int findType(int at, int levels, int limit) {
        if (at < searchedTo) {
            int place = Arrays.binarySearch(typeStarts, 0, typeCount, at);
            return place < 0 ? 0 : typeValues[place];
        }
        typeCount = 0;
        int end = walk(at, levels, limit, true);
        searchedBytes += end - at;
        searchedTo = end;
        int place = Arrays.binarySearch(typeStarts, 0, typeCount, at);
        return place < 0 ? 0 : typeValues[place];
    }

    /** Skips a value; or, if it is to find types, an object up to the value of its {@code @type}, or all of it if it has none. */
    private int walk(int at, int levels, int limit, boolean findsTypes) {
        byte[] b = heap.bytes;
        int depth = 0;
        int ptr = at;
        while (true) {
            boolean opened = false;
            switch (b[ptr]) {
                case '{', '[' -> {
                    if (depth >= levels) {
                        throw tooDeep(ptr, limit);
                    }
                    if (depth == open.length) {
                        open = Arrays.copyOf(open, 2 * depth);
                    }
                    open[depth++] = b[ptr] == '[' ? 0 : findsTypes ? addObject(ptr) : 1;
                    ptr = skipSpace(b, ptr + 1);
                    opened = true;
                }
                case '"' -> ptr = skipString(b, ptr);
                case 't', 'f' -> ptr = readBool(ptr);
                case 'n' -> {
                    isNull(b, ptr);
                    ptr += 4;
                }
                default -> ptr = readNumber(b, ptr, "a value");
            }
            // Behind a value, or behind the bracket that opened one.
            while (true) {
                if (depth == 0) {
                    return ptr;
                }
                int inside = open[depth - 1];
                ptr = skipSpace(b, ptr);
                if (b[ptr] == (inside == 0 ? ']' : '}')) {
                    ptr++;
                    depth--;
                    opened = false;
                    if (inside > 1) {
                        closeObject(inside >> 1);
                    }
                    continue;
                }
                if (!opened) {
                    if (b[ptr] != ',') {
                        throw expected(inside == 0 ? "',' or ']'" : "',' or '}'", ptr);
                    }
                    ptr = skipSpace(b, ptr + 1);
                }
                if (inside != 0) {
                    int key = ptr;
                    ptr = skipKey(b, ptr);
                    if (findsTypes && isKey(key, TYPE_KEY)) {
                        b = heap.bytes;
                        if (typeValues[inside >> 1] == 0) {
                            typeValues[inside >> 1] = ptr;
                        }
                        if (depth == 1) {
                            return ptr;
                        }
                    }
                }
                break;
            }
        }
    }

    private int addObject(int at) {
        if (typeCount == typeStarts.length) {
            typeStarts = Arrays.copyOf(typeStarts, 2 * typeCount);
            typeValues = Arrays.copyOf(typeValues, 2 * typeCount);
        }
        typeStarts[typeCount] = at;
        typeValues[typeCount] = 0;
        return typeCount++ << 1 | 1;
    }

    private void closeObject(int entry) {
        if (entry == typeCount - 1 && typeValues[entry] == 0) {
            typeCount--; // Neither this nor anything in it has a type.
        }
    }

    /** Skips a key and the colon, up to the value. */
    private int skipKey(byte[] b, int at) {
        if (b[at] != '"') {
            throw expected("a string as the name of a member", at);
        }
        return skipColon(b, skipString(b, at));
    }

    /** Skips the colon behind a key, and white space on both sides. */
    final int skipColon(byte[] b, int at) {
        int ptr = at;
        if (b[ptr] != ':') {
            ptr = skipSpace(b, ptr);
            if (b[ptr] != ':') {
                throw expected("':'", ptr);
            }
        }
        ptr++;
        return b[ptr] <= ' ' ? skipSpace(b, ptr) : ptr;
    }

    /** Whether the key whose quote is at {@code at}, which was checked, is the given one (with a quote behind it), however it is written. */
    final boolean isKey(int at, byte[] key) {
        byte[] b = heap.bytes;
        if (Arrays.equals(b, at + 1, at + 1 + key.length, key, 0, key.length)) {
            return true;
        }
        return (b[at + 1] == key[0] || b[at + 1] == '\\') && hasEscape(b, at) && isEscapedKey(at, key);
    }

    private boolean hasEscape(byte[] b, int at) {
        endOfString(b, at + 1);
        return escaped;
    }

    private boolean isEscapedKey(int at, byte[] key) {
        int mark = heap.position();
        readString(at);
        int offset = Slots.offset(value);
        boolean isKey = Arrays.equals(heap.bytes, offset, offset + Slots.size(value), key, 0, key.length - 1);
        heap.rewind(mark);
        return isKey;
    }

    // Numbers.

    /** Reads a number that is no string into {@link #number}. */
    final int readNumber(byte[] b, int at, String wanted) {
        int end = number.read(b, at);
        if (end >= 0) {
            return end;
        }
        if (b[at] != '-' && (b[at] < '0' || b[at] > '9')) {
            throw wrongValue(wanted, at);
        }
        throw failure(
                ~end >= inputEnd ? JsonParseStatus.TRUNCATED : JsonParseStatus.SYNTAX,
                ~end,
                b[~end] == '0'
                        ? "a number can't begin with a zero that another digit follows"
                        : "expected a digit, found " + found(~end));
    }

    /** Reads a number, bare or in a string, into {@link #number}. */
    final int readAnyNumber(int at, String wanted) {
        byte[] b = heap.bytes;
        if (b[at] != '"') {
            return readNumber(b, at, wanted);
        }
        int mark = heap.position();
        int end = readString(at);
        takeNumber(at, wanted);
        heap.rewind(mark); // What follows still reads the text, but allocates nothing.
        return end;
    }

    /** Takes the string in {@link #value}, which came from {@code at}, as a number. */
    final void takeNumber(int at, String wanted) {
        int offset = Slots.offset(value);
        if (number.read(heap.bytes, offset) != offset + Slots.size(value)) {
            throw wrongText(wanted, at);
        }
    }
}
