package dev.upb.text;

import dev.upb.base.LittleEndian;
import dev.upb.base.Utf8;
import dev.upb.format.internal.ParseContext;
import dev.upb.format.internal.PathFailure;
import dev.upb.message.internal.Slots;
import java.nio.charset.StandardCharsets;

/**
 * The tokens of text format. White space and comments in front of a token are passed over; {@code position} then is the token's first byte.
 * What a method reads as its second result is in a field. Not thread safe.
 */
abstract class TextReader extends ParseContext {
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
    /** What the escapes stand for that have these letters: the characters from 7 on. */
    private static final String CONTROLS = "abtnvfr";

    int position;

    /** Of the identifier that was read last: where it is, and the hash of its bytes. */
    int nameOffset;

    int nameSize;
    int nameHash;

    /** Whether the string whose end was found last has escapes. */
    private boolean escaped;
    /** What the escape that was read last stands for. */
    private int escape;
    /** Whether that is a byte, not a code point. */
    private boolean escapeIsByte;

    TextReader() {
        super(true);
    }

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

    private static boolean is(int classes, byte b) {
        return (CLASSES[b & 0xFF] & classes) != 0;
    }

    /** Whether the byte at {@code at} is one of the given classes. */
    private boolean isAt(int at, int classes) {
        return is(classes, heap.bytes[at]);
    }

    /** Whether a number or name can't end at {@code at}. */
    private boolean isWordAt(int at) {
        return isAt(at, LETTER | DIGIT) || heap.bytes[at] == '.';
    }

    // Tokens of one character.

    /** Passes over white space and comments, and returns the byte that follows, or {@link #END}. */
    final int peek() {
        byte[] b = heap.bytes;
        int at = position;
        while (true) {
            while (is(SPACE, b[at])) {
                at++;
            }
            if (b[at] != '#') {
                break;
            }
            at = endOfComment(b, at);
        }
        position = at;
        return at == inputEnd ? END : b[at] & 0xFF;
    }

    private int endOfComment(byte[] b, int start) {
        int at = start;
        while (b[at] != '\n' && at < inputEnd) {
            if (b[at] == 0) {
                throw failure(at, "a comment holds a NUL character");
            }
            at++;
        }
        return at;
    }

    /** Passes over the byte that {@link #peek} returned. */
    final void skip() {
        position++;
    }

    final boolean tryRead(char c) {
        if (peek() != c) {
            return false;
        }
        position++;
        return true;
    }

    final void read(char c) {
        if (!tryRead(c)) {
            throw expected("'" + c + "'");
        }
    }

    /** Reads the comma between two elements of a list; false if there is the bracket that ends it. */
    final boolean readListComma() {
        if (tryRead(',')) {
            return true;
        }
        if (!tryRead(']')) {
            throw expected("',' or ']'");
        }
        return false;
    }

    /** Passes over the mark that may stand behind a field. */
    final void skipSeparator() {
        int c = peek();
        if (c == ',' || c == ';') {
            position++;
        }
    }

    // Errors.

    static PathFailure failure(int at, String problem) {
        return new PathFailure(null, at, problem);
    }

    /** Returns the failure for a token, the one at the position, that can't be there. */
    final PathFailure expected(String what) {
        return expected(what, position);
    }

    private PathFailure expected(String what, int at) {
        return failure(at, "expected " + what + ", found " + tokenAt(at));
    }

    private String tokenAt(int at) {
        if (at >= inputEnd) {
            return "the end of the text";
        }
        byte[] b = heap.bytes;
        int to = at;
        byte first = b[at];
        if (isWordAt(at)) {
            while (isWordAt(to)) {
                to++;
            }
        } else if (first == '"' || first == '\'') {
            do {
                to++;
            } while (to < inputEnd && b[to] != first && b[to] != '\n' && to - at < LONGEST_EXCERPT);
            return "string " + excerpt(at, Math.min(to + 1, inputEnd));
        } else {
            to += Math.max(1, Utf8.sequenceSize(b, at, inputEnd));
        }
        return excerpt(at, to);
    }

