package dev.upb.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.base.FieldType;
import dev.upb.mem.Arena;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.ops.Merge;
import dev.upb.testing.Messages;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.wire.DecodeOptions;
import dev.upb.wire.Decoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Lets each allocation of an operation fail in turn: the message and its arena must be as before, and usable. */
class ExhaustionTest {
    private static final Messages MESSAGES = new Messages();

    /** 1 string, 2 message, 3 list of numbers, 4 of strings, 5 of messages, 6 map of strings, 7 of messages, 8 bytes. */
    private static final MiniTable TABLE = table();

    private static final MiniTableExtension NUMBER = extension(100, FieldType.INT64, false);
    private static final MiniTableExtension TEXT = extension(101, FieldType.STRING, false);
    private static final MiniTableExtension CHILD = extension(102, FieldType.MESSAGE, false);
    private static final MiniTableExtension TEXTS = extension(103, FieldType.STRING, true);
    private static final MiniTableExtension CHILDREN = extension(104, FieldType.MESSAGE, true);

    private static MiniTable table() {
        MiniTable table = MiniTable.builder()
                .extensionMode(ExtensionMode.EXTENDABLE)
                .field(1, FieldType.STRING, Cardinality.OPTIONAL, false, true, true)
                .field(2, FieldType.MESSAGE, Cardinality.OPTIONAL, false, true, true)
                .field(3, FieldType.INT64, Cardinality.REPEATED, true, true, true)
                .field(4, FieldType.STRING, Cardinality.REPEATED, false, true, true)
                .field(5, FieldType.MESSAGE, Cardinality.REPEATED, false, true, true)
                .field(6, FieldType.MESSAGE, Cardinality.REPEATED, false, true, true)
                .field(7, FieldType.MESSAGE, Cardinality.REPEATED, false, true, true)
                .field(8, FieldType.BYTES, Cardinality.IMPLICIT, false, true, true)
                .build();
        table.linkSubMessage(table.field(1), table);
        table.linkSubMessage(table.field(4), table);
        table.linkSubMessage(table.field(5), entry(FieldType.STRING, FieldType.STRING, null));
        table.linkSubMessage(table.field(6), entry(FieldType.INT32, FieldType.MESSAGE, table));
        return table;
    }

    private static MiniTable entry(FieldType key, FieldType value, MiniTable valueTable) {
        MiniTable entry = MiniTable.builder()
                .mapEntry()
                .field(1, key, Cardinality.OPTIONAL, false, true, true)
                .field(2, value, Cardinality.OPTIONAL, false, true, true)
                .build();
        if (valueTable != null) {
            entry.linkSubMessage(entry.mapValue(), valueTable);
        }
        return entry;
    }

    private static MiniTableExtension extension(int number, FieldType type, boolean repeated) {
        MiniTableExtension extension = MiniTableExtension.of(TABLE, number, type, repeated, false, true, true);
        if (type.isMessage()) {
            extension.linkSubMessage(TABLE);
        }
        return extension;
    }

    /** Makes a message with something in each field; lists of 4 and maps of 4, which is what fits without growth. */
    private static MiniMessage filled(Arena arena) {
        MiniMessage message = MiniMessage.create(TABLE, arena);
        message.setString(TABLE.field(0), "text");
        message.mutableMessage(TABLE.field(1)).setString(TABLE.field(0), "child");
        message.set(TABLE.field(2), List.of(1L, 2L, 3L, 4L));
        message.set(TABLE.field(3), List.of("a", "b", "c", "d"));
        for (int i = 0; i < 4; i++) {
            message.getRepeated(TABLE.field(4)).addMessage().setString(TABLE.field(0), "element " + i);
            message.<String, String>getMap(TABLE.field(5)).put("key " + i, "value " + i);
            message.<Integer, MiniMessage>getMap(TABLE.field(6))
                    .mutableMessage(i)
                    .setString(TABLE.field(0), "v" + i);
        }
        message.setBytes(TABLE.field(7), new byte[] {1, 2, 3});
        message.unknownFields().add(new byte[] {120, 1});
        message.setLong(NUMBER, 5);
        message.unknownFields().add(new byte[] {120, 2});
        message.set(TEXTS, List.of("x", "y", "z", "w"));
        return message;
    }

    private static MiniMessage inAnotherArena() {
        return filled(Arena.create());
    }

    private static Map<String, String> manyEntries() {
        Map<String, String> entries = new LinkedHashMap<>();
        for (int i = 0; i < 40; i++) {
            entries.put("new key " + i, "new value " + i);
        }
        return entries;
    }

