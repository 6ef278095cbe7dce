package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.upb.base.FieldType;
import dev.upb.mem.Arena;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.ExtensionRegistry;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.testkit.wire.WireMessage;
import dev.upb.testkit.wire.WireWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Extensions of matrix2.Extendable: 1000 + type singular, 1100 + type repeated, 1200 + type packed. Types are in FieldMatrixTest. */
class ExtensionTest {
    private static final MiniTable EXTENDABLE = Tables.of("matrix2.Extendable");

    private static String decoded(WireMessage input) {
        return EveryPath.of(EXTENDABLE, input.encode(), Tables.WITH_EXTENSIONS);
    }

    private static WireMessage child(int id) {
        return WireMessage.builder().varint(1, id).build();
    }

    @Test
    void extensionStaysUnknownWithoutARegistry() throws Exception {
        byte[] input = WireMessage.builder().varint(1005, 7).varint(1, 1).encode();
        byte[] expected = WireMessage.builder().varint(1, 1).varint(1005, 7).encode();

        assertThat(EveryPath.of(EXTENDABLE, input)).isEqualTo(EveryPath.ok(expected));
        try (Arena arena = Arena.create()) {
            MiniTableExtension int32 = Tables.EXTENSIONS.find(EXTENDABLE, 1005);
            assertThat(Decoder.decode(EXTENDABLE, arena, input, DecodeOptions.DEFAULT)
                            .has(int32))
                    .isFalse();
            MiniMessage known = Decoder.decode(EXTENDABLE, arena, input, Tables.WITH_EXTENSIONS);
            assertThat(known.has(int32)).isTrue();
            assertThat(known.getInt(int32)).isEqualTo(7);
            assertThat(known.unknownFields().isEmpty()).isTrue();
        }
    }

    @Test
    void messagesAndGroupsOfOneExtensionMerge() {
        WireMessage input = WireMessage.builder()
                .message(1011, child(1))
                .group(1010, child(2))
                .message(1011, WireMessage.builder().string(2, "a").build())
                .group(1010, WireMessage.builder().string(2, "b").build())
                .build();
        assertThat(decoded(input))
                .isEqualTo(EveryPath.ok(WireMessage.builder()
                        .message(
                                1011,
                                child(1).plus(WireMessage.builder()
                                        .string(2, "a")
                                        .build()))
                        .group(
                                1010,
                                child(2).plus(WireMessage.builder()
                                        .string(2, "b")
                                        .build()))
                        .build()));
    }

    @Test
    void elementsOfARepeatedExtensionMayBeAnywhere() {
        WireMessage input = WireMessage.builder()
                .message(1111, child(1))
                .varint(1, 5)
                .varint(1105, 1)
                .message(1111, child(2))
                .varint(77, 7)
                .packedVarints(1105, 2, 3)
                .build();
        assertThat(decoded(input))
                .isEqualTo(EveryPath.ok(WireMessage.builder()
                        .varint(1, 5)
                        .message(1111, child(1))
                        .message(1111, child(2))
                        .varint(1105, 1)
                        .varint(1105, 2)
                        .varint(1105, 3)
                        .varint(77, 7)
                        .build()));
    }

    @Test
    void fieldsComeBeforeExtensionsAndTheseBeforeUnknownFields() {
        WireMessage input = WireMessage.builder()
                .varint(77, 1)
                .varint(1013, 2)
                .varint(1998, 3)
                .varint(1003, 4)
                .varint(78, 5)
                .varint(1, 6)
                .build();
        assertThat(decoded(input))
                .isEqualTo(EveryPath.ok(WireMessage.builder()
                        .varint(1, 6)
                        .varint(1013, 2)
                        .varint(1003, 4)
                        .varint(77, 1)
                        .varint(1998, 3)
                        .varint(78, 5)
                        .build()));
        assertThat(Roundtrip.bytes(
                        EXTENDABLE,
                        input.encode(),
                        Tables.WITH_EXTENSIONS,
                        EncodeOptions.DEFAULT.withDeterministic(true).withUnknownFields(false)))
                .isEqualTo(WireMessage.builder()
                        .varint(1, 6)
                        .varint(1003, 4)
                        .varint(1013, 2)
                        .encode());
    }

    @Test
    void extensionIsKnownInTheMessageThatItExtendsAlone() {
        WireMessage input = WireMessage.builder().fixed32(1005, 1).build();
        // In matrix2023 extension 1005 is an int32 too; here it is no field of Child at all.
        assertThat(EveryPath.of(Tables.of("matrix2.Child"), input.encode(), Tables.WITH_EXTENSIONS))
                .isEqualTo(EveryPath.ok(input));
    }

    @Test
    void largestNumberAndExtensionsDeclaredInMessagesAreKnown() {
        WireMessage input = WireMessage.builder()
                .string(536_870_911, "last")
                .message(1300, WireMessage.builder().varint(1, 3).build())
                .build();
        assertThat(decoded(input)).isEqualTo(EveryPath.ok(input));
        // Cut short, it is an error only if it is known.
        WireMessage broken = WireMessage.builder().bytes(1300, new byte[] {8}).build();
        assertThat(decoded(broken)).isEqualTo("TRUNCATED at 3 in 1300.1");
        assertThat(EveryPath.of(EXTENDABLE, broken.encode())).isEqualTo(EveryPath.ok(broken));
    }

    @Test
    void unlinkedExtensionStaysUnknown() {
        MiniTableExtension unlinked =
                MiniTableExtension.of(EXTENDABLE, 1500, FieldType.MESSAGE, false, false, false, false);
        WireMessage input = WireMessage.builder().message(1500, child(1)).build();
        DecodeOptions options = DecodeOptions.DEFAULT.withExtensions(ExtensionRegistry.of(List.of(unlinked)));
        assertThat(EveryPath.of(EXTENDABLE, input.encode(), options)).isEqualTo(EveryPath.ok(input));
    }

    @Test
    void extensionsBehindManyUnknownFieldsCostLinearTime() {
        // Unknown fields that can't be joined to one piece, then one extension over and over.
        WireWriter input = new WireWriter();
        for (int i = 0; i < 300_000; i++) {
            input.tag(77, 0).varint(1).tag(1, 0).varint(1);
        }
        for (int i = 0; i < 300_000; i++) {
            input.tag(1005, 0).varint(1);
        }
        byte[] bytes = input.toByteArray();
        byte[] encoded = assertTimeoutPreemptively(
                Duration.ofSeconds(20), () -> Roundtrip.bytes(EXTENDABLE, bytes, Tables.WITH_EXTENSIONS));
        assertThat(encoded).hasSize(2 + 3 + 300_000 * 3);
    }
}
