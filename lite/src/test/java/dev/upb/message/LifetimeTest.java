package dev.upb.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.upb.base.FieldType;
import dev.upb.mem.Arena;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.FieldRef;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import dev.upb.ops.Compare;
import dev.upb.ops.Merge;
import dev.upb.ops.RequiredFields;
import dev.upb.wire.DecodeOptions;
import dev.upb.wire.Decoder;
import dev.upb.wire.EncodeOptions;
import dev.upb.wire.Encoder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls every public method of every handle after its memory was given back: none may work, or see what is there now. */
class LifetimeTest {
    /** How the memory was given back. */
    enum End {
        RESET {
            @Override
            Arena give(Arena arena) {
                arena.reset();
                return arena;
            }
        },
        CLOSED {
            @Override
            Arena give(Arena arena) {
                arena.close();
                return Arena.create(100);
            }
        },
        /** The block of the closed arena is another arena's now. */
        REUSED {
            @Override
            Arena give(Arena arena) {
                arena.close();
                return Arena.create();
            }
        };

        /** Gives back, and returns an arena that is alive. */
        abstract Arena give(Arena arena);
    }

    /** Methods that say what a handle is a handle of; they touch no memory. */
    private static final Set<String> WITHOUT_MEMORY = Set.of("table", "offset", "field", "isClosed", "close");

    private static final FieldType[] TYPES = FieldType.values();

    /** Fields 1 to 18 of each type, 101 to 118 lists of each, 201 a map of numbers, 202 a map of messages, 203 in a oneof. */
    private static MiniTable table() {
        MiniTable.Builder builder = MiniTable.builder()
                .extensionMode(ExtensionMode.EXTENDABLE)
                .field(201, FieldType.MESSAGE, Cardinality.REPEATED, false, false, true)
                .field(202, FieldType.MESSAGE, Cardinality.REPEATED, false, false, true)
                .field(203, FieldType.INT32, Cardinality.OPTIONAL, false, false, true)
                .oneof(203);
        for (FieldType type : TYPES) {
            builder.field(type.number(), type, Cardinality.OPTIONAL, false, false, true);
            builder.field(100 + type.number(), type, Cardinality.REPEATED, false, false, true);
        }
        MiniTable table = builder.build();
        table.linkSubMessage(table.findFieldByNumber(201), entry(FieldType.INT32, null));
        table.linkSubMessage(table.findFieldByNumber(202), entry(FieldType.MESSAGE, table));
        for (FieldType type : TYPES) {
            if (type.isMessage()) {
                table.linkSubMessage(table.findFieldByNumber(type.number()), table);
                table.linkSubMessage(table.findFieldByNumber(100 + type.number()), table);
            }
        }
        return table;
    }

    private static MiniTable entry(FieldType value, MiniTable valueTable) {
        MiniTable entry = MiniTable.builder()
                .mapEntry()
                .field(1, FieldType.INT32, Cardinality.OPTIONAL, false, false, true)
                .field(2, value, Cardinality.OPTIONAL, false, false, true)
                .build();
        if (valueTable != null) {
            entry.linkSubMessage(entry.mapValue(), valueTable);
        }
        return entry;
    }

    private static MiniMessage filled(MiniTable table, Arena arena) {
        MiniMessage message = MiniMessage.create(table, arena);
        for (FieldType type : TYPES) {
            Object value = type.isMessage()
                    ? MiniMessage.create(table, arena)
                    : SampleValues.of(type).get(1);
            message.set(table.findFieldByNumber(type.number()), value);
            message.set(table.findFieldByNumber(100 + type.number()), List.of(value, value));
        }
        message.set(table.findFieldByNumber(201), Map.of(1, 1, 2, 2));
        message.set(table.findFieldByNumber(202), Map.of(1, MiniMessage.create(table, arena)));
        message.unknownFields().add(new byte[] {(byte) 0xF8, 127, 1});
        return message;
    }

    /** Returns an argument that would do for a living handle; fields are passed in. */
    private static Object argument(Class<?> type, FieldRef field, MiniMessage living) {
        Map<Class<?>, Object> arguments = new LinkedHashMap<>();
        arguments.put(int.class, 0);
        arguments.put(long.class, 0L);
        arguments.put(byte.class, (byte) 0);
        arguments.put(float.class, 0f);
        arguments.put(double.class, 0d);
        arguments.put(boolean.class, true);
        arguments.put(String.class, "a");
        arguments.put(byte[].class, new byte[8]);
        arguments.put(FieldRef.class, field);
        arguments.put(Arena.class, living.arena());
        arguments.put(MiniMessage.class, living);
        arguments.put(Object.class, 1);
        arguments.put(Object[].class, new Object[0]);
        arguments.put(Collection.class, List.of(1));
        arguments.put(Map.class, Map.of(1, 1));
        arguments.put(Comparator.class, Comparator.naturalOrder());
        arguments.put(Predicate.class, (Predicate<Object>) value -> true);
        arguments.put(Consumer.class, (Consumer<Object>) value -> {});
        arguments.put(BiConsumer.class, (BiConsumer<Object, Object>) (key, value) -> {});
        arguments.put(Function.class, (Function<Object, Object>) key -> key);
        arguments.put(UnaryOperator.class, UnaryOperator.identity());
        arguments.put(BiFunction.class, (BiFunction<Object, Object, Object>) (key, value) -> value);
        arguments.put(IntFunction.class, (IntFunction<Object[]>) Object[]::new);
        Object argument = arguments.get(type);
        assertThat(argument).as("an argument of %s", type).isNotNull();
        return argument;
    }

