package dev.upb.reflection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.UnknownFieldSet;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.wire.Hex;
import dev.upb.testkit.wire.WireMessage;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OptionsTest {
    private static final DefPool POOL =
            DefPool.ofFileDescriptorSet(DescriptorComparison.set(DescriptorComparison.withImports(Corpus.ownFiles())));

    private static final String CUSTOM = "name: 'use.proto' dependency: 'google/protobuf/descriptor.proto' "
            + "message_type { name: 'Rule' field { name: 'max' number: 1 type: TYPE_INT32 } } "
            + "extension { name: 'rule' extendee: '.google.protobuf.FieldOptions' number: 50001 type: TYPE_MESSAGE type_name: '.Rule' } "
            + "message_type { name: 'M' field { name: 'f' number: 1 type: TYPE_INT32 options { deprecated: true } } }";

    /** The file above, with {@code (rule).max = 5} and an option that nobody knows in the options of {@code M.f}. */
    private static FileDescriptorProto custom() {
        FileDescriptorProto.Builder file = Files.file(CUSTOM).toBuilder();
        file.getMessageTypeBuilder(1).getFieldBuilder(0).getOptionsBuilder().setUnknownFields(unknown());
        return file.build();
    }

    private static UnknownFieldSet unknown() {
        byte[] rule = WireMessage.builder().varint(1, 5).encode();
        return UnknownFieldSet.newBuilder()
                .addField(
                        50001,
                        UnknownFieldSet.Field.newBuilder()
                                .addLengthDelimited(ByteString.copyFrom(rule))
                                .build())
                .addField(60000, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
                .build();
    }

    @Test
    void customOptionsAreReadThroughThePoolsExtensions() {
        DefPool pool =
                DefPool.wellKnown().toBuilder().addFile(custom().toByteArray()).build();
        FieldDef field = pool.message("M").field("f");
        Message options = field.options();
        assertThat(options.type()).isSameAs(pool.message("google.protobuf.FieldOptions"));
        assertThat(options.getBool("deprecated")).isTrue();
        assertThat(options.getMessage(pool.extension("rule")).getInt("max")).isEqualTo(5);
        assertThat(field.options()).isSameAs(options);
        assertThat(options.isFrozen()).isTrue();
        assertThatIllegalStateException().isThrownBy(() -> options.setBool("deprecated", false));
    }

    @Test
    void optionsThatNobodyKnowsAreKeptByteForByte() {
        byte[] expected = custom().getMessageType(1).getField(0).getOptions().toByteArray();
        DefPool pool =
                DefPool.wellKnown().toBuilder().addFile(custom().toByteArray()).build();
        assertThat(pool.message("M").field("f").optionsBytes()).isEqualTo(expected);
        assertThat(pool.message("M").field("f").options().encodedSize()).isEqualTo(expected.length);
    }

    @Test
    void aPoolWithoutDescriptorProtoUsesTheWellKnownOne() {
        FieldDef field = Files.pool(
                        "message_type { name: 'M' field { name: 'f' number: 1 type: TYPE_INT32 options { deprecated: true } } }")
                .message("M")
                .field("f");
        assertThat(field.options().type()).isSameAs(DefPool.wellKnown().message("google.protobuf.FieldOptions"));
        assertThat(field.options().getBool("deprecated")).isTrue();
        assertThat(field.containingType().options())
                .isSameAs(DefPool.wellKnown()
                        .message("google.protobuf.MessageOptions")
                        .emptyMessage());
        assertThat(field.containingType().optionsBytes()).isEmpty();
    }

    @Test
    void everyKindOfElementHasOptions() {
        for (FileDef file : POOL.files()) {
            assertThat(file.options().encode()).isEqualTo(file.optionsBytes());
            for (MessageDef message : file.messages()) {
                List.of(message.fields(), message.oneofs(), message.nestedEnums(), message.nestedMessages())
                        .forEach(list -> list.forEach(
                                def -> assertThat(((Def) def).options().encodedSize())
                                        .isEqualTo(((Def) def).optionsBytes().length)));
                message.extensionRanges()
                        .forEach(range -> assertThat(range.options().encode()).isEqualTo(range.optionsBytes()));
            }
            file.services()
                    .forEach(service -> service.methods()
                            .forEach(method ->
                                    assertThat(method.options().encode()).isEqualTo(method.optionsBytes())));
        }
    }

    @Test
    void optionsInPiecesAreMerged() {
        byte[] field = WireMessage.builder()
                .string(1, "f")
                .varint(3, 1)
                .varint(5, 5)
                .message(8, WireMessage.builder().varint(3, 1).build())
                .message(8, WireMessage.builder().varint(16, 1).build())
                .encode();
        byte[] message = WireMessage.builder().string(1, "M").bytes(2, field).encode();
        byte[] file =
                WireMessage.builder().string(1, "f.proto").bytes(4, message).encode();
        FieldDef def = DefPool.builder().addFile(file).build().message("M").field("f");
        assertThat(def.optionsBytes()).isEqualTo(Hex.bytes("1801800101"));
        assertThat(def.options().getBool("deprecated")).isTrue();
        assertThat(def.options().getBool("debug_redact")).isTrue();
        assertThat(def.file().toFileDescriptorProto()).isEqualTo(file);
        assertThat(def.containingType().toDescriptorProto()).isEqualTo(message);
    }

    @Test
    void optionsWhoseInsideIsBrokenAreReportedWhereTheyAre() {
        byte[] field = WireMessage.builder()
                .string(1, "f")
                .varint(3, 1)
                .varint(5, 5)
                .bytes(8, WireMessage.builder().bytes(20, new byte[] {7}).encode())
                .encode();
        byte[] message = WireMessage.builder().string(1, "M").bytes(2, field).encode();
        byte[] file =
                WireMessage.builder().string(1, "f.proto").bytes(4, message).encode();
        FieldDef def = DefPool.builder().addFile(file).build().message("M").field("f");
        assertThatThrownBy(def::options)
                .isInstanceOf(SchemaException.class)
                .hasMessageStartingWith("f.proto: M.f: the options can't be decoded: ");
        assertThatThrownBy(() -> DefPool.wellKnown().toBuilder().addFile(file).build())
                .isInstanceOf(SchemaException.class)
                .hasMessageStartingWith("f.proto: M.f: the options can't be decoded: ");
    }

    @Test
    void anEnumValueCanHaveAJsonNameOfItsOwn() {
        byte[] json = WireMessage.builder().string(1, "custom name").encode();
        UnknownFieldSet option = UnknownFieldSet.newBuilder()
                .addField(
                        998,
                        UnknownFieldSet.Field.newBuilder()
                                .addLengthDelimited(ByteString.copyFrom(json))
                                .build())
                .build();
        FileDescriptorProto.Builder file = Files.file(
                "enum_type { name: 'E' value { name: 'A' number: 0 } value { name: 'B' number: 1 options { deprecated: true } } value { name: 'C' number: 2 } }")
                .toBuilder();
        file.getEnumTypeBuilder(0).getValueBuilder(2).getOptionsBuilder().setUnknownFields(option);
        EnumDef def = Files.pool(file.build()).enumeration("E");
        assertThat(def.values()).extracting(EnumValueDef::jsonName).containsExactly("A", "B", "custom name");
    }
}
