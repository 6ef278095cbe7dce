package dev.upb.text;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.base.Depths;
import dev.upb.base.Utf8;
import dev.upb.mem.Arena;
import dev.upb.mem.internal.Heap;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Parses messages from text format.
 *
 * <pre>{@code
 * Message config = TextParser.DEFAULT.parse(pool.message("app.Config"), "name: 'a' limits { size: 10 }");
 * TextParser.of(pool).withRequiredCheck(true).parse(type, arena, in);
 * }</pre>
 *
 * <p>{@code parse} makes a new message, {@code mergeInto} adds to one that is there: singular fields are replaced, messages merged, lists
 * extended, values of map keys replaced. Within a message of the text a singular scalar may be given once, and of a oneof one member; a
 * singular message that is given again is merged.
 *
 * <p>Extensions are those of the type's pool. An {@code Any} may be written as {@code [host/full.Name] {...}}, with any host. Names that the
 * message has reserved are skipped. Strings must be UTF-8 if their field asks for it, escapes included; fields of type {@code bytes}, and
 * strings of a schema that does not ask, take any bytes. Numbers too large for a {@code float} or {@code double} become infinite.
 *
 * <p>If parsing fails, the arena is as it was before, and there is no new message. A message that was to be merged into holds what came before
 * the error.
 *
 * <p>All methods throw {@link TextParseException} for text that is no such message, {@link ArenaExhaustedException} if the arena can't hold it
 * or the Java heap can't hold the text, and {@link IllegalStateException} if the arena is closed or the message frozen. Byte buffers are read
 * from position to limit, and neither is moved. Streams are read to their end, and not closed.
 *
 * <p>Immutable; each {@code with} method returns a changed copy. May be shared by threads.
 *
 * @see <a href="https://protobuf.dev/reference/protobuf/textformat-spec/">Text Format Language Specification</a>
 */
public final class TextParser {
    /** Types in {@code Any} are looked up in the pool of the message; unknown names are errors, missing required fields are not; depth 100. */
    public static final TextParser DEFAULT = new TextParser(null, false, false, Depths.DEFAULT);

    /** Null: that of the message. */
    final DefPool pool;

    final boolean ignoresUnknown;
    final boolean checksRequired;
    final int maxDepth;

    private TextParser(DefPool pool, boolean ignoresUnknown, boolean checksRequired, int maxDepth) {
        this.pool = pool;
        this.ignoresUnknown = ignoresUnknown;
        this.checksRequired = checksRequired;
        this.maxDepth = maxDepth;
    }

    /** Returns a parser that looks up types in {@code Any} in the given pool. */
    public static TextParser of(DefPool pool) {
        return new TextParser(Objects.requireNonNull(pool, "pool"), false, false, Depths.DEFAULT);
    }

    /**
     * Sets whether fields, field numbers and extensions that the message does not have are skipped, instead of being errors. Off by default.
     * Their values must be well-formed all the same; and a value of an enum, or a type in {@code Any}, is an error in any case.
     */
    public TextParser withIgnoreUnknown(boolean ignore) {
        return new TextParser(pool, ignore, checksRequired, maxDepth);
    }

    /** Sets whether a message that lacks a required field, anywhere in the finished tree or in an {@code Any}, is an error. Off by default. */
    public TextParser withRequiredCheck(boolean check) {
        return new TextParser(pool, ignoresUnknown, check, maxDepth);
    }

    /**
     * Sets how many levels of messages and map entries may nest below the top one, skipped ones and those in an {@code Any} included; 100 by
     * default.
     *
     * @param depth 0 to 10,000
     */
    public TextParser withMaxDepth(int depth) {
        return new TextParser(pool, ignoresUnknown, checksRequired, Depths.check(depth));
    }

    /** Parses UTF-8. */
    public Message parse(MessageDef type, Arena arena, byte[] text) {
        return parse(type, arena, text, 0, text.length);
    }

