package dev.upb.benchmarks.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.upb.benchmarks.proto.Int64Values;
import dev.upb.benchmarks.proto.MessageValues;
import dev.upb.benchmarks.proto.StringValues;
import dev.upb.benchmarks.proto.Wide300;
import dev.upb.testkit.proto.vectortile.Tile;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class WorkloadsTest {
    private static long checksum(Message message) {
        CRC32 checksum = new CRC32();
        checksum.update(message.toByteArray());
        return checksum.getValue();
    }

    @Test
    void generatorsGiveTheSameEachTime() {
        List<Supplier<Message>> generators = List.of(
                Workloads::packedDoubles,
                Workloads::smallStrings,
                Workloads::mapHeavy,
                Workloads::deep,
                Workloads::telemetry,
                () -> Workloads.wide(Wide300.getDefaultInstance()),
                () -> Workloads.records(100),
                () -> Workloads.visits(100),
                () -> Workloads.dictionary(100),
                () -> Workloads.numbers(100));
        for (Supplier<Message> generator : generators) {
            assertThat(generator.get().toByteArray()).isEqualTo(generator.get().toByteArray());
        }
    }

    /** Results of different days and Javas can be compared only if their inputs are the same. */
    @Test
    void generatorsGiveTheSameOnEveryMachine() {
        assertThat(checksum(Workloads.packedDoubles())).isEqualTo(0xb6cf_dd63L);
        assertThat(checksum(Workloads.smallStrings())).isEqualTo(0x710f_9a34L);
        assertThat(checksum(Workloads.mapHeavy())).isEqualTo(0x3ad1_fe35L);
        assertThat(checksum(Workloads.deep())).isEqualTo(0xe4f2_9ad6L);
        assertThat(checksum(Workloads.telemetry())).isEqualTo(0x6fa2_3e2bL);
        assertThat(checksum(Workloads.wide(Wide300.getDefaultInstance()))).isEqualTo(0x492b_7dc8L);
        assertThat(checksum(Workloads.records(1000))).isEqualTo(0x9ba9_6696L);
        assertThat(checksum(Workloads.visits(1000))).isEqualTo(0x8e0f_0e2eL);
        assertThat(checksum(Workloads.dictionary(1000))).isEqualTo(0xab0b_df02L);
        assertThat(checksum(Workloads.numbers(1000))).isEqualTo(0x96e3_e5e6L);
    }

    @Test
    void messagesAreAsLargeAsTheirDescriptionsSay() {
        assertThat(Workloads.vectorTile().getSerializedSize()).isEqualTo(85_138);
        assertThat(((Tile) Workloads.vectorTile()).getLayersCount()).isEqualTo(13);
        assertThat(Workloads.packedDoubles().getSerializedSize()).isBetween(80_000, 81_000);
        assertThat(Workloads.smallStrings().getSerializedSize()).isBetween(11_400, 12_600);
        assertThat(Workloads.mapHeavy().getSerializedSize()).isBetween(9_500, 10_500);
        assertThat(Workloads.deep().getSerializedSize()).isBetween(1235, 1365);
        assertThat(Workloads.telemetry().getSerializedSize()).isBetween(61_750, 68_250);
        assertThat(Workloads.records(10_000).getSerializedSize()).isBetween(399_000, 441_000);
        assertThat(((ExportTraceServiceRequest) Workloads.telemetry())
                        .getResourceSpansList().stream()
                                .mapToInt(service -> service.getScopeSpans(0).getSpansCount())
                                .sum())
                .isEqualTo(200);
    }

    @Test
    void wideMessagesHaveAllFieldsSet() {
        assertThat(Workloads.wide(Wide300.getDefaultInstance()).getAllFields()).hasSize(300);
    }

    @Test
    void valuesFillTheSizeThatIsAskedFor() {
        for (int size : new int[] {8, 64, 512}) {
            for (Message type : List.of(
                    Int64Values.getDefaultInstance(),
                    StringValues.getDefaultInstance(),
                    MessageValues.getDefaultInstance())) {
                Message message = Workloads.values(type, size);
                int values = message.getRepeatedFieldCount(
                        type.getDescriptorForType().findFieldByNumber(1));
                assertThat(message.getSerializedSize() - values).isBetween(size, size + 10);
            }
        }
    }
}