    static Stream<Arguments> operations() {
        return Stream.of(
                operation("setString", (m, a) -> m.setString(TABLE.field(0), "another text")),
                operation("setBytes", (m, a) -> m.setBytes(TABLE.field(7), new byte[100])),
                operation("set extension", (m, a) -> m.setString(TEXT, "extended")),
                operation("mutableMessage of an extension", (m, a) -> m.mutableMessage(CHILD)),
                operation("setMessage of an extension", (m, a) -> m.setMessage(CHILD, inAnotherArena())),
                operation("setMessage from another arena", (m, a) -> m.setMessage(TABLE.field(1), inAnotherArena())),
                operation(
                        "mutableMessage twice",
                        (m, a) -> m.getMessage(TABLE.field(1)).mutableMessage(TABLE.field(1))),
                operation("addLong", (m, a) -> m.getRepeated(TABLE.field(2)).addLong(5)),
                operation("add string", (m, a) -> m.getRepeated(TABLE.field(3)).add("e")),
                operation(
                        "insert string", (m, a) -> m.getRepeated(TABLE.field(3)).add(1, "e")),
                operation("set string", (m, a) -> m.getRepeated(TABLE.field(3)).set(1, "e")),
                operation("addAll", (m, a) -> m.getRepeated(TABLE.field(3)).addAll(List.of("e", "f", "g"))),
                operation(
                        "addAll inside", (m, a) -> m.getRepeated(TABLE.field(3)).addAll(2, List.of("e", "f", "g"))),
                operation("addMessage", (m, a) -> m.getRepeated(TABLE.field(4)).addMessage()),
                operation("add message", (m, a) -> m.getRepeated(TABLE.field(4)).add(inAnotherArena())),
                operation(
                        "resize numbers",
                        (m, a) -> m.getRepeated(TABLE.field(2)).resize(100)),
                operation(
                        "resize messages",
                        (m, a) -> m.getRepeated(TABLE.field(4)).resize(20)),
                operation("reserve", (m, a) -> m.getRepeated(TABLE.field(4)).reserve(100)),
                operation("set list", (m, a) -> m.set(TABLE.field(3), List.of("e", "f", "g", "h", "i"))),
                operation("set list of messages", (m, a) -> m.set(TABLE.field(4), List.of(inAnotherArena()))),
                operation(
                        "add to repeated extension",
                        (m, a) -> m.getRepeated(TEXTS).add("v")),
                operation(
                        "first of repeated extension",
                        (m, a) -> m.getRepeated(CHILDREN).addMessage()),
                operation(
                        "put",
                        (m, a) -> m.<String, String>getMap(TABLE.field(5)).put("new", "value")),
                operation(
                        "put where one is",
                        (m, a) -> m.<String, String>getMap(TABLE.field(5)).put("key 1", "value")),
                operation(
                        "put message",
                        (m, a) -> m.<Integer, MiniMessage>getMap(TABLE.field(6)).put(1, inAnotherArena())),
                operation(
                        "mutableMessage of a map",
                        (m, a) -> m.<Integer, MiniMessage>getMap(TABLE.field(6)).mutableMessage(7)),
                operation("remove", (m, a) -> m.getMap(TABLE.field(5)).remove("key 2")),
                operation("set map", (m, a) -> m.set(TABLE.field(5), manyEntries())),
                operation("add unknown", (m, a) -> m.unknownFields().add(new byte[] {120, 3})),
                operation("add much unknown", (m, a) -> m.unknownFields().add(new byte[] {112, 0, 112, 0, 112, 0})),
                operation("copy in the same arena", MiniMessage::copyTo),
                operation(
                        "copy of the empty message", (m, a) -> m.setMessage(TABLE.field(1), MiniMessage.empty(TABLE))),
                operation("clear", (m, a) -> m.clear(TABLE.field(5))));
    }