    /** Returns a part of the input as {@link #shown(String)} does. */
    private String excerpt(int from, int to) {
        // Of a code point that is cut off, a few bytes more than are shown make no difference.
        return shown(Utf8.decode(heap.bytes, from, Math.min(to - from, 4 * LONGEST_EXCERPT)));
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
    final void readName(String what) {
        peek();
        if (!isAt(position, LETTER)) {
            throw expected(what);
        }
        byte[] b = heap.bytes;
        int at = position;
        int hash = 0;
        while (is(LETTER | DIGIT, b[at])) {
            hash = hash * 31 + b[at];
            at++;
        }
        nameOffset = position;
        nameSize = at - position;
        nameHash = hash;
        position = at;
    }

    /** Returns the identifier that was read last. */
    final String name() {
        return ascii(nameOffset, nameSize);
    }

    private String ascii(int offset, int size) {
        return new String(heap.bytes, offset, size, StandardCharsets.ISO_8859_1);
    }

    /**
     * Reads a name in brackets, of an extension or a type URL, and returns it without the white space and the comments in it. The name is as
     * the grammar wants it.
     */
    final String readBracketName() {
        int start = position;
        read('[');
        StringBuilder parts = new StringBuilder();
        while (peek() != ']') {
            int from = position;
            while (isAt(position, URL)) {
                position++;
            }
            if (from == position) {
                throw expected("']' or more of the name in brackets");
            }
            parts.append(ascii(from, position - from));
        }
        position++;
        String name = parts.toString();
        int nameAt = name.lastIndexOf('/') + 1;
        if (name.startsWith("/")) {
            throw failure(start, "type URL " + shown(name) + " begins with a slash; a host must come first");
        }
        if (!isFullName(name, nameAt)) {
            throw failure(
                    start,
                    "expected the full name of an extension or message in brackets, found "
                            + shown(name.substring(nameAt)));
        }
        if (!hasValidEscapes(name, nameAt)) {
            throw failure(start, "type URL " + shown(name) + " has a % without two hex digits behind it");
        }
        return name;
    }

    /** Whether {@link #readBracketName} takes a text as a type URL. */
    static boolean isTypeUrl(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= CLASSES.length || !is(URL, (byte) text.charAt(i))) {
                return false;
            }
        }
        int nameAt = text.lastIndexOf('/') + 1;
        return nameAt > 1 && !text.startsWith("/") && isFullName(text, nameAt) && hasValidEscapes(text, nameAt);
    }

    /** Whether {@code text}, from {@code from} on, is made of identifiers with dots in between. Its characters are those of URLs. */
    private static boolean isFullName(String text, int from) {
        boolean atStart = true;
        for (int i = from; i < text.length(); i++) {
            byte c = (byte) text.charAt(i);
            if (is(atStart ? LETTER : LETTER | DIGIT, c)) {
                atStart = false;
            } else if (c == '.' && !atStart) {
                atStart = true;
            } else {
                return false;
            }
        }
        return !atStart;
    }

    private static boolean hasValidEscapes(String url, int to) {
        for (int i = 0; i < to; i++) {
            if (url.charAt(i) == '%'
                    && (i + 2 >= to
                            || Character.digit(url.charAt(i + 1), 16) < 0
                            || Character.digit(url.charAt(i + 2), 16) < 0)) {
                return false;
            }
        }
        return true;
    }

    // Numbers.

    /** Reads an integer from {@code -max - 1} to {@code max}. */
    final long readSigned(long max) {
        peek();
        int start = position;
        boolean negative = tryRead('-');
        peek();
        long magnitude = readMagnitude(negative ? max + 1 : max, start, true);
        return negative ? -magnitude : magnitude;
    }

    /** Reads an integer from 0 to {@code max}, both unsigned. */
    final long readUnsigned(long max) {
        peek();
        return readMagnitude(max, position, true);
    }

    /** Whether an octal or hexadecimal number is at {@code at}. */
    private boolean hasRadix(int at) {
        byte[] b = heap.bytes;
        return b[at] == '0' && ((b[at + 1] | 0x20) == 'x' || is(DIGIT, b[at + 1]));
    }

    /**
     * Reads a decimal, octal or hexadecimal integer.
     *
     * @param max the largest one, unsigned
     * @param start where the number begins, for errors
     * @param checksRange whether larger ones are rejected
     */
    private long readMagnitude(long max, int start, boolean checksRange) {
        byte[] b = heap.bytes;
        int at = position;
        int radix = 10;
        if (hasRadix(at)) {
            radix = is(DIGIT, b[at + 1]) ? 8 : 16;
            at += radix / 8;
        }
        int first = at;
        long result = 0;
        boolean overflow = false;
        long largest = Long.divideUnsigned(-1L, radix);
        int digit = Character.digit(b[at], radix);
        while (digit >= 0) {
            overflow |= Long.compareUnsigned(result, largest) > 0;
            result = result * radix + digit;
            overflow |= Long.compareUnsigned(result, digit) < 0;
            at++;
            digit = Character.digit(b[at], radix);
        }
        if (at == first || isWordAt(at)) {
            throw expected("an integer");
        }
        if (checksRange && (overflow || Long.compareUnsigned(result, max) > 0)) {
            throw failure(start, "integer " + excerpt(start, at) + " is out of range for the field's type");
        }
        position = at;
        return result;
    }

    /** Reads a floating-point number; rounded once, to a float if {@code single}. */
    final double readNumber(boolean single) {
        peek();
        boolean negative = tryRead('-');
        peek();
        double magnitude;
        if (isAt(position, LETTER)) {
            readName("a number");
            if (nameIs("nan")) {
                return Double.NaN;
            }
            if (!nameIs("inf") && !nameIs("infinity")) {
                throw expected("a number", nameOffset);
            }
            magnitude = Double.POSITIVE_INFINITY;
        } else {
            readDecimal();
            magnitude = single ? number.toFloat(heap.bytes) : number.toDouble(heap.bytes);
        }
        return negative ? -magnitude : magnitude;
    }

    private boolean nameIs(String lowerCase) {
        return name().equalsIgnoreCase(lowerCase);
    }

    private void readDecimal() {
        byte[] b = heap.bytes;
        if (hasRadix(position)) {
            throw failure(
                    position,
                    "expected a number, found " + tokenAt(position) + "; octal and hexadecimal are for integers");
        }
        int at = b[position] == '-' ? -1 : number.read(b, position);
        if (at >= 0 && (b[at] | 0x20) == 'f') {
            at++;
        }
        if (at < 0 || isWordAt(at)) {
            throw expected("a number");
        }
        position = at;
    }

    // Strings.

    final boolean isAtString() {
        int c = peek();
        return c == '"' || c == '\'';
    }

    /**
     * Reads one or more strings that follow each other; the content is in {@link #value}, as a slot: a part of the input, or, if it has escapes
     * or parts, newly allocated.
     */
    final void readString() {
        if (!isAtString()) {
            throw expected("a string");
        }
        int start = position + 1;
        int end = endOfString(start);
        boolean plain = !escaped;
        position = end + 1;
        value = Slots.string(start, end - start);
        if (plain && !isAtString()) {
            return;
        }
        int room = end - start;
        int target = heap.allocate(room);
        int size = unescape(start, end, target) - target;
        while (isAtString()) {
            start = position + 1;
            end = endOfString(start);
            position = end + 1;
            int larger = room + (end - start); // No more than the input, so this can't overflow.
            target = heap.reallocate(target, room, larger);
            room = larger;
            size = unescape(start, end, target + size) - target;
        }
        heap.shrinkLast(target, room, size);
        value = Slots.string(target, size);
    }

    /**
     * Returns the offset of the quote that ends a string whose content begins at {@code start}, and tells in {@link #escaped} whether it has
     * escapes, which are not looked at.
     */
    private int endOfString(int start) {
        byte[] b = heap.bytes;
        byte quote = b[start - 1];
        long quotes = ONES * quote;
        escaped = false;
        int at = start;
        while (true) {
            long chunk = LittleEndian.getLong(b, at);
            // A byte borrows into its high bit only if it is less than what is taken from it; what comes from below
            // shows
            // later.
            long found = (chunk - SPACES | (chunk ^ quotes) - ONES | (chunk ^ BACKSLASHES) - ONES) & ~chunk & HIGH_BITS;
            if (found == 0) {
                at += 8;
                continue;
            }
            at += Long.numberOfTrailingZeros(found) >>> 3;
            byte c = b[at];
            if (c == quote) {
                return at;
            }
            boolean ends = c == '\n' || at >= inputEnd;
            if (ends || c == 0) {
                unescape(start, at, heap.allocate(at - start)); // A bad escape is the first error.
                throw ends
                        ? failure(start - 1, "string is not closed in its line; a line feed is written as \\n")
                        : failure(at, "string holds a NUL character; it is written as \\0");
            }
            escaped |= c == '\\';
            at += c == '\\' && at + 1 < inputEnd ? 2 : 1; // Other control characters stand for themselves.
        }
    }

    /** Writes the content that lies in {@code start .. end} of the input and returns the offset behind it; it is never longer. */
    private int unescape(int start, int end, int target) {
        byte[] b = heap.bytes;
        int to = target;
        int at = start;
        while (at < end) {
            if (b[at] != '\\') {
                b[to++] = b[at++];
                continue;
            }
            at = readEscape(b, at);
            if (escapeIsByte) {
                b[to++] = (byte) escape;
            } else {
                to = putCodePoint(b, to, escape);
            }
        }
        return to;
    }

    /** Reads the escape at {@code start} into {@link #escape} and returns the offset behind it. */
    private int readEscape(byte[] b, int start) {
        int at = start + 2;
        byte c = b[start + 1];
        escapeIsByte = true;
        if (c >= '0' && c <= '7') {
            at = readDigits(b, start + 1, 3, 8);
            if (escape > 255) {
                throw badEscape(start, at, "is more than a byte; the largest one is \\377");
            }
        } else if (c == '?' || c == '\\' || c == '\'' || c == '"') {
            escape = c;
        } else if (CONTROLS.indexOf(c) >= 0) {
            escape = 7 + CONTROLS.indexOf(c);
        } else if (c == 'x') {
            at = readDigits(b, at, 2, 16);
            if (at == start + 2) {
                throw badEscape(start, at, "has no hex digit behind it");
            }
        } else if (c == 'u' || c == 'U') {
            int count = c == 'u' ? 4 : 8;
            at = readDigits(b, at, count, 16);
            if (at < start + 2 + count) {
                throw badEscape(start, at, "needs " + count + " hex digits");
            }
            boolean isSurrogate = escape >= Character.MIN_SURROGATE && escape <= Character.MAX_SURROGATE;
            if (isSurrogate || !Character.isValidCodePoint(escape)) {
                throw badEscape(start, at, "is no Unicode character");
            }
            escapeIsByte = false;
        } else {
            throw badEscape(start, Math.min(at, inputEnd), "is not one of text format");
        }
        return at;
    }

    /** Reads up to {@code count} digits into {@link #escape} and returns the offset behind them. */
    private int readDigits(byte[] b, int from, int count, int radix) {
        int result = 0;
        int at = from;
        for (; at < from + count; at++) {
            int digit = Character.digit(b[at], radix);
            if (digit < 0) {
                break;
            }
            result = result * radix + digit;
        }
        escape = result;
        return at;
    }

    private PathFailure badEscape(int start, int at, String problem) {
        return failure(start, "escape " + excerpt(start, at) + " " + problem);
    }

    // Parts of fields.

    /** Passes over a decimal number in the place of a field's name; false if there is none. */
    final boolean tryReadFieldNumber() {
        peek();
        if (!isAt(position, DIGIT)) {
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
    final char openMessage(int depth, int maxDepth) {
        int c = peek();
        if (c != '{' && c != '<') {
            throw expected("'{' or '<'");
        }
        if (depth <= 0) {
            throw failure(position, "message nests deeper than the limit of " + maxDepth + " levels");
        }
        position++;
        return c == '{' ? '}' : '>';
    }

    // What nobody wants: it must be well-formed, whatever it means.

    /**
     * Passes over what stands behind a field's name.
     *
     * @param depth levels that may still nest below the current message
     */
    final void skipValues(int depth, int maxDepth) {
        boolean colon = tryRead(':');
        if (!tryRead('[')) {
            skipValue(colon, depth, maxDepth);
        } else if (!tryRead(']')) {
            do {
                skipValue(colon, depth, maxDepth);
            } while (readListComma());
        }
    }

    private void skipValue(boolean mayBeScalar, int depth, int maxDepth) {
        int c = peek();
        if (mayBeScalar && c != '{' && c != '<') {
            skipScalar();
            return;
        }
        char close = openMessage(depth, maxDepth);
        while (peek() != close) {
            if (peek() == '[') {
                readBracketName();
            } else if (!tryReadFieldNumber()) {
                readName("a field or '" + close + "'");
            }
            skipValues(depth - 1, maxDepth);
            skipSeparator();
        }
        skip();
    }

    private void skipScalar() {
        if (isAtString()) {
            int mark = heap.position();
            readString();
            heap.rewind(mark);
            return;
        }
        int start = position;
        boolean negative = tryRead('-');
        peek();
        if (isAt(position, LETTER)) {
            readName("a value");
            if (negative && !nameIs("inf") && !nameIs("infinity") && !nameIs("nan")) {
                throw expected("a number", nameOffset);
            }
        } else if (hasRadix(position)) {
            readMagnitude(-1L, start, false);
        } else if (isWordAt(position)) {
            readDecimal();
        } else {
            throw expected("a value");
        }
    }
}
