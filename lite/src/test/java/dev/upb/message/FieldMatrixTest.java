package dev.upb.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.upb.base.ByteString;
import dev.upb.base.FieldType;
import dev.upb.base.ValueKind;
import dev.upb.mem.Arena;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every type of a singular field, in every way in which a message may hold it. */
class FieldMatrixTest {
    /** How a field is declared. */
    enum Shape {
        OPTIONAL,
        IMPLICIT,
        REQUIRED,
        ONEOF,
        EXTENSION
    }

    /** Fields of the tested message around the tested one, so that a write beside its slot shows. */
    private static final int BEFORE = 1;

    private static final int TESTED = 2;
    private static final int AFTER = 3;
    private static final int OTHER_MEMBER = 4;

    private final Arena arena = Arena.create();

    @AfterEach
    void close() {
        arena.close();
    }

    static Stream<Arguments> scalars() {
        return Stream.of(FieldType.values())
                .filter(type -> !type.isMessage())
                .flatMap(type -> Stream.of(Shape.values()).map(shape -> Arguments.of(type, shape)));
    }

    static Stream<Arguments> messages() {
        return Stream.of(FieldType.MESSAGE, FieldType.GROUP)
                .flatMap(type -> Stream.of(Shape.values())
                        .filter(shape -> shape != Shape.IMPLICIT)
                        .map(shape -> Arguments.of(type, shape)));
    }

    private static MiniTable table(FieldType type, Shape shape) {
        MiniTable.Builder builder = MiniTable.builder().extensionMode(ExtensionMode.EXTENDABLE);
        Cardinality cardinality = switch (shape) {
            case OPTIONAL, ONEOF, EXTENSION -> Cardinality.OPTIONAL;
            case IMPLICIT -> Cardinality.IMPLICIT;
            case REQUIRED -> Cardinality.REQUIRED;
        };
        if (shape != Shape.EXTENSION) {
            builder.field(TESTED, type, cardinality, false, true, true);
        }
        FieldType neighbour = type.isMessage() ? FieldType.INT32 : type;
        builder.field(BEFORE, neighbour, Cardinality.IMPLICIT, false, true, true);
        builder.field(AFTER, neighbour, Cardinality.IMPLICIT, false, true, true);
        if (shape == Shape.ONEOF) {
            builder.field(OTHER_MEMBER, FieldType.FIXED64, Cardinality.OPTIONAL, false, true, true);
            builder.oneof(TESTED, OTHER_MEMBER);
        }
        MiniTable table = builder.build();
        if (type.isMessage() && shape != Shape.EXTENSION) {
            table.linkSubMessage(table.findFieldByNumber(TESTED), table);
        }
        return table;
    }

    private static MiniTableField field(MiniTable table, FieldType type, Shape shape) {
        if (shape != Shape.EXTENSION) {
            return table.findFieldByNumber(TESTED);
        }
        MiniTableExtension extension = MiniTableExtension.of(table, 100, type, false, false, true, true);
        if (type.isMessage()) {
            extension.linkSubMessage(table);
        }
        return extension;
    }

    private static void assertNeighboursAreZero(MiniMessage message) {
        for (int number : new int[] {BEFORE, AFTER}) {
            MiniTableField neighbour = message.table().findFieldByNumber(number);
            assertThat(message.has(neighbour)).as("field %d is set", number).isFalse();
            assertThat(message.get(neighbour)).isEqualTo(SampleValues.zero(neighbour.type()));
        }
    }

