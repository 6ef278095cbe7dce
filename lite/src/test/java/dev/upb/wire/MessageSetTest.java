package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.minitable.MiniTable;
import dev.upb.testkit.wire.WireMessage;
import org.junit.jupiter.api.Test;

/**
 * Message sets: items {@code group 1 {2: type id, 3: message}}. Known are 1547769 and 2147483646 (number 15, nested set 16) and 1558 (value 25).
 */
class MessageSetTest {
    private static final int ITEM = 1_547_769;
    private static final int HIGHEST = 2_147_483_646;
    private static final MiniTable SET = Tables.of("matrix2.MessageSet");

    private static String decoded(WireMessage set) {
        return EveryPath.of(SET, set.encode(), Tables.WITH_EXTENSIONS);
    }

    private static WireMessage number(int number) {
        return WireMessage.builder().varint(15, number).build();
    }

    private static WireMessage item(long typeId, WireMessage payload) {
        return WireMessage.builder()
                .group(
                        1,
                        WireMessage.builder()
                                .varint(2, typeId)
                                .message(3, payload)
                                .build())
                .build();
    }

    @Test
    void itemsAreReadAndWritten() {
        WireMessage set = item(ITEM, number(1))
                .plus(item(1558, WireMessage.builder().string(25, "a").build()))
                .plus(item(HIGHEST, number(2)));
        assertThat(decoded(set)).isEqualTo(EveryPath.ok(set));
    }

    @Test
    void messageMayComeBeforeItsTypeId() {
        WireMessage turned = WireMessage.builder()
                .group(
                        1,
                        WireMessage.builder()
                                .message(3, number(1))
                                .varint(2, ITEM)
                                .build())
                .build();
        assertThat(decoded(turned)).isEqualTo(EveryPath.ok(item(ITEM, number(1))));
    }

    @Test
    void itemsOfOneTypeMerge() {
        WireMessage nested = WireMessage.builder()
                .message(16, item(1558, WireMessage.empty()))
                .build();
        assertThat(decoded(item(ITEM, number(1)).plus(item(ITEM, nested))))
                .isEqualTo(EveryPath.ok(item(ITEM, number(1).plus(nested))));
    }

    @Test
    void firstTypeIdAndFirstMessageOfAnItemCount() {
        WireMessage twice = WireMessage.builder()
                .group(
                        1,
                        WireMessage.builder()
                                .varint(2, ITEM)
                                .message(3, number(1))
                                .varint(2, 1558)
                                .message(3, number(2))
                                .build())
                .build();
        assertThat(decoded(twice)).isEqualTo(EveryPath.ok(item(ITEM, number(1))));
    }

    @Test
    void otherFieldsOfAnItemAreDropped() {
        WireMessage more = WireMessage.builder()
                .group(
                        1,
                        WireMessage.builder()
                                .varint(4, 1)
                                .varint(2, ITEM)
                                .group(5, WireMessage.builder().varint(2, 1558).build())
                                .fixed32(2, 9)
                                .message(3, number(1))
                                .string(6, "x")
                                .build())
                .build();
        assertThat(decoded(more)).isEqualTo(EveryPath.ok(item(ITEM, number(1))));
    }

    @Test
    void halfAnItemSaysNothing() {
        WireMessage halves = WireMessage.builder()
                .group(1, WireMessage.builder().varint(2, ITEM).build())
                .group(1, WireMessage.builder().message(3, number(1)).build())
                .group(1, WireMessage.empty())
                .build();
        assertThat(decoded(halves)).isEqualTo("ok ");
    }

    @Test
    void itemsOfUnknownTypeAreKeptInTheUsualForm() {
        WireMessage turned = WireMessage.builder()
                .group(
                        1,
                        WireMessage.builder()
                                .bytes(3, new byte[] {8})
                                .varint(2, 99)
                                .varint(7, 1)
                                .build())
                .build();
        WireMessage usual = WireMessage.builder()
                .group(
                        1,
                        WireMessage.builder()
                                .varint(2, 99)
                                .bytes(3, new byte[] {8})
                                .build())
                .build();
        assertThat(decoded(turned)).isEqualTo(EveryPath.ok(usual));
        assertThat(decoded(usual)).isEqualTo(EveryPath.ok(usual));
        // Without any extensions a set is a message of unknown fields.
        assertThat(EveryPath.of(SET, turned.encode())).isEqualTo(EveryPath.ok(turned));
    }

