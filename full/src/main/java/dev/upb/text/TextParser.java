package dev.upb.text;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.base.Depths;
import dev.upb.format.internal.PathFailure;
import dev.upb.format.internal.TextInput;
import dev.upb.mem.Arena;
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
 * strings of a schema that does not ask, take any bytes. Numbers too large for a {@code float} or {@code double} become infinite. The text is
 * copied into the arena once, in one piece; strings without escapes are parts of that copy.
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
        return load(type, arena, text, offset, size);
    }

    public Message parse(MessageDef type, Arena arena, String text) {
        return parse(type, arena, utf8(text));
    }

    /** Parses the UTF-8 in the rest of a buffer. */
    public Message parse(MessageDef type, Arena arena, ByteBuffer text) {
        return load(type, arena, text, text.position(), text.remaining());
    }

    /** Parses all the UTF-8 that the stream has. */
    public Message parse(MessageDef type, Arena arena, InputStream text) throws IOException {
        int mark = arena.heap().position();
        return create(type, arena, TextInput.load(arena.heap(), text), mark);
    }

    /** Parses UTF-8 into an arena of its own; the collector frees both. */
    public Message parse(MessageDef type, byte[] text) {
        return parse(type, Arena.create(TextInput.ownCapacity(type, text.length)), text);
    }

    /** Parses a message into an arena of its own; the collector frees both. */
    public Message parse(MessageDef type, String text) {
        return parse(type, utf8(text));
    }

    private Message load(MessageDef type, Arena arena, Object text, int offset, int size) {
        int mark = arena.heap().position();
        return create(type, arena, TextInput.load(arena.heap(), text, offset, size), mark);
    }

    private Message create(MessageDef type, Arena arena, long text, int mark) {
        try {
            Message message = type.newMessage(arena);
            ParseState.parse(message, text, this);
            return message;
        } catch (RuntimeException e) {
            arena.heap().rewind(mark);
            throw e;
        }
    }

    /** Merges what UTF-8 holds into a message. */
    public void mergeInto(Message message, byte[] text) {
        mergeInto(message, text, 0, text.length);
    }

    /** Merges what the UTF-8 in {@code text[offset .. offset + size)} holds into a message. */
    public void mergeInto(Message message, byte[] text, int offset, int size) {
        Objects.checkFromIndexSize(offset, size, text.length);
        ParseState.parse(message, TextInput.load(TextInput.heapOf(message), text, offset, size), this);
    }

    public void mergeInto(Message message, String text) {
        mergeInto(message, utf8(text));
    }

    /** Merges what the UTF-8 in the rest of a buffer holds into a message. */
    public void mergeInto(Message message, ByteBuffer text) {
        long loaded = TextInput.load(TextInput.heapOf(message), text, text.position(), text.remaining());
        ParseState.parse(message, loaded, this);
    }

    /** Merges what all the UTF-8 of a stream holds into a message. */
    public void mergeInto(Message message, InputStream text) throws IOException {
        ParseState.parse(message, TextInput.load(TextInput.heapOf(message), text), this);
    }

    private static byte[] utf8(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int surrogate = TextInput.loneSurrogate(text);
        if (surrogate >= 0) {
            PathFailure failure = TextReader.failure(
                    surrogate, "unpaired surrogate; text is Unicode, and other bytes are written as escapes");
            throw new TextParseException(failure, utf8, 0, utf8.length);
        }
        return utf8;
    }
}
