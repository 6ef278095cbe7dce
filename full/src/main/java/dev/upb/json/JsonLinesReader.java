package dev.upb.json;

import dev.upb.format.internal.TextInput;
import dev.upb.mem.Arena;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;

/**
 * Reads a stream of messages, each a line of JSON. Lines end with a line feed, with or without a carriage return before it; the last one may
 * do without. Lines of white space only are passed over.
 *
 * <p>One arena serves all messages: {@link #next()} resets it, so that the message before can't be used any more; copy what is to be kept. The
 * reader reads ahead of the message it returns. Closing it closes the arena, not the stream.
 *
 * <p>Errors tell the line of the stream. Behind a line that is no such message, or too long, reading can go on with the next one.
 */
public final class JsonLinesReader implements AutoCloseable {
    private static final int FIRST_BUFFER = 1 << 16;

    private final JsonParser parser;
    private final MessageDef type;
    private final InputStream input;
    private final int maxLineSize;
    private final Arena arena = Arena.create();

    private byte[] buffer = new byte[FIRST_BUFFER];
    /** Where in the buffer the next line begins. */
    private int position;

    private int limit;
    private long line;
    /** Whether what comes next is the rest of a line that was too long. */
    private boolean inLongLine;

    private JsonLinesReader(JsonParser parser, MessageDef type, InputStream input, int maxLineSize) {
        this.parser = parser;
        this.type = type;
        this.input = input;
        this.maxLineSize = maxLineSize;
    }

    /** Makes a reader of messages of one type, in lines of any size up to what an array can hold. */
    public static JsonLinesReader of(JsonParser parser, MessageDef type, InputStream input) {
        return of(parser, type, input, Integer.MAX_VALUE);
    }

    /**
     * Makes a reader of messages of one type.
     *
     * @param maxLineSize most bytes of a line, without its end
     */
    public static JsonLinesReader of(JsonParser parser, MessageDef type, InputStream input, int maxLineSize) {
        Objects.requireNonNull(parser, "parser");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(input, "input");
        if (maxLineSize < 0) {
            throw new IllegalArgumentException("maxLineSize < 0: " + maxLineSize);
        }
        return new JsonLinesReader(parser, type, input, maxLineSize);
    }

    /**
     * Returns the next message, or null at the end of the stream. The message before becomes stale.
     *
     * @throws JsonParseException if the line is no such message, or is too long; the next call reads the next line
     */
    public Message next() throws IOException {
        arena.reset();
        while (true) {
            int end = findLineEnd();
            if (end < 0) {
                return null;
            }
            int start = position; // Finding the end may have moved the line.
            position = end < limit ? end + 1 : end;
            line++;
            if (inLongLine) {
                inLongLine = false;
                line--; // It was counted when it was refused.
                continue;
            }
            int size = end - start;
            if (size > 0 && buffer[end - 1] == '\r') {
                size--;
            }
            if (size > maxLineSize) {
                throw tooLong(line);
            }
            if (isBlank(start, size)) {
                continue;
            }
            try {
                return parser.parse(type, arena, buffer, start, size);
            } catch (JsonParseException e) {
                throw e.inLine(line);
            }
        }
    }

    /** Returns the number of the line that was read last, from 1 on; 0 before the first. */
    public long line() {
        return line;
    }

    private static JsonParseException tooLarge(long at, String message) {
        return new JsonParseException(JsonParseStatus.TOO_LARGE, at, 1, "", message);
    }

    private JsonParseException tooLong(long at) {
        return tooLarge(at, "the line is longer than the limit of " + maxLineSize + " bytes");
    }

    private boolean isBlank(int start, int size) {
        for (int i = start; i < start + size; i++) {
            if (buffer[i] != ' ' && buffer[i] != '\t' && buffer[i] != '\r') {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the offset in the buffer of the line feed that ends the line at {@link #position}, or of the end of the stream; -1 if nothing is
     * left. Reads on as far as need be.
     */
    private int findLineEnd() throws IOException {
        int at = position;
        while (true) {
            for (; at < limit; at++) {
                if (buffer[at] == '\n') {
                    return at;
                }
            }
            if (inLongLine) {
                position = limit; // Nobody wants it.
            } else if (limit - position - 1 > maxLineSize) {
                inLongLine = true;
                position = limit;
                line++;
                throw tooLong(line);
            }
            at -= position;
            boolean more = fill();
            at += position;
            if (!more) {
                boolean none = position == limit;
                if (none) {
                    inLongLine = false;
                }
                return none ? -1 : limit;
            }
        }
    }

    /** Reads behind what the buffer holds of the current line, which may move; false at the end of the stream. */
    private boolean fill() throws IOException {
        if (position > 0) {
            System.arraycopy(buffer, position, buffer, 0, limit - position);
            limit -= position;
            position = 0;
        }
        if (limit == buffer.length) {
            buffer = grown();
        }
        int count = TextInput.readSome(input, buffer, limit, buffer.length - limit);
        limit += Math.max(count, 0);
        return count > 0;
    }

    private byte[] grown() {
        try {
            return Arrays.copyOf(buffer, (int) Math.min(2L * buffer.length, Integer.MAX_VALUE - 8));
        } catch (OutOfMemoryError e) {
            throw tooLarge(line + 1, "the Java heap can't give the memory for the line");
        }
    }

    /** Closes the arena; the last message becomes stale. */
    @Override
    public void close() {
        arena.close();
    }
}
