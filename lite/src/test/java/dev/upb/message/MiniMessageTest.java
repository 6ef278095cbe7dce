package dev.upb.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.base.ByteString;
import dev.upb.base.FieldType;
import dev.upb.mem.Arena;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.MiniTableEnum;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import dev.upb.minitable.Presence;
import dev.upb.minitable.RandomTables;
import dev.upb.testkit.random.Seeded;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MiniMessageTest {
    private final Arena arena = Arena.create();

    @AfterEach
    void close() {
        arena.close();
    }

    /** A message: 1 int32, 2 message, 3 string, 4 fixed64 in a oneof; 5 bool; 6 closed enum; 7 message of another type. */
    private static MiniTable choiceTable() {
        MiniTable table = MiniTable.builder()
                .extensionMode(ExtensionMode.EXTENDABLE)
                .field(1, FieldType.INT32, Cardinality.OPTIONAL, false, true, true)
                .field(2, FieldType.MESSAGE, Cardinality.OPTIONAL, false, true, true)
                .field(3, FieldType.STRING, Cardinality.OPTIONAL, false, true, true)
                .field(4, FieldType.FIXED64, Cardinality.OPTIONAL, false, true, true)
                .field(5, FieldType.BOOL, Cardinality.OPTIONAL, false, true, true)
                .field(6, FieldType.ENUM, Cardinality.OPTIONAL, false, true, false)
                .field(7, FieldType.MESSAGE, Cardinality.OPTIONAL, false, true, true)
                .oneof(1, 2, 3, 4)
                .build();
        table.linkSubMessage(table.field(1), table);
        table.linkSubEnum(table.field(5), MiniTableEnum.of(1, -7));
        return table;
    }

    @Test
    void settingAMemberOfAOneofUnsetsTheOthers() {
        MiniTable table = choiceTable();
        MiniTableField number = table.field(0);
        MiniTableField child = table.field(1);
        MiniTableField text = table.field(2);
        MiniTableField wide = table.field(3);
        MiniMessage message = MiniMessage.create(table, arena);
        assertThat(message.whichOneof(number)).isNull();

        message.setLong(wide, -1);
        assertThat(message.whichOneof(number)).isSameAs(wide);
        message.setInt(number, 5);
        assertThat(message.whichOneof(wide)).isSameAs(number);
        assertThat(message.has(wide)).isFalse();
        assertThat(message.getLong(wide)).isZero();
        assertThat(message.getString(text)).isEmpty();
        assertThat(message.getBytesSize(text)).isZero();
        assertThat(message.getMessage(child).setFields()).isEmpty();
        message.setString(text, "");
        assertThat(message.whichOneof(number)).isSameAs(text);
        assertThat(message.getInt(number)).isZero();
        assertThat(message.setFields()).containsExactly(text);
    }

    @Test
    void messageOfAOneofStartsEmptyWhenTheMemberComesBack() {
        MiniTable table = choiceTable();
        MiniMessage message = MiniMessage.create(table, arena);
        message.mutableMessage(table.field(1)).setBool(table.field(4), true);
        message.setInt(table.field(0), 1 << 20);
        MiniMessage child = message.mutableMessage(table.field(1));

        assertThat(child.setFields()).isEmpty();
        assertThat(message.whichOneof(table.field(0))).isSameAs(table.field(1));
    }

    @Test
    void clearingAMemberThatIsNotSetLeavesTheOneofAsItIs() {
        MiniTable table = choiceTable();
        MiniMessage message = MiniMessage.create(table, arena);
        message.setInt(table.field(0), 5);
        message.clear(table.field(2));
        assertThat(message.getInt(table.field(0))).isEqualTo(5);
        message.clearOneof(table.field(2));
        assertThat(message.whichOneof(table.field(0))).isNull();
        message.clearOneof(table.field(2));
        assertThat(message.setFields()).isEmpty();
    }

    @Test
    void fieldOutsideAOneofHasNone() {
        MiniTable table = choiceTable();
        MiniMessage message = MiniMessage.create(table, arena);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> message.whichOneof(table.field(4)))
                .withMessageContaining("field 5");
        assertThatIllegalArgumentException().isThrownBy(() -> message.clearOneof(table.field(4)));
    }

    @Test
    void closedEnumTakesItsValuesOnly() {
        MiniTable table = choiceTable();
        MiniTableField field = table.field(5);
        MiniMessage message = MiniMessage.create(table, arena);
        message.setEnum(field, -7);
        assertThat(message.getInt(field)).isEqualTo(-7);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> message.setInt(field, 0))
                .withMessageContaining("0")
                .withMessageContaining("field 6");
        assertThatIllegalArgumentException().isThrownBy(() -> message.setEnum(field, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> message.set(field, 2));
        assertThat(message.getEnum(field)).isEqualTo(-7);
    }

    @Test
    void unlinkedMessageFieldReadsAsNotSetAndTakesNothing() {
        MiniTable table = choiceTable();
        MiniTableField field = table.field(6);
        MiniMessage message = MiniMessage.create(table, arena);

        assertThat(message.has(field)).isFalse();
        assertThatIllegalStateException()
                .isThrownBy(() -> message.getMessage(field))
                .withMessageContaining("field 7");
        assertThatIllegalStateException().isThrownBy(() -> message.mutableMessage(field));
        assertThatIllegalArgumentException().isThrownBy(() -> message.setMessage(field, message));
        assertThat(message.has(field)).isFalse();
    }

    @Test
    void fieldsOfRandomMessagesAreIndependent() {
        Seeded.forEach(150, seeded -> {
            MiniTable table = RandomTables.next(seeded).build(seeded);
            MiniMessage message = MiniMessage.create(table, arena);
            Map<MiniTableField, Object> model = new HashMap<>();
            for (int step = 0; step < 300; step++) {
                MiniTableField field = table.field(seeded.below(table.fieldCount()));
                if (field.type().isMessage() || field.isClosedEnum()) {
                    continue;
                }
                if (seeded.oneIn(4)) {
                    message.clear(field);
                    model.remove(field);
                    continue;
                }
                if (field.isRepeated()) {
                    List<Object> values = new ArrayList<>();
                    for (int i = seeded.below(4); i > 0; i--) {
                        values.add(seeded.pick(SampleValues.of(field.type())));
                    }
                    message.set(field, values);
                    model.put(field, values);
                    continue;
                }
                Object value = seeded.pick(SampleValues.of(field.type()));
                message.set(field, value);
                if (field.presence() == Presence.ONEOF) {
                    model.keySet()
                            .removeIf(other ->
                                    other.presenceCode() == field.presenceCode() && other.presence() == Presence.ONEOF);
                }
                model.put(field, value);
            }
            for (int i = 0; i < table.fieldCount(); i++) {
                MiniTableField field = table.field(i);
                if (!field.type().isMessage() || field.isRepeated()) {
                    Object zero = field.isRepeated() ? List.of() : SampleValues.zero(field.type());
                    Object expected = model.getOrDefault(field, zero);
                    assertThat(message.get(field)).as("%s", field).isEqualTo(expected);
                    boolean has = field.hasPresence() ? model.containsKey(field) : !expected.equals(zero);
                    assertThat(message.has(field)).as("has %s", field).isEqualTo(has);
                } else {
                    assertThat(message.has(field)).isFalse();
                }
            }
            message.clear();
            assertThat(message.setFields()).isEmpty();
        });
    }

    @Test
    void emptyMessageCanNotBeChangedInAnyWay() {
        MiniTable table = choiceTable();
        MiniTableExtension extension = MiniTableExtension.of(table, 100, FieldType.INT32, true, false, false, false);
        for (MiniMessage message : List.of(
                MiniMessage.empty(table), MiniMessage.create(table, arena).getMessage(table.field(1)))) {
            List<Runnable> changes = List.of(
                    () -> message.setInt(table.field(0), 1),
                    () -> message.setLong(table.field(3), 1),
                    () -> message.setString(table.field(2), "a"),
                    () -> message.setBytes(table.field(2), new byte[1]),
                    () -> message.setBool(table.field(4), true),
                    () -> message.set(table.field(4), true),
                    () -> message.setMessage(table.field(1), message),
                    () -> message.mutableMessage(table.field(1)),
                    () -> message.clear(table.field(0)),
                    () -> message.clearOneof(table.field(0)),
                    () -> message.getRepeated(extension).add(1),
                    () -> message.unknownFields().add(new byte[] {8, 0}),
                    () -> message.unknownFields().clear(),
                    message::discardUnknownFields,
                    message::clear);
            for (Runnable change : changes) {
                assertThatIllegalStateException().isThrownBy(change::run).withMessageContaining("default message");
            }
            assertThat(message.isFrozen()).isTrue();
            message.freeze();
            assertThat(message.setFields()).isEmpty();
            assertThat(message.unknownFields().isEmpty()).isTrue();
        }
        assertThatIllegalStateException()
                .isThrownBy(() -> MiniMessage.empty(table).arena());
    }

    @Test
    void copyOfTheEmptyMessageCanBeChanged() {
        MiniTable table = choiceTable();
        MiniMessage copy = MiniMessage.empty(table).copyTo(arena);
        copy.setInt(table.field(0), 1);

        assertThat(MiniMessage.empty(table).getInt(table.field(0))).isZero();
        assertThat(copy.arena()).isSameAs(arena);
    }

    @Test
    void emptyMessageOfTheLargestTypeReadsAsZero() {
        MiniTable.Builder builder = MiniTable.builder();
        for (int i = 1; i <= 8190; i++) {
            builder.field(i, FieldType.INT64, Cardinality.IMPLICIT, false, false, false);
        }
        MiniTable table = builder.build();

        assertThat(MiniMessage.empty(table).setFields()).isEmpty();
        assertThat(MiniMessage.empty(table).getLong(table.field(8189))).isZero();
    }

    @Test
    void bytesAreReadIntoTheCallersArray() {
        MiniTable table = choiceTable();
        MiniTableField text = table.field(2);
        MiniMessage message = MiniMessage.create(table, arena);
        message.setBytes(text, new byte[] {'x', 'a', 'b', 'y'}, 1, 2);
        byte[] target = new byte[4];

        assertThat(message.getBytesSize(text)).isEqualTo(2);
        assertThat(message.getBytes(text, target, 1)).isEqualTo(2);
        assertThat(target).containsExactly(0, 'a', 'b', 0);
        assertThat(message.getByteString(text)).isEqualTo(ByteString.ofUtf8("ab"));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> message.getBytes(text, target, 3));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> message.setBytes(text, target, 3, 2));
        assertThat(message.getString(text)).isEqualTo("ab");
    }

    @Test
    void stringThatMustBeUtf8RefusesOtherBytes() {
        MiniTable table = MiniTable.builder()
                .field(1, FieldType.STRING, Cardinality.OPTIONAL, false, true, false)
                .field(2, FieldType.STRING, Cardinality.OPTIONAL, false, false, false)
                .build();
        MiniMessage message = MiniMessage.create(table, arena);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> message.setBytes(table.field(0), new byte[] {-1}))
                .withMessageContaining("field 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> message.setString(table.field(1), "\ud800"))
                .withMessageContaining("surrogate");
        assertThat(message.setFields()).isEmpty();
        message.setBytes(table.field(1), new byte[] {-1});
        assertThat(message.getBytes(table.field(1))).containsExactly(-1);
        assertThat(message.getString(table.field(1))).isEqualTo("\ufffd");
    }

    @Test
    void extensionsComeInTheOrderInWhichTheyWereSet() {
        MiniTable table = choiceTable();
        MiniMessage message = MiniMessage.create(table, arena);
        List<MiniTableExtension> extensions = new ArrayList<>();
        for (int number : new int[] {300, 100, 200, 150}) {
            extensions.add(MiniTableExtension.of(table, number, FieldType.INT32, false, false, false, false));
        }
        for (MiniTableExtension extension : extensions) {
            message.unknownFields().add(new byte[] {120, 1});
            message.setInt(extension, extension.number());
        }
        assertThat(message.setFields()).isEqualTo(extensions);
        message.clear(extensions.get(1));
        message.clear(extensions.get(3));
        message.setInt(extensions.get(1), 5);

        assertThat(message.setFields()).containsExactly(extensions.get(0), extensions.get(2), extensions.get(1));
        assertThat(message.getInt(extensions.get(0))).isEqualTo(300);
        assertThat(message.getInt(extensions.get(2))).isEqualTo(200);
        assertThat(message.getInt(extensions.get(1))).isEqualTo(5);
        assertThat(message.getInt(extensions.get(3))).isZero();
        assertThat(message.unknownFields().toByteArray()).containsExactly(120, 1, 120, 1, 120, 1, 120, 1);
    }

    @Test
    void settingAndClearingAnExtensionInTurnNeedsNoMoreMemory() {
        MiniTable table = choiceTable();
        MiniTableExtension extension = MiniTableExtension.of(table, 100, FieldType.INT32, false, false, false, false);
        MiniMessage message = MiniMessage.create(table, arena);
        message.setInt(extension, 1);
        long used = arena.spaceUsed();
        for (int i = 0; i < 1000; i++) {
            message.clear(extension);
            message.setInt(extension, i);
        }

        assertThat(arena.spaceUsed()).isEqualTo(used);
        assertThat(message.getInt(extension)).isEqualTo(999);
    }

    @Test
    void failedCopyLeavesTheTargetArenaAsItWas() {
        MiniTable table = choiceTable();
        MiniMessage message = MiniMessage.create(table, arena);
        MiniMessage child = message.mutableMessage(table.field(1));
        child.setString(table.field(2), "x".repeat(1000));
        try (Arena small = Arena.ofFixedBlock(new byte[512])) {
            small.allocate(8);

            assertThatExceptionOfType(ArenaExhaustedException.class).isThrownBy(() -> message.copyTo(small));
            assertThat(small.spaceUsed()).isEqualTo(8);
            assertThat(small.getLong(small.allocate(8))).isZero();
        }
    }

    @Test
    void handlesOfOneMessageShowTheSameContentButAreNotEqual() {
        MiniTable table = choiceTable();
        MiniMessage message = MiniMessage.create(table, arena);
        MiniMessage a = message.mutableMessage(table.field(1));
        MiniMessage b = message.getMessage(table.field(1));
        a.setBool(table.field(4), true);

        assertThat(b.getBool(table.field(4))).isTrue();
        assertThat(a).isNotEqualTo(b).isEqualTo(a);
    }
}
