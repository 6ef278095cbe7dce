package dev.upb.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableField;
import dev.upb.minitable.Presence;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.proto.matrix2.Extendable;
import dev.upb.testkit.proto.matrix2.Recursive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DescriptorTablesTest {
    static java.util.List<Descriptor> ownTypes() {
        return Corpus.ownTypes();
    }

    @ParameterizedTest
    @MethodSource("ownTypes")
    void tableSaysOfEachFieldWhatItsDescriptorSays(Descriptor type) {
        MiniTable table = new DescriptorTables().of(type);

        assertThat(table.fieldCount()).isEqualTo(type.getFields().size());
        for (FieldDescriptor descriptor : type.getFields()) {
            MiniTableField field = table.findFieldByNumber(descriptor.getNumber());
            assertThat(field.isLinked()).as("linked %s", descriptor).isTrue();
            assertThat(field.type().name())
                    .isEqualTo(descriptor.getType().toProto().name().substring("TYPE_".length()));
            assertThat(field.isRepeated()).isEqualTo(descriptor.isRepeated());
            assertThat(field.isMap()).isEqualTo(descriptor.isMapField());
            assertThat(field.isRequired()).isEqualTo(descriptor.isRequired());
            assertThat(field.isPacked()).isEqualTo(descriptor.isPacked());
            assertThat(field.hasPresence()).isEqualTo(descriptor.hasPresence());
            assertThat(field.presence() == Presence.ONEOF).isEqualTo(descriptor.getRealContainingOneof() != null);
        }
    }

    @Test
    void sameDescriptorGivesSameTable() {
        DescriptorTables tables = new DescriptorTables();
        MiniTable recursive = tables.of(Recursive.getDescriptor());

        assertThat(tables.of(Recursive.getDescriptor())).isSameAs(recursive);
        assertThat(recursive.findFieldByNumber(2).subTable()).isSameAs(recursive);
    }

    @Test
    void extensionsOfFilesIncludeThoseDeclaredInMessages() {
        DescriptorTables tables = new DescriptorTables();
        MiniTable extendable = tables.of(Extendable.getDescriptor());

        assertThat(tables.extensionsIn(Corpus.ownFiles()).find(extendable, 1300))
                .as("ExtensionScope.nested_extension")
                .isNotNull();
    }
}
