package dev.upb.benchmarks.inputs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import dev.upb.benchmarks.proto.Metrics;
import dev.upb.reflection.Message;
import dev.upb.testkit.corpus.Corpus;
import org.junit.jupiter.api.Test;

class AgreementTest {
    private static void checkDisagreement(
            com.google.protobuf.Message read, com.google.protobuf.Message other, String where) {
        Message ours = Schemas.load(read.getDescriptorForType()).decode(read.toByteArray());
        Agreement.check(ours, read);
        assertThatThrownBy(() -> Agreement.check(ours, other))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("disagree at " + where);
    }

    @Test
    void anotherNameDeepDownIsNoticed() {
        FileDescriptorProto file = Corpus.descriptorProto();
        FileDescriptorProto.Builder other = file.toBuilder();
        other.getMessageTypeBuilder(1).getFieldBuilder(0).setName("other");
        checkDisagreement(file, other.build(), "FileDescriptorProto.message_type[1].field[0].name");
    }

    @Test
    void anotherEnumValueIsNoticed() {
        FileDescriptorProto file = Corpus.descriptorProto();
        FileDescriptorProto.Builder other = file.toBuilder();
        other.getMessageTypeBuilder(1).getFieldBuilder(0).setType(FieldDescriptorProto.Type.TYPE_GROUP);
        checkDisagreement(file, other.build(), "FileDescriptorProto.message_type[1].field[0].type");
    }

    @Test
    void aMissingElementIsNoticed() {
        FileDescriptorProto file = Corpus.descriptorProto();
        checkDisagreement(file, file.toBuilder().removeEnumType(0).build(), "FileDescriptorProto.enum_type");
    }

    @Test
    void anotherMapValueIsNoticed() {
        Metrics metrics = Metrics.newBuilder().putCounts(1, 2).putCounts(3, 4).build();
        checkDisagreement(metrics, metrics.toBuilder().putCounts(3, 5).build(), "Metrics.counts[3]");
    }

    @Test
    void aFieldThatIsNotSetIsNoticed() {
        Metrics metrics = Metrics.newBuilder().putCounts(1, 2).build();
        checkDisagreement(metrics, metrics.toBuilder().putLabels("a", "b").build(), "Metrics");
    }
}
