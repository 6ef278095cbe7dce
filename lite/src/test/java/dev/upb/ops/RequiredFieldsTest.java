package dev.upb.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DynamicMessage;
import dev.upb.base.FieldType;
import dev.upb.mem.Arena;
import dev.upb.message.MapField;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.Definition;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.minitable.MiniTableField;
import dev.upb.testing.Messages;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.proto.matrix2.ManyRequired;
import dev.upb.testkit.proto.matrix2.Required;
import dev.upb.testkit.proto.matrix2.RequiredBelow;
import dev.upb.testkit.random.RandomMessage;
import dev.upb.testkit.random.Seeded;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequiredFieldsTest {
    private final Messages messages = new Messages();
    private final Arena arena = Arena.create();

    @AfterEach
    void close() {
        arena.close();
    }

    private record Name(String name, String fullName) implements Definition {}

    @Test
    void eachRequiredFieldIsNamedUntilItIsSet() {
        MiniTable table = messages.tables().of(Required.getDescriptor());
        MiniMessage message = MiniMessage.create(table, arena);
        for (int number = 1; number <= 18; number++) {
            assertThat(RequiredFields.missing(message))
                    .containsExactlyElementsOf(IntStream.rangeClosed(number, 18)
                            .mapToObj(Integer::toString)
                            .toList());
            assertThat(RequiredFields.areSet(message)).isFalse();
            MiniTableField field = table.findFieldByNumber(number);
            if (field.type().isMessage()) {
                message.mutableMessage(field);
            } else {
                message.set(field, message.get(field)); // Zero counts: it is set.
            }
        }
        assertThat(RequiredFields.missing(message)).isEmpty();
        assertThat(RequiredFields.areSet(message)).isTrue();
        message.clear(table.findFieldByNumber(7));
        assertThat(RequiredFields.missing(message)).containsExactly("7");
    }

    @Test
    void allOfTheMostRequiredFieldsAreChecked() {
        MiniTable table = messages.tables().of(ManyRequired.getDescriptor());
        MiniMessage message = MiniMessage.create(table, arena);
        int count = table.requiredCount();
        assertThat(RequiredFields.missing(message)).hasSize(count);
        for (int i = 0; i < count - 1; i++) {
            message.set(table.field(i), message.get(table.field(i)));
        }

        assertThat(RequiredFields.missing(message))
                .containsExactly(Integer.toString(table.field(count - 1).number()));
    }

    @Test
    void sixtyThirdRequiredFieldIsChecked() {
        MiniTable.Builder builder = MiniTable.builder();
        for (int i = 1; i <= 63; i++) {
            builder.field(i, FieldType.BOOL, Cardinality.REQUIRED, false, false, false);
        }
        MiniTable table = builder.build();
        MiniMessage message = MiniMessage.create(table, arena);
        for (int i = 0; i < 62; i++) {
            message.setBool(table.field(i), false);
        }
        assertThat(RequiredFields.missing(message)).containsExactly("63");
        message.setBool(table.field(62), false);
        assertThat(RequiredFields.areSet(message)).isTrue();
    }

    @Test
    void fieldsBelowAreNamedByTheirPathAfterAMessagesOwn() {
        MiniTable table = messages.tables().of(RequiredBelow.getDescriptor());
        MiniTableExtension extension = messages.extensions().find(table, 100);
        MiniTableExtension extensions = messages.extensions().find(table, 101);
        MiniMessage message = MiniMessage.create(table, arena);
        assertThat(RequiredFields.areSet(message)).isTrue();
        message.mutableMessage(table.findFieldByNumber(1));
        MiniTable item = message.getMessage(table.findFieldByNumber(1)).table();
        message.getRepeated(table.findFieldByNumber(2)).addMessage().setInt(item.field(0), 0);
        message.getRepeated(table.findFieldByNumber(2)).addMessage();
        message.getRepeated(table.findFieldByNumber(2)).addMessage();
        MapField<String, MiniMessage> byName = message.getMap(table.findFieldByNumber(3));
        byName.mutableMessage("k\"q\\é");
        byName.mutableMessage("set").setInt(item.field(0), 1);
        byName.mutableMessage("");
        message.mutableMessage(table.findFieldByNumber(4));
        message.mutableMessage(table.findFieldByNumber(6));
        message.getRepeated(extensions).addMessage();
        message.mutableMessage(extension);

        assertThat(RequiredFields.missing(message))
                .containsExactly(
                        "1.1",
                        "2[1].1",
                        "2[2].1",
                        "3[\"k\\\"q\\\\é\"].1",
                        "3[\"\"].1",
                        "4.1",
                        "6.1",
                        "101[0].1",
                        "100.1");
    }

    @Test
    void memberOfAOneofThatIsNotSetIsNotLookedInto() {
        MiniTable table = messages.tables().of(RequiredBelow.getDescriptor());
        MiniMessage message = MiniMessage.create(table, arena);
        message.mutableMessage(table.findFieldByNumber(4));
        message.setInt(table.findFieldByNumber(5), 1 << 20);

        assertThat(RequiredFields.missing(message)).isEmpty();
    }

    @Test
    void keysAreShownAsTheirTypeWritesThem() {
        assertThat(pathInMapOf(FieldType.BOOL, true)).isEqualTo("1[true].1");
        assertThat(pathInMapOf(FieldType.BOOL, false)).isEqualTo("1[false].1");
        assertThat(pathInMapOf(FieldType.INT32, -5)).isEqualTo("1[-5].1");
        assertThat(pathInMapOf(FieldType.SFIXED32, Integer.MIN_VALUE)).isEqualTo("1[-2147483648].1");
        assertThat(pathInMapOf(FieldType.UINT32, -1)).isEqualTo("1[4294967295].1");
        assertThat(pathInMapOf(FieldType.FIXED32, -1)).isEqualTo("1[4294967295].1");
        assertThat(pathInMapOf(FieldType.INT64, Long.MIN_VALUE)).isEqualTo("1[-9223372036854775808].1");
        assertThat(pathInMapOf(FieldType.UINT64, -1L)).isEqualTo("1[18446744073709551615].1");
        assertThat(pathInMapOf(FieldType.FIXED64, -1L)).isEqualTo("1[18446744073709551615].1");
        assertThat(pathInMapOf(FieldType.STRING, "a b")).isEqualTo("1[\"a b\"].1");
    }

    private String pathInMapOf(FieldType keyType, Object key) {
        MiniTable value = MiniTable.builder()
                .field(1, FieldType.INT32, Cardinality.REQUIRED, false, false, false)
                .build();
        MiniTable entry = MiniTable.builder()
                .mapEntry()
                .field(1, keyType, Cardinality.OPTIONAL, false, false, false)
                .field(2, FieldType.MESSAGE, Cardinality.OPTIONAL, false, false, false)
                .build();
        entry.linkSubMessage(entry.mapValue(), value);
        MiniTable table = MiniTable.builder()
                .field(1, FieldType.MESSAGE, Cardinality.REPEATED, false, false, false)
                .build();
        table.linkSubMessage(table.field(0), entry);
        MiniMessage message = MiniMessage.create(table, arena);
        message.getMap(table.field(0)).mutableMessage(key);
        List<String> missing = RequiredFields.missing(message);
        assertThat(missing).hasSize(1);
        return missing.get(0);
    }

    @Test
    void namesAreShownWhereThereAreAny() {
        MiniTable table = messages.tables().of(RequiredBelow.getDescriptor());
        MiniTableExtension extension = messages.extensions().find(table, 100);
        MiniMessage message = MiniMessage.create(table, arena);
        message.getRepeated(table.findFieldByNumber(2)).addMessage();
        message.mutableMessage(extension);
        MiniTable item = extension.subTable();
        table.findFieldByNumber(2).setDefinition(new Name("items", "p.RequiredBelow.items"));
        item.field(0).setDefinition(new Name("id", "p.Item.id"));
        extension.setDefinition(new Name("required_extension", "p.required_extension"));

        assertThat(RequiredFields.missing(message)).containsExactly("items[0].id", "[p.required_extension].id");
    }

    @Test
    void messageIsCompleteIfProtobufJavaSaysSo() {
        RandomMessage generator = RandomMessage.defaults().withExtensions(Corpus.extensions());
        Seeded.forEach(1000, seeded -> {
            var type = seeded.pick(
                    List.of(Required.getDescriptor(), RequiredBelow.getDescriptor(), ManyRequired.getDescriptor()));
            DynamicMessage.Builder builder = generator.next(seeded, type).toBuilder();
            if (seeded.nextBoolean() && !builder.getAllFields().isEmpty()) {
                var field = seeded.pick(List.copyOf(builder.getAllFields().keySet()));
                if (field.isRepeated()
                        || field.getJavaType() != com.google.protobuf.Descriptors.FieldDescriptor.JavaType.MESSAGE) {
                    builder.clearField(field);
                } else {
                    builder.setField(
                            field,
                            ((com.google.protobuf.Message) builder.getField(field))
                                    .newBuilderForType()
                                    .buildPartial());
                }
            }
            DynamicMessage drawn = builder.buildPartial();

            MiniMessage message = messages.toMini(drawn, arena);
            assertThat(RequiredFields.areSet(message)).as("%s", drawn).isEqualTo(drawn.isInitialized());
            assertThat(RequiredFields.missing(message)).hasSameSizeAs(drawn.findInitializationErrors());
            arena.reset();
        });
    }
}
