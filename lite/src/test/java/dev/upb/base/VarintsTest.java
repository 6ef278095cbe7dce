package dev.upb.base;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedOutputStream;
import dev.upb.testkit.random.RandomValues;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.Hex;
import dev.upb.testkit.wire.WireWriter;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VarintsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 00",
        "1, 01",
        "127, 7f",
        "128, 8001",
        "300, ac02",
        "16383, ff7f",
        "16384, 808001",
        "4294967295, ffffffff0f",
        "9223372036854775807, ffffffffffffffff7f",
        "-1, ffffffffffffffffff01",
        "-9223372036854775808, 80808080808080808001"
    })
    void valueTakesTheBytesOfTheSpecification(long value, String hex) {
        byte[] target = new byte[12];
        int end = Varints.put(target, 1, value);

        assertThat(Hex.string(Arrays.copyOfRange(target, 1, end))).isEqualTo(hex);
        assertThat(Varints.size(value)).isEqualTo(hex.length() / 2);
    }

    @Test
    void sizeAtEachPowerOfTwoIsThatOfProtobufJava() {
        for (int bit = 0; bit < 64; bit++) {
            for (long value : new long[] {1L << bit, (1L << bit) - 1, -(1L << bit)}) {
                assertThat(Varints.size(value))
                        .as("%x", value)
                        .isEqualTo(CodedOutputStream.computeUInt64SizeNoTag(value));
                assertThat(Varints.size((int) value))
                        .as("%x", (int) value)
                        .isEqualTo(CodedOutputStream.computeUInt32SizeNoTag((int) value));
            }
        }
    }

    @Test
    void randomValuesAreWrittenAsTheTestkitWritesThem() {
        Seeded.forEach(2000, seeded -> {
            long value = RandomValues.bits64(seeded);
            byte[] target = new byte[Varints.MAX_SIZE];

            int end = Varints.put(target, 0, value);

            assertThat(Arrays.copyOf(target, end))
                    .isEqualTo(new WireWriter().varint(value).toByteArray());
        });
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "-1, 1", "1, 2", "-2, 3", "2147483647, 4294967294", "-2147483648, 4294967295"})
    void zigZagFollowsTheTableOfTheSpecification(int value, long unsigned) {
        assertThat(Varints.zigZag(value) & 0xFFFFFFFFL).isEqualTo(unsigned);
        assertThat(Varints.unZigZag((int) unsigned)).isEqualTo(value);
        assertThat(Varints.zigZag((long) value)).isEqualTo(unsigned);
        assertThat(Varints.unZigZag(unsigned)).isEqualTo(value);
    }

    @Test
    void zigZagOfTheSmallestLongHasAllBitsSet() {
        assertThat(Varints.zigZag(Long.MIN_VALUE)).isEqualTo(-1L);
        assertThat(Varints.zigZag(Long.MAX_VALUE)).isEqualTo(-2L);
        assertThat(Varints.unZigZag(-1L)).isEqualTo(Long.MIN_VALUE);
    }
}
