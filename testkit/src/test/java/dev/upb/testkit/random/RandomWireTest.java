package dev.upb.testkit.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.wire.WireField;
import dev.upb.testkit.wire.WireFormatException;
import dev.upb.testkit.wire.WireMessage;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomWireTest {
    @Test
    void validBytesAreAcceptedByProtobufJava() {
        Seeded.forEach(2000, seeded -> {
            byte[] bytes = RandomWire.valid(seeded).encode();
            assertThat(UnknownFieldSet.parseFrom(bytes)).isNotNull();
        });
    }

    @Test
    void validBytesUseAllWireTypesAndOverlongForms() {
        Set<Integer> wireTypes = new HashSet<>();
        boolean[] overlong = {false};
        Seeded.forEach(100, seeded -> {
            WireMessage message = RandomWire.valid(seeded);
            message.fields().forEach(field -> wireTypes.add(field.value().wireType()));
            overlong[0] |= !message.canonical().equals(message);
        });
        assertThat(wireTypes).containsExactlyInAnyOrder(0, 1, 2, 3, 5);
        assertThat(overlong[0]).isTrue();
    }

    @Test
    void validBytesOfATypeAreAcceptedByProtobufJavaAndMostlyKnown() {
        int known = 0;
        int unknown = 0;
        for (Descriptor type : Corpus.ownTypes()) {
            for (long seed = 1; seed <= 20; seed++) {
                WireMessage message = RandomWire.valid(Seeded.of(seed), type);
                assertThat(parse(type, message))
                        .as("%s, seed %d", type.getFullName(), seed)
                        .isNotNull();
                for (WireField field : message.fields()) {
                    if (type.findFieldByNumber(field.number()) != null) {
                        known++;
                    } else {
                        unknown++;
                    }
                }
            }
        }
        assertThat(known).isGreaterThan(unknown * 3);
        assertThat(unknown).isPositive();
    }

    @Test
    void malformedBytesAreRefusedByBothReaders() {
        Seeded.forEach(2000, seeded -> {
            byte[] bytes = RandomWire.malformed(seeded);
            WireFormatException e = catchThrowableOfType(WireFormatException.class, () -> WireMessage.parse(bytes));
            assertThat(e).isNotNull();
            // protobuf-java takes a length modulo 2^32: 2^32 and 2^63 are 0 for it.
            if (!e.getMessage().matches("length (4294967296|9223372036854775808) .*")) {
                assertThatThrownBy(() -> UnknownFieldSet.parseFrom(bytes))
                        .isInstanceOf(InvalidProtocolBufferException.class);
            }
        });
    }

    @Test
    void garbageKeepsToItsSize() {
        Seeded.forEach(
                500, seeded -> assertThat(RandomWire.garbage(seeded, 10).length).isBetween(0, 10));
    }

    private static DynamicMessage parse(Descriptor type, WireMessage message) {
        try {
            return DynamicMessage.newBuilder(type).mergeFrom(message.encode()).buildPartial();
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("not valid for " + type.getFullName() + ": " + message, e);
        }
    }
}
