package dev.upb.testkit.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import dev.upb.testkit.proto.matrix2.Defaults;
import dev.upb.testkit.proto.matrix2.ManyRequired;
import dev.upb.testkit.proto.matrix2.Wide;
import dev.upb.testkit.wire.WireMessage;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CorpusTest {
    private static final Set<FieldDescriptor.Type> NOT_PACKABLE = EnumSet.of(
            FieldDescriptor.Type.STRING,
            FieldDescriptor.Type.BYTES,
            FieldDescriptor.Type.MESSAGE,
            FieldDescriptor.Type.GROUP);

    static List<FileDescriptorSet> sets() {
        return List.of(Corpus.descriptorSet(), Corpus.wellKnownSet(), Corpus.ownSet());
    }

    @ParameterizedTest
    @MethodSource("sets")
    void setsCanBeBuiltFileByFileInTheirOrder(FileDescriptorSet set) throws Exception {
        Map<String, FileDescriptor> built = new HashMap<>();
        for (FileDescriptorProto file : set.getFileList()) {
            assertThat(built.keySet()).containsAll(file.getDependencyList());
            FileDescriptor[] imports =
                    file.getDependencyList().stream().map(built::get).toArray(FileDescriptor[]::new);
            built.put(file.getName(), FileDescriptor.buildFrom(file, imports));
        }
        assertThat(built).hasSize(set.getFileCount());
    }

    @Test
    void ownSetHasAllFiles() {
        assertThat(Corpus.ownSet().getFileList())
                .extracting(FileDescriptorProto::getName)
                .contains(
                        "options.proto",
                        "matrix2.proto",
                        "matrix3.proto",
                        "matrix_edition2023.proto",
                        "matrix_edition2024.proto",
                        "wkt.proto",
                        "google/protobuf/descriptor.proto",
                        "google/protobuf/any.proto");
    }

    @Test
    void entriesHaveUniqueNamesAndValidBytes() throws Exception {
        List<Corpus.Entry> entries = Corpus.entries();
        assertThat(entries).extracting(Corpus.Entry::name).doesNotHaveDuplicates();
        assertThat(entries).hasSize(4 + 3 * Corpus.ownTypes().size());
        for (Corpus.Entry entry : entries) {
            byte[] bytes = entry.bytes();
            assertThat(WireMessage.isValid(bytes)).as(entry.name()).isTrue();
            Descriptor type = entry.message().getDescriptorForType();
            assertThat(entry.type()).isEqualTo(type.getFullName());
            assertThat(DynamicMessage.parseFrom(type, bytes, Corpus.extensions())
                            .toByteArray())
                    .as(entry.name())
                    .isEqualTo(bytes);
        }
    }

    @Test
    void sameEntriesComeInEveryRun() {
        assertThat(Corpus.messages(1)).isEqualTo(Corpus.messages(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "matrix2.Explicit",
                "matrix2.Required",
                "matrix2.Expanded",
                "matrix2.InOneof",
                "matrix2023.Explicit",
                "matrix2023.Required",
                "matrix2023.Packed",
                "matrix2023.InOneof",
                "matrix2024.Explicit",
                "matrix2024.Required",
                "matrix2024.Packed",
                "matrix2024.InOneof"
            })
    void matrixMessagesHaveEachTypeAtItsNumber(String name) {
        Descriptor type = type(name);
        for (FieldDescriptor.Type fieldType : FieldDescriptor.Type.values()) {
            assertThat(type.findFieldByNumber(fieldType.toProto().getNumber()).getType())
                    .isEqualTo(fieldType);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"matrix3.Implicit", "matrix3.Explicit", "matrix3.Packed", "matrix3.InOneof"})
    void proto3MatrixMessagesHaveEachTypeButGroups(String name) {
        Descriptor type = type(name);
        for (FieldDescriptor.Type fieldType : FieldDescriptor.Type.values()) {
            FieldDescriptor field = type.findFieldByNumber(fieldType.toProto().getNumber());
            if (fieldType == FieldDescriptor.Type.GROUP) {
                assertThat(field).isNull();
            } else {
                assertThat(field.getType()).isEqualTo(fieldType);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"matrix2", "matrix3", "matrix2023", "matrix2024"})
    void matrixMapsHaveEachKeyAndValueType(String file) {
        assertThat(type(file + ".MapKeys").getFields())
                .hasSize(12)
                .allMatch(field -> field.getMessageType()
                                .findFieldByNumber(1)
                                .getType()
                                .toProto()
                                .getNumber()
                        == field.getNumber());
        Set<FieldDescriptor.Type> values = EnumSet.noneOf(FieldDescriptor.Type.class);
        type(file + ".MapValues")
                .getFields()
                .forEach(field ->
                        values.add(field.getMessageType().findFieldByNumber(2).getType()));
        assertThat(values)
                .containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(EnumSet.of(FieldDescriptor.Type.GROUP)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"matrix2", "matrix3", "matrix2023", "matrix2024"})
    void packedAndExpandedFieldsAreWhatTheyAreCalled(String file) {
        assertThat(type(file + ".Packed").getFields())
                .allMatch(field -> field.isPacked() != NOT_PACKABLE.contains(field.getType()));
        assertThat(type(file + ".Expanded").getFields())
                .hasSizeGreaterThanOrEqualTo(14)
                .noneMatch(FieldDescriptor::isPacked);
    }

    @Test
    void wideAndRequiredMessagesHaveTheirSizes() {
        assertThat(Wide.getDescriptor().getFields()).hasSize(200);
        assertThat(ManyRequired.getDescriptor().getFields())
                .filteredOn(FieldDescriptor::isRequired)
                .hasSize(63);
    }

    @Test
    void defaultsAreThoseOfTheSchema() {
        Defaults defaults = Defaults.getDefaultInstance();
        assertThat(defaults.getFString()).isEqualTo("a\"b'c\\d\n\té😀 é 😀");
        assertThat(defaults.getFBytes().toByteArray())
                .isEqualTo(new byte[] {0, 1, -1, -2, '"', '\'', '\\', '\n', '\r', '\t', 'a', 'b', 'c'});
        assertThat(defaults.getFUint64()).isEqualTo(-1L);
        assertThat(defaults.getDoubleNan()).isNaN();
        assertThat(defaults.getFloatNegativeInf()).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(Double.doubleToRawLongBits(defaults.getDoubleNegativeZero())).isEqualTo(Long.MIN_VALUE);
    }

    private static Descriptor type(String name) {
        return Corpus.ownTypes().stream()
                .filter(type -> type.getFullName().equals("upb.testkit." + name))
                .findAny()
                .orElseThrow();
    }
}