    @ParameterizedTest
    @MethodSource("scalars")
    void newFieldIsNotSetAndZero(FieldType type, Shape shape) {
        MiniTable table = table(type, shape);
        MiniTableField field = field(table, type, shape);

        for (MiniMessage message : List.of(MiniMessage.create(table, arena), MiniMessage.empty(table))) {
            assertThat(message.has(field)).isFalse();
            assertThat(message.get(field)).isEqualTo(SampleValues.zero(type));
            assertThat(SampleValues.getTyped(message, field, type.kind())).isEqualTo(SampleValues.zero(type));
            assertThat(message.setFields()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("scalars")
    void valueThatWasSetIsReadBackByEveryGetter(FieldType type, Shape shape) {
        MiniTable table = table(type, shape);
        MiniTableField field = field(table, type, shape);
        for (Object value : SampleValues.of(type)) {
            for (boolean boxed : new boolean[] {false, true}) {
                MiniMessage message = MiniMessage.create(table, arena);
                if (boxed) {
                    message.set(field, value);
                } else {
                    SampleValues.setTyped(message, field, type.kind(), value);
                }

                assertThat(SampleValues.getTyped(message, field, type.kind())).isEqualTo(value);
                assertThat(message.get(field)).isEqualTo(value);
                boolean set = shape != Shape.IMPLICIT || !value.equals(SampleValues.zero(type));
                assertThat(message.has(field)).as("has %s", value).isEqualTo(set);
                assertThat(message.setFields()).isEqualTo(set ? List.of(field) : List.of());
                assertNeighboursAreZero(message);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("scalars")
    void laterValueReplacesAnEarlierOne(FieldType type, Shape shape) {
        MiniTable table = table(type, shape);
        MiniTableField field = field(table, type, shape);
        MiniMessage message = MiniMessage.create(table, arena);
        for (int round = 0; round < 2; round++) {
            for (Object value : SampleValues.of(type)) {
                SampleValues.setTyped(message, field, type.kind(), value);
                assertThat(message.get(field)).isEqualTo(value);
                assertNeighboursAreZero(message);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("scalars")
    void clearedFieldIsAsNew(FieldType type, Shape shape) {
        MiniTable table = table(type, shape);
        MiniTableField field = field(table, type, shape);
        for (Object value : SampleValues.of(type)) {
            MiniMessage message = MiniMessage.create(table, arena);
            message.set(field, value);
            message.clear(field);
            assertThat(message.has(field)).isFalse();
            assertThat(message.get(field)).isEqualTo(SampleValues.zero(type));

            message.set(field, value);
            message.clear();
            assertThat(message.has(field)).isFalse();
            assertThat(message.get(field)).isEqualTo(SampleValues.zero(type));

            message.clear(field);
            assertThat(message.setFields()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("scalars")
    void valuesAreCopiedWithTheMessage(FieldType type, Shape shape) {
        MiniTable table = table(type, shape);
        MiniTableField field = field(table, type, shape);
        for (Object value : SampleValues.of(type)) {
            Arena source = Arena.create();
            MiniMessage message = MiniMessage.create(table, source);
            message.set(field, value);
            boolean set = message.has(field);
            MiniMessage copy = message.copyTo(arena);
            source.close();

            assertThat(copy.get(field)).isEqualTo(value);
            assertThat(copy.has(field)).isEqualTo(set);
        }
    }

    @ParameterizedTest
    @MethodSource("scalars")
    void fieldThatIsNotSetHasTheDefaultOfTheSchema(FieldType type, Shape shape) {
        if (shape == Shape.IMPLICIT) {
            return; // The default of a field without presence is zero.
        }
        for (Object value : SampleValues.of(type)) {
            MiniTable table = table(type, shape);
            MiniTableField field = field(table, type, shape);
            setDefault(field, value);
            MiniMessage message = MiniMessage.create(table, arena);

            assertThat(message.get(field)).isEqualTo(value);
            assertThat(SampleValues.getTyped(message, field, type.kind())).isEqualTo(value);
            assertThat(MiniMessage.empty(table).get(field)).isEqualTo(value);
            assertThat(message.has(field)).isFalse();
            message.set(field, SampleValues.zero(type));
            assertThat(message.get(field)).isEqualTo(SampleValues.zero(type));
            assertThat(message.has(field)).isTrue();
            message.clear(field);
            assertThat(message.get(field)).isEqualTo(value);
        }
    }

    private static void setDefault(MiniTableField field, Object value) {
        if (value instanceof String text) {
            field.setDefault(text.getBytes(StandardCharsets.UTF_8));
        } else if (value instanceof ByteString bytes) {
            field.setDefault(bytes.toByteArray());
        } else if (value instanceof Float number) {
            field.setDefault(Float.floatToRawIntBits(number));
        } else if (value instanceof Double number) {
            field.setDefault(Double.doubleToRawLongBits(number));
        } else if (value instanceof Boolean bool) {
            field.setDefault(bool ? 1 : 0);
        } else {
            field.setDefault(((Number) value).longValue());
        }
    }

    @ParameterizedTest
    @MethodSource("scalars")
    void accessorOfAnotherKindIsRefusedNamingTheField(FieldType type, Shape shape) {
        MiniTable table = table(type, shape);
        MiniTableField field = field(table, type, shape);
        MiniMessage message = MiniMessage.create(table, arena);
        for (ValueKind kind : ValueKind.values()) {
            boolean same = kind == type.kind()
                    || kind == ValueKind.INT && type.kind() == ValueKind.ENUM
                    || kind == ValueKind.ENUM && type.kind() == ValueKind.INT
                    || kind == ValueKind.BYTES && type.kind() == ValueKind.STRING;
            if (same) {
                continue;
            }
            assertThatIllegalArgumentException()
                    .as("get %s", kind)
                    .isThrownBy(() -> SampleValues.getTyped(message, field, kind))
                    .withMessageContaining(field.toString());
            Object value = kind == ValueKind.MESSAGE ? message : sampleOf(kind);
            assertThatIllegalArgumentException()
                    .as("set %s", kind)
                    .isThrownBy(() -> SampleValues.setTyped(message, field, kind, value))
                    .withMessageContaining(field.toString());
            assertThatIllegalArgumentException()
                    .as("set boxed %s", kind)
                    .isThrownBy(() -> message.set(field, value))
                    .withMessageContaining(field.toString());
        }
        assertThatIllegalArgumentException().isThrownBy(() -> message.set(field, null));
        assertThatIllegalArgumentException().isThrownBy(() -> message.getRepeated(field));
        assertThatIllegalArgumentException().isThrownBy(() -> message.getMap(field));
        assertThatIllegalArgumentException().isThrownBy(() -> message.getMessages(field));
        assertThatIllegalArgumentException().isThrownBy(() -> message.mutableMessage(field));
        assertThat(message.setFields()).isEmpty();
    }

    private static Object sampleOf(ValueKind kind) {
        return Arrays.stream(FieldType.values())
                .filter(type -> type.kind() == kind)
                .map(type -> SampleValues.of(type).get(1))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("scalars")
    void fieldOfAnotherTableIsRefusedNamingIt(FieldType type, Shape shape) {
        MiniTable other = table(type, shape);
        MiniTableField foreign = field(other, type, shape);
        MiniMessage message = MiniMessage.create(table(type, shape), arena);

        List<Runnable> calls = List.of(
                () -> message.get(foreign),
                () -> message.has(foreign),
                () -> message.clear(foreign),
                () -> message.set(foreign, SampleValues.zero(type)),
                () -> SampleValues.getTyped(message, foreign, type.kind()),
                () -> SampleValues.setTyped(message, foreign, type.kind(), SampleValues.zero(type)),
                () -> message.whichOneof(foreign),
                () -> message.clearOneof(foreign));
        for (Runnable call : calls) {
            assertThatIllegalArgumentException()
                    .isThrownBy(call::run)
                    .withMessageContaining(foreign.toString())
                    .withMessageContaining("not a field of this message");
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void newMessageFieldIsNotSetAndReadsAsAnEmptyFrozenMessage(FieldType type, Shape shape) {
        MiniTable table = table(type, shape);
        MiniTableField field = field(table, type, shape);
        MiniMessage message = MiniMessage.create(table, arena);
        MiniMessage child = message.getMessage(field);

        assertThat(message.has(field)).isFalse();
        assertThat(child.isFrozen()).isTrue();
        assertThat(child.setFields()).isEmpty();
        assertThat(child.getMessage(field).getInt(table.findFieldByNumber(BEFORE)))
                .isZero();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void mutableMessageIsMadeOnceAndSetsTheField(FieldType type, Shape shape) {
        MiniTable table = table(type, shape);
        MiniTableField field = field(table, type, shape);
        MiniTableField number = table.findFieldByNumber(BEFORE);
        MiniMessage message = MiniMessage.create(table, arena);
        MiniMessage child = message.mutableMessage(field);
        child.setInt(number, 7);

        assertThat(message.has(field)).isTrue();
        assertThat(message.mutableMessage(field).offset()).isEqualTo(child.offset());
        assertThat(message.getMessage(field).getInt(number)).isEqualTo(7);
        assertThat(((MiniMessage) message.get(field)).getInt(number)).isEqualTo(7);
        assertNeighboursAreZero(message);
        message.clear(field);
        assertThat(message.has(field)).isFalse();
        assertThat(message.mutableMessage(field).getInt(number)).isZero();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void messageOfTheSameArenaIsLinkedAndOfAnotherIsCopied(FieldType type, Shape shape) {
        MiniTable table = table(type, shape);
        MiniTableField field = field(table, type, shape);
        MiniTableField number = table.findFieldByNumber(BEFORE);
        MiniMessage message = MiniMessage.create(table, arena);
        MiniMessage near = MiniMessage.create(table, arena);
        message.setMessage(field, near);
        near.setInt(number, 1);
        assertThat(message.getMessage(field).getInt(number)).isEqualTo(1);

        Arena other = Arena.create();
        MiniMessage far = MiniMessage.create(table, other);
        far.setInt(number, 2);
        message.set(field, far);
        far.setInt(number, 3);
        assertThat(message.getMessage(field).getInt(number)).isEqualTo(2);
        other.close();
        assertThat(message.getMessage(field).getInt(number)).isEqualTo(2);
        message.getMessage(field).setInt(number, 4);
        assertThat(message.getMessage(field).getInt(number)).isEqualTo(4);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void messageOfAnotherTypeIsRefused(FieldType type, Shape shape) {
        MiniTable table = table(type, shape);
        MiniTableField field = field(table, type, shape);
        MiniMessage message = MiniMessage.create(table, arena);
        MiniMessage stranger = MiniMessage.create(table(type, shape), arena);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> message.setMessage(field, stranger))
                .withMessageContaining(field.toString());
        assertThatIllegalArgumentException().isThrownBy(() -> message.set(field, stranger));
        assertThatIllegalArgumentException().isThrownBy(() -> message.set(field, "text"));
        assertThat(message.has(field)).isFalse();
    }
}
