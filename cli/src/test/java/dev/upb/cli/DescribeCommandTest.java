package dev.upb.cli;

import static dev.upb.cli.Command.upb;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import dev.upb.cli.Command.Outcome;
import dev.upb.testkit.corpus.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DescribeCommandTest {
    @TempDir
    Path folder;

    private static String describe(Path schema, Object... names) {
        Object[] arguments = new Object[names.length + 3];
        arguments[0] = "describe";
        arguments[1] = "--schema";
        arguments[2] = schema;
        System.arraycopy(names, 0, arguments, 3, names.length);
        Outcome outcome = upb(arguments);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitCode()).isZero();
        return outcome.text();
    }

    @Test
    void withoutNamesFilesAndTopLevelSymbolsAreListed() {
        assertThat(describe(Shop.in(folder).set)).isEqualTo("""
                shop/order.proto  (proto3, package shop.v1)
                  message shop.v1.Order
                  enum shop.v1.Color
                legacy.proto  (proto2, package legacy)
                  message legacy.Strict
                  extension legacy.tag
                """);
    }

    @Test
    void messageIsShownAsSource() {
        assertThat(describe(Shop.in(folder).set, "Order")).isEqualTo("""
                message Order {
                  int32 item_count = 1;
                  int64 total_cents = 2;
                  Color paint = 3;
                  map<string, int32> stock = 4;
                  Order previous = 5;
                  string note = 6;
                  repeated Order parts = 7;
                }
                """);
    }

    @Test
    void anythingWithANameIsShown() throws IOException {
        Path source = Files.writeString(folder.resolve("all.proto"), """
                syntax = "proto2";
                package all;
                message M {
                  oneof which { int32 a = 1; string b = 2 [deprecated = true]; }
                  extensions 10 to max;
                }
                enum E { E_ONE = 1; }
                service S { rpc Watch(M) returns (stream M); }
                extend M { repeated int32 more = 10 [packed = true]; }
                """);
        assertThat(describe(source, "M.a")).isEqualTo("// all.M\nint32 a = 1;\n");
        assertThat(describe(source, "all.M.which"))
                .isEqualTo("// all.M\noneof which {\n  int32 a = 1;\n  string b = 2 [deprecated = true];\n}\n");
        assertThat(describe(source, "all.E_ONE")).isEqualTo("// all.E\nE_ONE = 1;\n");
        assertThat(describe(source, "Watch")).isEqualTo("// all.S\nrpc Watch(M) returns (stream M);\n");
        assertThat(describe(source, "more")).isEqualTo("extend M {\n  repeated int32 more = 10 [packed = true];\n}\n");
        assertThat(describe(source, "S", "E"))
                .isEqualTo("service S {\n  rpc Watch(M) returns (stream M);\n}\n\nenum E {\n  E_ONE = 1;\n}\n");
        assertThat(describe(source, "all.proto")).startsWith("// all.proto\nsyntax = \"proto2\";\n");
    }

    @Test
    void namesThatAreMissingOrUnclearAreUsageErrors() throws IOException {
        Path source = Files.writeString(folder.resolve("twice.proto"), """
                syntax = "proto3";
                package twice;
                message A { message Same {} }
                message B { message Same {} }
                """);
        Outcome unclear = upb("describe", "--schema", source, "Same");
        assertThat(unclear.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(unclear.err()).isEqualTo("upb: Same could be twice.A.Same, twice.B.Same" + System.lineSeparator());
        Outcome missing = upb("describe", "--schema", source, "Nothing");
        assertThat(missing.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(missing.err()).startsWith("upb: the schema has nothing named Nothing");
        assertThat(missing.out()).isEmpty();
        assertThat(upb("describe").err()).startsWith("upb: --schema is missing");
    }

    @Test
    void descriptionsOfFilesCompileToTheSameDescriptors() throws IOException {
        for (FileDescriptorSet set : List.of(Corpus.ownSet(), Corpus.wellKnownSet(), Corpus.descriptorSet())) {
            // Generated code leaves out the JSON names, which protoc fills in.
            assertDescriptionsCompile(set, DescribeCommandTest::clearJsonNames);
        }
    }

    @Test
    void whatIsRareCompilesToTheSameDescriptor() throws IOException {
        Path proto2 = Files.writeString(folder.resolve("rare.proto"), """
                syntax = "proto2";
                package rare.deep;
                import "google/protobuf/descriptor.proto";
                option java_package = "a\\"b\\\\\\n\\001ü";
                message Rare {
                  option message_set_wire_format = true;
                  extensions 4 to max;
                }
                message Values {
                  optional float f = 1 [default = -inf];
                  optional double d = 2 [default = nan];
                  optional double e = 3 [default = 1.25e-300];
                  optional bytes b = 4 [default = "\\000\\377\\"x"];
                  optional string s = 5 [default = "é\\n"];
                  optional uint64 u = 6 [default = 18446744073709551615];
                  optional int32 i = 7 [default = -2147483648];
                  optional E en = 8 [default = E_TWO, json_name = "other"];
                  optional bool bo = 9 [default = true];
                  optional uint32 ui = 10 [default = 4294967295];
                  required group Part = 11 { optional int32 x = 1; repeated group Inner = 2 { required int32 y = 1; } }
                  oneof o { int32 oa = 12; group Ob = 13 { optional int32 z = 1; } }
                  // Without a leading dot, "rare" would be searched for in this message.
                  optional .rare.deep.Rare clash = 14;
                  optional string rare = 15 [(note) = { s: "t" n: 1 n: 2 in { [rare.deep.more]: "m" } }, (list) = "a", (list) = "b"];
                  message deep { message Rare {} }
                  optional deep.Rare nested = 16;
                  reserved 100, 200 to 300, 1000 to max;
                  reserved "gone", "lost";
                }
                enum E {
                  option allow_alias = true;
                  E_ONE = 1 [deprecated = true];
                  E_UNO = 1;
                  E_TWO = 2;
                  E_NEGATIVE = -2;
                  reserved -100 to -50, 77, 1000 to max;
                  reserved "E_GONE";
                }
                message Note { optional string s = 1; repeated int32 n = 2; optional Note in = 3; extensions 50 to 60; }
                extend Note { optional string more = 50; }
                extend google.protobuf.FieldOptions { optional Note note = 50000; repeated string list = 50001; }
                extend google.protobuf.FileOptions { optional double ratio = 50002; }
                option (ratio) = -0.5;
                """);
        assertDescriptionsCompile(
                FileDescriptorSet.parseFrom(Command.protoc(folder, proto2), Corpus.extensions()), file -> {});
        Path edition = Files.writeString(folder.resolve("edition.proto"), """
                edition = "2024";
                package later;
                option features.field_presence = IMPLICIT;
                local message Hidden {}
                export enum Shown { option features.enum_type = CLOSED; SHOWN_ZERO = 0; reserved gone; }
                message M {
                  int32 a = 1 [features.field_presence = LEGACY_REQUIRED];
                  Hidden h = 2 [features.message_encoding = DELIMITED];
                  repeated int32 r = 3 [features.repeated_field_encoding = EXPANDED];
                  int32 explicit_one = 4 [features.field_presence = EXPLICIT, default = 5];
                  extensions 100 to 200 [
                    declaration = { number: 150 full_name: ".later.x" type: "int32" },
                    verification = DECLARATION
                  ];
                  reserved old_name;
                }
                """);
        assertDescriptionsCompile(
                FileDescriptorSet.parseFrom(Command.protoc(folder, edition), Corpus.extensions()), file -> {});
    }

    private static void clearJsonNames(FileDescriptorProto.Builder file) {
        file.getExtensionBuilderList().forEach(FieldDescriptorProto.Builder::clearJsonName);
        file.getMessageTypeBuilderList().forEach(DescribeCommandTest::clearJsonNames);
    }

    private static void clearJsonNames(DescriptorProto.Builder message) {
        message.getFieldBuilderList().forEach(FieldDescriptorProto.Builder::clearJsonName);
        message.getExtensionBuilderList().forEach(FieldDescriptorProto.Builder::clearJsonName);
        message.getNestedTypeBuilderList().forEach(DescribeCommandTest::clearJsonNames);
    }

    /** Describes each file, compiles all descriptions with protoc, and compares with what was described. */
    private void assertDescriptionsCompile(FileDescriptorSet set, Consumer<FileDescriptorProto.Builder> ignoring)
            throws IOException {
        Path schema = Files.write(folder.resolve("described.binpb"), set.toByteArray());
        Path sources = Files.createTempDirectory(folder, "described");
        List<Path> files = set.getFileList().stream()
                .map(file -> sources.resolve(file.getName()))
                .toList();
        for (int i = 0; i < files.size(); i++) {
            Files.createDirectories(files.get(i).getParent());
            Files.writeString(files.get(i), describe(schema, set.getFile(i).getName()));
        }
        // Where the extensions are known, they are printed by name in both.
        FileDescriptorSet compiled =
                FileDescriptorSet.parseFrom(Command.protoc(sources, files.toArray(Path[]::new)), Corpus.extensions());
        assertThat(compiled.getFileCount()).isEqualTo(set.getFileCount());
        for (FileDescriptorProto file : set.getFileList()) {
            FileDescriptorProto again = compiled.getFileList().stream()
                    .filter(candidate -> candidate.getName().equals(file.getName()))
                    .findFirst()
                    .orElseThrow();
            assertThat(normalized(again, ignoring)).as(file.getName()).isEqualTo(normalized(file, ignoring));
        }
    }

    /** Sorts what has no order in a source: entries of maps, and groups, are types too, but are written as fields. */
    private static FileDescriptorProto normalized(
            FileDescriptorProto file, Consumer<FileDescriptorProto.Builder> ignoring) {
        FileDescriptorProto.Builder sorted = file.toBuilder();
        ignoring.accept(sorted);
        sorted.getMessageTypeBuilderList().forEach(DescribeCommandTest::sortNested);
        List<DescriptorProto> messages = byName(sorted.getMessageTypeList());
        return sorted.clearMessageType().addAllMessageType(messages).build();
    }

    private static List<DescriptorProto> byName(List<DescriptorProto> messages) {
        return messages.stream()
                .sorted(Comparator.comparing(DescriptorProto::getName))
                .toList();
    }

    private static void sortNested(DescriptorProto.Builder message) {
        message.getNestedTypeBuilderList().forEach(DescribeCommandTest::sortNested);
        List<DescriptorProto> nested = byName(message.getNestedTypeList());
        message.clearNestedType().addAllNestedType(nested);
    }
}
