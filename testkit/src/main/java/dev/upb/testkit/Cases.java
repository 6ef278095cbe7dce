package dev.upb.testkit;

import dev.upb.testkit.wire.Hex;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Small inputs that protobuf runtimes have got wrong, with the result that is right. The types are those of
 * {@link #schemaBytes()}; extensions found there count as registered.
 */
public final class Cases {
    private static final String REJECT = "reject";
    private static final String OK = "ok";

    private Cases() {}

    /**
     * Bytes to decode.
     *
     * @param type full name of the message type, without a leading dot
     * @param expected what must come of it
     * @param note why the case is there; may be empty
     */
    @SuppressWarnings("ArrayRecordComponent") // Cases are listed and run, never compared.
    public record Binary(String id, String type, byte[] input, Expectation expected, String note) {
        /** Returns the id, which names the case in test reports. */
        @Override
        public String toString() {
            return id;
        }
    }

    /**
     * ProtoJSON to parse with default options.
     *
     * @param type full name of the message type, without a leading dot
     * @param expected what must come of it
     * @param note why the case is there; may be empty
     */
    public record Json(String id, String type, String input, Expectation expected, String note) {
        /** Returns the id, which names the case in test reports. */
        @Override
        public String toString() {
            return id;
        }
    }

    /**
     * The right outcome of a case.
     *
     * @param output nothing if the input must be refused with an error of the decoder; for {@link Binary} the bytes, in
     *     hexadecimal, of encoding what was decoded (map entries in the order in which they were last set, with key and
     *     value always written); for {@link Json} the compact JSON that the parsed message prints
     */
    public record Expectation(Optional<String> output) {
        public boolean isRejected() {
            return output.isEmpty();
        }

        /**
         * Returns the output as bytes.
         *
         * @throws java.util.NoSuchElementException if the input must be refused
         */
        public byte[] bytes() {
            return Hex.bytes(text());
        }

        /**
         * Returns the output as text.
         *
         * @throws java.util.NoSuchElementException if the input must be refused
         */
        public String text() {
            return output.orElseThrow();
        }
    }

    public static List<Binary> binary() {
        return rows("binary.tsv").stream()
                .map(row -> new Binary(row[0], row[1], Hex.bytes(row[2]), expectation(row[3]), row[4]))
                .toList();
    }

    public static List<Json> json() {
        return rows("json.tsv").stream()
                .map(row -> new Json(row[0], row[1], row[2], expectation(row[3]), row[4]))
                .toList();
    }

    /** Returns a serialized {@code FileDescriptorSet} with all types that the cases name, imports first. */
    public static byte[] schemaBytes() {
        return resource("schema.binpb");
    }

    private static Expectation expectation(String text) {
        if (text.equals(REJECT)) {
            return new Expectation(Optional.empty());
        }
        if (text.equals(OK) || text.startsWith(OK + " ")) {
            return new Expectation(Optional.of(text.substring(OK.length()).strip()));
        }
        throw new IllegalStateException("expected result is neither \"reject\" nor \"ok ...\": " + text);
    }

    /** Returns the five columns of each row: id, type, input, expected result, note ("" where left out). */
    private static List<String[]> rows(String file) {
        return new String(resource(file), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(line -> (line + "\t").split("\t", -1))
                .toList();
    }

    private static byte[] resource(String file) {
        try (InputStream in = Cases.class.getResourceAsStream("cases/" + file)) {
            if (in == null) {
                throw new IllegalStateException("resource cases/" + file + " is missing");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read cases/" + file, e);
        }
    }
}