    @Test
    void typeIdsThatNoExtensionCanHaveAreKept() {
        for (long typeId : new long[] {0, 1L << 31, 0xFFFFFFFFL}) {
            assertThat(decoded(item(typeId, number(1)))).isEqualTo(EveryPath.ok(item(typeId, number(1))));
        }
    }

    @Test
    void extensionSentAsAnOrdinaryFieldIsTaken() {
        WireMessage plain = WireMessage.builder().message(ITEM, number(1)).build();
        assertThat(decoded(plain)).isEqualTo(EveryPath.ok(item(ITEM, number(1))));
        assertThat(decoded(plain.plus(item(ITEM, number(2))))).isEqualTo(EveryPath.ok(item(ITEM, number(2))));
    }

    @Test
    void ordinaryUnknownFieldsAreKept() {
        WireMessage mixed = WireMessage.builder()
                .varint(4, 1)
                .build()
                .plus(item(ITEM, number(1)))
                .plus(item(99, number(2)));
        assertThat(decoded(mixed))
                .isEqualTo(EveryPath.ok(item(ITEM, number(1))
                        .plus(WireMessage.builder().varint(4, 1).build())
                        .plus(item(99, number(2)))));
    }

    @Test
    void setsNest() {
        WireMessage inner = item(HIGHEST, number(3));
        WireMessage middle = WireMessage.builder().message(16, inner).build();
        WireMessage holder = WireMessage.builder()
                .message(1, item(ITEM, middle))
                .message(2, item(1558, WireMessage.empty()))
                .message(2, WireMessage.empty())
                .varint(3, 1)
                .build();
        assertThat(EveryPath.of(Tables.of("matrix2.MessageSetHolder"), holder.encode(), Tables.WITH_EXTENSIONS))
                .isEqualTo(EveryPath.ok(holder));
    }

    @Test
    void errorInAKnownItemIsLocatedInsideItsMessage() {
        // set { item 1558 { message: 25 as a truncated string } }, the type id behind the message.
        // 0a 0c | 0b | 1a 03 | ca01 05 | 10 96 0c | 0c ; offset 5 is the tag of field 25.
        assertThat(EveryPath.of(
                        Tables.of("matrix2.MessageSetHolder"), "0a0a 0b 1a03 ca0105 10960c 0c", Tables.WITH_EXTENSIONS))
                .isEqualTo("TRUNCATED at 5 in 1.1558.25");
    }

    @Test
    void errorInAnItemItselfIsLocatedInTheGroup() {
        MiniTable holder = Tables.of("matrix2.MessageSetHolder");
        assertThat(EveryPath.of(holder, "0a03 0b 1a05", Tables.WITH_EXTENSIONS)).isEqualTo("TRUNCATED at 3 in 1.1.3");
        assertThat(EveryPath.of(holder, "0a01 0b", Tables.WITH_EXTENSIONS)).isEqualTo("TRUNCATED at 2 in 1.1");
        assertThat(EveryPath.of(holder, "0a02 0b 10", Tables.WITH_EXTENSIONS)).isEqualTo("TRUNCATED at 3 in 1.1.2");
        assertThat(EveryPath.of(holder, "0a02 0b 14", Tables.WITH_EXTENSIONS)).isEqualTo("MALFORMED at 3 in 1.1.2");
        assertThat(EveryPath.of(holder, "0a03 0b 00 00", Tables.WITH_EXTENSIONS))
                .isEqualTo("MALFORMED at 3 in 1.1");
        // The end tag, made two bytes long, lies half outside.
        assertThat(EveryPath.of(holder, "0a02 0b 8c 00", Tables.WITH_EXTENSIONS))
                .isEqualTo("TRUNCATED at 3 in 1.1");
    }
}
