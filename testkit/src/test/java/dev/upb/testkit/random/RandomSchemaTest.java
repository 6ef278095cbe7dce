package dev.upb.testkit.random;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.ExtensionRegistry;
import dev.upb.testkit.random.RandomSchema.Syntax;
import dev.upb.testkit.wire.WireField;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RandomSchemaTest {
    @ParameterizedTest
    @EnumSource(Syntax.class)
    void messagesOfRandomSchemasSurviveTheWayThroughTheirBytes(Syntax syntax) {
        Seeded.forEach(150, seeded -> {
            FileDescriptor file = RandomSchema.build(RandomSchema.next(seeded, syntax));
            ExtensionRegistry extensions = ExtensionRegistry.newInstance();
            for (FieldDescriptor extension : file.getExtensions()) {
                if (extension.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                    extensions.add(extension, DynamicMessage.getDefaultInstance(extension.getMessageType()));
                } else {
                    extensions.add(extension);
                }
            }
            RandomMessage generator = RandomMessage.defaults().withExtensions(extensions);
            for (Descriptor type : file.getMessageTypes()) {
                DynamicMessage message = generator.next(seeded, type);
                assertThat(DynamicMessage.parseFrom(type, message.toByteString(), extensions))
                        .isEqualTo(message);
            }
        });
    }

    @Test
    void schemasHaveEveryShape() {
        Set<FieldDescriptor.Type> types = EnumSet.noneOf(FieldDescriptor.Type.class);
        Set<FieldDescriptor.Type> keys = EnumSet.noneOf(FieldDescriptor.Type.class);
        Set<Integer> numbers = new HashSet<>();
        Set<String> shapes = new HashSet<>();
        Seeded.forEach(200, seeded -> {
            FileDescriptor file = RandomSchema.build(RandomSchema.next(seeded));
            for (Descriptor type : file.getMessageTypes()) {
                int previous = 0;
                for (FieldDescriptor field : type.getFields()) {
                    types.add(field.getType());
                    numbers.add(field.getNumber());
                    if (field.isMapField()) {
                        keys.add(field.getMessageType().findFieldByNumber(1).getType());
                    } else if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                            && field.getMessageType() == type) {
                        shapes.add("recursive");
                    }
                    note(shapes, field.getNumber() < previous, "unordered");
                    note(shapes, field.isRequired(), "required");
                    note(shapes, field.hasDefaultValue(), "default");
                    note(shapes, field.isPacked(), "packed");
                    note(shapes, file.toProto().hasEdition(), "edition");
                    note(shapes, !field.hasPresence() && !field.isRepeated(), "implicit");
                    boolean delimited = field.getType() == FieldDescriptor.Type.GROUP
                            && file.toProto().hasEdition();
                    note(shapes, delimited, "delimited");
                    previous = field.getNumber();
                }
                note(shapes, type.getFields().size() > 100, "wide");
                note(shapes, type.getRealOneofs().size() > 1, "many oneofs");
                note(shapes, type.getRealOneofs().size() < type.getOneofs().size(), "proto3 optional");
                note(shapes, type.getFields().get(0).getRealContainingOneof() != null, "oneof first");
                FieldDescriptor last = type.getFields().get(type.getFields().size() - 1);
                note(shapes, last.getRealContainingOneof() != null, "oneof last");
            }
            note(shapes, !file.getExtensions().isEmpty(), "extensions");
        });
        assertThat(types).containsExactlyInAnyOrder(FieldDescriptor.Type.values());
        assertThat(keys).hasSize(12);
        assertThat(numbers).contains(1, 15, 16, 2047, 2048, WireField.MAX_NUMBER);
        assertThat(shapes)
                .containsExactlyInAnyOrder(
                        "recursive",
                        "unordered",
                        "required",
                        "default",
                        "packed",
                        "edition",
                        "implicit",
                        "delimited",
                        "wide",
                        "many oneofs",
                        "proto3 optional",
                        "oneof first",
                        "oneof last",
                        "extensions");
    }

    @Test
    void sameSeedGivesTheSameSchema() {
        FileDescriptorProto first = RandomSchema.next(Seeded.of(9), Syntax.PROTO2);
        assertThat(RandomSchema.next(Seeded.of(9), Syntax.PROTO2)).isEqualTo(first);
    }

    private static void note(Set<String> shapes, boolean present, String shape) {
        if (present) {
            shapes.add(shape);
        }
    }
}
