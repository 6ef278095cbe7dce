package dev.upb.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.minidescriptor.MiniDescriptor;
import dev.upb.minidescriptor.MiniDescriptorWriter;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableEnum;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import dev.upb.reflection.Def;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.EnumDef;
import dev.upb.reflection.EnumValueDef;
import dev.upb.reflection.FieldDef;
import dev.upb.reflection.FileDef;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.reflection.SchemaException;
import dev.upb.testkit.wire.WireMessage;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Schemas: all that can be asked of a pool, its way back to descriptors, and its tables' way through mini-descriptors. */
final class DescriptorFuzzTest {
    @TestFactory
    Stream<DynamicTest> inputThatIsKeptIsHandled() throws IOException, URISyntaxException {
        return FuzzCorpus.replay(DescriptorFuzzTest.class, DescriptorFuzzTest::fuzzerTestOneInput);
    }

    public static void fuzzerTestOneInput(byte[] set) {
        DefPool pool;
        try {
            pool = DefPool.ofFileDescriptorSet(set);
        } catch (SchemaException e) {
            assertThat(e.problems()).isNotEmpty();
            return;
        }
        pool.files().forEach(DescriptorFuzzTest::use);
        for (MessageDef type : pool.messages()) {
            use(type);
            pool.extensionsOf(type).forEach(DescriptorFuzzTest::use);
            assertSameLayout(readBack(type.miniTable()), type.miniTable());
        }
        for (MiniTableExtension extension : pool.extensionRegistry().extensions()) {
            MiniTableExtension read =
                    MiniDescriptor.buildExtension(MiniDescriptorWriter.write(extension), extension.extendee());
            assertSameField(read, extension);
        }
        assertComesBackFromDescriptors(pool);
    }

    private static void use(FileDef file) {
        useOptions(file);
        file.enums().forEach(DescriptorFuzzTest::use);
        file.extensions().forEach(DescriptorFuzzTest::use);
        file.services().forEach(service -> {
            useOptions(service);
            service.methods().forEach(DescriptorFuzzTest::useOptions);
        });
    }

    private static void use(MessageDef type) {
        useOptions(type);
        type.nestedEnums().forEach(DescriptorFuzzTest::use);
        type.nestedExtensions().forEach(DescriptorFuzzTest::use);
        type.oneofs().forEach(DescriptorFuzzTest::useOptions);
        Message message = type.newMessage();
        assertThat(message.encode()).isEmpty();
        assertThat(message).isEqualTo(type.emptyMessage());
        for (FieldDef field : type.fields()) {
            use(field);
            assertThat(type.findField(field.name())).isSameAs(field);
            assertThat(type.findField(field.number())).isSameAs(field);
            assertThat(type.findFieldByJsonName(field.jsonName())).isNotNull();
            assertThat(message.get(field)).isNotNull();
        }
    }

    private static void use(FieldDef field) {
        useOptions(field);
        field.jsonName();
        field.defaultValue();
    }

    private static void use(EnumDef type) {
        useOptions(type);
        for (EnumValueDef value : type.values()) {
            useOptions(value);
            assertThat(type.findValue(value.name())).isSameAs(value);
            assertThat(type.findValue(value.number()).number()).isEqualTo(value.number());
        }
    }

    /** Options are read when they are asked for, and are then an error by themselves if they are malformed. */
    private static void useOptions(Def def) {
        assertThat(def.fullName()).isNotNull();
        try {
            def.options();
        } catch (SchemaException e) {
            assertThat(e.problems()).hasSize(1);
        }
    }

    private static void assertComesBackFromDescriptors(DefPool pool) {
        DefPool.Builder builder = DefPool.builder();
        for (FileDef file : pool.files()) {
            byte[] proto = file.toFileDescriptorProto();
            if (isAmbiguous(file)) {
                builder.addFileSet(WireMessage.builder().bytes(1, proto).encode());
            } else {
                builder.addFile(proto);
            }
        }
        DefPool again = builder.build();
        assertThat(again.files().stream().map(FileDef::name))
                .containsExactlyElementsOf(
                        pool.files().stream().map(FileDef::name).toList());
        for (MessageDef type : pool.messages()) {
            assertSameLayout(again.message(type.fullName()).miniTable(), type.miniTable());
        }
    }

    /** Whether the file may look like a set: a name whose bytes are those of a file, and little else. */
    private static boolean isAmbiguous(FileDef file) {
        return file.name().startsWith("\n")
                && file.messages().isEmpty()
                && file.enums().isEmpty();
    }

    private static MiniTable readBack(MiniTable table) {
        MiniTable read = MiniDescriptor.buildMessage(MiniDescriptorWriter.write(table));
        List<MiniTable> messages = MiniDescriptor.messageFields(table).stream()
                .map(MiniTableField::subTable)
                .toList();
        List<MiniTableEnum> enums = MiniDescriptor.closedEnumFields(table).stream()
                .map(field -> MiniDescriptor.buildEnum(MiniDescriptorWriter.write(field.subEnum())))
                .toList();
        MiniDescriptor.link(read, messages, enums);
        return read;
    }

    private static void assertSameLayout(MiniTable actual, MiniTable expected) {
        assertThat(actual.size()).isEqualTo(expected.size());
        assertThat(actual.requiredCount()).isEqualTo(expected.requiredCount());
        assertThat(actual.extensionMode()).isEqualTo(expected.extensionMode());
        assertThat(actual.isMapEntry()).isEqualTo(expected.isMapEntry());
        assertThat(actual.fieldCount()).isEqualTo(expected.fieldCount());
        for (int i = 0; i < expected.fieldCount(); i++) {
            assertSameField(actual.field(i), expected.field(i));
            assertThat(actual.field(i).offset()).isEqualTo(expected.field(i).offset());
            assertThat(actual.field(i).presenceCode())
                    .isEqualTo(expected.field(i).presenceCode());
        }
    }

    private static void assertSameField(MiniTableField actual, MiniTableField expected) {
        assertThat(actual.number()).isEqualTo(expected.number());
        assertThat(actual.type()).isEqualTo(expected.type());
        assertThat(actual.mode()).isEqualTo(expected.mode());
        assertThat(actual.isPacked()).isEqualTo(expected.isPacked());
        assertThat(actual.isRequired()).isEqualTo(expected.isRequired());
        assertThat(actual.isClosedEnum()).isEqualTo(expected.isClosedEnum());
        assertThat(actual.validatesUtf8()).isEqualTo(expected.validatesUtf8());
        if (actual.subEnum() != null) {
            assertThat(actual.subEnum().values()).isEqualTo(expected.subEnum().values());
        }
    }
}
