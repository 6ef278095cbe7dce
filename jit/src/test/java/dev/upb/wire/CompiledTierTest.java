package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.base.FieldType;
import dev.upb.mem.Arena;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.MiniTableEnum;
import dev.upb.testkit.wire.Hex;
import dev.upb.wire.internal.Trace;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When types are compiled, and which tier then runs; that both mean the same is for the tests of the other modules, which run here again. */
class CompiledTierTest {
    @BeforeEach
    void start() {
        CompiledTier.compileAfter(0);
        Trace.take();
    }

    @AfterEach
    void restore() {
        CompiledTier.compileAfter(CompiledTier.DEFAULT_USES);
    }

    /** A message with itself as field 1, twice as field 2, an int32 3 and a closed enum {0, 5, 300} 4. */
    private static MiniTable recursive() {
        MiniTable table = MiniTable.builder()
                .field(1, FieldType.MESSAGE, Cardinality.OPTIONAL, false, false, false)
                .field(2, FieldType.MESSAGE, Cardinality.REPEATED, false, false, false)
                .field(3, FieldType.INT32, Cardinality.OPTIONAL, false, false, false)
                .field(4, FieldType.ENUM, Cardinality.OPTIONAL, false, false, false)
                .build();
        table.linkSubMessage(table.field(0), table);
        table.linkSubMessage(table.field(1), table);
        table.linkSubEnum(table.field(3), MiniTableEnum.of(0, 5, 300));
        return table;
    }

    private static String decodeAndEncode(MiniTable table, String hex) {
        try (Arena arena = Arena.create()) {
            MiniMessage message = Decoder.decode(table, arena, Hex.bytes(hex), DecodeOptions.DEFAULT);
            String decoded = Trace.take();
            byte[] encoded = Encoder.encode(message, EncodeOptions.DEFAULT);
            return decoded + " " + Trace.take() + " " + Hex.string(encoded);
        }
    }

    @Test
    void aCompilerIsFound() {
        assertThat(CompiledTier.isAvailable()).isTrue();
    }

    @Test
    void messagesRunFromTheTableUntilTheirTypeIsCompiled() {
        MiniTable table = recursive();

        assertThat(decodeAndEncode(table, "0a021807")).isEqualTo("TT TT 0a021807");
        assertThat(CompiledTier.isCompiled(table)).isFalse();
        assertThat(CompiledTier.compile(table)).isTrue();
        assertThat(CompiledTier.isCompiled(table)).isTrue();
        assertThat(decodeAndEncode(table, "0a021807")).isEqualTo("CC CC 0a021807");
        assertThat(CompiledTier.compile(table)).isTrue();
    }

    @Test
    void optionsCanKeepToTheTable() {
        MiniTable table = recursive();
        CompiledTier.compile(table);
        try (Arena arena = Arena.create()) {
            MiniMessage message =
                    Decoder.decode(table, arena, Hex.bytes("0a021807"), DecodeOptions.DEFAULT.withCompiledTier(false));
            assertThat(Trace.take()).isEqualTo("TT");
            Encoder.encode(message, EncodeOptions.DEFAULT.withCompiledTier(false));
            assertThat(Trace.take()).isEqualTo("TT");
        }
    }

    @Test
    void whatIsRareGoesToTheTableFieldByField() {
        MiniTable table = recursive();
        CompiledTier.compile(table);

        // Unknown field 9; enum 6, which is not declared; field 3 with the wrong wire type; enum 300, which is
        // declared.
        assertThat(decodeAndEncode(table, "48011801")).isEqualTo("Cr C 18014801");
        assertThat(decodeAndEncode(table, "2006")).isEqualTo("Cr C 2006");
        assertThat(decodeAndEncode(table, "1a00")).isEqualTo("Cr C 1a00");
        assertThat(decodeAndEncode(table, "20ac02")).isEqualTo("C C 20ac02");
        // A tag that is one byte longer than it need be.
        assertThat(decodeAndEncode(table, "980007")).isEqualTo("C C 1807");
    }

