package dev.upb.benchmarks.growth;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Agreement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProbeTest {
    /** Steps above this take seconds to make. */
    private static final int LARGEST = 1000;

    @ParameterizedTest
    @EnumSource
    void allCodecsAgreeAlongAnAxis(Axis axis) throws Exception {
        for (int value : axis.values.stream().filter(step -> step <= LARGEST).toList()) {
            Message message = axis.message(value);
            byte[] bytes = message.toByteArray();
            assertThat(axis.message(value).toByteArray()).as("made once more").isEqualTo(bytes);
            for (String name : Codec.names()) {
                Codec codec = Codec.of(name, message);
                Object parsed = codec.parse(bytes);
                assertThat(codec.serialize(parsed))
                        .as("%s, %s %d", name, axis, value)
                        .isEqualTo(bytes);
                assertThat(codec.serialize(codec.parseToKeep(bytes))).isEqualTo(bytes);
                if (parsed instanceof dev.upb.reflection.Message ours) {
                    Agreement.check(ours, message);
                }
            }
        }
    }

    @Test
    void bytesAreWithinATenthOfTheStep() {
        for (int value : new int[] {1000, 10_000, 100_000}) {
            assertThat((double) Axis.BYTES.message(value).getSerializedSize()).isBetween(0.9 * value, 1.1 * value);
        }
    }

    @Test
    void stopwatchRunsTheOperationAndGivesItsTime() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        double nanos = new Stopwatch(0.02).measure(() -> {
            Thread.sleep(1);
            return runs.incrementAndGet();
        });
        assertThat(nanos).isBetween(1e6, 1e9);
        assertThat(runs.get()).isGreaterThanOrEqualTo(10);
    }

    @Test
    void retainedBytesAreThoseOfTheObjects() throws Exception {
        assertThat(Retained.bytes(100, () -> new byte[100_000])).isBetween(99_000.0, 108_000.0);
    }
}
