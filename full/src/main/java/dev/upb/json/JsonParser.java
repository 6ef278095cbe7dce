package dev.upb.json;

import dev.upb.base.Depths;
import dev.upb.format.internal.TextInput;
import dev.upb.mem.Arena;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.wire.EncodeOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Parses ProtoJSON.
 *
 * <pre>{@code
 * Message report = JsonParser.DEFAULT.parse(type, arena, json);
 * JsonParser.of(pool).withIgnoreUnknown(true).mergeInto(report, more);
 * }</pre>
 *
 * <p>{@code parse} makes a new message, {@code mergeInto} merges into one that is there: singular fields are replaced, messages merged, lists
 * appended to, map entries put. The text is copied into the arena once, in one piece; strings without escapes are parts of that copy. Nothing
 * is allocated on the Java heap per value.
 *
 * <p>What is accepted: names of fields in JSON or as in the {@code .proto} file, extensions as {@code "[full.name]"}; {@code null} for a field
 * that is not set; integers as numbers or strings, also as {@code 1.0} or {@code 1e2}, exact in all 64 bits; floating-point numbers rounded to
 * the nearest, or {@code "NaN"}, {@code "Infinity"}, {@code "-Infinity"}; enums by name, by custom JSON name or by number; base64 in either
 * alphabet, with or without padding; the members of an {@code Any} in any order. JSON itself is taken strictly: no comments, trailing commas,
 * leading zeros, control characters in strings, malformed UTF-8 or halves of surrogate pairs. A field, a key of a map or a oneof that is there
 * twice is an error, also if it is spelled in two ways; members that are ignored are not compared.
 *
 * <p>If parsing fails, the arena is as it was before, and there is no new message. A message that was to be merged into holds all or part of
 * what came before the error.
 *
 * <p>All methods throw {@link JsonParseException} for a text that is no such message, {@link dev.upb.base.ArenaExhaustedException} if the arena
 * can't hold it, and {@link IllegalStateException} if the arena is closed. Bytes are UTF-8 without a byte order mark. Byte buffers are read
 * from position to limit, and neither is moved. Streams are read to their end, and not closed.
 *
 * <p>Immutable; each {@code with} method returns a changed copy. May be shared by threads.
 *
 * @see <a href="https://protobuf.dev/programming-guides/json/">ProtoJSON Format</a>
 */
public final class JsonParser {
    /** Types in {@code Any} are looked up in the pool of the message that is parsed. */
    public static final JsonParser DEFAULT = new JsonParser(null, false, Depths.DEFAULT);

    /** Null: that of the message. */
    final DefPool pool;

    final boolean ignoresUnknown;
    final int maxDepth;
    /** How the content of an {@code Any} is encoded. */
    final EncodeOptions payloadOptions;

    private JsonParser(DefPool pool, boolean ignoresUnknown, int maxDepth) {
        this.pool = pool;
        this.ignoresUnknown = ignoresUnknown;
        this.maxDepth = maxDepth;
        this.payloadOptions = EncodeOptions.DEFAULT.withMaxDepth(messageLevels(maxDepth));
    }

    /** Returns a parser that looks up types in {@code Any} in the given pool. */
    public static JsonParser of(DefPool pool) {
        return new JsonParser(Objects.requireNonNull(pool, "pool"), false, Depths.DEFAULT);
    }

    /**
     * Sets whether members that name no field are skipped, and enum values of unknown name left out: a field, an element of a list, or an entry
     * of a map. Off by default.
     */
    public JsonParser withIgnoreUnknown(boolean ignore) {
        return new JsonParser(pool, ignore, maxDepth);
    }

    /** Returns how many levels of messages in the binary format so many of JSON may take: entry, value and list or struct for each, and an entry. */
    static int messageLevels(int depth) {
        return Math.min(3 * depth + 1, Depths.MAX);
    }

    /**
     * Sets how many levels may nest below the top one; 100 by default. A level is a message, also one in an {@code Any}, but not the array or map
     * that it is in; in a {@code Struct}, {@code ListValue} or {@code Value}, and in what is skipped, it is an array or an object.
     *
     * <p>The binary format counts messages and map entries: an object in a {@code Struct} is three levels there, an array in a {@code ListValue} two,
     * a message in a map two. So what this parser takes may need a limit of up to three times as much to be encoded, and to be decoded by others.
     *
     * @param depth 0 to 10,000
     */
    public JsonParser withMaxDepth(int depth) {
        return new JsonParser(pool, ignoresUnknown, Depths.check(depth));
    }

    public Message parse(MessageDef type, Arena arena, byte[] json) {
        return parse(type, arena, json, 0, json.length);
    }

    /** Parses {@code json[offset .. offset + size)}. */
    public Message parse(MessageDef type, Arena arena, byte[] json, int offset, int size) {
        Objects.checkFromIndexSize(offset, size, json.length);
        return load(type, arena, json, offset, size);
    }

    public Message parse(MessageDef type, Arena arena, String json) {
        return parse(type, arena, TextInput.utf8(json));
    }

    public Message parse(MessageDef type, Arena arena, ByteBuffer json) {
        return load(type, arena, json, json.position(), json.remaining());
    }

    public Message parse(MessageDef type, Arena arena, InputStream json) throws IOException {
        int mark = arena.heap().position();
        return create(type, arena, TextInput.load(arena.heap(), json), mark);
    }

    /** Parses into an arena of its own; the collector frees both. */
    public Message parse(MessageDef type, byte[] json) {
        return parse(type, Arena.create(TextInput.ownCapacity(type, json.length)), json);
    }

    /** Parses into an arena of its own; the collector frees both. */
    public Message parse(MessageDef type, String json) {
        return parse(type, TextInput.utf8(json));
    }

    private Message load(MessageDef type, Arena arena, Object json, int offset, int size) {
        int mark = arena.heap().position();
        return create(type, arena, TextInput.load(arena.heap(), json, offset, size), mark);
    }

    private Message create(MessageDef type, Arena arena, long text, int mark) {
        try {
            Message message = type.newMessage(arena);
            JsonParseState.parse(message, text, this);
            return message;
        } catch (RuntimeException e) {
            arena.heap().rewind(mark);
            throw e;
        }
    }

    /** Merges what a text holds into a message; likewise all methods below. */
    public void mergeInto(Message message, byte[] json) {
        mergeInto(message, json, 0, json.length);
    }

    public void mergeInto(Message message, byte[] json, int offset, int size) {
        Objects.checkFromIndexSize(offset, size, json.length);
        JsonParseState.parse(message, TextInput.load(TextInput.heapOf(message), json, offset, size), this);
    }

    public void mergeInto(Message message, String json) {
        mergeInto(message, TextInput.utf8(json));
    }

    public void mergeInto(Message message, ByteBuffer json) {
        long text = TextInput.load(TextInput.heapOf(message), json, json.position(), json.remaining());
        JsonParseState.parse(message, text, this);
    }

    public void mergeInto(Message message, InputStream json) throws IOException {
        JsonParseState.parse(message, TextInput.load(TextInput.heapOf(message), json), this);
    }
}
