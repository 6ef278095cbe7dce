package dev.upb.testkit.random;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.Empty;
import com.google.protobuf.Int32Value;
import com.google.protobuf.Message;
import com.google.protobuf.StringValue;
import com.google.protobuf.Timestamp;
import com.google.protobuf.UInt64Value;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Fills the well-known types of which JSON accepts only some values. */
final class WellKnownValues {
    /** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z, in seconds since 1970. */
    private static final long FIRST_SECOND = -62_135_596_800L;

    private static final long LAST_SECOND = 253_402_300_799L;

    /** About 10,000 years; the limit of a Duration to either side. */
    private static final long MAX_DURATION_SECONDS = 315_576_000_000L;

    private static final String TYPE_URL_PREFIX = "type.googleapis.com/";

    private WellKnownValues() {}

    /** Fills {@code builder} if it builds one of these types, and tells whether it did. */
    static boolean fill(Seeded seeded, Message.Builder builder) {
        Descriptor type = builder.getDescriptorForType();
        switch (type.getFullName()) {
            case "google.protobuf.Timestamp" -> {
                long seconds = seeded.oneIn(4)
                        ? seeded.pickLong(FIRST_SECOND, -1, 0, 1, LAST_SECOND)
                        : seeded.between(FIRST_SECOND, LAST_SECOND);
                setSecondsAndNanos(builder, seconds, nanos(seeded));
            }
            case "google.protobuf.Duration" -> {
                long seconds = seeded.nextBoolean()
                        ? seeded.pickLong(0, 1, 86_400, MAX_DURATION_SECONDS)
                        : seeded.between(0, MAX_DURATION_SECONDS);
                int nanos = seconds == MAX_DURATION_SECONDS ? 0 : nanos(seeded);
                int sign = seeded.nextBoolean() ? 1 : -1;
                setSecondsAndNanos(builder, sign * seconds, sign * nanos);
            }
            case "google.protobuf.FieldMask" -> {
                int count = seeded.below(4);
                for (int i = 0; i < count; i++) {
                    builder.addRepeatedField(type.findFieldByName("paths"), path(seeded));
                }
            }
            case "google.protobuf.Any" -> {
                if (!seeded.oneIn(8)) {
                    Message payload = payload(seeded);
                    String url =
                            TYPE_URL_PREFIX + payload.getDescriptorForType().getFullName();
                    builder.setField(type.findFieldByName("type_url"), url);
                    builder.setField(type.findFieldByName("value"), payload.toByteString());
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void setSecondsAndNanos(Message.Builder builder, long seconds, int nanos) {
        Descriptor type = builder.getDescriptorForType();
        builder.setField(type.findFieldByName("seconds"), seconds);
        builder.setField(type.findFieldByName("nanos"), nanos);
    }

    /** Returns 0 to 999,999,999, often whole milli- or microseconds, which JSON prints with fewer digits. */
    private static int nanos(Seeded seeded) {
        return switch (seeded.below(5)) {
            case 0 -> 0;
            case 1 -> seeded.below(1000) * 1_000_000;
            case 2 -> seeded.below(1_000_000) * 1000;
            case 3 -> seeded.pickInt(1, 999_999_999);
            default -> seeded.below(1_000_000_000);
        };
    }

    /** Returns a path of the only shape that survives the way to camel case and back. */
    private static String path(Seeded seeded) {
        return IntStream.range(0, seeded.between(1, 3))
                .mapToObj(i -> IntStream.range(0, seeded.between(1, 3))
                        .mapToObj(j -> seeded.pick(List.of("a", "foo", "bar_baz", "x")))
                        .collect(Collectors.joining("_")))
                .collect(Collectors.joining("."));
    }

    private static Message payload(Seeded seeded) {
        return switch (seeded.below(6)) {
            case 0 -> Duration.newBuilder().setSeconds(seeded.below(1000)).build();
            case 1 -> Timestamp.newBuilder().setSeconds(seeded.below(1000)).build();
            case 2 -> StringValue.of(RandomValues.string(seeded));
            case 3 -> UInt64Value.of(RandomValues.bits64(seeded));
            case 4 ->
                Any.newBuilder()
                        .setTypeUrl(TYPE_URL_PREFIX + "google.protobuf.Int32Value")
                        .setValue(ByteString.copyFrom(
                                Int32Value.of(RandomValues.bits32(seeded)).toByteArray()))
                        .build();
            default -> Empty.getDefaultInstance();
        };
    }
}
