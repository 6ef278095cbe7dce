package dev.upb.minitable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.upb.base.FieldType;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.testkit.random.Seeded;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MiniTableExtensionTest {
    private static MiniTable extendable() {
        return MiniTable.builder()
                .extensionMode(ExtensionMode.EXTENDABLE)
                .field(1, FieldType.INT32, Cardinality.OPTIONAL, false, false, false)
                .build();
    }

    private static MiniTable messageSet() {
        return MiniTable.builder().extensionMode(ExtensionMode.MESSAGE_SET).build();
    }

    private static MiniTableExtension extension(MiniTable extendee, int number, FieldType type) {
        return MiniTableExtension.of(extendee, number, type, false, false, false, false);
    }

    @ParameterizedTest
    @EnumSource(FieldType.class)
    void extensionHasItsTypeAndNoPlaceInTheMessage(FieldType type) {
        MiniTable extendee = extendable();
        MiniTableExtension extension = extension(extendee, 100, type);

        assertThat(extension.number()).isEqualTo(100);
        assertThat(extension.type()).isEqualTo(type);
        assertThat(extension.extendee()).isSameAs(extendee).isSameAs(extension.owner());
        assertThat(extension.isExtension()).isTrue();
        assertThat(extension.presence()).isEqualTo(Presence.EXTENSION);
        assertThat(extension.hasPresence()).isTrue();
        assertThat(extension.offset()).isZero();
        assertThat(extension.presenceCode()).isZero();
        assertThat(extension.toString()).contains("extension 100");
    }

    @Test
    void repeatedExtensionHasNoPresence() {
        MiniTableExtension extension =
                MiniTableExtension.of(extendable(), 100, FieldType.INT32, true, true, false, false);

        assertThat(extension.hasPresence()).isFalse();
        assertThat(extension.isPacked()).isTrue();
        assertThat(extension.isRepeated()).isTrue();
    }

    @Test
    void messageWithoutExtensionRangesIsRefused() {
        MiniTable closed = MiniTable.builder().build();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> extension(closed, 100, FieldType.INT32))
                .withMessageContaining("100");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1 << 29, Integer.MAX_VALUE})
    void numberOutsideTheRangeIsRefused(int number) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> extension(extendable(), number, FieldType.INT32))
                .withMessageContaining(Integer.toString(number));
    }

    @Test
    void itemOfAMessageSetMayHaveALargerNumber() {
        assertThat(extension(messageSet(), Integer.MAX_VALUE, FieldType.MESSAGE).number())
                .isEqualTo(Integer.MAX_VALUE);
        assertThatIllegalArgumentException().isThrownBy(() -> extension(messageSet(), 0, FieldType.MESSAGE));
    }

    @Test
    void itemOfAMessageSetIsASingularMessage() {
        assertThatIllegalArgumentException().isThrownBy(() -> extension(messageSet(), 5, FieldType.INT32));
        assertThatIllegalArgumentException().isThrownBy(() -> extension(messageSet(), 5, FieldType.GROUP));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MiniTableExtension.of(messageSet(), 5, FieldType.MESSAGE, true, false, false, false));
    }

    @Test
    void numberOfAFieldOfTheMessageIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> extension(extendable(), 1, FieldType.INT32))
                .withMessageContaining("1");
    }

    @Test
    void packingNeedsARepeatedPackableType() {
        MiniTable extendee = extendable();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> MiniTableExtension.of(extendee, 5, FieldType.INT32, false, true, false, false));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MiniTableExtension.of(extendee, 5, FieldType.STRING, true, true, false, false));
    }

    @Test
    void linkingFollowsTheRulesOfFields() {
        MiniTable extendee = extendable();
        MiniTableExtension message = extension(extendee, 5, FieldType.MESSAGE);
        MiniTableExtension closedEnum = extension(extendee, 6, FieldType.ENUM);
        MiniTable entry = MiniTable.builder()
                .mapEntry()
                .field(1, FieldType.INT32, Cardinality.OPTIONAL, false, false, false)
                .field(2, FieldType.INT32, Cardinality.OPTIONAL, false, false, false)
                .build();
        MiniTableEnum values = MiniTableEnum.of(1);
        assertThat(message.isLinked()).isFalse();

        assertThatIllegalArgumentException().isThrownBy(() -> message.linkSubMessage(entry));
        assertThatIllegalArgumentException().isThrownBy(() -> message.linkSubMessage(null));
        assertThatIllegalArgumentException().isThrownBy(() -> message.linkSubEnum(values));
        assertThatIllegalArgumentException().isThrownBy(() -> closedEnum.linkSubMessage(extendee));
        message.linkSubMessage(extendee);
        closedEnum.linkSubEnum(values);
        assertThat(message.isLinked()).isTrue();
        assertThat(closedEnum.subEnum()).isSameAs(values);
        assertThatIllegalStateException().isThrownBy(() -> message.linkSubMessage(messageSet()));
        assertThatIllegalStateException().isThrownBy(() -> closedEnum.linkSubEnum(MiniTableEnum.of(1)));
        assertThatNoException().isThrownBy(() -> message.linkSubMessage(extendee));
    }

    @Test
    void extensionIsNoFieldOfTheTableItself() {
        MiniTable extendee = extendable();
        MiniTableExtension extension = extension(extendee, 5, FieldType.MESSAGE);

        assertThatIllegalArgumentException().isThrownBy(() -> extendee.linkSubMessage(extension, extendee));
    }

    @Test
    void pathNameOfAnExtensionIsItsNumberOrItsFullNameInBrackets() {
        MiniTableExtension extension = extension(extendable(), 5, FieldType.INT32);
        assertThat(extension.pathName()).isEqualTo("5");
        extension.setDefinition(new Definition() {
            @Override
            public String name() {
                return "x";
            }

            @Override
            public String fullName() {
                return "a.x";
            }
        });

        assertThat(extension.pathName()).isEqualTo("[a.x]");
    }

    @Test
    void registryFindsByTableAndNumber() {
        Seeded.forEach(200, seeded -> {
            List<MiniTable> tables = List.of(extendable(), extendable(), extendable());
            Map<List<Object>, MiniTableExtension> model = new HashMap<>();
            List<MiniTableExtension> all = new ArrayList<>();
            int count = seeded.pickInt(0, 1, 2, 3, 4, 7, 8, 100);
            while (all.size() < count) {
                MiniTable extendee = seeded.pick(tables);
                int number = seeded.nextBoolean() ? seeded.between(2, 200) : seeded.between(2, (1 << 29) - 1);
                if (!model.containsKey(List.of(extendee, number))) {
                    MiniTableExtension extension = extension(extendee, number, FieldType.INT32);
                    model.put(List.of(extendee, number), extension);
                    all.add(extension);
                }
            }
            ExtensionRegistry registry = ExtensionRegistry.of(all);

            assertThat(registry.size()).isEqualTo(count);
            assertThat(registry.extensions()).isEqualTo(all);
            for (MiniTableExtension extension : all) {
                for (MiniTable table : tables) {
                    assertThat(registry.find(table, extension.number()))
                            .isSameAs(model.get(List.of(table, extension.number())));
                }
            }
            for (int number = -1; number < 300; number++) {
                assertThat(registry.find(tables.get(0), number)).isSameAs(model.get(List.of(tables.get(0), number)));
            }
        });
    }

    @Test
    void registryTakesAnExtensionGivenTwiceOnce() {
        MiniTableExtension extension = extension(extendable(), 5, FieldType.INT32);

        assertThat(ExtensionRegistry.of(List.of(extension, extension)).extensions())
                .containsExactly(extension);
    }

    @Test
    void registryRefusesTwoExtensionsOfOneNumber() {
        MiniTable extendee = extendable();
        MiniTableExtension first = extension(extendee, 5, FieldType.INT32);
        MiniTableExtension second = extension(extendee, 5, FieldType.INT64);
        ExtensionRegistry registry = ExtensionRegistry.of(List.of(first));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.with(List.of(second)))
                .withMessageContaining("5");
        assertThat(registry.find(extendee, 5)).isSameAs(first);
    }

    @Test
    void registryWithMoreLeavesTheFirstAsItIs() {
        MiniTable extendee = extendable();
        MiniTableExtension first = extension(extendee, 5, FieldType.INT32);
        MiniTableExtension second = extension(extendee, 6, FieldType.INT32);
        ExtensionRegistry registry = ExtensionRegistry.of(List.of(first));
        ExtensionRegistry larger = registry.with(List.of(second));

        assertThat(larger.find(extendee, 5)).isSameAs(first);
        assertThat(larger.find(extendee, 6)).isSameAs(second);
        assertThat(registry.find(extendee, 6)).isNull();
        assertThat(ExtensionRegistry.empty().find(extendee, 5)).isNull();
        assertThat(ExtensionRegistry.of(List.of())).isSameAs(ExtensionRegistry.empty());
    }
}
