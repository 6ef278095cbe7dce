package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.mem.Arena;
import dev.upb.mem.internal.Heap;
import dev.upb.message.MiniMessage;
import dev.upb.minitable.MiniTable;
import dev.upb.testkit.AllocationMeter;
import dev.upb.testkit.corpus.Corpus;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Coding allocates nothing on the Java heap once arena and buffers are warm. */
class AllocationTest {
    static List<Corpus.Entry> entries() {
        return Corpus.entries().stream()
                .filter(entry -> entry.name().endsWith("-1") || !entry.name().contains("matrix"))
                .toList();
    }

    private static MiniTable table(Corpus.Entry entry) {
        return Tables.of(entry.message().getDescriptorForType());
    }

    @ParameterizedTest
    @MethodSource("entries")
    void decodingIntoAReusedArenaAllocatesNothing(Corpus.Entry entry) throws Exception {
        byte[] input = entry.bytes();
        MiniTable table = table(entry);
        try (Arena arena = Arena.create()) {
            Heap heap = arena.heap();
            assertThat(AllocationMeter.smallest(20, 20, () -> {
                        heap.reset();
                        Decoder.decodeRaw(table, heap, input, 0, input.length, Tables.WITH_EXTENSIONS);
                    }))
                    .isZero();
            ByteBuffer direct =
                    ByteBuffer.allocateDirect(input.length).put(input).flip();
            assertThat(AllocationMeter.smallest(20, 20, () -> {
                        heap.reset();
                        Decoder.decodeRaw(table, heap, direct, Tables.WITH_EXTENSIONS);
                    }))
                    .as("direct buffer")
                    .isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("entries")
    void encodingToTheCallersArrayAllocatesNothing(Corpus.Entry entry) throws Exception {
        byte[] target = new byte[entry.bytes().length + 100];
        try (Arena arena = Arena.create()) {
            MiniMessage message = Decoder.decode(table(entry), arena, entry.bytes(), Tables.WITH_EXTENSIONS);
            assertThat(AllocationMeter.smallest(
                            20, 20, () -> Encoder.encode(message, target, 50, EncodeOptions.DEFAULT)))
                    .isZero();
            if (entry.bytes().length < 200_000) {
                assertThat(AllocationMeter.smallest(20, 20, () -> Encoder.encodedSize(message, EncodeOptions.DEFAULT)))
                        .as("size")
                        .isZero();
            }
        }
    }
}