    /** Parses the UTF-8 in {@code text[offset .. offset + size)}. */
    public Message parse(MessageDef type, Arena arena, byte[] text, int offset, int size) {
        Objects.checkFromIndexSize(offset, size, text.length);
        Heap heap = arena.heap();
        int mark = heap.position();
        try {
            Message message = type.newMessage(arena);
            run(message, text, offset, size);
            return message;
        } catch (RuntimeException e) {
            heap.rewind(mark);
            throw e;
        }
    }

    public Message parse(MessageDef type, Arena arena, String text) {
        return parse(type, arena, utf8(text));
    }

    /** Parses the UTF-8 in the rest of a buffer. */
    public Message parse(MessageDef type, Arena arena, ByteBuffer text) {
        return text.hasArray()
                ? parse(type, arena, text.array(), text.arrayOffset() + text.position(), text.remaining())
                : parse(type, arena, copy(text));
    }

    /** Parses all the UTF-8 that the stream has. */
    public Message parse(MessageDef type, Arena arena, InputStream text) throws IOException {
        return parse(type, arena, readAll(text));
    }

    /** Parses UTF-8 into an arena of its own; the collector frees both. */
    public Message parse(MessageDef type, byte[] text) {
        return parse(type, Arena.create(type.miniTable().size() + text.length / 2), text);
    }

    /** Parses a message into an arena of its own; the collector frees both. */
    public Message parse(MessageDef type, String text) {
        return parse(type, utf8(text));
    }

    /** Merges what UTF-8 holds into a message. */
    public void mergeInto(Message message, byte[] text) {
        mergeInto(message, text, 0, text.length);
    }

    /** Merges what the UTF-8 in {@code text[offset .. offset + size)} holds into a message. */
    public void mergeInto(Message message, byte[] text, int offset, int size) {
        Objects.checkFromIndexSize(offset, size, text.length);
        if (message.isFrozen()) {
            throw new IllegalStateException("a frozen message can't be merged into");
        }
        run(message, text, offset, size);
    }

    public void mergeInto(Message message, String text) {
        mergeInto(message, utf8(text));
    }

    /** Merges what the UTF-8 in the rest of a buffer holds into a message. */
    public void mergeInto(Message message, ByteBuffer text) {
        if (text.hasArray()) {
            mergeInto(message, text.array(), text.arrayOffset() + text.position(), text.remaining());
        } else {
            mergeInto(message, copy(text));
        }
    }

    /** Merges what all the UTF-8 of a stream holds into a message. */
    public void mergeInto(Message message, InputStream text) throws IOException {
        mergeInto(message, readAll(text));
    }

    private void run(Message message, byte[] text, int offset, int size) {
        ParseState state = ParseState.take();
        try {
            state.parse(message, text, offset, offset + size, this);
        } catch (OutOfMemoryError e) {
            throw noMemory();
        } finally {
            state.release();
        }
    }

    private static ArenaExhaustedException noMemory() {
        return new ArenaExhaustedException("the Java heap can't give what parsing the text needs");
    }

    private static byte[] utf8(String text) {
        try {
            return Utf8.encode(text);
        } catch (IllegalArgumentException e) {
            byte[] replaced = text.getBytes(StandardCharsets.UTF_8);
            throw new ParseFailure(surrogateOffset(text), e.getMessage()).toException(replaced, 0);
        } catch (OutOfMemoryError e) {
            throw noMemory();
        }
    }

    /** Returns the offset, in the UTF-8 of a text, of the first surrogate without its partner, which takes one byte there. */
    private static int surrogateOffset(String text) {
        int offset = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                break;
            }
            i += Character.charCount(c);
            offset += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        }
        return offset;
    }

    private static byte[] copy(ByteBuffer text) {
        try {
            byte[] copy = new byte[text.remaining()];
            text.get(text.position(), copy);
            return copy;
        } catch (OutOfMemoryError e) {
            throw noMemory();
        }
    }

    private static byte[] readAll(InputStream text) throws IOException {
        try {
            return text.readAllBytes();
        } catch (OutOfMemoryError e) {
            throw noMemory();
        }
    }
}
