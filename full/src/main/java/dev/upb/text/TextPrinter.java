package dev.upb.text;

import dev.upb.base.Depths;
import dev.upb.base.EncodeException;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/**
 * Prints messages in text format.
 *
 * <pre>{@code
 * String text = TextPrinter.DEFAULT.print(message);
 * TextPrinter.of(pool).withSingleLine(true).withUnknownFields(false).print(message, out);
 * }</pre>
 *
 * <p>By default each field has a line of its own, indented by two spaces a level: those that are set, by ascending number, then extensions as
 * {@code [full.name]}, also by number. Groups go by the name of their type. Maps are lists of entries, by ascending key. Enums are names, or
 * numbers where the schema has no name. Floating-point numbers read back as the same ones, and have the form of
 * {@link Double#toString(double)}, or are {@code inf}, {@code -inf}, {@code nan}. In strings, quotes, backslashes and control characters are
 * escaped, and bytes that are no UTF-8; in {@code bytes} all that is not ASCII.
 *
 * <p>An {@code Any} whose type is known is written as {@code [host/full.Name] {...}}.
 *
 * <p>Unknown fields come last, by number, in the order in which they arrived: varints in decimal, fixed values in hex, delimited ones as a
 * message if they can be read as one, otherwise as bytes. What type they had is lost, so a parser can't read them back.
 *
 * <p>Printing throws {@link EncodeException} with {@code MAX_DEPTH_EXCEEDED} or {@code MAX_SIZE_EXCEEDED}, and {@code NOT_REPRESENTABLE} for
 * unknown fields that somebody put in and that are malformed; and {@link IllegalStateException} if the message's arena was reset or closed.
 *
 * <p>Immutable; each {@code with} method returns a changed copy. May be shared by threads.
 *
 * @see <a href="https://protobuf.dev/reference/protobuf/textformat-spec/">Text Format Language Specification</a>
 */
public final class TextPrinter {
    // Flags.
    static final int SINGLE_LINE = 1;
    static final int EXPANDED_ANY = 2;
    static final int UNKNOWN_FIELDS = 4;
    static final int SORTED_KEYS = 8;

    /** Types in {@code Any} are looked up in the pool of the message that is printed; depth 100. */
    public static final TextPrinter DEFAULT =
            new TextPrinter(null, EXPANDED_ANY | UNKNOWN_FIELDS | SORTED_KEYS, Depths.DEFAULT);

    /** Null: that of the message. */
    final DefPool pool;

    private final int flags;
    final int maxDepth;

    private TextPrinter(DefPool pool, int flags, int maxDepth) {
        this.pool = pool;
        this.flags = flags;
        this.maxDepth = maxDepth;
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    private TextPrinter with(int flag, boolean on) {
        return new TextPrinter(pool, on ? flags | flag : flags & ~flag, maxDepth);
    }

    /** Returns a printer that looks up types in {@code Any}, and extensions of those, in the given pool. */
    public static TextPrinter of(DefPool pool) {
        return new TextPrinter(Objects.requireNonNull(pool, "pool"), DEFAULT.flags, Depths.DEFAULT);
    }

    /** Sets whether all is on one line, without a space or line feed at its end. Off by default. */
    public TextPrinter withSingleLine(boolean single) {
        return with(SINGLE_LINE, single);
    }

    /**
     * Sets whether an {@code Any} is written as {@code [host/full.Name] {...}} where its type is known and its content can be read; otherwise,
     * and if this is off, it is written with its fields {@code type_url} and {@code value}. On by default.
     */
    public TextPrinter withExpandedAny(boolean expand) {
        return with(EXPANDED_ANY, expand);
    }

    /** Sets whether unknown fields are printed. On by default; turn it off where the text shall be parsed. */
    public TextPrinter withUnknownFields(boolean print) {
        return with(UNKNOWN_FIELDS, print);
    }

    /**
     * Sets whether maps are printed by ascending key, numbers by value, strings by the bytes of their UTF-8, instead of in the order of their
     * entries. On by default.
     */
    public TextPrinter withSortedMapKeys(boolean sort) {
        return with(SORTED_KEYS, sort);
    }

    /**
     * Sets how many levels of messages and map entries may nest below the top one; 100 by default. In an {@code Any} that nests deeper the rest
     * is written as bytes.
     *
     * @param depth 0 to 10,000
     */
    public TextPrinter withMaxDepth(int depth) {
        return new TextPrinter(pool, flags, Depths.check(depth));
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
