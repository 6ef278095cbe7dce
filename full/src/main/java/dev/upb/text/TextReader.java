package dev.upb.text;

import dev.upb.base.LittleEndian;
import dev.upb.base.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the tokens of text format from UTF-8. White space and comments in front of a token are passed over; {@code position} then is the
 * token's first byte. What a method reads as its second result is in a field. Not thread safe.
 */
final class TextReader {
    /** What {@link #peek} returns at the end of the input. */
    static final int END = -1;

    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = ONES << 7;
    private static final long BACKSLASHES = ONES * '\\';
    private static final long SPACES = ONES * ' ';

    /** Bits of {@link #CLASSES}. */
    private static final int LETTER = 1;

    private static final int DIGIT = 2;
    private static final int SPACE = 4;
    /** May be in a type URL. */
    private static final int URL = 8;

    private static final byte[] CLASSES = classes();

    private static final int LONGEST_EXCERPT = 40;
    private static final int FIRST_SCRATCH = 256;
    /** Scratch that grew beyond this is left to the collector. */
    private static final int LARGEST_KEPT = 1 << 16;

    /** Powers of ten that a double holds exactly. */
    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private static final int MAX_EXPONENT = 100_000;

    private byte[] in;
    private int position;
    private int end;

    /** Of the identifier that was read last: where it is, and the hash of its bytes. */
    private int nameOffset;

    private int nameSize;
    private int nameHash;

    /** Of the string that was read last: where its content is, in the input or in {@link #scratch}. */
    private byte[] data;

    private int dataOffset;
    private int dataSize;
    private byte[] scratch = new byte[FIRST_SCRATCH];
    private int scratchSize;

    private static byte[] classes() {
        byte[] classes = new byte[256];
        for (int c = 'a'; c <= 'z'; c++) {
            classes[c] = LETTER | URL;
            classes[c - 'a' + 'A'] = LETTER | URL;
        }
        classes['_'] = LETTER | URL;
        for (int c = '0'; c <= '9'; c++) {
            classes[c] = DIGIT | URL;
        }
        for (char c : "-.~!$&()*+,;=/%".toCharArray()) { // RFC 3986: unreserved, sub-delims, escapes, and the slash.
            classes[c] = URL;
        }
        for (char c : " \t\n\u000B\f\r".toCharArray()) {
            classes[c] = SPACE;
        }
        return classes;
    }

    void open(byte[] input, int start, int limit) {
        in = input;
        position = start;
        end = limit;
    }

    /** Lets go of the input. */
    void close() {
        in = null;
        data = null;
        if (scratch.length > LARGEST_KEPT) {
            scratch = new byte[FIRST_SCRATCH];
        }
    }

    int position() {
        return position;
    }

    /** Returns the array that holds the input. */
    byte[] bytes() {
        return in;
    }

    int nameOffset() {
        return nameOffset;
    }

    int nameSize() {
        return nameSize;
    }

    int nameHash() {
        return nameHash;
    }

    byte[] data() {
        return data;
    }

    int dataOffset() {
        return dataOffset;
    }

    int dataSize() {
        return dataSize;
    }

    private static boolean is(int classes, byte b) {
        return (CLASSES[b & 0xFF] & classes) != 0;
    }

    /** Whether a character may be in a type URL. */
    static boolean isUrlCharacter(char c) {
        return c < CLASSES.length && is(URL, (byte) c);
    }

    /** Whether there is a byte at {@code at}, and it is one of the given classes. */
    private boolean isAt(int at, int classes) {
        return at < end && is(classes, in[at]);
    }

    // Tokens of one character.

    /** Passes over white space and comments, and returns the byte that follows, or {@link #END}. */
    int peek() {
        int at = position;
        while (at < end) {
            byte b = in[at];
            if (is(SPACE, b)) {
                at++;
            } else if (b == '#') {
                at = skipComment(at);
            } else {
                position = at;
                return b & 0xFF;
            }
        }
        position = at;
        return END;
    }

    private int skipComment(int start) {
        int at = start;
        while (at < end && in[at] != '\n') {
            if (in[at] == 0) {
                throw new ParseFailure(at, "a comment holds a NUL character");
            }
            at++;
        }
        return at;
    }

