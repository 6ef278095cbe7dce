package dev.upb.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import dev.upb.mem.Arena;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.testing.Messages;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.proto.matrix2.Extendable;
import dev.upb.testkit.proto.matrix2.Nothing;
import dev.upb.testkit.random.RandomMessage;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.Hex;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UnknownFieldsTest {
    private final Messages messages = new Messages();
    private final Arena arena = Arena.create();

    @AfterEach
    void close() {
        arena.close();
    }

    private MiniMessage nothing() {
        return MiniMessage.create(messages.tables().of(Nothing.getDescriptor()), arena);
    }

    @Test
    void fieldsComeBackInTheOrderInWhichTheyWereAdded() {
        UnknownFields unknown = nothing().unknownFields();
        assertThat(unknown.isEmpty()).isTrue();
        assertThat(unknown.size()).isZero();
        assertThat(unknown.toByteArray()).isEmpty();
        unknown.add(Hex.bytes("ffff0802ffff"), 2, 2);
        unknown.add(new byte[0]);
        unknown.add(Hex.bytes("1203616263"));
        unknown.add(Hex.bytes("0801"));

        assertThat(Hex.string(unknown.toByteArray())).isEqualTo("080212036162630801");
        assertThat(unknown.size()).isEqualTo(9);
        assertThat(unknown.isEmpty()).isFalse();
    }

    @Test
    void fieldsAddedNextToEachOtherInMemoryAreOnePiece() {
        MiniMessage message = nothing();
        UnknownFields unknown = message.unknownFields();
        byte[] field = Hex.bytes("2901020304050607"); // 8 bytes: nothing is lost to rounding.
        unknown.add(field);
        long used = arena.spaceUsed();
        for (int i = 0; i < 100; i++) {
            unknown.add(field);
        }

        assertThat(arena.spaceUsed() - used).isEqualTo(800);
        assertThat(unknown.size()).isEqualTo(808);
    }

    @Test
    void rangeOutsideTheArrayIsRefused() {
        UnknownFields unknown = nothing().unknownFields();

        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> unknown.add(new byte[4], 3, 2));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> unknown.add(new byte[4], -1, 2));
        assertThat(unknown.isEmpty()).isTrue();
    }

    @Test
    void laterChangesOfTheArrayDoNotShow() {
        UnknownFields unknown = nothing().unknownFields();
        byte[] field = {8, 1};
        unknown.add(field);
        field[1] = 2;

        assertThat(unknown.toByteArray()).containsExactly(8, 1);
    }

    @Test
    void clearingLeavesKnownFieldsAndExtensions() {
        MiniTable table = messages.tables().of(Extendable.getDescriptor());
        MiniTableExtension extension = messages.extensions().find(table, 1005);
        MiniMessage message = MiniMessage.create(table, arena);
        message.unknownFields().add(new byte[] {120, 1});
        message.setInt(extension, 5);
        message.setInt(table.field(0), 6);
        message.unknownFields().add(new byte[] {120, 2});
        message.unknownFields().clear();

        assertThat(message.unknownFields().isEmpty()).isTrue();
        assertThat(message.getInt(extension)).isEqualTo(5);
        assertThat(message.getInt(table.field(0))).isEqualTo(6);
        message.unknownFields().clear();
        message.unknownFields().add(new byte[] {120, 3});
        assertThat(message.unknownFields().toByteArray()).containsExactly(120, 3);
    }

    @Test
    void addingAndClearingInTurnNeedsNoRoomForEntries() {
        MiniMessage message = nothing();
        message.unknownFields().add(new byte[] {120, 3});
        long used = arena.spaceUsed();
        for (int i = 0; i < 1000; i++) {
            message.unknownFields().clear();
            message.unknownFields().add(new byte[] {120, 3});
        }

        assertThat(arena.spaceUsed() - used).as("the bytes alone").isEqualTo(8000);
    }

    static List<Corpus.Entry> corpus() {
        return Corpus.messages(1);
    }

    /** A message with everything unknown removed, by way of protobuf-java. */
    private static Message withoutUnknown(Message message) {
        Message.Builder builder = message.toBuilder().setUnknownFields(UnknownFieldSet.getDefaultInstance());
        message.getAllFields().forEach((field, value) -> {
            if (field.getJavaType() != com.google.protobuf.Descriptors.FieldDescriptor.JavaType.MESSAGE) {
                return;
            }
            if (field.isRepeated()) {
                for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
                    builder.setRepeatedField(field, i, withoutUnknown((Message) message.getRepeatedField(field, i)));
                }
            } else {
                builder.setField(field, withoutUnknown((Message) value));
            }
        });
        return builder.build();
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void discardingReachesListsMapsGroupsAndExtensions(Corpus.Entry entry) {
        Seeded.forEach(4, seeded -> {
            DynamicMessage original = RandomMessage.defaults()
                    .withExtensions(Corpus.extensions())
                    .withUnknownPercent(70)
                    .next(seeded, entry.message().getDescriptorForType());
            MiniMessage message = messages.toMini(original, arena);
            message.discardUnknownFields();
            MiniMessage expected = messages.toMini(withoutUnknown(original), arena);

            assertThat(Hex.string(Messages.encode(message))).isEqualTo(Hex.string(Messages.encode(expected)));
            assertThat(message.unknownFields().isEmpty()).isTrue();
        });
    }

    @Test
    void discardingStopsAtAFrozenPart() {
        MiniTable table = messages.tables().of(dev.upb.testkit.proto.matrix2.Recursive.getDescriptor());
        MiniMessage message = MiniMessage.create(table, arena);
        MiniMessage child = message.getRepeated(table.findFieldByNumber(3)).addMessage();
        child.unknownFields().add(new byte[] {120, 3});
        child.freeze();

        assertThatIllegalStateException()
                .isThrownBy(message::discardUnknownFields)
                .withMessageContaining("frozen");
        assertThat(child.unknownFields().size()).isEqualTo(2);
    }

    /** Each of many extensions behind many pieces of unknown bytes: looking one up must not walk over the pieces. */
    @Test
    void manyPiecesBetweenExtensionsDoNotSlowLookupDown() {
        MiniTable table = messages.tables().of(Extendable.getDescriptor());
        MiniTableExtension list = messages.extensions().find(table, 1105);
        MiniMessage message = MiniMessage.create(table, arena);
        RepeatedField<Integer> numbers = message.getRepeated(list);
        for (int i = 0; i < 100_000; i++) {
            message.unknownFields().add(new byte[] {120, 3});
            numbers.addInt(i);
        }
        for (int i = 0; i < 100_000; i++) {
            numbers.setInt(i, -i);
        }

        assertThat(numbers).hasSize(100_000);
        assertThat(message.unknownFields().size()).isEqualTo(200_000);
    }
}
