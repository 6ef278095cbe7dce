package dev.upb.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.upb.base.ByteString;
import dev.upb.base.FieldType;
import dev.upb.base.ValueKind;
import dev.upb.mem.Arena;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.MiniTableEnum;
import dev.upb.minitable.MiniTableField;
import dev.upb.testkit.random.Seeded;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MapFieldTest {
    private final Arena arena = Arena.create();

    @AfterEach
    void close() {
        arena.close();
    }

    static Stream<Arguments> types() {
        return keyTypes()
                .flatMap(key -> Stream.of(FieldType.values())
                        .filter(value -> !value.isMessage())
                        .map(value -> Arguments.of(key, value)));
    }

    static Stream<FieldType> keyTypes() {
        return Stream.of(FieldType.values()).filter(FieldType::isMapKey);
    }

    private static MiniTableField field(FieldType key, FieldType value) {
        MiniTable table = MiniTable.builder()
                .field(1, FieldType.MESSAGE, Cardinality.REPEATED, false, false, false)
                .field(2, FieldType.INT32, Cardinality.OPTIONAL, false, false, false)
                .build();
        MiniTable entry = MiniTable.builder()
                .mapEntry()
                .field(1, key, Cardinality.OPTIONAL, false, true, true)
                .field(2, value, Cardinality.OPTIONAL, false, true, true)
                .build();
        if (value.isMessage()) {
            entry.linkSubMessage(entry.mapValue(), table);
        }
        table.linkSubMessage(table.field(0), entry);
        return table.field(0);
    }

    private <K, V> MapField<K, V> map(FieldType key, FieldType value) {
        MiniTableField field = field(key, value);
        return MiniMessage.create(field.owner(), arena).getMap(field);
    }

    private MapField<Integer, Integer> ints(int... keys) {
        MapField<Integer, Integer> map = map(FieldType.INT32, FieldType.INT32);
        for (int key : keys) {
            map.put(key, key * 10);
        }
        return map;
    }

    /** What a map of this library does with a key that is there already: it moves to the end. */
    private static <K, V> V putLast(Map<K, V> model, K key, V value) {
        V old = model.remove(key);
        model.put(key, value);
        return old;
    }

    private static void assertSameEntries(MapField<Object, Object> map, Map<Object, Object> model) {
        assertThat(map).isEqualTo(model).hasSameHashCodeAs(model).hasSize(model.size());
        assertThat(new ArrayList<>(map.keySet())).isEqualTo(new ArrayList<>(model.keySet()));
        assertThat(new ArrayList<>(map.values())).isEqualTo(new ArrayList<>(model.values()));
    }

    private static Object cursorKey(MapField<Object, Object>.Cursor cursor, ValueKind kind) {
        return switch (kind) {
            case INT -> cursor.keyInt();
            case LONG -> cursor.keyLong();
            case BOOL -> cursor.keyBool();
            case STRING -> cursor.keyString();
            case FLOAT, DOUBLE, ENUM, BYTES, MESSAGE -> throw new IllegalArgumentException("no key: " + kind);
        };
    }

    private static Object cursorValue(MapField<?, ?>.Cursor cursor, ValueKind kind) {
        return switch (kind) {
            case INT, ENUM -> cursor.valueInt();
            case LONG -> cursor.valueLong();
            case FLOAT -> cursor.valueFloat();
            case DOUBLE -> cursor.valueDouble();
            case BOOL -> cursor.valueBool();
            case STRING -> cursor.valueString();
            case BYTES -> cursor.valueByteString();
            case MESSAGE -> cursor.valueMessage();
        };
    }

    @ParameterizedTest
    @MethodSource("types")
    void entriesAreReadBackByEveryGetter(FieldType keyType, FieldType valueType) {
        MapField<Object, Object> map = map(keyType, valueType);
        Map<Object, Object> model = new LinkedHashMap<>();
        List<Object> values = SampleValues.of(valueType);
        int next = 0;
        for (int round = 0; round < 3; round++) {
            for (Object key : SampleValues.keysOf(keyType)) {
                Object value = values.get(next++ % values.size());
                assertThat(map.put(key, value)).isEqualTo(putLast(model, key, value));
                assertThat(map.get(key)).isEqualTo(value);
            }
        }

        assertSameEntries(map, model);
        MapField<Object, Object>.Cursor cursor = map.cursor();
        for (Map.Entry<Object, Object> entry : model.entrySet()) {
            assertThat(cursor.next()).isTrue();
            assertThat(cursorKey(cursor, keyType.kind())).isEqualTo(entry.getKey());
            assertThat(cursorValue(cursor, valueType.kind())).isEqualTo(entry.getValue());
            assertThat(cursor.key()).isEqualTo(entry.getKey());
            assertThat(cursor.value()).isEqualTo(entry.getValue());
        }
        assertThat(cursor.next()).isFalse();
        assertThat(cursor.next()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("types")
    void randomOperationsGiveWhatALinkedHashMapGives(FieldType keyType, FieldType valueType) {
        List<Object> values = SampleValues.of(valueType);
        MiniTableField field = field(keyType, valueType);
        Seeded.forEach(2, seeded -> {
            MapField<Object, Object> map =
                    MiniMessage.create(field.owner(), arena).getMap(field);
            Map<Object, Object> model = new LinkedHashMap<>();
            int keys = seeded.pickInt(3, 9, 60);
            for (int step = 0; step < 200; step++) {
                Object key = randomKey(seeded, keyType, keys);
                Object value = seeded.pick(values);
                switch (seeded.below(10)) {
                    case 0, 1, 2, 3 -> assertThat(map.put(key, value)).isEqualTo(putLast(model, key, value));
                    case 4, 5 -> assertThat(map.remove(key)).isEqualTo(model.remove(key));
                    case 6 -> {
                        assertThat(map.get(key)).isEqualTo(model.get(key));
                        assertThat(map.containsKey(key)).isEqualTo(model.containsKey(key));
                    }
                    case 7 -> {
                        MapField<Object, Object>.Cursor cursor = map.cursor();
                        Iterator<Map.Entry<Object, Object>> other =
                                model.entrySet().iterator();
                        while (cursor.next()) {
                            Map.Entry<Object, Object> entry = other.next();
                            assertThat(cursor.key()).isEqualTo(entry.getKey());
                            if (seeded.oneIn(4)) {
                                cursor.remove();
                                other.remove();
                            } else if (seeded.oneIn(3)) {
                                cursor.setValue(value);
                                entry.setValue(value);
                            }
                        }
                        assertThat(other.hasNext()).isFalse();
                    }
                    case 8 -> {
                        Iterator<Map.Entry<Object, Object>> a = map.entrySet().iterator();
                        Iterator<Map.Entry<Object, Object>> b = model.entrySet().iterator();
                        while (a.hasNext()) {
                            Map.Entry<Object, Object> entry = a.next();
                            Map.Entry<Object, Object> expected = b.next();
                            assertThat(entry).isEqualTo(expected);
                            if (seeded.oneIn(3)) {
                                a.remove();
                                b.remove();
                            } else if (seeded.oneIn(3)) {
                                assertThat(entry.setValue(value)).isEqualTo(expected.setValue(value));
                            }
                        }
                        assertThat(b.hasNext()).isFalse();
                    }
                    default -> {
                        if (seeded.oneIn(10)) {
                            map.clear();
                            model.clear();
                        } else {
                            assertThat(map.keySet().removeIf(key::equals))
                                    .isEqualTo(model.keySet().removeIf(key::equals));
                        }
                    }
                }
                assertThat(map.size()).isEqualTo(model.size());
            }
            assertSameEntries(map, model);
        });
    }

    private static Object randomKey(Seeded seeded, FieldType type, int keys) {
        if (seeded.oneIn(4)) {
            return seeded.pick(SampleValues.keysOf(type));
        }
        int number = seeded.below(keys) - keys / 2;
        return switch (type.kind()) {
            case INT -> number;
            case LONG -> number * 0x1_0000_0001L;
            case BOOL -> number < 0;
            case STRING -> "key" + number;
            case FLOAT, DOUBLE, ENUM, BYTES, MESSAGE -> throw new IllegalArgumentException("no key: " + type);
        };
    }

    @ParameterizedTest
    @MethodSource("keyTypes")
    void unknownOrForeignKeyIsFoundNowhere(FieldType keyType) {
        MapField<Object, Object> map = map(keyType, FieldType.INT32);
        Object key = SampleValues.keysOf(keyType).get(1);
        Object foreign = key instanceof String ? (Object) 1 : "text";
        for (Object probe : new Object[] {key, foreign, null, new Object()}) {
            assertThat(map.get(probe)).isNull();
            assertThat(map.containsKey(probe)).isFalse();
            assertThat(map.remove(probe)).isNull();
        }
        map.put(SampleValues.keysOf(keyType).get(0), 1);
        for (Object probe : new Object[] {key, foreign, null, new Object()}) {
            assertThat(map.get(probe)).isNull();
            assertThat(map.containsKey(probe)).isFalse();
            assertThat(map.remove(probe)).isNull();
        }
        assertThat(map).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("keyTypes")
    void keyOrValueOfAnotherTypeIsRefusedNamingTheField(FieldType keyType) {
        MapField<Object, Object> map = map(keyType, FieldType.INT32);
        Object key = SampleValues.keysOf(keyType).get(1);
        Object foreign = key instanceof String ? (Object) 1 : "text";
        String name = map.field().toString();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> map.put(foreign, 1))
                .withMessageContaining(name);
        assertThatIllegalArgumentException().isThrownBy(() -> map.put(null, 1)).withMessageContaining(name);
        assertThatIllegalArgumentException().isThrownBy(() -> map.put(key, "x")).withMessageContaining(name);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> map.put(key, null))
                .withMessageContaining(name);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> map.mutableMessage(key))
                .withMessageContaining(name);
        assertThat(map).isEmpty();
    }

    @Test
    void cursorAccessorOfAnotherKindIsRefusedNamingTheField() {
        MapField<Object, Object> map = map(FieldType.STRING, FieldType.FLOAT);
        map.put("a", 1f);
        MapField<Object, Object>.Cursor cursor = map.cursor();
        cursor.next();

        List<Runnable> calls = List.of(
                cursor::keyInt,
                cursor::keyLong,
                cursor::keyBool,
                cursor::valueInt,
                cursor::valueLong,
                cursor::valueDouble,
                cursor::valueBool,
                cursor::valueString,
                cursor::valueByteString,
                cursor::valueMessage,
                () -> cursor.setValue("x"));
        for (Runnable call : calls) {
            assertThatIllegalArgumentException()
                    .isThrownBy(call::run)
                    .withMessageContaining(map.field().toString());
        }
        assertThat(cursor.valueFloat()).isEqualTo(1f);
    }

    @Test
    void cursorHasNoEntryBeforeTheFirstAfterTheLastAndAfterRemoving() {
        MapField<Integer, Integer> map = ints(1, 2);
        MapField<Integer, Integer>.Cursor cursor = map.cursor();
        assertNoEntry(cursor);
        assertThat(cursor.next()).isTrue();
        cursor.remove();
        assertNoEntry(cursor);
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.keyInt()).isEqualTo(2);
        assertThat(cursor.next()).isFalse();
        assertNoEntry(cursor);
    }

    private static void assertNoEntry(MapField<Integer, Integer>.Cursor cursor) {
        List<Runnable> calls = List.of(
                cursor::key, cursor::value, cursor::keyInt, cursor::valueInt, cursor::remove, () -> cursor.setValue(1));
        for (Runnable call : calls) {
            assertThatIllegalStateException().isThrownBy(call::run).withMessageContaining("at no entry");
        }
    }

    @Test
    void changeByAnotherIsNoticedByIteratorsAndCursors() {
        List<Runnable> changes = new ArrayList<>();
        MapField<Integer, Integer> map = ints();
        changes.add(() -> map.put(9, 9));
        changes.add(() -> map.put(1, 9)); // Moves it to the end.
        changes.add(() -> map.remove(2));
        changes.add(map::clear);
        for (Runnable change : changes) {
            map.clear();
            for (int key = 1; key <= 3; key++) {
                map.put(key, key);
            }
            MapField<Integer, Integer>.Cursor cursor = map.cursor();
            Iterator<Map.Entry<Integer, Integer>> iterator = map.entrySet().iterator();
            cursor.next();
            iterator.next();
            change.run();

            assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(cursor::next);
            assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(cursor::keyInt);
            assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(cursor::remove);
            assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(iterator::hasNext);
            assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(iterator::next);
            assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(iterator::remove);
        }
    }

    @Test
    void anotherMapInTheSameFieldIsNoticedToo() {
        MiniTableField field = field(FieldType.INT32, FieldType.INT32);
        MiniMessage message = MiniMessage.create(field.owner(), arena);
        MapField<Integer, Integer> map = message.getMap(field);
        map.put(1, 1);
        MapField<Integer, Integer>.Cursor cursor = map.cursor();
        cursor.next();
        message.clear(field);
        map.put(2, 2); // As many changes as the first map has seen.

        assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(cursor::keyInt);
        assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(cursor::next);
    }

    @Test
    void settingTheLastKeyAgainOrAValueInPlaceDoesNotDisturbIteration() {
        MapField<Integer, Integer> map = ints(1, 2);
        MapField<Integer, Integer>.Cursor cursor = map.cursor();
        cursor.next();
        map.put(2, 200);
        cursor.setValue(100);
        map.entrySet().iterator().next().setValue(101);

        assertThat(cursor.valueInt()).isEqualTo(101);
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.valueInt()).isEqualTo(200);
    }

    @Test
    void exhaustedIteratorHasNoMoreEntries() {
        Iterator<Integer> iterator = ints().keySet().iterator();

        assertThat(iterator.hasNext()).isFalse();
        assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(iterator::next);
    }

    @Test
    void entryOfARemovedKeyCanNotBeSet() {
        MapField<Integer, Integer> map = ints(1);
        Map.Entry<Integer, Integer> entry = map.entrySet().iterator().next();
        map.remove(1);

        assertThatIllegalStateException().isThrownBy(() -> entry.setValue(5));
        assertThat(map).isEmpty();
    }

    @Test
    void entrySetContainsWhatTheMapHolds() {
        MapField<Integer, Integer> map = ints(1, 2);

        assertThat(map.entrySet().contains(Map.entry(1, 10))).isTrue();
        assertThat(map.entrySet().contains(Map.entry(1, 11))).isFalse();
        assertThat(map.entrySet().remove(Map.entry(2, 20))).isTrue();
        Object noEntry = "x";
        assertThat(map.entrySet().contains(noEntry)).isFalse();
        map.entrySet().clear();
        assertThat(map).isEmpty();
    }

    @Test
    void unsignedKeysAreTheSignedTypeOfTheSameBits() {
        MapField<Integer, Integer> ints = map(FieldType.UINT32, FieldType.INT32);
        MapField<Long, Integer> longs = map(FieldType.FIXED64, FieldType.INT32);
        ints.put(-1, 1);
        longs.put(-1L, 2);

        assertThat(ints.get(-1)).isEqualTo(1);
        assertThat(ints.keySet()).containsExactly(-1);
        assertThat(longs.keySet()).containsExactly(-1L);
    }

    @Test
    void keyWithAnUnpairedSurrogateIsFoundNowhereAndRefused() {
        MapField<String, Integer> map = map(FieldType.STRING, FieldType.INT32);
        map.put("a", 1);

        assertThat(map.get("\ud800")).isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> map.put("\ud800", 1))
                .withMessageContaining("surrogate");
        assertThat(map).containsOnlyKeys("a");
    }

    @Test
    void keysThatDifferInTheLastByteOnlyAreKeptApart() {
        MapField<String, Integer> map = map(FieldType.STRING, FieldType.INT32);
        Map<String, Integer> model = new LinkedHashMap<>();
        for (int length = 0; length < 70; length++) {
            for (char last = 'a'; last < 'e'; last++) {
                String key = "x".repeat(length) + last;
                map.put(key, length * 10 + last);
                model.put(key, length * 10 + last);
            }
        }
        map.put("", -1);
        model.put("", -1);

        assertThat(map).isEqualTo(model);
    }

    @Test
    void bytesValuesMayBeGivenAsAnArray() {
        MapField<Integer, Object> map = map(FieldType.INT32, FieldType.BYTES);
        map.put(1, new byte[] {1, 2});

        assertThat(map.get(1)).isEqualTo(ByteString.of((byte) 1, (byte) 2));
    }

    @Test
    void messageValuesAreMadeInPlaceLinkedOrCopied() {
        MapField<String, MiniMessage> map = map(FieldType.STRING, FieldType.MESSAGE);
        MiniTable table = map.field().owner();
        MiniTableField number = table.findFieldByNumber(2);
        map.mutableMessage("made").setInt(number, 1);
        assertThat(map.mutableMessage("made").getInt(number)).isEqualTo(1);
        MiniMessage near = MiniMessage.create(table, arena);
        map.put("near", near);
        near.setInt(number, 2);
        try (Arena other = Arena.create()) {
            MiniMessage far = MiniMessage.create(table, other);
            far.setInt(number, 3);
            map.put("far", far);
            far.setInt(number, 4);
        }

        assertThat(map.keySet()).containsExactly("made", "near", "far");
        assertThat(map.values()).extracting(message -> message.getInt(number)).containsExactly(1, 2, 3);
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        map.put("x", MiniMessage.create(MiniTable.builder().build(), arena)));
        assertThat(map).hasSize(3);
    }

    @Test
    void mapToAnUnlinkedTypeIsEmptyAndTakesNothing() {
        MiniTable table = MiniTable.builder()
                .field(1, FieldType.MESSAGE, Cardinality.REPEATED, false, false, false)
                .build();
        MiniTable entry = MiniTable.builder()
                .mapEntry()
                .field(1, FieldType.INT32, Cardinality.OPTIONAL, false, false, false)
                .field(2, FieldType.MESSAGE, Cardinality.OPTIONAL, false, false, false)
                .build();
        table.linkSubMessage(table.field(0), entry);
        MiniMessage message = MiniMessage.create(table, arena);
        MapField<Integer, MiniMessage> map = message.getMap(table.field(0));

        assertThat(map).isEmpty();
        assertThatIllegalStateException()
                .isThrownBy(() -> map.mutableMessage(1))
                .withMessageContaining(entry.mapValue().toString());
        assertThatIllegalArgumentException().isThrownBy(() -> map.put(1, message));
        assertThat(message.has(table.field(0))).isFalse();
        message.freeze();
        assertThat(message.copyTo(arena).getMap(table.field(0))).isEmpty();
    }

    @Test
    void closedEnumTakesItsValuesOnly() {
        MiniTable table = MiniTable.builder()
                .field(1, FieldType.MESSAGE, Cardinality.REPEATED, false, false, false)
                .build();
        MiniTable entry = MiniTable.builder()
                .mapEntry()
                .field(1, FieldType.INT32, Cardinality.OPTIONAL, false, false, false)
                .field(2, FieldType.ENUM, Cardinality.OPTIONAL, false, false, false)
                .build();
        entry.linkSubEnum(entry.mapValue(), MiniTableEnum.of(0, 5));
        table.linkSubMessage(table.field(0), entry);
        MapField<Integer, Integer> map = MiniMessage.create(table, arena).getMap(table.field(0));
        map.put(1, 5);

        assertThatIllegalArgumentException().isThrownBy(() -> map.put(1, 4)).withMessageContaining("4");
        assertThat(map).containsEntry(1, 5);
    }

    @Test
    void presenceOfAMapIsThatItIsNotEmpty() {
        MiniTableField field = field(FieldType.INT32, FieldType.INT32);
        MiniMessage message = MiniMessage.create(field.owner(), arena);
        MapField<Integer, Integer> map = message.getMap(field);
        assertThat(message.has(field)).isFalse();
        map.put(0, 0);
        assertThat(message.has(field)).isTrue();
        map.remove(0);
        assertThat(message.has(field)).isFalse();
        map.put(0, 0);
        message.clear(field);
        assertThat(map).isEmpty();
    }

    @Test
    void settingAMapReplacesItsEntries() {
        MiniTableField field = field(FieldType.STRING, FieldType.INT32);
        MiniMessage message = MiniMessage.create(field.owner(), arena);
        MapField<String, Integer> map = message.getMap(field);
        map.put("x", 0);
        message.set(field, Map.of("a", 1));
        assertThat(map).containsOnly(Map.entry("a", 1));
        message.set(field, map); // Itself.
        assertThat(map).containsOnly(Map.entry("a", 1));
        Map<Object, Object> bad = new LinkedHashMap<>();
        bad.put("b", 2);
        bad.put("\ud800", 3);

        assertThatIllegalArgumentException().isThrownBy(() -> message.set(field, bad));
        assertThatIllegalArgumentException().isThrownBy(() -> message.set(field, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> message.set(field, Map.of(1, 1)));
        assertThat(map).containsOnly(Map.entry("a", 1));
        message.set(field, Map.of());
        assertThat(map).isEmpty();
    }

    @Test
    void updatesOfKeysThatAreThereNeedNoMoreMemory() {
        MapField<Integer, Integer> map = ints(1, 2, 3);
        MapField<String, Integer> texts = map(FieldType.STRING, FieldType.INT32);
        texts.put("a long enough key", 1);
        texts.put("another", 2);
        for (int i = 0; i < 20; i++) { // Until the room for what was removed is there too.
            map.put(i % 3 + 1, i);
            texts.put(i % 2 == 0 ? "a long enough key" : "another", i);
        }
        long used = arena.spaceUsed();
        for (int i = 0; i < 1000; i++) {
            map.put(i % 3 + 1, i);
            texts.put(i % 2 == 0 ? "a long enough key" : "another", i);
        }

        assertThat(arena.spaceUsed()).isEqualTo(used);
    }

    /** A walk over all removed entries each time would take ten thousand million steps. */
    @Test
    void takingTheFirstEntryAgainAndAgainStaysFast() {
        MapField<Integer, Integer> map = ints();
        for (int i = 0; i < 200_000; i++) {
            map.put(i, i);
        }
        for (int i = 0; i < 150_000; i++) {
            Iterator<Integer> first = map.keySet().iterator();
            assertThat(first.next()).isEqualTo(i);
            first.remove();
        }

        assertThat(map).hasSize(50_000);
        assertThat(map.keySet().iterator().next()).isEqualTo(150_000);
    }
}
