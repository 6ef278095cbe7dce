package dev.upb.json;

import dev.upb.base.Depths;
import dev.upb.base.EncodeException;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
    /** Types in {@code Any} are looked up in the pool of the message that is printed. */
    public static final JsonPrinter DEFAULT = new JsonPrinter();

    /** Null: that of the message. */
    final DefPool pool;

    final boolean printsDefaults;
    final boolean usesProtoNames;
    final boolean enumsAsNumbers;
    final boolean int64AsNumbers;
    final boolean indents;
    final boolean sortsMapKeys;
    final int maxDepth;

    private JsonPrinter() {
        this(new Draft());
    }

    private JsonPrinter(Draft draft) {
        pool = draft.pool;
        printsDefaults = draft.printsDefaults;
        usesProtoNames = draft.usesProtoNames;
        enumsAsNumbers = draft.enumsAsNumbers;
        int64AsNumbers = draft.int64AsNumbers;
        indents = draft.indents;
        sortsMapKeys = draft.sortsMapKeys;
        maxDepth = draft.maxDepth;
    }

    /** What the next printer shall be. */
    private static final class Draft {
        private DefPool pool;
        private boolean printsDefaults;
        private boolean usesProtoNames;
        private boolean enumsAsNumbers;
        private boolean int64AsNumbers;
        private boolean indents;
        private boolean sortsMapKeys;
        private int maxDepth = Depths.DEFAULT;
    }

    private Draft draft() {
        Draft draft = new Draft();
        draft.pool = pool;
        draft.printsDefaults = printsDefaults;
        draft.usesProtoNames = usesProtoNames;
        draft.enumsAsNumbers = enumsAsNumbers;
        draft.int64AsNumbers = int64AsNumbers;
        draft.indents = indents;
        draft.sortsMapKeys = sortsMapKeys;
        draft.maxDepth = maxDepth;
        return draft;
    }

    /** Returns a printer that looks up types in {@code Any}, and extensions of those, in the given pool. */
    public static JsonPrinter of(DefPool pool) {
        Draft draft = new Draft();
        draft.pool = Objects.requireNonNull(pool, "pool");
        return new JsonPrinter(draft);
    }

    /**
     * Sets whether fields without presence are printed also while they are zero or empty: singular ones of proto3, lists, maps. Fields with
     * presence that are not set, members of oneofs among them, stay out. Off by default.
     */
    public JsonPrinter withDefaults(boolean print) {
        Draft draft = draft();
        draft.printsDefaults = print;
        return new JsonPrinter(draft);
    }

    /** Sets whether fields have the names of the {@code .proto} file, instead of their JSON names. Off by default. */
    public JsonPrinter withProtoNames(boolean use) {
        Draft draft = draft();
        draft.usesProtoNames = use;
        return new JsonPrinter(draft);
    }

    /** Sets whether enums are printed as numbers, except {@code google.protobuf.NullValue}. Off by default. */
    public JsonPrinter withEnumsAsNumbers(boolean print) {
        Draft draft = draft();
        draft.enumsAsNumbers = print;
        return new JsonPrinter(draft);
    }

    /**
     * Sets whether 64-bit integers are printed as numbers instead of strings, except keys of maps. Off by default: many readers lose digits of
     * numbers beyond 2^53.
     */
    public JsonPrinter withInt64AsNumbers(boolean print) {
        Draft draft = draft();
        draft.int64AsNumbers = print;
        return new JsonPrinter(draft);
    }

    /** Sets whether each member of an object has a line of its own, indented by two spaces a level. Off by default. */
    public JsonPrinter withIndent(boolean pretty) {
        Draft draft = draft();
        draft.indents = pretty;
        return new JsonPrinter(draft);
    }

    /** Sets whether maps are printed by ascending key: numbers by value, strings by the bytes of their UTF-8. Off by default. */
    public JsonPrinter withSortedMapKeys(boolean sort) {
        Draft draft = draft();
        draft.sortsMapKeys = sort;
        return new JsonPrinter(draft);
    }

    /**
     * Sets how many levels may nest below the top one; 100 by default. They count as in {@link JsonParser#withMaxDepth}, so what that takes can be
     * printed, and so can what was decoded with the same limit.
     *
     * @param depth 0 to 10,000
     */
    public JsonPrinter withMaxDepth(int depth) {
        Draft draft = draft();
        draft.maxDepth = Depths.check(depth);
        return new JsonPrinter(draft);
    }

    public String print(Message message) {
        PrintState state = PrintState.take();
        try {
            JsonOutput out = state.print(message, this);
            return new String(out.bytes(), 0, out.size(), StandardCharsets.UTF_8);
        } catch (OutOfMemoryError e) {
            throw JsonOutput.tooLarge();
        } finally {
            state.release();
        }
    }

    /** Returns the text as UTF-8. */
    public byte[] printBytes(Message message) {
        PrintState state = PrintState.take();
        try {
            JsonOutput out = state.print(message, this);
            return Arrays.copyOf(out.bytes(), out.size());
        } catch (OutOfMemoryError e) {
            throw JsonOutput.tooLarge();
        } finally {
            state.release();
        }
    }

    /** Writes the text as UTF-8, in one piece; nothing if the message can't be printed. Does not flush or close the stream. */
    public void print(Message message, OutputStream out) throws IOException {
        PrintState state = PrintState.take();
        try {
            JsonOutput json = state.print(message, this);
            out.write(json.bytes(), 0, json.size());
        } finally {
            state.release();
        }
    }
}