    @Test
    void allTypesThatAMessageCanHoldAreCompiledHoweverMany() {
        List<MiniTable> chain = new ArrayList<>();
        for (int i = 0; i < 350; i++) {
            MiniTable table = MiniTable.builder()
                    .field(1, FieldType.MESSAGE, Cardinality.OPTIONAL, false, false, false)
                    .field(2, FieldType.MESSAGE, Cardinality.REPEATED, false, false, false)
                    .build();
            if (i > 0) {
                table.linkSubMessage(table.field(0), chain.get(i - 1));
                table.linkSubMessage(table.field(1), chain.get(i / 2));
            }
            chain.add(table);
        }
        MiniTable top = chain.get(349);
        CompiledTier.compile(top);

        assertThat(chain).allMatch(CompiledTier::isCompiled);
        StringBuilder nested = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            nested.insert(0, String.format("0a%02x", nested.length() / 2));
        }
        assertThat(EveryPath.of(top, nested.toString())).isEqualTo("ok " + nested);
        Trace.take();
        assertThat(decodeAndEncode(top, nested.toString())).startsWith("C".repeat(61) + " " + "C".repeat(61));
    }

    @Test
    void aTypeIsCompiledInTheBackgroundAfterAsManyUsesAsWereSet() throws InterruptedException {
        MiniTable table = recursive();
        CompiledTier.compileAfter(4);
        decodeAndEncode(table, "1801");
        assertThat(CompiledTier.isCompiled(table)).isFalse();
        decodeAndEncode(table, "1801");

        for (int i = 0; i < 1000 && !CompiledTier.isCompiled(table); i++) {
            Thread.sleep(10);
        }
        assertThat(CompiledTier.isCompiled(table)).isTrue();
        Trace.take();
        assertThat(decodeAndEncode(table, "1801")).isEqualTo("C C 1801");
    }

    @Test
    void aTypeIsCompiledBeforeItsFirstUseIfThatIsSet() {
        CompiledTier.compileAfter(1);

        assertThat(decodeAndEncode(recursive(), "1801")).isEqualTo("C C 1801");
    }

    @Test
    void noTypeIsCompiledIfThatIsSet() {
        MiniTable table = recursive();
        for (int i = 0; i < CompiledTier.DEFAULT_USES + 10; i++) {
            decodeAndEncode(table, "1801");
        }
        assertThat(CompiledTier.isCompiled(table)).isFalse();
    }

    @Test
    void whatIsLinkedLaterIsNotMissed() {
        MiniTable table = MiniTable.builder()
                .field(1, FieldType.MESSAGE, Cardinality.OPTIONAL, false, false, false)
                .build();
        CompiledTier.compile(table);
        assertThat(decodeAndEncode(table, "0a021807")).isEqualTo("Cr C 0a021807");

        table.linkSubMessage(table.field(0), recursive());
        CompiledTier.compile(table);

        assertThat(decodeAndEncode(table, "0a021807")).isEqualTo("CC CC 0a021807");
    }

    @Test
    void whatIsLinkedLaterBelowACompiledTypeIsNotLost() {
        MiniTable inner = MiniTable.builder()
                .field(1, FieldType.MESSAGE, Cardinality.OPTIONAL, false, false, false)
                .field(2, FieldType.MESSAGE, Cardinality.REPEATED, false, false, false)
                .build();
        MiniTable outer = MiniTable.builder()
                .field(1, FieldType.MESSAGE, Cardinality.OPTIONAL, false, false, false)
                .build();
        outer.linkSubMessage(outer.field(0), inner);
        CompiledTier.compile(outer);

        inner.linkSubMessage(inner.field(0), recursive());
        inner.linkSubMessage(inner.field(1), recursive());

        assertThat(decodeAndEncode(outer, "0a080a02180712021808")).endsWith(" 0a080a02180712021808");
        assertThat(EveryPath.of(outer, "0a080a02180712021808")).isEqualTo("ok 0a080a02180712021808");
    }

    @Test
    void aLowerNumberOfUsesHoldsForTypesThatWereUsedMoreOftenAlready() throws InterruptedException {
        MiniTable table = recursive();
        CompiledTier.compileAfter(1000);
        for (int i = 0; i < 10; i++) {
            decodeAndEncode(table, "1801");
        }
        CompiledTier.compileAfter(5);
        decodeAndEncode(table, "1801");

        for (int i = 0; i < 1000 && !CompiledTier.isCompiled(table); i++) {
            Thread.sleep(10);
        }
        assertThat(CompiledTier.isCompiled(table)).isTrue();
    }

    @Test
    void codeGoesWithItsType() throws InterruptedException {
        MiniTable table = recursive();
        CompiledTier.compile(table);
        decodeAndEncode(table, "1801");
        WeakReference<Class<?>> code = new WeakReference<>(table.codec().getClass());
        table = null;

        for (int i = 0; i < 100 && code.get() != null; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertThat(code.get()).isNull();
    }

    @Test
    void threadsMayCompileAndUseOneTypeAtOnce() throws Exception {
        for (int round = 0; round < 20; round++) {
            MiniTable table = recursive();
            CountDownLatch start = new CountDownLatch(1);
            ExecutorService threads = Executors.newFixedThreadPool(4);
            try {
                List<Future<Boolean>> results = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    boolean compiles = i % 2 == 0;
                    results.add(threads.submit(() -> {
                        start.await();
                        for (int n = 0; n < 50; n++) {
                            if (compiles && n == 10 && !CompiledTier.compile(table)) {
                                return false;
                            }
                            if (!decodeAndEncode(table, "0a021807").endsWith(" 0a021807")) {
                                return false;
                            }
                        }
                        return true;
                    }));
                }
                start.countDown();
                for (Future<Boolean> result : results) {
                    assertThat(result.get()).isTrue();
                }
            } finally {
                threads.shutdownNow();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 39, 40, 41, 63, 64, 65, 80, 81, 300, 1000, 3000})
    void wideTypesMeanTheSameInBothTiers(int width) {
        FieldType[] types = {
            FieldType.INT32, FieldType.STRING, FieldType.BOOL, FieldType.DOUBLE, FieldType.SINT64, FieldType.BYTES
        };
        Cardinality[] cardinalities = {Cardinality.OPTIONAL, Cardinality.IMPLICIT, Cardinality.REPEATED};
        MiniTable.Builder builder = MiniTable.builder();
        int[] numbers = new int[width];
        for (int i = 0; i < width; i++) {
            numbers[i] = i < 100 ? i + 1 : i * 37;
            builder.field(numbers[i], types[i % 6], cardinalities[i % 5 % 3], false, true, false);
        }
        MiniTable table = builder.build();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            StringBuilder hex = new StringBuilder();
            for (int n = random.nextInt(60); n > 0; n--) {
                int i = random.nextInt(width);
                hex.append(varint((long) numbers[i] << 3 | types[i % 6].wireType()));
                hex.append(
                        switch (types[i % 6].wireType()) {
                            case 0 -> varint(random.nextLong() >>> random.nextInt(64));
                            case 1 -> "0000000000000000".replace('0', (char) ('0' + random.nextInt(10)));
                            default -> random.nextBoolean() ? "0161" : "00";
                        });
            }
            for (int cut : new int[] {hex.length() / 2, random.nextInt(hex.length() / 2 + 1)}) {
                // Both tiers and all inputs agree, or it throws; what they agree on is for the other tests.
                assertThat(EveryPath.of(table, hex.substring(0, cut * 2)))
                        .as("seed %d", seed)
                        .isNotEmpty();
            }
        }
        assertThat(CompiledTier.isCompiled(table)).isTrue();
    }

    private static String varint(long value) {
        StringBuilder hex = new StringBuilder();
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            hex.append(String.format("%02x", rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        return hex.append(String.format("%02x", rest)).toString();
    }

    @Test
    void aTypeThatIsTooWideIsLeftToTheTable() {
        MiniTable.Builder builder = MiniTable.builder();
        for (int number = 1; number <= 5000; number++) {
            builder.field(number, FieldType.INT32, Cardinality.IMPLICIT, false, false, false);
        }
        MiniTable wide = builder.build();
        MiniTable outer = MiniTable.builder()
                .field(1, FieldType.MESSAGE, Cardinality.OPTIONAL, false, false, false)
                .build();
        outer.linkSubMessage(outer.field(0), wide);

        assertThat(CompiledTier.compile(wide)).isFalse();
        assertThat(CompiledTier.compile(outer)).isTrue();
        assertThat(decodeAndEncode(outer, "0a020801")).isEqualTo("CT CT 0a020801");
    }
}
