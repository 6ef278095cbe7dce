package dev.upb.json;

import dev.upb.base.Depths;
import dev.upb.base.EncodeException;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/**
 * Prints messages as ProtoJSON.
 *
 * <pre>{@code
 * String json = JsonPrinter.DEFAULT.print(message);
 * JsonPrinter.of(pool).withIndent(true).withDefaults(true).print(message, out);
 * }</pre>
 *
 * <p>By default the text has no white space; only fields that are set are there, by ascending number, under their JSON names, then extensions
 * under {@code "[full.name]"}; 64-bit integers are strings, enums names, or numbers where the schema has no name, bytes base64, maps in the
 * order of their entries. Floating-point numbers have as few digits as are needed to read them back, in the form of
 * {@link Double#toString(double)}. Malformed UTF-8, which strings of proto2 may hold, is printed as U+FFFD. Unknown fields are not printed.
 *
 * <p>Printing throws {@link EncodeException}, whose text has the path of the field: {@code NOT_REPRESENTABLE} for a message that JSON has no
 * form for (an {@code Any} whose type is not known, a {@code Timestamp} out of range, a {@code Value} without a kind and so on),
 * {@code MAX_DEPTH_EXCEEDED}, {@code MAX_SIZE_EXCEEDED}; and {@link IllegalStateException} if the message's arena was reset or closed.
 *
 * <p>Immutable; each {@code with} method returns a changed copy. May be shared by threads.
 *
 * @see <a href="https://protobuf.dev/programming-guides/json/">ProtoJSON Format</a>
 */
public final class JsonPrinter {
    // Flags.
    static final int DEFAULTS = 1;
    static final int PROTO_NAMES = 2;
    static final int ENUM_NUMBERS = 4;
    static final int INT64_NUMBERS = 8;
    static final int INDENT = 16;
    static final int SORTED_KEYS = 32;

    /** Types in {@code Any} are looked up in the pool of the message that is printed. */
    public static final JsonPrinter DEFAULT = new JsonPrinter(null, 0, Depths.DEFAULT);

    /** Null: that of the message. */
    final DefPool pool;

    private final int flags;
    final int maxDepth;

    private JsonPrinter(DefPool pool, int flags, int maxDepth) {
        this.pool = pool;
        this.flags = flags;
        this.maxDepth = maxDepth;
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    private JsonPrinter with(int flag, boolean on) {
        return new JsonPrinter(pool, on ? flags | flag : flags & ~flag, maxDepth);
    }

    /** Returns a printer that looks up types in {@code Any}, and extensions of those, in the given pool. */
    public static JsonPrinter of(DefPool pool) {
        return new JsonPrinter(Objects.requireNonNull(pool, "pool"), 0, Depths.DEFAULT);
    }

    /**
     * Sets whether fields without presence are printed also while they are zero or empty: singular ones of proto3, lists, maps. Fields with
     * presence that are not set, members of oneofs among them, stay out. Off by default.
     */
    public JsonPrinter withDefaults(boolean print) {
        return with(DEFAULTS, print);
    }

    /** Sets whether fields have the names of the {@code .proto} file, instead of their JSON names. Off by default. */
    public JsonPrinter withProtoNames(boolean use) {
        return with(PROTO_NAMES, use);
    }

    /** Sets whether enums are printed as numbers, except {@code google.protobuf.NullValue}. Off by default. */
    public JsonPrinter withEnumsAsNumbers(boolean print) {
        return with(ENUM_NUMBERS, print);
    }

    /**
     * Sets whether 64-bit integers are printed as numbers instead of strings, except keys of maps. Off by default: many readers lose digits of
     * numbers beyond 2^53.
     */
    public JsonPrinter withInt64AsNumbers(boolean print) {
        return with(INT64_NUMBERS, print);
    }

    /** Sets whether each member of an object has a line of its own, indented by two spaces a level. Off by default. */
    public JsonPrinter withIndent(boolean pretty) {
        return with(INDENT, pretty);
    }

    /** Sets whether maps are printed by ascending key: numbers by value, strings by the bytes of their UTF-8. Off by default. */
    public JsonPrinter withSortedMapKeys(boolean sort) {
        return with(SORTED_KEYS, sort);
    }

    /**
     * Sets how many levels may nest below the top one; 100 by default. They count as in {@link JsonParser#withMaxDepth}, so what that takes can be
     * printed, and so can what was decoded with the same limit.
     *
     * @param depth 0 to 10,000
     */
    public JsonPrinter withMaxDepth(int depth) {
        return new JsonPrinter(pool, flags, Depths.check(depth));
    }

    public String print(Message message) {
        return PrintState.print(message, this).takeString();
    }

    /** Returns the text as UTF-8. */
    public byte[] printBytes(Message message) {
        return PrintState.print(message, this).takeBytes();
    }

    /** Writes the text as UTF-8, in one piece; nothing if the message can't be printed. Does not flush or close the stream. */
    public void print(Message message, OutputStream out) throws IOException {
        PrintState.print(message, this).takeTo(out);
    }
}
