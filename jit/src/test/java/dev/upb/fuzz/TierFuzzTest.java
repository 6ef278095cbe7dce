package dev.upb.fuzz;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import dev.upb.testkit.random.Mutations;
import dev.upb.testkit.random.RandomMessage;
import dev.upb.testkit.random.RandomSchema;
import dev.upb.testkit.random.RandomWire;
import dev.upb.testkit.random.Seeded;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Both tiers mean the same: tables and compiled code give equal messages and bytes, or fail alike. Three bytes in front of a message choose its
 * type (see {@link TierTypes}), how it is read (see {@link TierReading}), and how much of it is read first, before the rest is merged into that.
 */
final class TierFuzzTest {
    private static final int HEADER = 3;

    @TestFactory
    Stream<DynamicTest> inputThatIsKeptIsHandled() throws IOException, URISyntaxException {
        return FuzzCorpus.replay(TierFuzzTest.class, TierFuzzTest::fuzzerTestOneInput);
    }

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        if (input.length >= HEADER) {
            byte[] bytes = Arrays.copyOfRange(input, HEADER, input.length);
            int cut = Math.min(input[2] & 0xff, bytes.length);
            new TierReading(TierTypes.of(input), input[1] & 0xff, cut, bytes).compare();
        }
    }

    @Test
    void messagesOfDrawnTypesMeanTheSame() {
        Seeded.forEach(100, seeded -> {
            FileDescriptor file = RandomSchema.build(
                    seeded.oneIn(4) ? TierTypes.wide(seeded.between(1, 70)) : RandomSchema.next(seeded));
            Descriptor type = seeded.pick(file.getMessageTypes());
            TierTypes types = TierTypes.of(TierTypes.pool(file.toProto()).message(type.getFullName()));
            for (int i = 0; i < 20; i++) {
                byte[] valid = seeded.nextBoolean()
                        ? RandomWire.valid(seeded, type).encode()
                        : RandomMessage.defaults().next(seeded, type).toByteArray();
                byte[] bytes = seeded.nextBoolean() ? valid : Mutations.mutate(seeded, valid);
                int cut = seeded.nextBoolean() ? 0 : seeded.between(0, bytes.length);
                new TierReading(types, seeded.below(256), cut, bytes).compare();
            }
        });
    }
}
