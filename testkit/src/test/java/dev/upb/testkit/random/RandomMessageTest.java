package dev.upb.testkit.random;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Empty;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.WrappersProto;
import com.google.protobuf.util.JsonFormat;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.proto.matrix2.Extendable;
import dev.upb.testkit.proto.matrix2.Matrix2Proto;
import dev.upb.testkit.proto.matrix2.MessageSet;
import dev.upb.testkit.proto.matrix3.Wide;
import dev.upb.testkit.proto.wkt.All;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RandomMessageTest {
    private static final RandomMessage EVERYTHING =
            RandomMessage.defaults().withExtensions(Corpus.extensions()).withUnknownPercent(30);

    static List<Descriptor> types() {
        return Corpus.ownTypes();
    }

    @ParameterizedTest
    @MethodSource("types")
    void messagesSurviveTheWayThroughTheirBytes(Descriptor type) {
        Seeded.forEach(20, seeded -> {
            DynamicMessage message = EVERYTHING.next(seeded, type);
            assertThat(message.isInitialized()).isTrue();
            DynamicMessage parsed = DynamicMessage.parseFrom(type, message.toByteString(), Corpus.extensions());
            assertThat(parsed).isEqualTo(message);
        });
    }

    @ParameterizedTest
    @MethodSource("types")
    void eachFieldIsSetInSomeMessage(Descriptor type) {
        Set<FieldDescriptor> seen = new HashSet<>();
        Seeded.forEach(
                400,
                seeded ->
                        seen.addAll(EVERYTHING.next(seeded, type).getAllFields().keySet()));
        assertThat(seen)
                .containsAll(type.getFields().stream()
                        .filter(field -> !canOnlyBeNull(field))
                        .toList());
    }

    @Test
    void extensionsAndUnknownFieldsAreSet() {
        Set<FieldDescriptor> seen = new HashSet<>();
        int[] withUnknown = {0};
        Seeded.forEach(100, seeded -> {
            DynamicMessage message = EVERYTHING.next(seeded, Extendable.getDescriptor());
            seen.addAll(message.getAllFields().keySet());
            withUnknown[0] += message.getUnknownFields().asMap().isEmpty() ? 0 : 1;
        });
        assertThat(seen)
                .contains(
                        Matrix2Proto.xDouble.getDescriptor(),
                        Matrix2Proto.xrMessage.getDescriptor(),
                        Matrix2Proto.xpSint64.getDescriptor());
        assertThat(withUnknown[0]).isBetween(5, 60);
    }

    @Test
    void generatedClassesAreFilledToo() {
        Seeded.forEach(50, seeded -> {
            Extendable message = EVERYTHING.next(seeded, Extendable.getDefaultInstance());
            assertThat(Extendable.parseFrom(message.toByteArray(), Corpus.extensions()))
                    .isEqualTo(message);
            MessageSet set = EVERYTHING.next(seeded, MessageSet.getDefaultInstance());
            assertThat(MessageSet.parseFrom(set.toByteArray(), Corpus.extensions()))
                    .isEqualTo(set);
        });
    }

    @Test
    void wellKnownTypesHoldWhatJsonAllows() {
        TypeRegistry registry = TypeRegistry.newBuilder()
                .add(WrappersProto.getDescriptor().getMessageTypes())
                .add(Any.getDescriptor())
                .add(Duration.getDescriptor())
                .add(Timestamp.getDescriptor())
                .add(Empty.getDescriptor())
                .build();
        JsonFormat.Printer printer = JsonFormat.printer().usingTypeRegistry(registry);
        JsonFormat.Parser parser = JsonFormat.parser().usingTypeRegistry(registry);
        Seeded.forEach(300, seeded -> {
            All message = RandomMessage.defaults().next(seeded, All.getDefaultInstance());
            All.Builder parsed = All.newBuilder();
            parser.merge(printer.print(message), parsed);
            assertThat(withoutNegativeZero(printer.print(parsed)))
                    .isEqualTo(withoutNegativeZero(printer.print(message)));
        });
    }

    @Test
    void sizesFollowTheSettings() {
        RandomMessage small =
                RandomMessage.defaults().withMaxDepth(1).withMaxElements(2).withMaxFields(10);
        Seeded.forEach(100, seeded -> {
            Message message = small.next(seeded, Wide.getDescriptor());
            assertThat(message.getAllFields().size()).isLessThanOrEqualTo(10);
            for (Message child : children(message).toList()) {
                assertThat(child.getAllFields()).isEmpty();
            }
        });
    }

    /** Tells whether the field has one value, which is the default and so never counts as set. */
    private static boolean canOnlyBeNull(FieldDescriptor field) {
        return field.getType() == FieldDescriptor.Type.ENUM
                && field.getEnumType().getFullName().equals("google.protobuf.NullValue")
                && !field.hasPresence()
                && !field.isRepeated();
    }

    /** JsonFormat reads -0.0 as 0.0. */
    private static String withoutNegativeZero(String json) {
        return json.replace("-0.0", "0.0");
    }

    private static Stream<Message> children(Message message) {
        return message.getAllFields().entrySet().stream()
                .filter(entry -> entry.getKey().getJavaType() == FieldDescriptor.JavaType.MESSAGE)
                .filter(entry -> !entry.getKey().isMapField())
                .flatMap(
                        entry -> entry.getValue() instanceof List<?> list ? list.stream() : Stream.of(entry.getValue()))
                .map(Message.class::cast);
    }
}