    /** Uses what a method returned without touching memory itself, such as an iterator. */
    private static void use(Object result) {
        if (result instanceof Iterator<?> iterator) {
            var unused = iterator.hasNext();
        } else if (result instanceof Stream<?> stream) {
            assertThat(stream.count()).isNegative();
        } else if (result instanceof Spliterator<?> spliterator) {
            spliterator.tryAdvance(value -> {});
        } else if (result instanceof Collection<?> view) {
            assertThat(view.size()).isNegative();
        }
    }

    /** Returns what a call threw, or null. */
    private static Throwable call(Object handle, Method method, Object[] arguments) throws IllegalAccessException {
        try {
            method.setAccessible(true);
            use(method.invoke(handle, arguments));
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } catch (RuntimeException e) {
            return e;
        }
    }

    private static List<Method> methods(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .filter(method -> method.getDeclaringClass() != Object.class)
                .filter(method -> !method.isBridge() && !WITHOUT_MEMORY.contains(method.getName()))
                .toList();
    }

    /** Calls all methods on handles of one class. Of another kind than a list's, a method may say so; but some list must be of its kind. */
    private static void assertAllFail(Class<?> type, List<?> handles, List<MiniTableField> fields, MiniMessage living)
            throws IllegalAccessException {
        List<Method> methods = methods(type);
        assertThat(methods).isNotEmpty();
        for (Method method : methods) {
            boolean refused = false;
            for (Object handle : handles) {
                for (MiniTableField field : fields) {
                    Object[] arguments = Arrays.stream(method.getParameterTypes())
                            .map(parameter -> argument(parameter, field, living))
                            .toArray();
                    if (method.getName()
                            .equals("equals")) { // Anything that is no list or map is unequal without a look.
                        arguments[0] = handle instanceof Map ? Map.of(1, 1) : List.of(1);
                    }
                    Throwable thrown = call(handle, method, arguments);
                    assertThat(thrown)
                            .as("%s", method)
                            .isInstanceOfAny(IllegalStateException.class, IllegalArgumentException.class);
                    refused |= thrown instanceof IllegalStateException;
                }
            }
            assertThat(refused).as("%s throws IllegalStateException", method).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void everyMethodOfAHandleThrowsAfterItsMemoryWasGivenBack(End end) throws Exception {
        MiniTable table = table();
        List<MiniTableField> fields = new ArrayList<>();
        for (int i = 0; i < table.fieldCount(); i++) {
            fields.add(table.field(i));
        }
        MiniTableExtension extension = MiniTableExtension.of(table, 1000, FieldType.INT32, false, false, false, false);
        MiniTableExtension extensions = MiniTableExtension.of(table, 1001, FieldType.INT32, true, false, false, false);
        fields.add(extension);
        fields.add(extensions);
        Arena arena = Arena.create();
        MiniMessage message = filled(table, arena);
        message.setInt(extension, 1);
        message.set(extensions, List.of(1, 2));
        List<RepeatedField<?>> lists = new ArrayList<>();
        for (FieldType type : TYPES) {
            lists.add(message.getRepeated(table.findFieldByNumber(100 + type.number())));
        }
        lists.add(message.getRepeated(extensions));
        List<MapField<?, ?>> maps =
                List.of(message.getMap(table.findFieldByNumber(201)), message.getMap(table.findFieldByNumber(202)));
        List<Object> cursors = new ArrayList<>();
        List<Iterator<?>> iterators = new ArrayList<>();
        List<Collection<?>> views = new ArrayList<>();
        List<Map.Entry<?, ?>> entries = new ArrayList<>();
        for (MapField<?, ?> map : maps) {
            MapField<?, ?>.Cursor cursor = map.cursor();
            cursor.next();
            cursors.add(cursor);
            iterators.add(map.entrySet().iterator());
            iterators.add(map.keySet().iterator());
            iterators.add(map.values().iterator());
            views.addAll(List.of(map.entrySet(), map.keySet(), map.values()));
            entries.add(map.entrySet().iterator().next());
        }
        for (RepeatedField<?> list : lists) {
            iterators.add(list.iterator());
            iterators.add(list.listIterator(1));
            views.add(list.subList(0, 1));
        }
        iterators.forEach(Iterator::next);
        MiniMessage child = message.getMessage(table.findFieldByNumber(11));
        UnknownFields unknown = message.unknownFields();

        try (Arena next = end.give(arena)) {
            MiniMessage living = filled(table, next);
            byte[] before = Encoder.encode(living, EncodeOptions.DEFAULT);

            assertAllFail(MiniMessage.class, List.of(message, child), fields, living);
            List<MiniTableField> one = fields.subList(0, 1);
            assertAllFail(RepeatedField.class, lists, one, living);
            assertAllFail(MapField.class, maps, one, living);
            assertAllFail(MapField.Cursor.class, cursors, one, living);
            assertAllFail(UnknownFields.class, List.of(unknown), one, living);
            for (Iterator<?> iterator : iterators) {
                assertThatIllegalStateException().isThrownBy(iterator::hasNext);
                assertThatIllegalStateException().isThrownBy(iterator::next);
                assertThatIllegalStateException().isThrownBy(iterator::remove);
                if (iterator instanceof ListIterator<?> listIterator) {
                    assertThatIllegalStateException().isThrownBy(listIterator::previous);
                }
            }
            for (Collection<?> view : views) {
                assertThatIllegalStateException()
                        .isThrownBy(() -> view.iterator().next());
                assertThatIllegalStateException().isThrownBy(view::clear);
                assertThatIllegalStateException().isThrownBy(() -> view.contains(Map.entry(1, 1)));
            }
            for (Map.Entry<?, ?> entry : entries) {
                assertThatIllegalStateException().isThrownBy(() -> setValue(entry));
            }
            assertStatic(message, living);
            assertThat(Encoder.encode(living, EncodeOptions.DEFAULT)).isEqualTo(before);
        }
    }

    @SuppressWarnings("unchecked") // No value is set.
    private static void setValue(Map.Entry<?, ?> entry) {
        ((Map.Entry<Object, Object>) entry).setValue(1);
    }

    private static void assertStatic(MiniMessage stale, MiniMessage living) {
        List<Runnable> calls = List.of(
                () -> Compare.equal(stale, living),
                () -> Compare.equal(living, stale),
                () -> Compare.equalIgnoringUnknown(stale, stale),
                () -> Compare.hash(stale),
                () -> Merge.into(stale, living),
                () -> Merge.into(living, stale),
                () -> RequiredFields.missing(stale),
                () -> RequiredFields.areSet(stale),
                () -> Encoder.encode(stale, EncodeOptions.DEFAULT),
                () -> Encoder.encodedSize(stale, EncodeOptions.DEFAULT),
                () -> Decoder.decodeInto(stale, new byte[0], DecodeOptions.DEFAULT),
                () -> living.setMessage(living.table().findFieldByNumber(11), stale),
                () -> living.getRepeated(living.table().findFieldByNumber(111)).add(stale));
        for (Runnable call : calls) {
            assertThatIllegalStateException().isThrownBy(call::run);
        }
    }

    @Test
    void everyMethodOfAClosedArenaThrows() throws Exception {
        Arena arena = Arena.create();
        int offset = arena.allocate(64);
        arena.close();
        try (Arena next = Arena.create()) {
            MiniMessage living = MiniMessage.create(table(), next);
            for (Method method : methods(Arena.class)) {
                Object[] arguments = Arrays.stream(method.getParameterTypes())
                        .map(parameter -> parameter == int.class ? (Object) 0 : argument(parameter, null, living))
                        .toArray();
                assertThat(call(arena, method, arguments)).as("%s", method).isInstanceOf(IllegalStateException.class);
            }
        }
        assertThatIllegalStateException().isThrownBy(() -> arena.getByte(offset));
    }

    @Test
    void messageCanNotBeMadeInAClosedArena() {
        Arena arena = Arena.create();
        arena.close();
        MiniTable table = table();

        assertThatIllegalStateException().isThrownBy(() -> MiniMessage.create(table, arena));
        assertThatIllegalStateException()
                .isThrownBy(() -> MiniMessage.empty(table).copyTo(arena));
        assertThatIllegalStateException()
                .isThrownBy(() -> Decoder.decode(table, arena, new byte[0], DecodeOptions.DEFAULT));
    }

    @Test
    void messageNeedsNoArenaToBeKeptAlive() {
        MiniTable table = table();
        MiniTableField number = table.findFieldByNumber(FieldType.INT32.number());
        MiniMessage message = MiniMessage.create(table, Arena.create()); // Nobody keeps the arena but the message.
        message.setInt(number, 5);

        assertThat(message.arena().isClosed()).isFalse();
        assertThat(message.getInt(number)).isEqualTo(5);
    }
}
