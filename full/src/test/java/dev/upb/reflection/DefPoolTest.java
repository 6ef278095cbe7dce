package dev.upb.reflection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.SourceCodeInfo;
import dev.upb.testkit.Cases;
import dev.upb.testkit.wire.Hex;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DefPoolTest {
    private static final FileDescriptorProto A = Files.file("name: 'a.proto' package: 'a.b' message_type { name: 'M' "
            + "nested_type { name: 'N' } extension_range { start: 10 end: 20 } }");
    private static final FileDescriptorProto B = Files.file(
            "name: 'b.proto' package: 'a.b' dependency: 'a.proto' "
                    + "message_type { name: 'U' field { name: 'm' number: 1 type_name: 'M' } field { name: 'n' number: 2 type_name: 'M.N' } }");

    private static FileDescriptorSet set(FileDescriptorProto... files) {
        return FileDescriptorSet.newBuilder().addAllFile(List.of(files)).build();
    }

    @Test
    void filesComeInAnyOrder() {
        DefPool pool = DefPool.ofFileDescriptorSet(set(B, A).toByteArray());
        assertThat(pool.files()).containsExactly(pool.file("a.proto"), pool.file("b.proto"));
        assertThat(pool.message("a.b.U").field("m").messageType()).isSameAs(pool.message("a.b.M"));
    }

    @Test
    void anEmptySetIsAnEmptyPool() {
        DefPool pool = DefPool.ofFileDescriptorSet(new byte[0]);
        assertThat(pool.files()).isEmpty();
        assertThat(pool.messages()).isEmpty();
        assertThat(pool.findSymbol("a")).isNull();
    }

    @Test
    void aMissingNameIsAnErrorThatNamesIt() {
        DefPool pool = Files.pool(A);
        assertThat(pool.findMessage("a.b.X")).isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pool.message("a.b.X"))
                .withMessage("the pool has no message \"a.b.X\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pool.enumeration("a.b.M"))
                .withMessageContaining("no enum \"a.b.M\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pool.service("s"))
                .withMessageContaining("no service \"s\"");
        assertThatIllegalArgumentException().isThrownBy(() -> pool.file("f")).withMessageContaining("no file \"f\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pool.extension("e"))
                .withMessageContaining("no extension \"e\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pool.message("a.b.M").field("x"))
                .withMessage("message a.b.M has no field \"x\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pool.message("a.b.M").oneof("x"))
                .withMessage("message a.b.M has no oneof \"x\"");
    }

    @Test
    void aMissingImportIsNamed() {
        assertThatThrownBy(() -> Files.pool(B))
                .isInstanceOf(SchemaException.class)
                .hasMessage("b.proto: imports \"a.proto\", which is missing; add that file too");
    }

    @Test
    void aMissingImportCanBeTolerated() {
        FileDescriptorProto user = Files.file("name: 'u.proto' package: 'p' dependency: 'gone.proto' "
                + "message_type { name: 'M' field { name: 'a' number: 1 type: TYPE_MESSAGE type_name: '.gone.T' } "
                + "field { name: 'e' number: 2 type: TYPE_ENUM type_name: '.gone.E' default_value: 'X' } "
                + "field { name: 'i' number: 3 type: TYPE_INT32 } } "
                + "extension { name: 'x' number: 5 type: TYPE_INT32 extendee: '.gone.T' } "
                + "service { name: 'S' method { name: 'm' input_type: '.gone.T' output_type: '.p.M' } }");
        DefPool pool = DefPool.builder()
                .tolerateMissingImports()
                .addFile(user.toByteArray())
                .build();

        FileDef gone = pool.file("u.proto").dependencies().get(0);
        assertThat(gone.name()).isEqualTo("gone.proto");
        assertThat(gone.isPlaceholder()).isTrue();
        assertThat(gone.toFileDescriptorProto())
                .isEqualTo(Files.file("name: 'gone.proto'").toByteArray());
        assertThat(pool.findFile("gone.proto")).isNull();
        assertThat(pool.files()).hasSize(1);
        MessageDef message = pool.message("p.M");
        MessageDef type = message.field("a").messageType();
        assertThat(type.isPlaceholder()).isTrue();
        assertThat(type.fullName()).isEqualTo("gone.T");
        assertThat(type.name()).isEqualTo("T");
        assertThat(type.fields()).isEmpty();
        assertThat(type.pool()).isSameAs(pool);
        assertThat(pool.findMessage("gone.T")).isNull();
        assertThat(message.field("e").enumType().isPlaceholder()).isTrue();
        assertThat(message.field("e").defaultValue()).isEqualTo(0);
        assertThat(pool.service("p.S").methods().get(0).inputType()).isSameAs(type);
        assertThat(pool.extension("p.x").containingType()).isSameAs(type);
        byte[] bytes = Hex.bytes("0a021007 1063 1805");
        Message decoded = message.decode(bytes);
        assertThat(decoded.getInt("i")).isEqualTo(5);
        assertThat(decoded.getInt("e")).isEqualTo(99);
        assertThat(decoded.unknownFields().size()).isEqualTo(4);
        assertThat(decoded.encode()).containsExactlyInAnyOrder(bytes);
    }

    @Test
    void toleranceIsForMissingImportsAndNothingElse() {
        FileDescriptorProto file = Files.file(
                "message_type { name: 'M' field { name: 'a' number: 1 type: TYPE_MESSAGE type_name: '.gone.T' } }");
        DefPool.Builder builder = DefPool.builder().tolerateMissingImports().addFile(file.toByteArray());
        assertThatThrownBy(builder::build)
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("\".gone.T\" is not defined");
    }

    @Test
    void aWeakImportMayBeMissing() {
        DefPool pool = Files.pool("dependency: 'gone.proto' weak_dependency: 0");
        assertThat(pool.file("test.proto").weakDependencies())
                .extracting(FileDef::isPlaceholder)
                .containsExactly(true);
    }

    @Test
    void anImportForOptionsOnlyMayBeMissing() {
        DefPool pool = Files.pool("syntax: 'editions' edition: EDITION_2024 option_dependency: 'gone.proto'");
        assertThat(pool.file("test.proto").optionDependencies()).containsExactly("gone.proto");
        assertThat(pool.file("test.proto").dependencies()).isEmpty();
    }

    @Test
    void filesThatImportEachOtherAreRejected() {
        assertThatThrownBy(() -> Files.pool(
                        Files.file("name: 'a' dependency: 'b'"),
                        Files.file("name: 'b' dependency: 'c'"),
                        Files.file("name: 'c' dependency: 'b'")))
                .isInstanceOf(SchemaException.class)
                .hasMessage("c: imports itself in a circle: b -> c -> b");
        assertThatThrownBy(() -> Files.pool(Files.file("name: 'a' dependency: 'a'")))
                .isInstanceOf(SchemaException.class)
                .hasMessage("a: imports itself in a circle: a -> a");
    }

    @Test
    void aLongChainOfImportsNeedsNoStack() {
        List<FileDescriptorProto> files = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            files.add(Files.file("name: 'f" + i + "' " + (i == 0 ? "" : "dependency: 'f" + (i - 1) + '\'')));
        }
        Collections.reverse(files);
        DefPool pool = Files.pool(files.toArray(FileDescriptorProto[]::new));
        assertThat(pool.files().get(0).name()).isEqualTo("f0");
        assertThat(pool.files().get(19_999).name()).isEqualTo("f19999");
    }

    @Test
    void theSameFileTwiceIsOne() {
        FileDescriptorProto commented = A.toBuilder()
                .setSourceCodeInfo(SourceCodeInfo.newBuilder()
                        .addLocation(SourceCodeInfo.Location.newBuilder().addPath(4)))
                .build();
        assertThat(Files.pool(A, A, commented).files()).hasSize(1);
    }

    @Test
    void twoFilesOfOneNameAreRejected() {
        assertThatThrownBy(() -> Files.pool(A, A.toBuilder().setPackage("z").build()))
                .isInstanceOf(SchemaException.class)
                .hasMessage("a.proto: there are two different files of this name");
    }

    @Test
    void namesAreLookedUpFromTheInnermostScopeOutwards() {
        DefPool pool = Files.pool("package: 'x.y' message_type { name: 'T' } message_type { name: 'M' "
                + "nested_type { name: 'T' nested_type { name: 'T2' } } "
                + "field { name: 'inner' number: 1 type_name: 'T' } "
                + "field { name: 'absolute' number: 2 type_name: '.x.y.T' } "
                + "field { name: 'outer' number: 3 type_name: 'y.T' } "
                + "field { name: 'full' number: 4 type_name: 'x.y.T' } "
                + "field { name: 'deep' number: 5 type_name: 'T.T2' } "
                + "field { name: 'y' number: 6 type_name: 'M' } }");
        MessageDef message = pool.message("x.y.M");
        assertThat(message.fields().stream().map(field -> field.messageType().fullName()))
                .containsExactly("x.y.M.T", "x.y.T", "x.y.T", "x.y.T", "x.y.M.T.T2", "x.y.M");
    }

    @Test
    void anInnerScopeHidesAnOuterOneAlsoWhereTheRestIsMissing() {
        assertThatThrownBy(() ->
                        Files.pool("message_type { name: 'T' nested_type { name: 'Only' } } message_type { name: 'M' "
                                + "nested_type { name: 'T' } field { name: 'f' number: 1 type_name: 'T.Only' } }"))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("\"T.Only\" is not defined");
    }

    @Test
    void aLeadingDotIsTakenEverywhere() {
        DefPool pool = Files.pool(A);
        assertThat(pool.message(".a.b.M")).isSameAs(pool.message("a.b.M"));
        assertThat(pool.findSymbol(".a.b.M.N")).isSameAs(pool.message("a.b.M.N"));
    }

    @Test
    void symbolsAreFoundInTheirScopes() {
        DefPool pool = Files.pool(
                "package: 'p' message_type { name: 'M' field { name: 'f' number: 1 type: TYPE_INT32 oneof_index: 0 } "
                        + "oneof_decl { name: 'o' } enum_type { name: 'E' value { name: 'V' number: 0 } } } "
                        + "enum_type { name: 'F' value { name: 'W' number: 0 } } "
                        + "service { name: 'S' method { name: 'm' input_type: '.p.M' output_type: '.p.M' } }");
        assertThat(pool.findSymbol("p.M.f")).isSameAs(pool.message("p.M").field("f"));
        assertThat(pool.findSymbol("p.M.o")).isSameAs(pool.message("p.M").oneof("o"));
        assertThat(pool.findSymbol("p.M.V")).isSameAs(pool.enumeration("p.M.E").findValue("V"));
        assertThat(pool.findSymbol("p.W")).isSameAs(pool.enumeration("p.F").findValue("W"));
        assertThat(pool.findSymbol("p.S.m")).isSameAs(pool.service("p.S").findMethod("m"));
        assertThat(pool.findSymbol("p.F.W")).isNull();
        assertThat(pool.findSymbol("p")).isNull();
        assertThat(pool.findSymbol("")).isNull();
        assertThat(pool.findSymbol(".")).isNull();
    }

    @Test
    void allMessagesAreListedWithoutMapEntries() {
        DefPool pool = DefPool.ofFileDescriptorSet(Cases.schemaBytes());
        assertThat(pool.messages())
                .extracting(MessageDef::fullName)
                .contains("p3.M", "p3.Inner", "p2.M")
                .noneMatch(name -> name.endsWith("Entry"));
    }

    @Test
    void aSetGivenForAFileIsSaid() {
        assertThatThrownBy(() -> DefPool.builder().addFile(set(A).toByteArray()))
                .isInstanceOf(SchemaException.class)
                .hasMessage("the input: is a FileDescriptorSet, not a FileDescriptorProto: add it as a set");
        assertThatThrownBy(() -> DefPool.builder().addFile(set(A, B).toByteArray()))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("is a FileDescriptorSet");
    }

    @Test
    void aFileWhoseNameBeginsAsASetDoesIsAFile() {
        for (String name : List.of("\n", "\nA.proto", "\n\3\n\1a")) {
            FileDescriptorProto file = A.toBuilder().setName(name).build();
            DefPool pool = DefPool.builder().addFile(file.toByteArray()).build();
            assertThat(pool.files()).extracting(FileDef::name).containsExactly(name);
        }
    }

    @Test
    void aFileGivenForASetIsSaid() {
        assertThatThrownBy(() -> DefPool.builder().addFileSet(A.toByteArray()))
                .isInstanceOf(SchemaException.class)
                .hasMessage("the input: is a FileDescriptorProto, not a FileDescriptorSet: add it as a file");
    }

    @Test
    void textIsNoDescriptor() {
        byte[] text = "syntax = \"proto3\";".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> DefPool.builder().addFileSet(text))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("is no FileDescriptorSet");
        assertThatThrownBy(() -> DefPool.builder().addFile(text))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("is no FileDescriptorProto");
        assertThatThrownBy(() -> DefPool.builder().addFile(new byte[0]))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("without the name");
    }

    @Test
    void aFailureLeavesTheBuilderAsItWas() {
        DefPool.Builder builder = DefPool.builder().addFile(A.toByteArray());
        assertThatThrownBy(() -> builder.addFile(new byte[] {1})).isInstanceOf(SchemaException.class);
        assertThatThrownBy(() -> builder.addFileSet(Hex.concat(set(B).toByteArray(), new byte[] {7})))
                .isInstanceOf(SchemaException.class);
        assertThat(builder.build().files()).hasSize(1);
        DefPool pool = builder.build();
        DefPool.Builder more = pool.toBuilder()
                .addFile(Files.file("name: 'z' enum_type { name: 'E' }").toByteArray());
        assertThatThrownBy(more::build).isInstanceOf(SchemaException.class);
        assertThat(pool.files()).hasSize(1);
        assertThat(builder.build().messages()).hasSize(2);
    }

    @Test
    void theCallersArrayMayBeUsedAgain() {
        byte[] bytes = A.toByteArray();
        DefPool.Builder builder = DefPool.builder().addFile(bytes);
        java.util.Arrays.fill(bytes, (byte) -1);
        assertThat(builder.build().file("a.proto").toFileDescriptorProto()).isEqualTo(A.toByteArray());
    }

    @Test
    void aLargerPoolKnowsExtensionsThatTheSmallerOneDoesNot() {
        DefPool small = Files.pool(A);
        FileDescriptorProto more = Files.file(
                "name: 'x.proto' dependency: 'a.proto' extension { name: 'x' extendee: '.a.b.M' number: 11 type: TYPE_INT32 }");
        DefPool large = small.toBuilder().addFile(more.toByteArray()).build();
        byte[] bytes = Hex.bytes("5807");
        assertThat(small.message("a.b.M").decode(bytes).presentFields()).isEmpty();
        Message message = large.message("a.b.M").decode(bytes);
        assertThat(message.presentFields()).containsExactly(large.extension("x"));
        assertThat(message.getInt(large.extension("x"))).isEqualTo(7);
        assertThat(large.extensionsOf(large.message("a.b.M"))).containsExactly(large.extension("x"));
        assertThat(small.extensionsOf(small.message("a.b.M"))).isEmpty();
    }

    @Test
    void recursiveTypesAreFine() {
        DefPool pool = Files.pool(
                "message_type { name: 'A' field { name: 'a' number: 1 type_name: '.A' } field { name: 'b' number: 2 type_name: '.B' } } "
                        + "message_type { name: 'B' field { name: 'a' number: 1 type_name: '.A' label: LABEL_REPEATED } }");
        assertThat(pool.message("A").field("b").messageType().field("a").messageType())
                .isSameAs(pool.message("A"));
        assertThat(pool.message("A").field("a").messageType()).isSameAs(pool.message("A"));
    }

    @Test
    void nestingHasALimit() {
        assertThat(Files.pool(A.toBuilder()
                                .clearMessageType()
                                .addMessageType(nested(31))
                                .build())
                        .messages())
                .hasSize(31);
        assertThatThrownBy(() -> Files.pool(A.toBuilder()
                        .clearMessageType()
                        .addMessageType(nested(32))
                        .build()))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("more than 31 levels deep");
    }

    private static com.google.protobuf.DescriptorProtos.DescriptorProto nested(int levels) {
        var message = Files.message("name: 'L'");
        for (int i = 1; i < levels; i++) {
            message = Files.message("name: 'L'").toBuilder()
                    .addNestedType(message)
                    .build();
        }
        return message;
    }

    @Test
    void namesWithOneHashAreFound() {
        // "Aa" and "BB" have one hash, and so have all strings made of them.
        StringBuilder fields = new StringBuilder();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 256; i++) {
            StringBuilder name = new StringBuilder();
            for (int bit = 0; bit < 8; bit++) {
                name.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            names.add(name.toString());
            fields.append("field { name: '")
                    .append(name)
                    .append("' number: ")
                    .append(i + 1)
                    .append(" type: TYPE_INT32 } ");
        }
        MessageDef message =
                Files.pool("message_type { name: 'M' " + fields + "}").message("M");
        for (int i = 0; i < 256; i++) {
            assertThat(message.field(names.get(i)).number()).isEqualTo(i + 1);
            assertThat(message.findFieldByJsonName(names.get(i)).number()).isEqualTo(i + 1);
        }
        assertThat(message.findField("AaAaAaAaAaAaAaC#")).isNull();
        assertThat("AaAaAaAaAaAaAaC#".hashCode()).isEqualTo(names.get(0).hashCode());
    }

    @Test
    void wellKnownTypesAreFoundByNameAndShape() {
        DefPool pool = DefPool.ofFileDescriptorSet(Cases.schemaBytes());
        assertThat(pool.message("google.protobuf.Any").wellKnownType()).isEqualTo(WellKnownType.ANY);
        assertThat(pool.message("google.protobuf.Struct").wellKnownType()).isEqualTo(WellKnownType.STRUCT);
        assertThat(pool.message("google.protobuf.Value").wellKnownType()).isEqualTo(WellKnownType.VALUE);
        assertThat(pool.message("google.protobuf.ListValue").wellKnownType()).isEqualTo(WellKnownType.LIST_VALUE);
        assertThat(pool.message("google.protobuf.Empty").wellKnownType()).isEqualTo(WellKnownType.NONE);
        assertThat(pool.message("p3.M").wellKnownType()).isEqualTo(WellKnownType.NONE);
        assertThat(pool.enumeration("google.protobuf.NullValue").isNullValue()).isTrue();
        assertThat(Files.pool("enum_type { name: 'NullValue' value { name: 'NULL_VALUE' number: 0 } }")
                        .enumeration("NullValue")
                        .isNullValue())
                .isFalse();
        String wrong =
                "package: 'google.protobuf' message_type { name: 'Any' field { name: 'value' number: 1 type: TYPE_INT32 } } "
                        + "message_type { name: 'Duration' field { name: 'seconds' number: 1 type: TYPE_INT64 label: LABEL_REPEATED } field { name: 'nanos' number: 2 type: TYPE_INT32 } }";
        assertThat(Files.pool(wrong).message("google.protobuf.Any").wellKnownType())
                .isEqualTo(WellKnownType.NONE);
        assertThat(Files.pool(wrong).message("google.protobuf.Duration").wellKnownType())
                .isEqualTo(WellKnownType.NONE);
    }
}