    /** Passes over the byte that {@link #peek} returned. */
    void skip() {
        position++;
    }

    boolean tryRead(char c) {
        if (peek() != c) {
            return false;
        }
        position++;
        return true;
    }

    /** Reads the bracket that ends a list. */
    void readListEnd() {
        if (peek() != ']') {
            throw expected("',' or ']'");
        }
        position++;
    }

    void read(char c) {
        if (peek() != c) {
            throw expected("'" + c + "'");
        }
        position++;
    }

    /** Passes over the mark that may stand behind a field. */
    void skipSeparator() {
        int c = peek();
        if (c == ',' || c == ';') {
            position++;
        }
    }

    // Errors.

    /** Returns the failure for a token, the one at the position, that can't be there. */
    ParseFailure expected(String what) {
        return expected(what, position);
    }

    private ParseFailure expected(String what, int at) {
        return new ParseFailure(at, "expected " + what + ", found " + tokenAt(at));
    }

    private String tokenAt(int at) {
        if (at >= end) {
            return "the end of the text";
        }
        int to = at;
        byte first = in[at];
        int word = LETTER | DIGIT;
        if (is(word, first) || first == '.') {
            while (isAt(to, word) || to < end && in[to] == '.') {
                to++;
            }
        } else if (first == '"' || first == '\'') {
            do {
                to++;
            } while (to < end && in[to] != first && in[to] != '\n' && to - at < LONGEST_EXCERPT);
            return "string " + excerpt(at, Math.min(to + 1, end));
        } else {
            to += Math.max(1, Utf8.sequenceSize(in, at, end));
        }
        return excerpt(at, to);
    }

    /** Returns a part of the input as {@link #shown(String)} does. */
    private String excerpt(int from, int to) {
        // Of a code point that is cut off, a few bytes more than are shown make no difference.
        return shown(new String(in, from, Math.min(to - from, 4 * LONGEST_EXCERPT), StandardCharsets.UTF_8));
    }

    /** Returns a text as errors show it: in quotes, shortened and without control characters. */
    static String shown(String text) {
        int size = Math.min(text.length(), LONGEST_EXCERPT);
        StringBuilder shown = new StringBuilder(size + 3).append('`');
        for (int i = 0; i < size; i++) {
            char c = text.charAt(i);
            shown.append(Character.isISOControl(c) ? '\uFFFD' : c);
        }
        return shown.append(size < text.length() ? "…`" : "`").toString();
    }

    // Names.

    /** Reads an identifier. */
    void readName(String what) {
        int c = peek();
        if (c == END || !is(LETTER, in[position])) {
            throw expected(what);
        }
        int at = position;
        int hash = 0;
        while (isAt(at, LETTER | DIGIT)) {
            hash = hash * 31 + in[at];
            at++;
        }
        nameOffset = position;
        nameSize = at - position;
        nameHash = hash;
        position = at;
    }

    /** Returns the identifier that was read last. */
    String name() {
        return new String(in, nameOffset, nameSize, StandardCharsets.ISO_8859_1);
    }