    private static Arguments operation(String name, BiConsumer<MiniMessage, Arena> operation) {
        return Arguments.of(name, operation);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void failedOperationLeavesTheMessageAsItWasAndUsable(String name, BiConsumer<MiniMessage, Arena> operation) {
        byte[] before;
        byte[] after;
        try (Arena arena = Arena.create()) {
            MiniMessage message = filled(arena);
            before = Messages.encode(message);
            operation.accept(message, arena);
            after = Messages.encode(message);
        }
        boolean failed = true;
        for (int n = 0; failed; n++) {
            try (Arena arena = Arena.create()) {
                MiniMessage message = filled(arena);
                int allocation = n;
                arena.heap().failAllocation(allocation);
                failed = fails(() -> operation.accept(message, arena));
                arena.heap().failAllocation(-1);
                if (failed) {
                    assertThat(Messages.encode(message))
                            .as("allocation %d failed", n)
                            .isEqualTo(before);
                    operation.accept(message, arena);
                }
                assertThat(Messages.encode(message)).isEqualTo(after);
            }
        }
    }

    /** Whether the operation fails for want of memory; any other exception is a fault. */
    private static boolean fails(Runnable operation) {
        try {
            operation.run();
            return false;
        } catch (ArenaExhaustedException e) {
            return true;
        }
    }

    static List<Corpus.Entry> messages() {
        return Corpus.messages(1);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void failedDecodingLeavesTheArenaAsItWasAndUsable(Corpus.Entry entry) {
        byte[] bytes = entry.bytes();
        byte[] expected;
        try (Arena arena = Arena.create()) {
            expected = Messages.encode(MESSAGES.toMini(entry.message(), arena));
        }
        try (Arena arena = Arena.create()) {
            MiniMessage kept = filled(arena);
            byte[] keptBytes = Messages.encode(kept);
            long used = arena.spaceUsed();
            boolean failed = true;
            for (int n = 0; failed; n++) {
                arena.heap().failAllocation(n);
                failed = fails(() -> MESSAGES.decode(entry.message().getDescriptorForType(), bytes, arena));
                arena.heap().failAllocation(-1);
                if (failed) {
                    assertThat(arena.spaceUsed()).isEqualTo(used);
                }
            }
            MiniMessage message = MESSAGES.decode(entry.message().getDescriptorForType(), bytes, arena);
            assertThat(Messages.encode(message)).isEqualTo(expected);
            assertThat(Messages.encode(kept)).isEqualTo(keptBytes);
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void failedCopyLeavesTheArenaAsItWasAndUsable(Corpus.Entry entry) {
        try (Arena source = Arena.create();
                Arena target = Arena.create()) {
            MiniMessage message = MESSAGES.toMini(entry.message(), source);
            byte[] expected = Messages.encode(message);
            boolean failed = true;
            for (int n = 0; failed; n++) {
                target.heap().failAllocation(n);
                failed = fails(() -> message.copyTo(target));
                target.heap().failAllocation(-1);
                assertThat(target.spaceUsed() == 0).isEqualTo(failed);
            }
            assertThat(Messages.encode(message.copyTo(target))).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void failedMergeLeavesAMessageThatCanBeUsed(Corpus.Entry entry) {
        try (Arena source = Arena.create()) {
            MiniMessage message = MESSAGES.toMini(entry.message(), source);
            byte[] before = Messages.encode(message);
            boolean failed = true;
            for (int n = 0; failed; n++) {
                try (Arena arena = Arena.create()) {
                    MiniMessage target = MiniMessage.create(message.table(), arena);
                    arena.heap().failAllocation(n);
                    failed = fails(() -> Merge.into(target, message));
                    arena.heap().failAllocation(-1);
                    byte[] partly = Messages.encode(target);
                    try (Arena other = Arena.create()) {
                        MiniMessage read = Decoder.decode(target.table(), other, partly, MESSAGES.decodeOptions());
                        assertThat(Messages.encode(read)).isEqualTo(partly);
                    }
                    target.clear();
                    Merge.into(target, message);
                    assertThat(Messages.encode(target)).isEqualTo(before);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void failedMergeOfBytesLeavesAMessageThatCanBeUsed(Corpus.Entry entry) {
        byte[] bytes = entry.bytes();
        boolean failed = true;
        for (int n = 0; failed; n++) {
            try (Arena arena = Arena.create()) {
                MiniMessage target = MESSAGES.toMini(entry.message(), arena);
                DecodeOptions options = MESSAGES.decodeOptions();
                arena.heap().failAllocation(n);
                failed = fails(() -> Decoder.decodeInto(target, bytes, options));
                arena.heap().failAllocation(-1);
                byte[] partly = Messages.encode(target);
                try (Arena other = Arena.create()) {
                    MiniMessage read = Decoder.decode(target.table(), other, partly, options);
                    assertThat(Messages.encode(read)).isEqualTo(partly);
                }
                Decoder.decodeInto(target, bytes, options);
            }
        }
    }

    @Test
    void mapGrownToTheEndOfAFixedBlockHoldsAllThatWasPut() {
        try (Arena arena = Arena.ofFixedBlock(new byte[4000])) {
            MapField<String, String> map = MiniMessage.create(TABLE, arena).getMap(TABLE.field(5));
            int put = 0;
            while (true) {
                String key = "key " + put;
                if (fails(() -> map.put(key, "value"))) {
                    break;
                }
                put++;
            }
            assertThat(put).isGreaterThan(10);
            assertThat(map).hasSize(put);
            for (int i = 0; i < put; i++) {
                assertThat(map.get("key " + i)).isEqualTo("value");
            }
        }
    }

    @Test
    void listGrownToTheEndOfAFixedBlockHoldsAllThatWasAdded() {
        try (Arena arena = Arena.ofFixedBlock(new byte[4000])) {
            RepeatedField<Long> list = MiniMessage.create(TABLE, arena).getRepeated(TABLE.field(2));
            assertThatExceptionOfType(ArenaExhaustedException.class).isThrownBy(() -> {
                while (true) {
                    list.addLong(list.size());
                }
            });
            assertThat(list.size()).isGreaterThan(100);
            assertThat(list.toLongArray())
                    .isEqualTo(IntStream.range(0, list.size()).asLongStream().toArray());
        }
    }
}
