package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.upb.base.FieldType;
import dev.upb.mem.Arena;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.WireWriter;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compiled encoders ask for room once for many fields. Here it ends before each field in turn, and in the middle of each. */
class EncodeRoomTest {
    private static final int OFFSET = 5;

    @BeforeEach
    void start() {
        CompiledTier.compileAfter(0);
    }

    @AfterEach
    void restore() {
        CompiledTier.compileAfter(CompiledTier.DEFAULT_USES);
    }

    /** A type that holds itself, with {@code repeats} times the same kinds of fields. */
    private static MiniTable table(int repeats) {
        MiniTable.Builder builder = MiniTable.builder()
                .field(1, FieldType.MESSAGE, Cardinality.OPTIONAL, false, false, false)
                .field(2, FieldType.MESSAGE, Cardinality.REPEATED, false, false, false);
        for (int i = 0; i < repeats; i++) {
            int first = 3 + i * 8;
            builder.field(first, FieldType.STRING, Cardinality.OPTIONAL, false, true, false)
                    .field(first + 1, FieldType.INT32, Cardinality.OPTIONAL, false, false, false)
                    .field(first + 2, FieldType.BOOL, Cardinality.OPTIONAL, false, false, false)
                    .field(first + 3, FieldType.UINT32, Cardinality.OPTIONAL, false, false, false)
                    .field(first + 4, FieldType.FIXED64, Cardinality.IMPLICIT, false, false, false)
                    .field(first + 5, FieldType.SINT32, Cardinality.REPEATED, true, false, false)
                    .field(first + 6, FieldType.BYTES, Cardinality.IMPLICIT, false, false, false)
                    .field(first + 7, FieldType.SINT64, Cardinality.OPTIONAL, false, false, false);
        }
        MiniTable table = builder.build();
        table.linkSubMessage(table.field(0), table);
        table.linkSubMessage(table.field(1), table);
        return table;
    }

    /** A message in the form in which encoders write it. */
    private static byte[] message(Seeded seeded, int repeats, int depth) {
        WireWriter writer = new WireWriter();
        if (depth > 0 && seeded.percent(50)) {
            writer.tag(1, WireWriter.DELIMITED).delimited(message(seeded, repeats, depth - 1));
        }
        for (int i = depth > 0 ? seeded.between(0, 3) : 0; i > 0; i--) {
            writer.tag(2, WireWriter.DELIMITED).delimited(message(seeded, repeats, depth - 1));
        }
        for (int i = 0; i < repeats; i++) {
            int first = 3 + i * 8;
            if (seeded.percent(60)) {
                writer.tag(first, WireWriter.DELIMITED).string("s".repeat(seeded.between(0, 50)));
            }
            if (seeded.percent(60)) {
                writer.tag(first + 1, WireWriter.VARINT).varint(seeded.between(-1, 300));
            }
            if (seeded.percent(60)) {
                writer.tag(first + 2, WireWriter.VARINT).varint(seeded.between(0, 1));
            }
            if (seeded.percent(60)) {
                writer.tag(first + 3, WireWriter.VARINT).varint(seeded.between(0, 200));
            }
            if (seeded.percent(30)) {
                writer.tag(first + 4, WireWriter.FIXED64).fixed64(seeded.between(1, 9));
            }
            if (seeded.percent(30)) {
                WireWriter packed = new WireWriter();
                for (int n = seeded.between(1, 40); n > 0; n--) {
                    packed.varint(seeded.between(0, 40_000));
                }
                writer.tag(first + 5, WireWriter.DELIMITED).delimited(packed.toByteArray());
            }
            if (seeded.percent(30)) {
                writer.tag(first + 6, WireWriter.DELIMITED).delimited(new byte[seeded.between(1, 200)]);
            }
            if (seeded.percent(30)) {
                writer.tag(first + 7, WireWriter.VARINT).varint(seeded.between(0, 1000) * 1_000_000_007L);
            }
        }
        return writer.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 9})
    void theRoomOfTheTargetMayEndAnywhere(int repeats) {
        MiniTable table = table(repeats);
        assertThat(CompiledTier.compile(table)).isTrue();
        Seeded.forEach(20, seeded -> {
            byte[] bytes = message(seeded, repeats, 3);
            try (Arena arena = Arena.create()) {
                MiniMessage message = Decoder.decode(table, arena, bytes, DecodeOptions.DEFAULT);
                for (int spare = 0; spare < 1500; spare += spare < 300 ? 1 : 17) {
                    byte[] target = new byte[OFFSET + bytes.length + spare];
                    Arrays.fill(target, 0, OFFSET, (byte) 0x55);
                    int size = Encoder.encode(message, target, OFFSET, EncodeOptions.DEFAULT);
                    assertThat(Arrays.copyOfRange(target, OFFSET, OFFSET + size))
                            .isEqualTo(bytes);
                    assertThat(Arrays.copyOf(target, OFFSET)).containsOnly(0x55);
                }
                if (bytes.length > 0) {
                    byte[] small = new byte[OFFSET + bytes.length - 1];
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> Encoder.encode(message, small, OFFSET, EncodeOptions.DEFAULT))
                            .withMessageContaining(bytes.length + " bytes");
                }
            }
        });
    }
}