    private boolean nameIs(String lowerCase) {
        if (nameSize != lowerCase.length()) {
            return false;
        }
        for (int i = 0; i < nameSize; i++) {
            if ((in[nameOffset + i] | 0x20) != lowerCase.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Reads a name in brackets, of an extension or a type URL, and returns it without the white space and the comments in it. The name is as
     * the grammar wants it.
     */
    String readBracketName() {
        int start = position;
        read('[');
        int from = position;
        int at = from;
        while (isAt(at, URL)) {
            at++;
        }
        String name = new String(in, from, at - from, StandardCharsets.ISO_8859_1);
        position = at;
        if (peek() != ']') {
            name = readBracketParts(new StringBuilder(name));
        }
        position++;
        TypeNames.check(name, start);
        return name;
    }

    private String readBracketParts(StringBuilder name) {
        while (peek() != ']') {
            if (position == end || !is(URL, in[position])) {
                throw expected("']' or more of the name in brackets");
            }
            name.append((char) in[position++]);
        }
        return name.toString();
    }

    // Integers.

    /** Reads an integer from {@code -max - 1} to {@code max}. */
    long readSigned(long max) {
        peek();
        int start = position;
        boolean negative = tryRead('-');
        peek();
        long magnitude = readMagnitude(negative ? max + 1 : max, start, true);
        return negative ? -magnitude : magnitude;
    }

    /** Reads an integer from 0 to {@code max}, both unsigned. */
    long readUnsigned(long max) {
        peek();
        return readMagnitude(max, position, true);
    }

    /**
     * Reads a decimal, octal or hexadecimal integer.
     *
     * @param max the largest one, unsigned
     * @param start where the number begins, for errors
     * @param checksRange whether larger ones are rejected
     */
    private long readMagnitude(long max, int start, boolean checksRange) {
        int at = position;
        if (!isAt(at, DIGIT)) {
            throw expected("an integer");
        }
        int radix = 10;
        if (in[at] == '0' && at + 1 < end) {
            if ((in[at + 1] | 0x20) == 'x') {
                radix = 16;
                at += 2;
            } else if (is(DIGIT, in[at + 1])) {
                radix = 8;
                at++;
            }
        }
        int digits = at;
        long value = 0;
        boolean overflow = false;
        long largest = Long.divideUnsigned(-1L, radix);
        while (at < end) {
            int digit = hexDigit(in[at]);
            if (digit < 0 || digit >= radix) {
                break;
            }
            overflow |= Long.compareUnsigned(value, largest) > 0;
            value *= radix;
            overflow |= Long.compareUnsigned(value + digit, value) < 0;
            value += digit;
            at++;
        }
        if (at == digits || isAt(at, LETTER | DIGIT) || at < end && in[at] == '.') {
            throw expected("an integer");
        }
        if (checksRange && (overflow || Long.compareUnsigned(value, max) > 0)) {
            throw new ParseFailure(start, "integer " + excerpt(start, at) + " is out of range for the field's type");
        }
        position = at;
        return value;
    }

    /** Returns what a hexadecimal digit stands for, or -1. */
    static int hexDigit(int c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int lower = c | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    // Floating-point numbers.

    double readDouble() {
        return readNumber(false);
    }

    /** Reads a number and rounds it to a float, once. */
    float readFloat() {
        return (float) readNumber(true);
    }

    private double readNumber(boolean single) {
        peek();
        boolean negative = tryRead('-');
        int c = peek();
        double magnitude;
        if (c != END && is(LETTER, in[position])) {
            readName("a number");
            if (nameIs("nan")) {
                return Double.NaN;
            }
            if (!nameIs("inf") && !nameIs("infinity")) {
                throw expected("a number", nameOffset);
            }
            magnitude = Double.POSITIVE_INFINITY;
        } else {
            magnitude = readDecimal(single);
        }
        return negative ? -magnitude : magnitude;
    }

    private double readDecimal(boolean single) {
        int start = position;
        int at = start;
        if (isAt(at, DIGIT) && in[at] == '0' && at + 1 < end) {
            if ((in[at + 1] | 0x20) == 'x' || is(DIGIT, in[at + 1])) {
                throw new ParseFailure(
                        start,
                        "expected a number, found " + tokenAt(start) + "; octal and hexadecimal are for integers");
            }
        }
        long mantissa = 0;
        int significant = 0;
        int scale = 0;
        while (isAt(at, DIGIT)) {
            mantissa = mantissa * 10 + in[at++] - '0';
            significant += mantissa != 0 ? 1 : 0;
        }
        int digits = at - start;
        if (at < end && in[at] == '.') {
            int point = at++;
            while (isAt(at, DIGIT)) {
                mantissa = mantissa * 10 + in[at++] - '0';
                significant += mantissa != 0 ? 1 : 0;
            }
            scale = point + 1 - at;
            digits += at - point - 1;
        }
        if (digits == 0) {
            throw expected("a number", start);
        }
        if (at < end && (in[at] | 0x20) == 'e') {
            at++;
            boolean down = at < end && in[at] == '-';
            if (at < end && (in[at] == '-' || in[at] == '+')) {
                at++;
            }
            int from = at;
            int exponent = 0;
            while (isAt(at, DIGIT)) {
                exponent = Math.min(
                        exponent * 10 + in[at++] - '0', MAX_EXPONENT); // Beyond any that leaves a finite number.
            }
            if (at == from) {
                throw expected("a number", start);
            }
            scale += down ? -exponent : exponent;
        }
        int numberEnd = at;
        if (at < end && (in[at] | 0x20) == 'f') {
            at++;
        }
        if (isAt(at, LETTER | DIGIT) || at < end && in[at] == '.') {
            throw expected("a number", start);
        }
        position = at;
        if (significant <= 15 && scale >= -22 && scale <= 22) { // Both parts are exact, so the result is rounded once.
            double value = scale < 0 ? mantissa / POWERS_OF_TEN[-scale] : mantissa * POWERS_OF_TEN[scale];
            if (!single || roundsOnce(value)) {
                return value;
            }
        }
        String text = new String(in, start, numberEnd - start, StandardCharsets.ISO_8859_1);
        return single ? Float.parseFloat(text) : Double.parseDouble(text);
    }

    /** Whether a double, itself rounded, becomes the right float: it does unless it lies in the middle of two floats. */
    private static boolean roundsOnce(double value) {
        return value == 0
                || value >= Float.MIN_NORMAL && (Double.doubleToRawLongBits(value) & 0x1FFFFFFF) != 0x10000000;
    }

    // Strings.

    boolean isAtString() {
        int c = peek();
        return c == '"' || c == '\'';
    }

    /** Reads one or more strings that follow each other; the content is {@link #data}. */
    void readString() {
        if (!isAtString()) {
            throw expected("a string");
        }
        byte quote = in[position];
        int start = position + 1;
        int at = scanString(start, quote);
        if (at < end && in[at] == quote) {
            position = at + 1;
            if (!isAtString()) {
                data = in;
                dataOffset = start;
                dataSize = at - start;
                return;
            }
            scratchSize = 0;
            append(start, at);
        } else {
            scratchSize = 0;
            readRest(start, at, quote);
        }
        while (isAtString()) {
            quote = in[position];
            start = position + 1;
            readRest(start, scanString(start, quote), quote);
        }
        data = scratch;
        dataOffset = 0;
        dataSize = scratchSize;
    }

    /** Reads a string that begins at {@code start} and has nothing special in it before {@code stop}. */
    private void readRest(int start, int stop, byte quote) {
        int from = start;
        int at = stop;
        while (true) {
            append(from, at);
            if (at == end || in[at] == '\n') {
                throw new ParseFailure(start - 1, "string is not closed in its line; a line feed is written as \\n");
            }
            if (in[at] == 0) {
                throw new ParseFailure(at, "string holds a NUL character; it is written as \\0");
            }
            if (in[at] == quote) {
                position = at + 1;
                return;
            }
            from = readEscape(at);
            at = scanString(from, quote);
        }
    }

    /** Returns the offset of the first quote, backslash, line feed or NUL, or the end. */
    private int scanString(int start, byte quote) {
        byte[] b = in;
        int at = start;
        long quotes = ONES * quote;
        while (true) {
            while (at <= end - 8) {
                long chunk = LittleEndian.getLong(b, at);
                // A byte borrows into its high bit only if it is less than what is taken from it; what comes from below
                // shows later.
                long found =
                        (chunk - SPACES | (chunk ^ quotes) - ONES | (chunk ^ BACKSLASHES) - ONES) & ~chunk & HIGH_BITS;
                if (found != 0) {
                    at += Long.numberOfTrailingZeros(found) >>> 3;
                    break;
                }
                at += 8;
            }
            if (at == end) {
                return at;
            }
            byte c = b[at];
            if (c == quote || c == '\\' || c == '\n' || c == 0) {
                return at;
            }
            at++; // Another control character, or one of the last seven.
        }
    }

    private void append(int from, int to) {
        int size = to - from;
        byte[] room = room(size);
        System.arraycopy(in, from, room, scratchSize, size);
        scratchSize += size;
    }

    private void append(int b) {
        room(1)[scratchSize++] = (byte) b;
    }

    private byte[] room(int more) {
        if (more > scratch.length - scratchSize) {
            // The content is never longer than the input, so this can't overflow.
            scratch = Arrays.copyOf(scratch, Math.max(scratchSize + more, (int)
                    Math.min(2L * scratch.length, Integer.MAX_VALUE - 8)));
        }
        return scratch;
    }

    /** Reads the escape at {@code start} and returns the offset behind it. */
    private int readEscape(int start) {
        int at = start + 1;
        int c = at < end ? in[at] : END;
        at++;
        switch (c) {
            case 'a' -> append(7);
            case 'b' -> append('\b');
            case 'f' -> append('\f');
            case 'n' -> append('\n');
            case 'r' -> append('\r');
            case 't' -> append('\t');
            case 'v' -> append(11);
            case '?', '\\', '\'', '"' -> append(c);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                int value = c - '0';
                for (int i = 0; i < 2 && at < end && in[at] >= '0' && in[at] <= '7'; i++) {
                    value = value * 8 + in[at++] - '0';
                }
                if (value > 255) {
                    throw badEscape(start, at, "is more than a byte; the largest one is \\377");
                }
                append(value);
            }
            case 'x' -> {
                int value = at < end ? hexDigit(in[at]) : -1;
                if (value < 0) {
                    throw badEscape(start, at, "has no hex digit behind it");
                }
                at++;
                int second = at < end ? hexDigit(in[at]) : -1;
                if (second >= 0) {
                    value = value * 16 + second;
                    at++;
                }
                append(value);
            }
            case 'u' -> at = readCodePoint(start, at, 4);
            case 'U' -> at = readCodePoint(start, at, 8);
            default -> throw badEscape(start, Math.min(at, end), "is not one of text format");
        }
        return at;
    }

    private int readCodePoint(int start, int digits, int count) {
        long value = 0;
        int at = digits;
        for (; at < digits + count; at++) {
            int digit = at < end ? hexDigit(in[at]) : -1;
            if (digit < 0) {
                throw badEscape(start, at, "needs " + count + " hex digits");
            }
            value = value * 16 + digit;
        }
        if (value > Character.MAX_CODE_POINT || value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE) {
            throw badEscape(start, at, "is no Unicode character");
        }
        int c = (int) value;
        if (c < 0x80) {
            append(c);
        } else if (c < 0x800) {
            append(0xC0 | c >> 6);
            append(0x80 | c & 0x3F);
        } else {
            if (c < 0x10000) {
                append(0xE0 | c >> 12);
            } else {
                append(0xF0 | c >> 18);
                append(0x80 | c >> 12 & 0x3F);
            }
            append(0x80 | c >> 6 & 0x3F);
            append(0x80 | c & 0x3F);
        }
        return at;
    }

    private ParseFailure badEscape(int start, int at, String problem) {
        return new ParseFailure(start, "escape " + excerpt(start, at) + " " + problem);
    }

    // Parts of fields.

    /** Passes over a decimal number in the place of a field's name; false if there is none. */
    boolean tryReadFieldNumber() {
        if (peek() == END || !is(DIGIT, in[position])) {
            return false;
        }
        readMagnitude(-1L, position, true);
        return true;
    }

    /**
     * Reads what opens a message and returns what must close it.
     *
     * @param depth levels that may still nest, this one included
     */
    char openMessage(int depth, int maxDepth) {
        int c = peek();
        if (c != '{' && c != '<') {
            throw expected("'{' or '<'");
        }
        if (depth <= 0) {
            throw new ParseFailure(position, "message nests deeper than the limit of " + maxDepth + " levels");
        }
        position++;
        return c == '{' ? '}' : '>';
    }

    /** Passes over a value that is no message and no list. */
    void skipScalar() {
        if (isAtString()) {
            readString();
            return;
        }
        int start = position;
        boolean negative = tryRead('-');
        int c = peek();
        if (c != END && is(LETTER, in[position])) {
            readName("a value");
            if (negative && !nameIs("inf") && !nameIs("infinity") && !nameIs("nan")) {
                throw expected("a number", nameOffset);
            }
        } else if (isAt(position, DIGIT) || c == '.') {
            boolean radix =
                    c == '0' && position + 1 < end && ((in[position + 1] | 0x20) == 'x' || is(DIGIT, in[position + 1]));
            if (radix) {
                readMagnitude(-1L, start, false);
            } else {
                readDecimal(false);
            }
        } else {
            throw expected("a value");
        }
    }
}
