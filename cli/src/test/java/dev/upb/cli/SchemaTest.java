package dev.upb.cli;

import static dev.upb.cli.Command.upb;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import dev.upb.cli.Command.Outcome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaTest {
    private static final Path PROTOC =
            Command.HOME.resolve("bin").resolve(File.separatorChar == '\\' ? "protoc.exe" : "protoc");

    @TempDir
    Path folder;

    private Shop shop;

    @BeforeEach
    void writeSchema() {
        shop = Shop.in(folder);
    }

    private static void assertLists(Outcome outcome, String... files) {
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.text()
                        .lines()
                        .filter(line -> line.contains("  (proto"))
                        .map(line -> line.split("  ", 2)[0]))
                .containsExactlyInAnyOrder(files);
    }

    private static void assertSchemaError(Outcome outcome, String line) {
        assertThat(outcome.err()).isEqualTo("upb: " + line + System.lineSeparator());
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.SCHEMA);
        assertThat(outcome.out()).isEmpty();
    }

    @Test
    void sourceFileIsCompiled() {
        assertLists(upb("describe", "--schema", shop.source), "order.proto");
    }

    @Test
    void importsAreFoundInIncludePathsAndAmongTheWellKnownTypes() throws IOException {
        Path user = folder.resolve("user.proto");
        Files.writeString(user, """
                syntax = "proto3";
                import "shop/order.proto";
                import "google/protobuf/timestamp.proto";
                message User { shop.v1.Order order = 1; google.protobuf.Timestamp since = 2; }
                """);
        assertLists(
                upb("describe", "--schema", user, "-I", folder.resolve("protos")),
                "user.proto",
                "shop/order.proto",
                "google/protobuf/timestamp.proto");
        assertLists(
                upb("describe", "--schema", user, "-I" + folder, "-I" + folder.resolve("protos")),
                "user.proto",
                "shop/order.proto",
                "google/protobuf/timestamp.proto");
    }

    @Test
    void folderOfSourcesIsCompiledAsAWhole() {
        assertLists(upb("describe", "--schema", folder.resolve("protos")), "shop/order.proto", "legacy.proto");
    }

    @Test
    void folderOfSetsIsReadAsAWhole() throws IOException {
        Path sets = Files.createDirectory(folder.resolve("sets"));
        Files.write(sets.resolve("order.binpb"), Command.protoc(shop.source.getParent(), shop.source));
        Files.write(sets.resolve("legacy.pb"), Command.protoc(shop.legacySource.getParent(), shop.legacySource));
        Files.writeString(sets.resolve("readme.txt"), "not a schema");
        assertLists(upb("describe", "--schema", sets), "order.proto", "legacy.proto");
    }

    @Test
    void severalSchemasAreOne() throws IOException {
        Path set = Files.write(
                folder.resolve("legacy.binpb"), Command.protoc(shop.legacySource.getParent(), shop.legacySource));
        assertLists(upb("describe", "--schema", shop.source, "--schema", set), "order.proto", "legacy.proto");
        // The same file twice is no conflict.
        assertLists(upb("describe", "-s", shop.set, "-s", shop.set), "shop/order.proto", "legacy.proto");
    }

    @ParameterizedTest
    @CsvSource({"option", "variable", "path", "copy"})
    void protocIsFoundInFourPlaces(String place) {
        Path elsewhere = folder.resolve("elsewhere");
        Command command = Command.reading().installedIn(place.equals("copy") ? Command.HOME : elsewhere);
        Outcome outcome = switch (place) {
            case "option" -> command.run("describe", "--schema", shop.source, "--protoc", PROTOC);
            case "variable" -> command.in(Map.of("PROTOC", PROTOC.toString())).run("describe", "--schema", shop.source);
            case "path" ->
                command.in(Map.of("PATH", elsewhere + File.pathSeparator + PROTOC.getParent()))
                        .run("describe", "--schema", shop.source);
            default -> command.run("describe", "--schema", shop.source);
        };
        assertLists(outcome, "order.proto");
    }

    @Test
    void missingProtocIsASchemaErrorThatSaysWhatToDo() {
        assertSchemaError(
                Command.reading().installedIn(folder).run("describe", "--schema", shop.source),
                "a .proto file needs protoc to be compiled, and there is none: put it on the PATH, set PROTOC, or give "
                        + "--protoc; or give a FileDescriptorSet made by protoc --include_imports");
        Outcome outcome = upb("describe", "--schema", shop.source, "--protoc", folder.resolve("none"));
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(outcome.err()).contains("--protoc " + folder.resolve("none") + ": no such program");
        Outcome variable = Command.reading().in(Map.of("PROTOC", "/none")).run("describe", "--schema", shop.source);
        assertThat(variable.exitCode()).isEqualTo(ExitCode.SCHEMA);
        assertThat(variable.err()).startsWith("upb: can't run protoc: ");
    }

    @Test
    void errorsOfProtocArePassedThrough() throws IOException {
        Path broken =
                Files.writeString(folder.resolve("broken.proto"), "syntax = \"proto3\";\nmessage X { Y y = 1; }\n");
        Outcome outcome = upb("describe", "--schema", broken);
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.SCHEMA);
        assertThat(outcome.err().lines())
                .containsExactly(
                        broken + ":2:13: \"Y\" is not defined.",
                        "upb: " + broken + ": protoc failed with exit code 1 (" + PROTOC + ")");
    }

    @Test
    void fileInPlaceOfASetIsExplained() throws IOException {
        FileDescriptorSet set = FileDescriptorSet.parseFrom(Files.readAllBytes(shop.set));
        Path file = Files.write(folder.resolve("file.binpb"), set.getFile(0).toByteArray());
        assertSchemaError(
                upb("describe", "--schema", file),
                file
                        + ": a single FileDescriptorProto, not a FileDescriptorSet; protoc writes one with --include_imports "
                        + "--descriptor_set_out=FILE");
    }

    @Test
    void whatIsNoSchemaIsExplained() throws IOException {
        Path text = Files.writeString(folder.resolve("text.txt"), "this is no schema");
        Outcome outcome = upb("describe", "--schema", text);
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.SCHEMA);
        assertThat(outcome.err())
                .startsWith("upb: " + text + ": not a FileDescriptorSet, nor named as a .proto file: ");
        Path empty = Files.write(folder.resolve("empty.binpb"), new byte[0]);
        assertSchemaError(
                upb("describe", "--schema", empty), empty + ": an empty FileDescriptorSet, with no file in it");
        Path missing = folder.resolve("missing.binpb");
        assertSchemaError(upb("describe", "--schema", missing), missing + ": no such file");
        Path noSource = folder.resolve("missing.proto");
        assertSchemaError(upb("describe", "--schema", noSource), noSource + ": no such file");
        Path emptyFolder = Files.createDirectory(folder.resolve("nothing"));
        assertSchemaError(
                upb("describe", "--schema", emptyFolder),
                emptyFolder + ": no .proto file and no FileDescriptorSet (.binpb, .pb, .bin) below this folder");
    }

    @Test
    void everyProblemOfASchemaIsALine() throws IOException {
        FileDescriptorSet.Builder set = FileDescriptorSet.newBuilder();
        set.addFileBuilder().setName("a.proto").addDependency("missing.proto");
        set.addFileBuilder().setName("b.proto").addDependency("other.proto");
        Path file = Files.write(folder.resolve("bad.binpb"), set.build().toByteArray());
        Outcome outcome = upb("describe", "--schema", file);
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.SCHEMA);
        assertThat(outcome.err().lines()).hasSize(2).allMatch(line -> line.startsWith("upb: "));
        assertThat(outcome.err()).contains("upb: a.proto: ", "missing.proto", "upb: b.proto: ", "other.proto");
    }

    @ParameterizedTest
    @CsvSource({
        "order,order,true",
        "ordre,order,true",
        "orders,order,true",
        "odr,order,true",
        "xyzab,order,false",
        "a,b,false"
    })
    void namesAreSimilarIfTwoLettersDiffer(String name, String other, boolean similar) {
        assertThat(Schema.isSimilar(name, other)).isEqualTo(similar);
    }
}
