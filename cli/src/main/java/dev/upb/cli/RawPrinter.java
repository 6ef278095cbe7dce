package dev.upb.cli;

import dev.upb.base.DecodeException;
import dev.upb.base.DecodeStatus;
import dev.upb.base.Utf8;
import dev.upb.base.Varints;
import dev.upb.base.WireType;
import dev.upb.wire.WireReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Prints bytes as a tree of fields. Time is at most proportional to the size of the input times the depth: whether a field may be a message is
 * found out one level at a time.
 */
final class RawPrinter {
    private static final int MAX_TEXT = 80;
    private static final int MAX_BYTES = 32;

    private final byte[] bytes;
    private final OutputStream out;
    private final int maxDepth;
    private final boolean full;
    private final StringBuilder line = new StringBuilder(128);
    /** Width of the column of offsets. */
    private final int width;

    /**
     * Makes a printer.
     *
     * @param maxDepth how deep groups may nest, and how deep sub-messages are looked for
     * @param full whether long strings and bytes are shown to their end
     */
    RawPrinter(byte[] bytes, OutputStream out, int maxDepth, boolean full) {
        this.bytes = bytes;
        this.out = out;
        this.maxDepth = maxDepth;
        this.full = full;
        width = Math.max(6, Integer.toString(bytes.length).length());
    }

    /**
     * Prints the whole input as one message.
     *
     * @throws DecodeException if it is broken, after all before that is printed
     */
    void printMessage() throws IOException {
        printFields(0, bytes.length, 0);
    }

    /**
     * Prints the input as a stream of messages, each with its size in front of it.
     *
     * @throws DecodeException if it is broken, after all before that is printed
     */
    void printStream() throws IOException {
        int at = 0;
        for (int index = 0; at < bytes.length; index++) {
            int start = at;
            long size = 0;
            int shift = 0;
            do {
                if (at == bytes.length || shift > 63) {
                    throw at == bytes.length
                            ? error(
                                    DecodeStatus.TRUNCATED,
                                    start,
                                    "the stream ends inside the size of message " + index)
                            : error(DecodeStatus.MALFORMED, start, "size of more than 10 bytes");
                }
                size |= (bytes[at] & 0x7FL) << shift;
                shift += 7;
            } while (bytes[at++] < 0);
            if (Long.compareUnsigned(size, Integer.MAX_VALUE) > 0) {
                throw error(DecodeStatus.TOO_LARGE, start, "message of " + Long.toUnsignedString(size) + " bytes");
            }
            begin(start, 0)
                    .append("message ")
                    .append(index)
                    .append(": ")
                    .append(size)
                    .append(" bytes");
            end();
            int available = (int) Math.min(size, bytes.length - at);
            printFields(at, available, 1);
            if (available < size) {
                throw error(
                        DecodeStatus.TRUNCATED,
                        start,
                        "message of " + size + " bytes, but the stream ends after " + available);
            }
            at += available;
        }
    }

    private static DecodeException error(DecodeStatus status, long offset, String detail) {
        return new DecodeException(status, offset, null, detail);
    }

    /** Prints a message in the input, which may be broken only if {@code indent} says that it is an outermost one. */
    private void printFields(int offset, int size, int indent) throws IOException {
        WireReader fields = WireReader.of(bytes, offset, size, maxDepth);
        try {
            while (fields.next()) {
                printField(fields, offset, indent);
            }
        } catch (DecodeException e) {
            throw e.movedBy(offset);
        }
    }

    private void printField(WireReader field, int base, int indent) throws IOException {
        int start = base + field.offset();
        boolean opens = field.wireType() == WireType.START_GROUP;
        int level = indent + field.depth() - (opens ? 1 : 0);
        begin(start, level);
        if (field.wireType() == WireType.END_GROUP) {
            line.append('}');
            end();
            return;
        }
        line.append(field.fieldNumber()).append(": ");
        switch (field.wireType()) {
            case WireType.VARINT -> appendVarint(field.value());
            case WireType.FIXED32 -> appendFixed32((int) field.value());
            case WireType.FIXED64 -> appendFixed64(field.value());
            case WireType.START_GROUP -> line.append("group {");
            default -> {
                printDelimited(field.dataOffset(), field.dataSize(), level);
                return;
            }
        }
        end();
    }

