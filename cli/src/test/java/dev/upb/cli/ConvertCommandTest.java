package dev.upb.cli;

import static dev.upb.cli.Command.upb;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import com.google.protobuf.Any;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import com.google.protobuf.util.JsonFormat;
import dev.upb.cli.Command.Outcome;
import dev.upb.testkit.Cases;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.wire.Hex;
import dev.upb.testkit.wire.WireMessage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConvertCommandTest {
    /** {@code item_count: 3, total_cents: 5, paint: COLOR_RED}. */
    private static final byte[] ORDER = Hex.bytes("080310051801");

    private static final String ORDER_JSON = "{\"itemCount\":3,\"totalCents\":\"5\",\"paint\":\"COLOR_RED\"}\n";
    /** {@code item_count} without its value. */
    private static final byte[] TRUNCATED = Hex.bytes("08");

    @TempDir
    Path folder;

    private Shop shop;

    @BeforeEach
    void writeSchema() {
        shop = Shop.in(folder);
    }

    private Outcome convert(byte[] input, Object... options) {
        Object[] arguments = Stream.concat(
                        Stream.of("convert", "--schema", shop.set, "--type", "shop.v1.Order"), Stream.of(options))
                .toArray();
        return Command.reading(input).run(arguments);
    }

    private static void assertDone(Outcome outcome) {
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitCode()).isZero();
    }

    private static void assertFailed(Outcome outcome, int exitCode, String line) {
        assertThat(outcome.err()).isEqualTo("upb: " + line + System.lineSeparator());
        assertThat(outcome.exitCode()).isEqualTo(exitCode);
    }

    // --- Formats
    // ------------------------------------------------------------------------------------------------------

    @Test
    void pipeGivesCompactJsonOnALine() {
        Outcome outcome = convert(ORDER);
        assertDone(outcome);
        assertThat(outcome.text()).isEqualTo(ORDER_JSON);
    }

    @Test
    void extensionOfTheOutputNamesItsFormat() throws IOException {
        Path in = shop.write("order.pb", ORDER);
        assertDone(convert(new byte[0], in, "-o", shop.file("order.json")));
        assertThat(shop.file("order.json")).hasContent(ORDER_JSON.strip());
        assertDone(convert(new byte[0], in, "-o", shop.file("order.jsonl")));
        assertThat(shop.file("order.jsonl")).hasContent(ORDER_JSON.strip());
        assertDone(convert(new byte[0], in, "-o", shop.file("order.bin")));
        assertThat(shop.file("order.bin")).hasBinaryContent(ORDER);
    }

    @Test
    void optionToOverrulesTheExtension() {
        Path in = shop.write("order.binpb", ORDER);
        assertDone(convert(new byte[0], in, "--to", "json", "-o", shop.file("order.txt")));
        assertThat(shop.file("order.txt")).hasContent(ORDER_JSON.strip());
    }

    @Test
    void optionFromOverrulesTheExtension() {
        Path in = shop.write("order.json", ORDER);
        Outcome outcome = convert(new byte[0], in, "--from", "binpb");
        assertDone(outcome);
        assertThat(outcome.text()).isEqualTo(ORDER_JSON);
    }

    @Test
    void fileOfUnknownExtensionIsBinary() {
        Outcome outcome = convert(new byte[0], shop.write("order.data", ORDER));
        assertDone(outcome);
        assertThat(outcome.text()).isEqualTo(ORDER_JSON);
    }

    /** {@link #ORDER} as each format has it. */
    private static byte[] order(String format) {
        return switch (format) {
            case "binpb" -> ORDER;
            case "txtpb" -> "item_count: 3\ntotal_cents: 5\npaint: COLOR_RED\n".getBytes(UTF_8);
            default -> ORDER_JSON.getBytes(UTF_8);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "binpb, txtpb",
        "json, binpb",
        "json, json",
        "json, txtpb",
        "json, jsonl",
        "txtpb, binpb",
        "txtpb, json",
        "txtpb, txtpb",
        "jsonl, jsonl"
    })
    void messageGoesFromOneFormatToTheOther(String from, String to) throws IOException {
        Outcome pipe = convert(order(from), "--from", from, "--to", to);
        assertDone(pipe);
        assertThat(pipe.out()).isEqualTo(order(to));
        Path target = shop.write("out", ORDER).resolveSibling("target." + to);
        assertDone(convert(new byte[0], shop.write("order." + from, order(from)), "-o", target));
        assertThat(target).hasBinaryContent(order(to));
    }

    @Test
    void jsonLinesBecomeDelimitedMessagesAndComeBack() {
        byte[] lines = (ORDER_JSON + "{}\n" + ORDER_JSON).getBytes(UTF_8);
        Outcome binary = convert(lines, "--from", "jsonl", "--to", "binpb");
        assertDone(binary);
        assertThat(Hex.string(binary.out())).isEqualTo("06" + Hex.string(ORDER) + "00" + "06" + Hex.string(ORDER));
        Outcome back = convert(binary.out(), "--delimited");
        assertDone(back);
        assertThat(back.out()).isEqualTo(lines);
    }

    @Test
    void streamDoesNotBecomeTextFormat() {
        assertFailed(
                convert(new byte[0], "--delimited", "--to", "txtpb"),
                ExitCode.USAGE,
                "text format is for one message, not for a stream of them");
        assertFailed(
                convert(new byte[0], "--delimited", "--from", "json"),
                ExitCode.USAGE,
                "--delimited is for binary input, not for json");
    }

    @Test
    void malformedTextIsOneLineWithLineAndColumn() {
        Outcome json = convert("{\n  \"itemCount\": 1.5}".getBytes(UTF_8), "--from", "json");
        assertThat(json.exitCode()).isEqualTo(ExitCode.DATA);
        assertThat(json.err()).matches("upb: standard input: line 2, column \\d+: .*item_count.*\\R");
        Outcome lines = convert("{}\n{\"itemCount\":}\n".getBytes(UTF_8), "--from", "jsonl");
        assertThat(lines.exitCode()).isEqualTo(ExitCode.DATA);
        assertThat(lines.err()).matches("upb: standard input: line 2, column 14: .*\\R");
        Outcome text = convert("item_count: 3\ntotal_cents: x".getBytes(UTF_8), "--from", "txtpb");
        assertThat(text.exitCode()).isEqualTo(ExitCode.DATA);
        assertThat(text.err())
                .matches("upb: standard input: .*line 2.*column 14.*\\R|upb: standard input: 2:14: .*\\R");
    }

    @Test
    void unknownNamesAreRefusedUnlessIgnored() {
        byte[] json = "{\"itemCount\":3,\"colour\":1,\"totalCents\":\"5\",\"paint\":\"COLOR_RED\"}".getBytes(UTF_8);
        assertThat(convert(json, "--from", "json").exitCode()).isEqualTo(ExitCode.DATA);
        Outcome ignored = convert(json, "--from", "json", "--to", "binpb", "--ignore-unknown");
        assertDone(ignored);
        assertThat(ignored.out()).isEqualTo(ORDER);
        byte[] text = "item_count: 3 colour: 1 total_cents: 5 paint: COLOR_RED".getBytes(UTF_8);
        assertThat(convert(text, "--from", "txtpb").exitCode()).isEqualTo(ExitCode.DATA);
        assertThat(convert(text, "--from", "txtpb", "--to", "binpb", "--ignore-unknown")
                        .out())
                .isEqualTo(ORDER);
    }

    @Test
    void unknownFormatIsRefused() {
        Outcome unknown = convert(ORDER, "--to", "xml");
        assertThat(unknown.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(unknown.err()).contains("'xml' is no format; there are binpb, json, jsonl, txtpb");
    }

    @Test
    void descriptorSetOfDescriptorProtoPrintsAsJsonFormatDoes() throws IOException {
        FileDescriptorSet set = Corpus.descriptorSet();
        Path file = shop.write("descriptor.binpb", set.toByteArray());
        Outcome outcome =
                upb("convert", "--schema", file, "--type", "google.protobuf.FileDescriptorSet", file, "--to", "json");
        assertDone(outcome);
        assertThat(JsonParser.parseString(outcome.text()))
                .isEqualTo(JsonParser.parseString(JsonFormat.printer().print(set)));
    }

    @Test
    void wellKnownTypeNeedNotBeInTheSchema() {
        byte[] set = Corpus.descriptorSet().toByteArray();
        Outcome outcome = Command.reading(set)
                .run("convert", "--schema", shop.set, "--type", "google.protobuf.FileDescriptorSet", "--to", "binpb");
        assertDone(outcome);
        assertThat(outcome.out()).isEqualTo(set);
        byte[] instant = Timestamp.newBuilder()
                .setSeconds(1)
                .setNanos(500_000_000)
                .build()
                .toByteArray();
        outcome = Command.reading(instant).run("convert", "--type", "google.protobuf.Timestamp");
        assertDone(outcome);
        assertThat(outcome.text()).isEqualTo("\"1970-01-01T00:00:01.500Z\"\n");
    }

    @Test
    void anyHoldsATypeOfTheSchema() {
        Path set = shop.write("wkt.binpb", Corpus.wellKnownSet().toByteArray());
        byte[] any = Any.pack(Duration.newBuilder().setSeconds(3).build()).toByteArray();
        Outcome outcome = Command.reading(any).run("convert", "--schema", set, "--type", "google.protobuf.Any");
        assertDone(outcome);
        assertThat(outcome.text())
                .isEqualTo("{\"@type\":\"type.googleapis.com/google.protobuf.Duration\",\"value\":\"3s\"}\n");
    }

    @Test
    void messageThatJsonCannotHoldIsADataError() {
        byte[] endOfTime =
                Timestamp.newBuilder().setSeconds(Long.MAX_VALUE).build().toByteArray();
        Outcome outcome = Command.reading(endOfTime).run("convert", "--type", "google.protobuf.Timestamp");
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.DATA);
        assertThat(outcome.err()).startsWith("upb: standard input: ").hasLineCount(1);
        assertThat(outcome.out()).isEmpty();
    }

    @Test
    void extensionsOfTheSchemaAreKnown() {
        Outcome outcome = Command.reading(Hex.bytes("0801a2060161"))
                .run("convert", "--schema", shop.set, "--type", "legacy.Strict");
        assertDone(outcome);
        assertThat(outcome.text()).isEqualTo("{\"id\":1,\"[legacy.tag]\":\"a\"}\n");
    }

    // --- Options
    // ------------------------------------------------------------------------------------------------------

    @Test
    void prettyJsonHasLines() {
        Outcome outcome = convert(Hex.bytes("0803"), "--pretty");
        assertDone(outcome);
        assertThat(outcome.text()).isEqualTo("{\n  \"itemCount\": 3\n}\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jsonl", "binpb"})
    void prettyIsForJsonOnly(String format) {
        Outcome outcome = convert(ORDER, "--pretty", "--to", format);
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(outcome.err()).startsWith("upb: --pretty is for JSON, not for ");
    }

    @Test
    void defaultsShowWhatIsNotSet() {
        Outcome outcome = convert(new byte[0], "--defaults");
        assertDone(outcome);
        assertThat(outcome.text())
                .isEqualTo(
                        "{\"itemCount\":0,\"totalCents\":\"0\",\"paint\":\"COLOR_UNKNOWN\",\"stock\":{},\"note\":\"\",\"parts\":[]}\n");
    }

    @Test
    void protoNamesAreThoseOfTheSource() {
        assertThat(convert(Hex.bytes("0803"), "--proto-names").text()).isEqualTo("{\"item_count\":3}\n");
    }

    @Test
    void enumsAndLongsCanBeNumbers() {
        assertThat(convert(ORDER, "--enums-as-numbers").text())
                .isEqualTo("{\"itemCount\":3,\"totalCents\":\"5\",\"paint\":1}\n");
        assertThat(convert(ORDER, "--int64-as-numbers").text())
                .isEqualTo("{\"itemCount\":3,\"totalCents\":5,\"paint\":\"COLOR_RED\"}\n");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void deterministicOutputIsSorted(boolean deterministic) {
        byte[] unsorted = Hex.bytes("22050a01621001" + "22050a01611002");
        byte[] sorted = Hex.bytes("22050a01611002" + "22050a01621001");
        Object[] options = deterministic ? new Object[] {"--deterministic"} : new Object[0];
        assertThat(convert(unsorted, options).text())
                .isEqualTo(deterministic ? "{\"stock\":{\"a\":2,\"b\":1}}\n" : "{\"stock\":{\"b\":1,\"a\":2}}\n");
        Object[] binary =
                Stream.concat(Stream.of("--to", "binpb"), Stream.of(options)).toArray();
        assertThat(convert(unsorted, binary).out()).isEqualTo(deterministic ? sorted : unsorted);
    }

    @Test
    void requiredFieldsAreCheckedOnRequest() {
        byte[] withoutId = Hex.bytes("12020801" + "1200");
        Object[] arguments = {"convert", "--schema", shop.set, "--type", "legacy.Strict", "--to", "binpb"};
        Outcome unchecked = Command.reading(withoutId).run(arguments);
        assertDone(unchecked);
        assertThat(unchecked.out()).isEqualTo(withoutId);
        Outcome checked = Command.reading(withoutId)
                .run(Stream.concat(Stream.of(arguments), Stream.of("--required"))
                        .toArray());
        assertThat(checked.exitCode()).isEqualTo(ExitCode.DATA);
        assertThat(checked.err())
                .startsWith("upb: standard input: missing required field")
                .contains("id");
        assertThat(checked.out()).isEmpty();
    }

    @Test
    void unknownFieldsCanBeDropped() {
        byte[] withUnknown = Hex.bytes("0803" + "f80105" + "2a03f80105");
        assertThat(convert(withUnknown, "--to", "binpb").out()).hasSameSizeAs(withUnknown);
        assertThat(Hex.string(convert(withUnknown, "--to", "binpb", "--discard-unknown")
                        .out()))
                .isEqualTo("08032a00");
    }

    @Test
    void maxDepthLimitsNesting() {
        byte[] threeBelow = Hex.bytes("2a04" + "2a02" + "2a00");
        assertDone(convert(threeBelow, "--max-depth", "3"));
        assertDone(convert(threeBelow, "--max-depth", "3", "--to", "binpb"));
        Outcome outcome = convert(threeBelow, "--max-depth", "2");
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.DATA);
        assertThat(outcome.err())
                .startsWith("upb: standard input: nested deeper than the limit")
                .contains("at byte 4");
        assertFailed(
                convert(threeBelow, "--max-depth", "10001"), ExitCode.USAGE, "--max-depth 10001 is not in 0 to 10000");
        assertThat(convert(threeBelow, "--max-depth", "-1").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    // --- Files
    // --------------------------------------------------------------------------------------------------------

    @Test
    void errorNamesFileOffsetAndField() {
        Path file = shop.write("broken.binpb", Hex.bytes("0803" + "2a03" + "3a0108"));
        assertFailed(
                convert(new byte[0], file),
                ExitCode.DATA,
                file + ": truncated at byte 6 in field previous.parts[0].item_count");
    }

    @Test
    void failureLeavesNoFileBehind() throws IOException {
        Path out = folder.resolve("out");
        Files.createDirectories(out);
        Path target = out.resolve("order.json");
        assertThat(convert(TRUNCATED, "-o", target).exitCode()).isEqualTo(ExitCode.DATA);
        assertThat(out).isEmptyDirectory();
        Files.writeString(target, "as before");
        assertThat(convert(TRUNCATED, "-o", target).exitCode()).isEqualTo(ExitCode.DATA);
        assertThat(target).hasContent("as before");
        Outcome stream = convert(Hex.bytes("020803" + "0108"), "--delimited", "-o", target);
        assertThat(stream.exitCode()).isEqualTo(ExitCode.DATA);
        assertThat(target).hasContent("as before");
        assertThat(out).isDirectoryNotContaining(file -> !file.equals(target));
    }

    @Test
    void fileIsReplaced() throws IOException {
        Path target = Files.writeString(
                folder.resolve("order.json"), "as before, and longer than the new content will be......");
        Path link = Files.createSymbolicLink(folder.resolve("link.json"), target);
        assertDone(convert(ORDER, "-o", link));
        assertThat(link).isSymbolicLink();
        assertThat(target).hasContent(ORDER_JSON.strip());
    }

    @Test
    void fileMayBeReadAndWrittenAtOnce() {
        Path file = shop.write("order.binpb", Hex.bytes("10050803"));
        assertDone(convert(new byte[0], file, "-o", file));
        assertThat(file).hasBinaryContent(Hex.bytes("08031005"));
    }

    @Test
    void missingFilesAreIoErrors() {
        Path missing = folder.resolve("missing.binpb");
        assertFailed(convert(new byte[0], missing), ExitCode.IO, missing + ": no such file");
        Path below = shop.write("file", ORDER).resolve("order.json");
        Outcome outcome = convert(ORDER, "-o", below);
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.IO);
        assertThat(outcome.err()).startsWith("upb: " + below + ": ").hasLineCount(1);
    }

    @Test
    void inputThatBreaksOffIsAnIoError() {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the cable is out");
            }

            @Override
            public int read(byte[] target, int offset, int size) throws IOException {
                return read();
            }
        };
        for (String[] options : List.of(new String[0], new String[] {"--delimited"})) {
            Object[] arguments = Stream.concat(
                            Stream.of("convert", "--schema", shop.set, "--type", "Order"), Stream.of(options))
                    .toArray();
            assertFailed(Command.reading(broken).run(arguments), ExitCode.IO, "standard input: the cable is out");
        }
    }

    @Test
    void folderIsMirrored() {
        shop.write("data/a.binpb", ORDER);
        shop.write("data/deep/er/b.PB", ORDER);
        shop.write("data/deep/c.bin", ORDER);
        shop.write("data/notes.txt", ORDER);
        Path out = folder.resolve("out");
        assertDone(convert(new byte[0], folder.resolve("data"), "-o", out, "--to", "json"));
        assertThat(tree(out)).containsExactly("a.json", "deep/c.json", "deep/er/b.json");
        assertThat(out.resolve("deep/er/b.json")).hasContent(ORDER_JSON.strip());
    }

    @Test
    void patternsChooseFiles() {
        shop.write("data/a.one", ORDER);
        shop.write("data/deep/b.one", ORDER);
        shop.write("data/deep/c.two", ORDER);
        Path out = folder.resolve("out");
        assertDone(convert(new byte[0], folder + "/data/**/*.one", "-o", out));
        assertThat(tree(out)).containsExactly("a.one.json", "deep/b.one.json");
        Path flat = folder.resolve("flat");
        assertDone(convert(new byte[0], folder + "/data/*.{one,two}", "-o", flat, "--to", "binpb"));
        assertThat(tree(flat)).containsExactly("a.one.binpb");
        String nothing = folder + "/data/*.none";
        assertFailed(
                convert(new byte[0], nothing, "-o", flat),
                ExitCode.IO,
                nothing + ": no such file, and none matches it as a pattern");
    }

    @Test
    void severalFilesGoToAFolder() throws IOException {
        Path a = shop.write("x/a.binpb", ORDER);
        Path b = shop.write("y/b.binpb", ORDER);
        Path out = folder.resolve("out");
        assertDone(convert(new byte[0], a, b, "-o", out));
        assertThat(tree(out)).containsExactly("a.json", "b.json");
        assertDone(convert(new byte[0], a, "-o", Files.createDirectory(folder.resolve("single"))));
        assertThat(tree(folder.resolve("single"))).containsExactly("a.json");
    }

    @Test
    void inputsThatFailDoNotStopTheOthers() {
        Path good = shop.write("data/good.binpb", ORDER);
        Path broken = shop.write("data/broken.binpb", TRUNCATED);
        Path out = folder.resolve("out");
        assertFailed(
                convert(new byte[0], folder.resolve("data"), "-o", out),
                ExitCode.DATA,
                broken + ": truncated at byte 0 in field item_count");
        assertThat(tree(out)).containsExactly("good.json");
        Path missing = folder.resolve("missing.binpb");
        Outcome outcome = convert(new byte[0], broken, missing, good, "-o", folder.resolve("other"));
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.IO);
        assertThat(outcome.err()).hasLineCount(2);
        assertThat(tree(folder.resolve("other"))).containsExactly("good.json");
    }

    @Test
    void unclearOutputsAreUsageErrors() {
        Path a = shop.write("x/a.binpb", ORDER);
        Path b = shop.write("y/a.pb", ORDER);
        assertFailed(convert(new byte[0], a, b), ExitCode.USAGE, "several inputs need a folder to write to: -o FOLDER");
        assertFailed(
                convert(new byte[0], a, b, "-o", folder.resolve("out")),
                ExitCode.USAGE,
                a + " and " + b + " would both be written to " + folder.resolve("out/a.json"));
        assertFailed(
                convert(new byte[0], a, b, "-o", a),
                ExitCode.USAGE,
                a + " is no folder, which several inputs need as output");
        Path empty = shop.write("empty/readme.txt", ORDER).getParent();
        assertFailed(
                convert(new byte[0], empty, "-o", folder.resolve("out")),
                ExitCode.IO,
                empty
                        + ": no file below this folder has a known extension: .binpb, .pb, .bin, .json, .jsonl, .ndjson, .txtpb, .textproto");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    private static List<String> tree(Path root) {
        return Inputs.filesBelow(root).stream()
                .map(file -> root.relativize(file).toString().replace('\\', '/'))
                .toList();
    }

    // --- Types
    // --------------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(strings = {"Order", "v1.Order", "shop.v1.Order", ".shop.v1.Order"})
    void endOfATypeNameIsEnough(String name) {
        Outcome outcome = Command.reading(ORDER).run("convert", "--schema", shop.set, "--type", name);
        assertDone(outcome);
        assertThat(outcome.text()).isEqualTo(ORDER_JSON);
    }

    @Test
    void unclearTypesAreUsageErrors() {
        Path cases = shop.write("cases.binpb", Cases.schemaBytes());
        assertFailed(upb("convert", "--schema", cases, "--type", "M"), ExitCode.USAGE, "--type M could be p3.M, p2.M");
        assertFailed(
                upb("convert", "--schema", shop.set, "--type", "shop.v1.Ordre"),
                ExitCode.USAGE,
                "--type shop.v1.Ordre: no such message in the schema; there is shop.v1.Order");
        assertFailed(
                upb("convert", "--schema", shop.set, "--type", "Nonsense"),
                ExitCode.USAGE,
                "--type Nonsense: no such message in the schema; upb describe lists all");
        assertFailed(
                upb("convert", "--schema", shop.set),
                ExitCode.USAGE,
                "--type is missing; the schema has 2 messages: shop.v1.Order, legacy.Strict");
        assertFailed(upb("convert"), ExitCode.USAGE, "--schema and --type are missing");
        assertFailed(
                upb("convert", "--type", "google.protobuf.Nonsense"),
                ExitCode.USAGE,
                "--type google.protobuf.Nonsense: no such message in the schema; --schema is missing");
    }

    @Test
    void onlyTypeNeedNotBeNamed() {
        Outcome outcome = Command.reading(ORDER).run("convert", "--schema", shop.source);
        assertDone(outcome);
        assertThat(outcome.text()).isEqualTo(ORDER_JSON);
    }

    // --- Streams
    // ------------------------------------------------------------------------------------------------------

    @Test
    void delimitedMessagesBecomeJsonLines() {
        Outcome outcome = convert(Hex.bytes("020803" + "00" + "021005"), "--delimited");
        assertDone(outcome);
        assertThat(outcome.text()).isEqualTo("{\"itemCount\":3}\n{}\n{\"totalCents\":\"5\"}\n");
        assertThat(convert(Hex.bytes("020803"), "--delimited", "--to", "json").text())
                .isEqualTo("{\"itemCount\":3}\n");
        Outcome empty = convert(new byte[0], "--delimited");
        assertDone(empty);
        assertThat(empty.out()).isEmpty();
    }

    @Test
    void delimitedMessagesStayDelimitedInBinary() {
        byte[] large = WireMessage.builder().string(6, "x".repeat(200_000)).encode();
        byte[] stream = Hex.concat(Hex.bytes("020803" + "00"), varint(large.length), large, Hex.bytes("021005"));
        Outcome outcome = convert(stream, "--delimited", "--to", "binpb");
        assertDone(outcome);
        assertThat(outcome.out()).isEqualTo(stream);
    }

    private static byte[] varint(int value) {
        // Field 0 of the tag byte is left out: what follows it is the varint.
        byte[] field = WireMessage.builder().varint(1, value).encode();
        return java.util.Arrays.copyOfRange(field, 1, field.length);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0208030208|message 1: truncated: message of 2 bytes, but the stream ends after 1 at byte 3",
                "020803ff|message 1: truncated: the stream ends inside the size of a message at byte 3",
                "0208038080808008|message 1: larger than the limit: message of 2147483648 bytes, limit 2147483647 at byte 3",
                "020803ffffffffffffffffffffff|message 1: malformed: size of more than 10 bytes at byte 3",
                "0208030108|message 1: truncated at byte 4 in field item_count",
                "ffffffff07|message 0: truncated: message of 2147483647 bytes, but the stream ends after 0 at byte 0"
            })
    void brokenStreamNamesMessageAndOffset(String hexAndError) {
        String[] parts = hexAndError.split("\\|", -1);
        Outcome outcome = convert(Hex.bytes(parts[0]), "--delimited");
        assertFailed(outcome, ExitCode.DATA, "standard input: " + parts[1]);
        // What came before the error was good.
        assertThat(outcome.text()).isEqualTo(parts[1].startsWith("message 0") ? "" : "{\"itemCount\":3}\n");
    }

    @Test
    void delimitedFilesOfAFolderAreConverted() {
        shop.write("data/a.binpb", Hex.bytes("020803"));
        Path out = folder.resolve("out");
        assertDone(convert(new byte[0], folder.resolve("data"), "--delimited", "-o", out));
        assertThat(tree(out)).containsExactly("a.jsonl");
        assertThat(out.resolve("a.jsonl")).hasBinaryContent("{\"itemCount\":3}\n".getBytes(StandardCharsets.UTF_8));
    }
}
