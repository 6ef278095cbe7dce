package dev.upb.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.base.FieldType;
import dev.upb.base.ValueKind;
import dev.upb.mem.Arena;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.MiniTableEnum;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import dev.upb.testkit.random.Seeded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RepeatedFieldTest {
    /** How a list is declared. */
    enum Shape {
        UNPACKED,
        PACKED,
        EXTENSION
    }

    private final Arena arena = Arena.create();

    @AfterEach
    void close() {
        arena.close();
    }

    static Stream<Arguments> scalars() {
        return Stream.of(FieldType.values())
                .filter(type -> !type.isMessage())
                .flatMap(type -> Stream.of(Shape.values())
                        .filter(shape -> shape != Shape.PACKED || type.isPackable())
                        .map(shape -> Arguments.of(type, shape)));
    }

    static Stream<Arguments> messages() {
        return Stream.of(FieldType.MESSAGE, FieldType.GROUP)
                .flatMap(type -> Stream.of(Shape.UNPACKED, Shape.EXTENSION).map(shape -> Arguments.of(type, shape)));
    }

    private static MiniTableField field(FieldType type, Shape shape) {
        MiniTable.Builder builder = MiniTable.builder()
                .extensionMode(ExtensionMode.EXTENDABLE)
                .field(2, FieldType.INT32, Cardinality.OPTIONAL, false, false, false);
        if (shape == Shape.EXTENSION) {
            MiniTable table = builder.build();
            MiniTableExtension extension = MiniTableExtension.of(table, 9, type, true, false, true, true);
            if (type.isMessage()) {
                extension.linkSubMessage(table);
            }
            return extension;
        }
        MiniTable table = builder.field(1, type, Cardinality.REPEATED, shape == Shape.PACKED, true, true)
                .build();
        if (type.isMessage()) {
            table.linkSubMessage(table.field(0), table);
        }
        return table.field(0);
    }

    private RepeatedField<Object> list(FieldType type, Shape shape) {
        MiniTableField field = field(type, shape);
        return MiniMessage.create(field.owner(), arena).getRepeated(field);
    }

    private RepeatedField<Integer> ints(Integer... values) {
        MiniTableField field = field(FieldType.INT32, Shape.UNPACKED);
        RepeatedField<Integer> list = MiniMessage.create(field.owner(), arena).getRepeated(field);
        Collections.addAll(list, values);
        return list;
    }

    @ParameterizedTest
    @MethodSource("scalars")
    void elementsAreReadBackByEveryGetter(FieldType type, Shape shape) {
        RepeatedField<Object> list = list(type, shape);
        List<Object> model = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (Object value : SampleValues.of(type)) {
                SampleValues.addTyped(list, type.kind(), value);
                list.add(value);
                model.add(value);
                model.add(value);
            }
        }

        assertThat(list).isEqualTo(model).hasSameHashCodeAs(model).hasSize(model.size());
        for (int i = 0; i < model.size(); i++) {
            assertThat(SampleValues.getTyped(list, i, type.kind())).isEqualTo(model.get(i));
        }
        Object last = model.get(model.size() - 1);
        for (int i = 0; i < model.size(); i++) {
            SampleValues.setTyped(list, i, type.kind(), last);
        }
        assertThat(list).containsOnly(last).hasSize(model.size());
    }

    @ParameterizedTest
    @MethodSource("scalars")
    void presenceOfAListIsThatItIsNotEmpty(FieldType type, Shape shape) {
        MiniTableField field = field(type, shape);
        MiniMessage message = MiniMessage.create(field.owner(), arena);
        RepeatedField<Object> list = message.getRepeated(field);
        assertThat(message.has(field)).isFalse();
        list.reserve(10);
        assertThat(message.has(field)).isFalse();

        list.add(SampleValues.zero(type));
        assertThat(message.has(field)).isTrue();
        assertThat(message.setFields()).containsExactly(field);
        list.clear();
        assertThat(message.has(field)).isFalse();
        assertThat(message.setFields()).isEmpty();

        list.add(SampleValues.zero(type));
        message.clear(field);
        assertThat(list).isEmpty();
        assertThat(message.has(field)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("scalars")
    void randomOperationsGiveWhatAnArrayListGives(FieldType type, Shape shape) {
        List<Object> values = SampleValues.of(type);
        MiniTableField field = field(type, shape);
        Seeded.forEach(6, seeded -> {
            RepeatedField<Object> list =
                    MiniMessage.create(field.owner(), arena).getRepeated(field);
            List<Object> model = new ArrayList<>();
            for (int step = 0; step < 120; step++) {
                Object value = seeded.pick(values);
                List<Object> several = new ArrayList<>();
                for (int i = seeded.below(5); i > 0; i--) {
                    several.add(seeded.pick(values));
                }
                int size = model.size();
                int at = seeded.below(size + 1);
                switch (seeded.below(16)) {
                    case 0, 1, 2 -> {
                        SampleValues.addTyped(list, type.kind(), value);
                        model.add(value);
                    }
                    case 3, 4 -> {
                        list.add(at, value);
                        model.add(at, value);
                    }
                    case 5 -> assertThat(list.addAll(several)).isEqualTo(model.addAll(several));
                    case 6 -> assertThat(list.addAll(at, several)).isEqualTo(model.addAll(at, several));
                    case 7 -> {
                        if (at < size) {
                            assertThat(list.remove(at)).isEqualTo(model.remove(at));
                        }
                    }
                    case 8 -> assertThat(list.remove(value)).isEqualTo(model.remove(value));
                    case 9 -> {
                        if (at < size) {
                            assertThat(list.set(at, value)).isEqualTo(model.set(at, value));
                        }
                    }
                    case 10 -> {
                        int newSize = seeded.below(size + 8);
                        list.resize(newSize);
                        while (model.size() > newSize) {
                            model.remove(model.size() - 1);
                        }
                        while (model.size() < newSize) {
                            model.add(SampleValues.zero(type));
                        }
                    }
                    case 11 -> {
                        int end = at + seeded.below(size - at + 1);
                        assertThat(list.subList(at, end)).isEqualTo(model.subList(at, end));
                        if (seeded.oneIn(3)) {
                            list.subList(at, end).clear();
                            model.subList(at, end).clear();
                        }
                    }
                    case 12 -> assertThat(list.removeIf(value::equals)).isEqualTo(model.removeIf(value::equals));
                    case 13 -> {
                        if (seeded.oneIn(4)) {
                            assertThat(list.retainAll(several)).isEqualTo(model.retainAll(several));
                        } else {
                            assertThat(list.removeAll(several)).isEqualTo(model.removeAll(several));
                        }
                    }
                    case 14 -> {
                        list.reserve(seeded.below(100));
                        Collections.reverse(list);
                        Collections.reverse(model);
                    }
                    default -> {
                        ListIterator<Object> a = list.listIterator(at);
                        ListIterator<Object> b = model.listIterator(at);
                        if (a.hasNext()) {
                            assertThat(a.next()).isEqualTo(b.next());
                            if (seeded.nextBoolean()) {
                                a.remove();
                                b.remove();
                            } else {
                                a.set(value);
                                b.set(value);
                            }
                        }
                        a.add(value);
                        b.add(value);
                    }
                }
                assertThat(list).isEqualTo(model);
            }
            assertThat(list.toArray()).isEqualTo(model.toArray());
            assertThat(list.indexOf(values.get(1))).isEqualTo(model.indexOf(values.get(1)));
            assertThat(list.lastIndexOf(values.get(1))).isEqualTo(model.lastIndexOf(values.get(1)));
        });
    }

    @Test
    void listsOfOneMessageGrowBesideEachOther() {
        MiniTable.Builder builder = MiniTable.builder();
        FieldType[] types = {FieldType.BOOL, FieldType.INT32, FieldType.INT64, FieldType.STRING, FieldType.DOUBLE};
        for (int i = 0; i < types.length; i++) {
            builder.field(i + 1, types[i], Cardinality.REPEATED, false, true, true);
        }
        MiniTable table = builder.build();
        Seeded.forEach(50, seeded -> {
            MiniMessage message = MiniMessage.create(table, arena);
            List<List<Object>> models = new ArrayList<>();
            for (FieldType ignored : types) {
                models.add(new ArrayList<>());
            }
            for (int step = 0; step < 500; step++) {
                int i = seeded.below(types.length);
                Object value = seeded.pick(SampleValues.of(types[i]));
                message.getRepeated(table.field(i)).add(value);
                models.get(i).add(value);
            }
            for (int i = 0; i < types.length; i++) {
                assertThat(message.getRepeated(table.field(i))).isEqualTo(models.get(i));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("scalars")
    void accessorOfAnotherKindIsRefusedNamingTheField(FieldType type, Shape shape) {
        RepeatedField<Object> list = list(type, shape);
        list.add(SampleValues.of(type).get(1));
        String name = list.field().toString();
        for (ValueKind kind : ValueKind.values()) {
            boolean same = kind == type.kind()
                    || kind == ValueKind.INT && type.kind() == ValueKind.ENUM
                    || kind == ValueKind.ENUM && type.kind() == ValueKind.INT
                    || kind == ValueKind.BYTES && type.kind() == ValueKind.STRING;
            if (!same) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> SampleValues.getTyped(list, 0, kind))
                        .withMessageContaining(name);
            }
        }
        Object wrong = type.kind() == ValueKind.STRING ? 1 : "text";
        assertThatIllegalArgumentException().isThrownBy(() -> list.add(wrong)).withMessageContaining(name);
        assertThatIllegalArgumentException().isThrownBy(() -> list.add(0, wrong));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> list.set(0, wrong))
                .withMessageContaining(name);
        assertThatIllegalArgumentException().isThrownBy(() -> list.add(null));
        assertThatIllegalArgumentException().isThrownBy(() -> list.addAll(List.of(SampleValues.zero(type), wrong)));
        assertThatIllegalArgumentException().isThrownBy(list::addMessage);
        assertThat(list).containsExactly(SampleValues.of(type).get(1));
    }

    @Test
    void copiesAsPrimitiveArraysNeedTheRightKind() {
        RepeatedField<Object> longs = list(FieldType.SINT64, Shape.PACKED);
        RepeatedField<Object> floats = list(FieldType.FLOAT, Shape.PACKED);
        RepeatedField<Object> doubles = list(FieldType.DOUBLE, Shape.UNPACKED);
        RepeatedField<Object> enums = list(FieldType.ENUM, Shape.EXTENSION);
        assertThat(longs.toLongArray()).isEmpty();
        longs.addLong(5);
        longs.addLong(Long.MIN_VALUE);
        floats.addFloat(-0f);
        doubles.addDouble(1.5);
        enums.addInt(3);

        assertThat(longs.toLongArray()).containsExactly(5, Long.MIN_VALUE);
        assertThat(floats.toFloatArray()).containsExactly(-0f);
        assertThat(doubles.toDoubleArray()).containsExactly(1.5);
        assertThat(enums.toIntArray()).containsExactly(3);
        assertThatIllegalArgumentException().isThrownBy(longs::toIntArray);
        assertThatIllegalArgumentException().isThrownBy(floats::toDoubleArray);
        assertThatIllegalArgumentException().isThrownBy(doubles::toFloatArray);
        assertThatIllegalArgumentException().isThrownBy(enums::toLongArray);
    }

    @Test
    void indexOutsideTheListIsRefused() {
        RepeatedField<Integer> list = ints(1, 2);
        list.remove(1); // Memory behind the end is there, and must be out of reach.

        for (int index : new int[] {-1, 1, 2, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            List<Runnable> calls = List.of(
                    () -> list.getInt(index),
                    () -> list.get(index),
                    () -> list.setInt(index, 0),
                    () -> list.set(index, 0),
                    () -> list.remove(index));
            for (Runnable call : calls) {
                assertThatExceptionOfType(IndexOutOfBoundsException.class)
                        .as("index %d", index)
                        .isThrownBy(call::run);
            }
        }
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> list.add(2, 0));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> list.add(-1, 0));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> list.addAll(2, List.of(5)));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> list.subList(0, 2));
        assertThat(list).containsExactly(1);
    }

    @Test
    void negativeSizesAreRefusedAndHugeOnesDoNotFit() {
        RepeatedField<Integer> list = ints(1);

        assertThatIllegalArgumentException().isThrownBy(() -> list.resize(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> list.reserve(-1));
        assertThatExceptionOfType(ArenaExhaustedException.class).isThrownBy(() -> list.reserve(Integer.MAX_VALUE));
        assertThatExceptionOfType(ArenaExhaustedException.class).isThrownBy(() -> list.resize(Integer.MAX_VALUE));
        assertThatExceptionOfType(ArenaExhaustedException.class).isThrownBy(() -> list.resize(1 << 29));
        assertThat(list).containsExactly(1);
    }

    @Test
    void hugeListOfBoolsOrMessagesDoesNotFitEither() {
        assertThatExceptionOfType(ArenaExhaustedException.class)
                .isThrownBy(() -> list(FieldType.BOOL, Shape.PACKED).resize(Integer.MAX_VALUE));
        assertThatExceptionOfType(ArenaExhaustedException.class)
                .isThrownBy(() -> list(FieldType.MESSAGE, Shape.UNPACKED).resize(200_000_000));
    }

    @Test
    void sortingIsStableAndTakesAComparator() {
        RepeatedField<Integer> list = ints(3, 1, 2);
        list.sort(null);
        assertThat(list).containsExactly(1, 2, 3);
        list.sort(Comparator.reverseOrder());
        assertThat(list).containsExactly(3, 2, 1);
    }

    @Test
    void listMayBeAddedToItself() {
        RepeatedField<Integer> list = ints(1, 2, 3);
        List<Integer> same = list;
        list.addAll(same);
        list.addAll(1, list.subList(0, 2));

        assertThat(list).containsExactly(1, 1, 2, 2, 3, 1, 2, 3);
    }

    @Test
    void iteratorNoticesChangesThatAreNotItsOwn() {
        RepeatedField<Integer> list = ints(1, 2, 3);
        Iterator<Integer> iterator = list.iterator();
        assertThat(iterator.next()).isEqualTo(1);
        iterator.remove();
        assertThat(iterator.next()).isEqualTo(2);
        list.addInt(9);

        assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(iterator::next);
        assertThat(list).containsExactly(2, 3, 9);
    }

    @Test
    void exhaustedIteratorHasNoMoreElements() {
        Iterator<Integer> iterator = ints().iterator();

        assertThat(iterator.hasNext()).isFalse();
        assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(iterator::next);
    }

    @Test
    void filterThatThrowsLeavesTheListAsItWas() {
        RepeatedField<Integer> list = ints(1, 2, 3);

        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> list.removeIf(value -> {
                    if (value == 3) {
                        throw new ArithmeticException();
                    }
                    return true;
                }));
        assertThat(list).containsExactly(1, 2, 3);
    }

    @Test
    void filterThatChangesTheListIsNoticed() {
        RepeatedField<Integer> list = ints(1, 2, 3);

        assertThatExceptionOfType(ConcurrentModificationException.class)
                .isThrownBy(() -> list.removeIf(value -> {
                    list.clear();
                    return false;
                }));
    }

    /** Element by element, this would move a hundred thousand elements fifty thousand times. */
    @Test
    void removingAndInsertingManyTakesOnePass() {
        RepeatedField<Integer> list = ints();
        for (int i = 0; i < 400_000; i++) {
            list.addInt(i);
        }
        list.removeIf(value -> value % 2 == 0);
        assertThat(list).hasSize(200_000);
        assertThat(list.getInt(199_999)).isEqualTo(399_999);
        list.addAll(0, Collections.nCopies(200_000, -1));

        assertThat(list.getInt(199_999)).isEqualTo(-1);
        assertThat(list.getInt(200_000)).isEqualTo(1);
        assertThat(list.getInt(399_999)).isEqualTo(399_999);
    }

    @Test
    void closedEnumTakesItsValuesOnly() {
        MiniTable table = MiniTable.builder()
                .field(1, FieldType.ENUM, Cardinality.REPEATED, true, false, false)
                .build();
        table.linkSubEnum(table.field(0), MiniTableEnum.of(1, 5));
        RepeatedField<Integer> list = MiniMessage.create(table, arena).getRepeated(table.field(0));
        list.addInt(1);
        list.add(5);

        assertThatIllegalArgumentException().isThrownBy(() -> list.addInt(2)).withMessageContaining("2");
        assertThatIllegalArgumentException().isThrownBy(() -> list.add(2));
        assertThatIllegalArgumentException().isThrownBy(() -> list.setInt(0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> list.set(0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> list.addAll(List.of(1, 2)));
        assertThatIllegalArgumentException().isThrownBy(() -> list.resize(3));
        list.resize(2);
        assertThat(list).containsExactly(1, 5);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void messagesAreAddedInPlaceAndChangedThroughTheList(FieldType type, Shape shape) {
        RepeatedField<Object> list = list(type, shape);
        MiniTableField number = list.field().owner().findFieldByNumber(2);
        for (int i = 0; i < 20; i++) {
            list.addMessage().setInt(number, i);
        }
        list.getMessage(3).setInt(number, 300);
        list.remove(0);
        list.add(1, list.get(5)); // The same message twice.
        list.getMessage(1).setInt(number, 600);

        assertThat(list).hasSize(20);
        assertThat(numbers(list, number))
                .containsExactly(1, 600, 2, 300, 4, 5, 600, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
    }

    private static List<Integer> numbers(RepeatedField<?> list, MiniTableField number) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            numbers.add(list.getMessage(i).getInt(number));
        }
        return numbers;
    }

    @ParameterizedTest
    @MethodSource("messages")
    void messageOfAnotherArenaIsCopiedIntoTheList(FieldType type, Shape shape) {
        RepeatedField<Object> list = list(type, shape);
        MiniTable table = list.field().owner();
        MiniTableField number = table.findFieldByNumber(2);
        try (Arena other = Arena.create()) {
            MiniMessage far = MiniMessage.create(table, other);
            far.setInt(number, 1);
            list.add(far);
            list.add(0, far);
            list.addAll(List.of(far, far));
            list.set(3, far);
            far.setInt(number, 2);
        }

        assertThat(numbers(list, number)).containsExactly(1, 1, 1, 1);
        list.getMessage(0).setInt(number, 5);
        assertThat(numbers(list, number)).containsExactly(5, 1, 1, 1);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void messageOfAnotherTypeIsRefused(FieldType type, Shape shape) {
        RepeatedField<Object> list = list(type, shape);
        MiniMessage stranger = MiniMessage.create(MiniTable.builder().build(), arena);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> list.add(stranger))
                .withMessageContaining(list.field().toString());
        assertThatIllegalArgumentException().isThrownBy(() -> list.add("text"));
        assertThatIllegalArgumentException().isThrownBy(() -> list.addAll(List.of(stranger)));
        assertThat(list).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void resizingAListOfMessagesAddsEmptyOnes(FieldType type, Shape shape) {
        RepeatedField<Object> list = list(type, shape);
        MiniTableField number = list.field().owner().findFieldByNumber(2);
        list.addMessage().setInt(number, 1);
        list.resize(3);
        list.getMessage(2).setInt(number, 3);
        assertThat(numbers(list, number)).containsExactly(1, 0, 3);
        list.resize(1);
        list.resize(2);

        assertThat(numbers(list, number)).containsExactly(1, 0);
    }

    @Test
    void listOfAnUnlinkedTypeIsEmptyAndTakesNothing() {
        MiniTable table = MiniTable.builder()
                .field(1, FieldType.MESSAGE, Cardinality.REPEATED, false, false, false)
                .build();
        MiniMessage message = MiniMessage.create(table, arena);
        RepeatedField<MiniMessage> list = message.getRepeated(table.field(0));

        assertThat(list).isEmpty();
        assertThatIllegalStateException()
                .isThrownBy(list::addMessage)
                .withMessageContaining(table.field(0).toString());
        assertThatIllegalStateException().isThrownBy(() -> list.add(message));
        assertThatIllegalStateException().isThrownBy(() -> list.resize(1));
        assertThat(message.has(table.field(0))).isFalse();
    }

    @Test
    void settingAListReplacesItsElements() {
        MiniTableField field = field(FieldType.STRING, Shape.UNPACKED);
        MiniMessage message = MiniMessage.create(field.owner(), arena);
        RepeatedField<String> list = message.getRepeated(field);
        message.set(field, List.of("a", "b", "c"));
        assertThat(list).containsExactly("a", "b", "c");
        message.set(field, list.subList(1, 3)); // A part of itself.
        assertThat(list).containsExactly("b", "c");
        message.set(field, List.of());

        assertThat(list).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> message.set(field, List.of("a", 1)));
        assertThatIllegalArgumentException().isThrownBy(() -> message.set(field, "a"));
        assertThat(list).isEmpty();
    }
}
