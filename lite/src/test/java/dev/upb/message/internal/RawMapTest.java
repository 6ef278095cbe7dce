package dev.upb.message.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.base.LittleEndian;
import dev.upb.mem.internal.Heap;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RawMapTest {
    private static final int KEYS = 300_000;

    private final Heap heap = new Heap(new byte[1024], Heap.MAX_CAPACITY, true);
    private final int map = RawMap.create(heap);

    /** Returns the longest run of index slots that are taken: what a lookup walks over at worst. */
    private int longestRun() {
        int slots = LittleEndian.getInt(heap.bytes, map + RawMap.INDEX_SLOTS);
        int index = LittleEndian.getInt(heap.bytes, map + RawMap.INDEX);
        int longest = 0;
        int run = 0;
        for (int i = 0; i < 2 * slots; i++) { // Twice around, for runs over the end.
            run = LittleEndian.getInt(heap.bytes, index + (i % slots) * 4) == 0 ? 0 : run + 1;
            longest = Math.max(longest, run);
        }
        return longest;
    }

    static Stream<Arguments> numbers() {
        return Stream.of(
                pattern("counting", i -> i),
                pattern("counting down from zero", i -> -i),
                pattern("multiples of 2^16", i -> (long) i << 16),
                pattern("multiples of 2^32", i -> (long) i << 32),
                pattern("multiples of 2^44", i -> (long) i << 44),
                pattern("multiples of the golden ratio", i -> i * 0x9E3779B97F4A7C15L),
                pattern("equal in both halves", i -> (long) i << 32 | i),
                pattern("same sum of halves", i -> (long) i << 32 | (0x7FFFFFFF - i)),
                pattern("single bits and pairs", i -> 1L << (i % 64) ^ (long) i << 20));
    }

    private static Arguments pattern(String name, IntToLongFunction key) {
        return Arguments.of(name, key);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("numbers")
    void numbersOfAnyPatternSpreadOverTheIndex(String name, IntToLongFunction key) {
        for (int i = 0; i < KEYS; i++) {
            RawMap.put(heap, map, key.applyAsLong(i), false);
        }

        // At most half full, the longest run of a random placement is near 60; a collision attack makes thousands.
        assertThat(longestRun()).isLessThan(400);
        for (int i = 0; i < KEYS; i += 1000) {
            assertThat(RawMap.find(heap.bytes, map, key.applyAsLong(i))).isNotZero();
        }
    }

    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of("counting", (IntFunction<String>) Integer::toString),
                Arguments.of("padded in front", (IntFunction<String>) i -> "x".repeat(40) + i),
                Arguments.of("padded behind", (IntFunction<String>) i -> i + "x".repeat(40)),
                Arguments.of("zero bytes", (IntFunction<String>) "\0"::repeat),
                Arguments.of("strings with equal hash codes", (IntFunction<String>) RawMapTest::equalHashCode));
    }

    /** Texts of "Aa" and "BB", which all have one {@link String#hashCode}. */
    private static String equalHashCode(int number) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < 19; bit++) {
            text.append((number >>> bit & 1) == 0 ? "Aa" : "BB");
        }
        return text.toString();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void textsOfAnyPatternSpreadOverTheIndex(String name, IntFunction<String> key) {
        int keys = name.equals("zero bytes") ? 3000 : KEYS;
        for (int i = 0; i < keys; i++) {
            byte[] utf8 = key.apply(i).getBytes(StandardCharsets.UTF_8);
            int at = heap.allocate(utf8.length);
            System.arraycopy(utf8, 0, heap.bytes, at, utf8.length);
            RawMap.put(heap, map, Slots.string(at, utf8.length), true);
        }

        assertThat(longestRun()).isLessThan(400);
        assertThat(RawMap.size(heap.bytes, map)).isEqualTo(keys);
        for (int i = 0; i < keys; i += keys / 100) {
            byte[] utf8 = key.apply(i).getBytes(StandardCharsets.UTF_8);
            assertThat(RawMap.find(heap.bytes, map, utf8, 0, utf8.length)).isNotZero();
        }
    }

    @Test
    void indexIsAtMostHalfFullAtAnySize() {
        for (int i = 0; i < 5000; i++) {
            RawMap.put(heap, map, i, false);
            int slots = LittleEndian.getInt(heap.bytes, map + RawMap.INDEX_SLOTS);
            int used = LittleEndian.getInt(heap.bytes, map + RawMap.USED);
            assertThat(slots == 0 ? used <= 8 : used * 2 <= slots).isTrue();
        }
    }

    @Test
    void putAndRemoveInTurnStayWithinTheRoomOfFewEntries() {
        for (int i = 0; i < 1000; i++) {
            RawMap.put(heap, map, i, false);
            if (i >= 5) {
                RawMap.removeEntry(heap, map, RawMap.find(heap.bytes, map, i - 5));
            }
        }
        int used = heap.spaceUsed();
        for (int i = 1000; i < 100_000; i++) {
            RawMap.put(heap, map, i, false);
            RawMap.removeEntry(heap, map, RawMap.find(heap.bytes, map, i - 5));
        }

        assertThat(heap.spaceUsed()).isEqualTo(used);
        assertThat(RawMap.size(heap.bytes, map)).isEqualTo(5);
    }

    @Test
    void walkingForwardsAndBackwardsSkipsWhatWasRemoved() {
        for (int i = 0; i < 200; i++) {
            RawMap.put(heap, map, i, false);
        }
        for (int i = 0; i < 200; i++) {
            if (i % 7 != 3 || i >= 64 && i < 130) {
                RawMap.removeEntry(heap, map, RawMap.find(heap.bytes, map, i));
            }
        }
        byte[] b = heap.bytes;
        StringBuilder forwards = new StringBuilder();
        for (int entry = RawMap.entryFrom(b, map, 0); entry != 0; ) {
            forwards.append(LittleEndian.getLong(b, entry)).append(' ');
            entry = RawMap.entryFrom(b, map, RawMap.placeOf(b, map, entry) + 1);
        }
        StringBuilder backwards = new StringBuilder();
        for (int entry = RawMap.entryBefore(b, map, Integer.MAX_VALUE); entry != 0; ) {
            backwards.insert(0, LittleEndian.getLong(b, entry) + " ");
            entry = RawMap.entryBefore(b, map, RawMap.placeOf(b, map, entry));
        }

        assertThat(forwards).hasToString("3 10 17 24 31 38 45 52 59 136 143 150 157 164 171 178 185 192 199 ");
        assertThat(backwards).hasToString(forwards.toString());
    }
}
