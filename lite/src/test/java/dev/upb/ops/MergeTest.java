package dev.upb.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.google.protobuf.Message;
import dev.upb.mem.Arena;
import dev.upb.message.MiniMessage;
import dev.upb.message.RepeatedField;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableField;
import dev.upb.testing.Messages;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.proto.matrix2.Child;
import dev.upb.testkit.proto.matrix2.Recursive;
import dev.upb.testkit.random.RandomMessage;
import dev.upb.testkit.random.Seeded;
import dev.upb.wire.Decoder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MergeTest {
    private final Messages messages = new Messages();
    private final Arena arena = Arena.create();
    private final Arena other = Arena.create();

    @AfterEach
    void close() {
        arena.close();
        other.close();
    }

    static List<Corpus.Entry> corpus() {
        return Corpus.messages(1);
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void mergedMessageIsThatOfProtobufJava(Corpus.Entry entry) {
        RandomMessage generator =
                RandomMessage.defaults().withExtensions(Corpus.extensions()).withUnknownPercent(30);
        Seeded.forEach(6, seeded -> {
            Message a = generator.next(seeded, entry.message().getDescriptorForType());
            Message b = generator.next(seeded, entry.message().getDescriptorForType());
            MiniMessage expected = messages.toMini(a.toBuilder().mergeFrom(b).build(), other);
            for (Arena sourceArena : new Arena[] {arena, other}) {
                MiniMessage target = messages.toMini(a, arena);
                MiniMessage source = messages.toMini(b, sourceArena);
                byte[] before = Messages.encode(source);
                Merge.into(target, source);

                assertThat(Compare.equal(target, expected))
                        .as("%s%nand%n%s", a, b)
                        .isTrue();
                assertThat(Messages.encode(source)).as("the source").isEqualTo(before);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void mergedMessageSharesNothingWithItsSource(Corpus.Entry entry) {
        MiniMessage source = messages.toMini(entry.message(), arena);
        MiniMessage target = MiniMessage.create(source.table(), arena);
        byte[] before = Messages.encode(source);
        Merge.into(target, source);
        source.freeze();
        clearAll(target);
        assertThat(Messages.encode(source)).isEqualTo(before);

        MiniMessage far = MiniMessage.create(source.table(), other);
        Merge.into(far, source);
        arena.reset();
        assertThat(Messages.encode(far)).isEqualTo(before);
    }

    /** Clears each list, map and message below, then the message itself. */
    private static void clearAll(MiniMessage message) {
        for (MiniTableField field : message.setFields()) {
            switch (field.mode()) {
                case SCALAR -> {
                    if (field.type().isMessage()) {
                        clearAll(message.mutableMessage(field));
                    }
                }
                case ARRAY -> {
                    RepeatedField<Object> list = message.getRepeated(field);
                    for (int i = 0; field.type().isMessage() && i < list.size(); i++) {
                        clearAll(list.getMessage(i));
                    }
                    list.clear();
                }
                case MAP -> {
                    for (Object value : message.getMap(field).values()) {
                        if (value instanceof MiniMessage child) {
                            clearAll(child);
                        }
                    }
                    message.getMap(field).clear();
                }
            }
        }
        message.clear();
    }

    /** All messages of the tree that have the type of its top. */
    private static List<MiniMessage> parts(MiniMessage top) {
        List<MiniMessage> found = new ArrayList<>();
        collect(top, top.table(), found);
        return found;
    }

    private static void collect(MiniMessage message, MiniTable wanted, List<MiniMessage> found) {
        if (message.table() == wanted) {
            found.add(message);
        }
        for (MiniTableField field : message.setFields()) {
            if (field.isMap()) {
                for (Object value : message.getMap(field).values()) {
                    if (value instanceof MiniMessage child) {
                        collect(child, wanted, found);
                    }
                }
            } else if (field.type().isMessage()) {
                if (field.isRepeated()) {
                    for (MiniMessage child : message.getMessages(field)) {
                        collect(child, wanted, found);
                    }
                } else {
                    collect(message.getMessage(field), wanted, found);
                }
            }
        }
    }

    @Test
    void partOfAMessageIsMergedIntoAnotherPartAsItsBytesWouldBe() {
        RandomMessage generator = RandomMessage.defaults().withMaxFields(40).withMaxElements(3);
        Seeded.forEach(300, seeded -> {
            Message drawn = generator.next(seeded, Recursive.getDescriptor());
            MiniMessage top = messages.toMini(drawn, arena);
            MiniMessage model = messages.toMini(drawn, other);
            List<MiniMessage> parts = parts(top);
            int target = seeded.below(parts.size());
            int source = seeded.below(parts.size());
            if (target != source) {
                Decoder.decodeInto(
                        parts(model).get(target), Messages.encode(parts.get(source)), messages.decodeOptions());
                Merge.into(parts.get(target), parts.get(source));
                assertThat(Compare.equal(top, model))
                        .as("part %d into part %d of%n%s", source, target, drawn)
                        .isTrue();
            }
            arena.reset();
            other.reset();
        });
    }

    @Test
    void wrongPairsAreRefused() {
        MiniMessage message = MiniMessage.create(messages.tables().of(Recursive.getDescriptor()), arena);
        MiniMessage child = MiniMessage.create(messages.tables().of(Child.getDescriptor()), arena);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Merge.into(message, child))
                .withMessageContaining("different types");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Merge.into(message, message))
                .withMessageContaining("itself");
        assertThatIllegalStateException()
                .isThrownBy(() -> Merge.into(MiniMessage.empty(message.table()), message))
                .withMessageContaining("frozen");
    }

    @Test
    void frozenPartOfTheTargetIsNotMergedInto() {
        MiniTable table = messages.tables().of(Recursive.getDescriptor());
        MiniTableField child = table.findFieldByNumber(2);
        MiniMessage target = MiniMessage.create(table, arena);
        MiniMessage source = MiniMessage.create(table, other);
        target.mutableMessage(child).freeze();
        source.mutableMessage(child).setInt(table.field(0), 5);

        assertThatIllegalStateException()
                .isThrownBy(() -> Merge.into(target, source))
                .withMessageContaining("frozen");
        assertThat(target.getMessage(child).getInt(table.field(0))).isZero();
    }

    @Test
    void emptyMessageAddsNothing() {
        for (Corpus.Entry entry : Corpus.messages(1)) {
            MiniMessage message = messages.toMini(entry.message(), arena);
            byte[] before = Messages.encode(message);
            Merge.into(message, MiniMessage.empty(message.table()));
            Merge.into(message, MiniMessage.create(message.table(), arena));

            assertThat(Messages.encode(message)).isEqualTo(before);
        }
    }
}
