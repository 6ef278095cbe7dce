package dev.upb.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.google.protobuf.Descriptors.Descriptor;
import dev.upb.mem.Arena;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import dev.upb.ops.Compare;
import dev.upb.ops.Merge;
import dev.upb.testing.Messages;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.proto.matrix2.Extendable;
import dev.upb.testkit.proto.matrix2.MapKeys;
import dev.upb.testkit.proto.matrix2.MapValues;
import dev.upb.testkit.proto.matrix2.Recursive;
import dev.upb.wire.Decoder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrozenTest {
    private final Messages messages = new Messages();
    private final Arena arena = Arena.create();

    @AfterEach
    void close() {
        arena.close();
    }

    private static void assertFrozen(Runnable change) {
        try {
            change.run();
        } catch (IllegalStateException e) { // By hand: there are some hundred thousand calls.
            if (e.getMessage().contains("frozen")) {
                return;
            }
            throw new AssertionError("not for being frozen", e);
        }
        throw new AssertionError("a frozen message was changed");
    }

    /** Tries each change on a message; the field and its value are not changed by those that would succeed. */
    private void assertMessageFrozen(MiniMessage message) {
        MiniTable table = message.table();
        assertThat(message.isFrozen()).isTrue();
        assertFrozen(message::clear);
        assertFrozen(message::discardUnknownFields);
        assertFrozen(() -> message.unknownFields().add(new byte[] {8, 0}));
        assertFrozen(() -> message.unknownFields().clear());
        assertFrozen(() -> Decoder.decodeInto(message, new byte[0], messages.decodeOptions()));
        assertFrozen(() -> Merge.into(message, MiniMessage.create(table, arena)));
        Set<MiniTableField> fields = new LinkedHashSet<>(message.setFields());
        for (int i = 0; i < table.fieldCount(); i++) {
            fields.add(table.field(i));
        }
        for (MiniTableField field : fields) {
            Object value = message.get(field);
            assertFrozen(() -> message.set(field, value));
            assertFrozen(() -> message.clear(field));
            switch (field.mode()) {
                case SCALAR -> {
                    if (field.type().isMessage()) {
                        assertFrozen(() -> message.mutableMessage(field));
                        assertFrozen(() -> message.setMessage(field, message.getMessage(field)));
                        if (message.has(field)) {
                            assertMessageFrozen(message.getMessage(field));
                        }
                    } else if (!field.isClosedEnum()) {
                        assertFrozen(() -> SampleValues.setTyped(
                                message, field, field.type().kind(), SampleValues.zero(field.type())));
                    }
                }
                case ARRAY -> assertListFrozen(message.getRepeated(field));
                case MAP -> assertMapFrozen(message.getMap(field));
            }
        }
    }

    private void assertListFrozen(RepeatedField<Object> list) {
        assertFrozen(list::clear);
        assertFrozen(() -> list.addAll(List.of()));
        assertFrozen(() -> list.resize(0));
        assertFrozen(() -> list.resize(100));
        assertFrozen(() -> list.reserve(100));
        assertFrozen(() -> list.removeIf(value -> false));
        if (list.field().type().isMessage()) {
            assertFrozen(list::addMessage);
            for (int i = 0; i < list.size(); i++) {
                assertMessageFrozen(list.getMessage(i));
            }
        }
        if (!list.isEmpty()) {
            Object first = list.get(0);
            assertFrozen(() -> list.add(first));
            assertFrozen(() -> list.add(0, first));
            assertFrozen(() -> list.set(0, first));
            assertFrozen(() -> list.remove(0));
            assertFrozen(() -> {
                Iterator<Object> iterator = list.iterator();
                iterator.next();
                iterator.remove();
            });
            assertFrozen(() -> list.subList(0, 1).clear());
            assertFrozen(
                    () -> SampleValues.setTyped(list, 0, list.field().type().kind(), first));
            assertFrozen(() -> SampleValues.addTyped(list, list.field().type().kind(), first));
        }
    }

    private void assertMapFrozen(MapField<Object, Object> map) {
        assertFrozen(map::clear);
        assertFrozen(() -> map.remove("x"));
        for (Map.Entry<Object, Object> entry : map.entrySet()) {
            assertFrozen(() -> map.put(entry.getKey(), entry.getValue()));
            assertFrozen(() -> map.remove(entry.getKey()));
            assertFrozen(() -> entry.setValue(entry.getValue()));
            if (entry.getValue() instanceof MiniMessage message) {
                assertMessageFrozen(message);
                assertFrozen(() -> map.mutableMessage(entry.getKey()));
            }
        }
        if (!map.isEmpty()) {
            MapField<Object, Object>.Cursor cursor = map.cursor();
            cursor.next();
            Object value = cursor.value();
            assertFrozen(() -> cursor.setValue(value));
            assertFrozen(cursor::remove);
            assertFrozen(() -> {
                Iterator<Object> iterator = map.keySet().iterator();
                iterator.next();
                iterator.remove();
            });
        }
    }

    static List<Corpus.Entry> corpus() {
        return Corpus.messages(1);
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void everythingBelowAFrozenMessageIsFrozen(Corpus.Entry entry) {
        MiniMessage message = messages.toMini(entry.message(), arena);
        byte[] before = Messages.encode(message);
        message.freeze();
        message.freeze();

        assertMessageFrozen(message);
        assertThat(Messages.encode(message)).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void copyOfAFrozenMessageCanBeChanged(Corpus.Entry entry) {
        MiniMessage message = messages.toMini(entry.message(), arena);
        message.freeze();
        byte[] before = Messages.encode(message);
        try (Arena other = Arena.create()) {
            for (Arena target : new Arena[] {arena, other}) {
                MiniMessage copy = message.copyTo(target);
                assertThat(copy.isFrozen()).isFalse();
                assertThat(Messages.encode(copy)).isEqualTo(before);
                copy.discardUnknownFields();
                for (MiniTableField field : copy.setFields()) {
                    if (field.isMap()) {
                        copy.getMap(field).clear();
                    } else if (field.isRepeated()) {
                        copy.getRepeated(field).clear();
                    }
                    copy.clear(field);
                }
                assertThat(Messages.encode(copy)).isEmpty();
            }
        }
        assertThat(Messages.encode(message)).isEqualTo(before);
    }

    @Test
    void listsAndMapsThatWereEmptiedBeforeAreFrozenToo() {
        MiniTable table = messages.tables().of(Recursive.getDescriptor());
        MiniMessage message = MiniMessage.create(table, arena);
        RepeatedField<MiniMessage> list = message.getRepeated(table.findFieldByNumber(3));
        MapField<String, MiniMessage> map = message.getMap(table.findFieldByNumber(4));
        list.addMessage();
        map.mutableMessage("a");
        list.clear();
        map.clear();
        message.freeze();

        assertFrozen(list::addMessage);
        assertFrozen(() -> map.mutableMessage("a"));
    }

    @Test
    void frozenPartOfAMessageStaysReadableAndItsParentChangeable() {
        MiniTable table = messages.tables().of(Recursive.getDescriptor());
        MiniTableField child = table.findFieldByNumber(2);
        MiniTableField value = table.findFieldByNumber(1);
        MiniMessage message = MiniMessage.create(table, arena);
        message.mutableMessage(child).setInt(value, 5);
        message.getMessage(child).freeze();

        assertFrozen(() -> message.mutableMessage(child).setInt(value, 6));
        message.setInt(value, 7);
        assertThat(message.getMessage(child).getInt(value)).isEqualTo(5);
        assertThatIllegalStateException().isThrownBy(message::discardUnknownFields);
        message.clear(child);
        assertThat(message.mutableMessage(child).getInt(value)).isZero();
    }

    @Test
    void freezingAMessageThatContainsItselfEnds() {
        MiniTable table = messages.tables().of(Recursive.getDescriptor());
        MiniTableField child = table.findFieldByNumber(2);
        MiniMessage message = MiniMessage.create(table, arena);
        message.setMessage(child, message);
        message.freeze();

        assertThat(message.getMessage(child).getMessage(child).isFrozen()).isTrue();
    }

    @Test
    void frozenExtensionsCanNotBeAdded() {
        Descriptor type = Extendable.getDescriptor();
        MiniTable table = messages.tables().of(type);
        MiniMessage message = MiniMessage.create(table, arena);
        message.freeze();
        for (MiniTableExtension extension : messages.extensions().extensions()) {
            if (extension.extendee() != table) {
                continue;
            }
            if (extension.isRepeated()) {
                assertFrozen(() -> message.getRepeated(extension).reserve(1));
            } else {
                assertFrozen(() -> message.set(extension, message.get(extension)));
            }
            assertFrozen(() -> message.clear(extension));
        }
    }

    @Test
    void frozenMessageIsReadByManyThreads() throws Exception {
        List<MiniMessage> frozen = new ArrayList<>();
        List<byte[]> expected = new ArrayList<>();
        for (Corpus.Entry entry : Corpus.messages(1)) {
            MiniMessage message = messages.toMini(entry.message(), arena);
            message.freeze();
            frozen.add(message);
            expected.add(Messages.encode(message));
        }
        int threads = 8;
        CountDownLatch start = new CountDownLatch(threads);
        Callable<Integer> reader = () -> {
            start.countDown();
            start.await();
            int wrong = 0;
            for (int round = 0; round < 20; round++) {
                for (int i = 0; i < frozen.size(); i++) {
                    MiniMessage message = frozen.get(i);
                    wrong += java.util.Arrays.equals(Messages.encode(message), expected.get(i)) ? 0 : 1;
                    try (Arena own = Arena.create()) {
                        MiniMessage copy = message.copyTo(own);
                        wrong += Compare.equal(copy, message) ? 0 : 1;
                        wrong += Compare.hash(copy) == Compare.hash(message) ? 0 : 1;
                    }
                }
            }
            return wrong;
        };
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                results.add(executor.submit(reader));
            }
            for (Future<Integer> result : results) {
                assertThat(result.get()).isZero();
            }
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void copiesOfMapsAreIndependent() {
        for (Descriptor type : List.of(MapKeys.getDescriptor(), MapValues.getDescriptor())) {
            for (Corpus.Entry entry : Corpus.messages(5)) {
                if (entry.message().getDescriptorForType() != type) {
                    continue;
                }
                MiniMessage message = messages.toMini(entry.message(), arena);
                byte[] before = Messages.encode(message);
                MiniMessage copy = message.copyTo(arena);
                for (MiniTableField field : message.setFields()) {
                    message.getMap(field).clear();
                }
                assertThat(Messages.encode(copy)).isEqualTo(before);
                assertThat(message.setFields()).isEmpty();
            }
        }
    }
}