    private void appendVarint(long value) {
        line.append("varint ").append(Long.toUnsignedString(value));
        if (value < 0) {
            line.append(" (signed? ").append(value).append(')');
        } else if (value > 1) {
            line.append(" (zigzag? ").append(Varints.unZigZag(value)).append(')');
        }
    }

    private void appendFixed32(int value) {
        line.append("fixed32 ").append(Integer.toUnsignedString(value)).append(" (");
        if (value < 0) {
            line.append("signed? ").append(value).append(", ");
        }
        line.append("float? ").append(Float.intBitsToFloat(value)).append(')');
    }

    private void appendFixed64(long value) {
        line.append("fixed64 ").append(Long.toUnsignedString(value)).append(" (");
        if (value < 0) {
            line.append("signed? ").append(value).append(", ");
        }
        line.append("double? ").append(Double.longBitsToDouble(value)).append(')');
    }

    private void printDelimited(int offset, int size, int level) throws IOException {
        if (size == 0) {
            line.append("empty");
        } else if (looksLikeText(offset, size) && !(startsWithBreak(offset) && mayBeMessage(offset, size, level))) {
            line.append("string? ");
            appendText(offset, size);
        } else if (mayBeMessage(offset, size, level)) {
            line.append("message? of ").append(size).append(" bytes {");
            end();
            printFields(offset, size, level + 1);
            begin(offset + size, level).append('}');
        } else {
            line.append("bytes ");
            appendBytes(offset, size);
        }
        end();
    }

    /** A field 1 of a sub-message begins with byte 10, which is a line break: text seldom begins with one. */
    private boolean startsWithBreak(int offset) {
        return bytes[offset] == '\n' || bytes[offset] == '\r' || bytes[offset] == '\t';
    }

    private boolean looksLikeText(int offset, int size) {
        for (int i = offset; i < offset + size; i++) {
            byte b = bytes[i];
            if ((b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t') || b == 0x7F) {
                return false;
            }
        }
        return Utf8.isValid(bytes, offset, size);
    }

    private boolean mayBeMessage(int offset, int size, int level) {
        if (level >= maxDepth) {
            return false;
        }
        try {
            WireReader fields = WireReader.of(bytes, offset, size, maxDepth - level);
            while (fields.next()) {
                // Reading on is the test.
            }
            return true;
        } catch (DecodeException e) {
            return false;
        }
    }

    private void appendText(int offset, int size) {
        int shown = full ? size : Math.min(size, MAX_TEXT);
        while (shown < size && (bytes[offset + shown] & 0xC0) == 0x80) {
            shown--; // Not in the middle of a character.
        }
        String text = new String(bytes, offset, shown, StandardCharsets.UTF_8);
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                case '"' -> line.append("\\\"");
                case '\\' -> line.append("\\\\");
                default -> {
                    if (Character.isISOControl(c)) { // What is left of them could move a terminal's cursor.
                        line.append("\\u00").append(Integer.toHexString(c));
                    } else {
                        line.append(c);
                    }
                }
            }
        }
        line.append('"');
        appendRest(size, shown);
    }

    private void appendBytes(int offset, int size) {
        int shown = full ? size : Math.min(size, MAX_BYTES);
        for (int i = offset; i < offset + shown; i++) {
            line.append(Character.forDigit(bytes[i] >> 4 & 15, 16)).append(Character.forDigit(bytes[i] & 15, 16));
        }
        appendRest(size, shown);
    }

    private void appendRest(int size, int shown) {
        if (shown < size) {
            line.append("... of ").append(size).append(" bytes");
        }
    }

    private StringBuilder begin(int offset, int level) {
        line.setLength(0);
        String text = Integer.toString(offset);
        return line.append(" ".repeat(width - text.length()))
                .append(text)
                .append("  ")
                .append("  ".repeat(level));
    }

    private void end() throws IOException {
        out.write(line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
    }
}
