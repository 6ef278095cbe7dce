package dev.upb.benchmarks.inputs;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.upb.benchmarks.proto.Bucket;
import dev.upb.benchmarks.proto.Contact;
import dev.upb.benchmarks.proto.Contacts;
import dev.upb.benchmarks.proto.Dictionary;
import dev.upb.benchmarks.proto.Level;
import dev.upb.benchmarks.proto.Metrics;
import dev.upb.benchmarks.proto.Numbers;
import dev.upb.benchmarks.proto.Record;
import dev.upb.benchmarks.proto.Records;
import dev.upb.benchmarks.proto.Series;
import dev.upb.benchmarks.proto.Visit;
import dev.upb.benchmarks.proto.Visits;
import dev.upb.testkit.corpus.NpmPackage;
import dev.upb.testkit.proto.vectortile.Tile;
import dev.upb.testkit.random.Seeded;
import java.util.List;

/**
 * The messages. Those of generators depend on nothing but their arguments: each begins with the same seed. All of them are built and then
 * parsed again, because that is what a program has that received them: strings that were never asked for are still bytes in
 * protobuf-java's messages, and serialise faster so.
 */
public final class Workloads {
    private static final long SEED = 20_260_101;

    private static final String TILE = "real-world/bangkok/12-3191-1888.mvt";

    private static final List<String> GIVEN_NAMES = List.of(
            "Ana",
            "Bilal",
            "Chiara",
            "Dmitri",
            "Élodie",
            "Femi",
            "Grace",
            "Håkon",
            "Ines",
            "Jürgen",
            "Kenji",
            "Lucía",
            "Maja",
            "Noor",
            "Oluwaseun",
            "Priya",
            "Quentin",
            "Ruth",
            "Søren",
            "Tomasz");
    private static final List<String> FAMILY_NAMES = List.of(
            "Abe",
            "Bianchi",
            "Çelik",
            "Dubois",
            "Eriksen",
            "Fernández",
            "García",
            "Hansen",
            "Ivanova",
            "Jones",
            "Kowalski",
            "Li",
            "Müller",
            "Nguyen",
            "Okafor",
            "Patel",
            "Rossi",
            "Schmidt",
            "Tanaka",
            "Weber");
    private static final List<String> CITIES = List.of(
            "Zürich",
            "Bern",
            "Genève",
            "Lagos",
            "Kyoto",
            "Lima",
            "Oslo",
            "Porto",
            "Quito",
            "Riga",
            "Toulouse",
            "Austin");
    private static final List<String> TAGS = List.of("friend", "work", "family", "club", "school", "vip", "old");
    private static final List<String> SERVICES =
            List.of("checkout", "cart", "catalogue", "payment", "shipping", "recommendation", "frontend", "currency");
    private static final List<String> METHODS = List.of("GET", "GET", "GET", "POST", "PUT", "DELETE");

    private Workloads() {}

    /** {@code descriptor.proto} described by itself, 14,056 bytes. */
    public static FileDescriptorProto descriptor() {
        return DescriptorProtos.getDescriptor().toProto();
    }

    /** A map tile of Bangkok, 85 KB: 802 features of 13 layers, roads, buildings and labels. From the package {@code @mapbox/mvt-fixtures}. */
    public static Message vectorTile() {
        byte[] tile = CachedFile.bytes(
                "vector-tile.mvt",
                () -> NpmPackage.fetch("@mapbox/mvt-fixtures", "4.0.0")
                        .files(TILE::equals)
                        .get(TILE));
        try {
            return Tile.parseFrom(tile);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(TILE + " is no tile", e);
        }
    }

    /** 10,000 samples of a sensor in one packed field, 80 KB. */
    public static Message packedDoubles() {
        return parsed(series(10_000));
    }

    /** {@code count} samples: a slow random walk, as sensors send. */
    static Series series(int count) {
        Seeded seeded = Seeded.of(SEED);
        Series.Builder series =
                Series.newBuilder().setName("boiler.temperature").setStartMillis(1_790_000_000_000L);
        double value = 65;
        for (int i = 0; i < count; i++) {
            value += seeded.between(-100, 100) / 1000.0;
            series.addValues(value);
        }
        return series.build();
    }

    /** 100 entries of an address book, 1,086 strings of 2 to 30 bytes, some not ASCII; 12 KB. */
    public static Message smallStrings() {
        Seeded seeded = Seeded.of(SEED);
        Contacts.Builder contacts = Contacts.newBuilder();
        for (int i = 0; i < 100; i++) {
            String given = seeded.pick(GIVEN_NAMES);
            String family = seeded.pick(FAMILY_NAMES);
            Contact.Builder contact = contacts.addContactsBuilder()
                    .setGivenName(given)
                    .setFamilyName(family)
                    .setEmail((given + "." + family).replaceAll("[^A-Za-z.]", "x") + "@example.org")
                    .setPhone("+41 31 " + seeded.between(100, 999) + " " + seeded.between(10, 99) + " 00")
                    .setStreet("Rue de l'Église " + seeded.between(1, 200))
                    .setCity(seeded.pick(CITIES))
                    .setPostalCode(Integer.toString(seeded.between(1000, 9999)))
                    .setCountry(seeded.pickInt(0, 1) == 0 ? "CH" : "FR");
            for (int tag = seeded.between(1, 5); tag > 0; tag--) {
                contact.addTags(seeded.pick(TAGS));
            }
        }
        return parsed(contacts.build());
    }

    /** Three maps of 100 string, 500 number and 100 message entries; 10 KB. */
    public static Message mapHeavy() {
        Seeded seeded = Seeded.of(SEED);
        Metrics.Builder metrics = Metrics.newBuilder();
        for (int i = 0; i < 100; i++) {
            metrics.putLabels("label-" + i, seeded.pick(CITIES) + " " + seeded.below(1000));
            metrics.putBuckets(
                    "latency.le." + 5 * i,
                    Bucket.newBuilder()
                            .setUpperBound(5 * i + 0.5)
                            .setCount(seeded.below(1_000_000))
                            .build());
        }
        for (int i = 0; i < 500; i++) {
            metrics.putCounts(7 * i, seeded.nextLong() >>> seeded.between(20, 60));
        }
        return parsed(metrics.build());
    }

    /** 90 levels, each with a number and a short string; 1.3 KB. */
    public static Message deep() {
        return parsed(levels(90));
    }

    /** {@code count} levels of nesting. */
    public static Level levels(int count) {
        Level level =
                Level.newBuilder().setDepth(count).setLabel("level " + count).build();
        for (int depth = count - 1; depth > 0; depth--) {
            level = Level.newBuilder()
                    .setDepth(depth)
                    .setLabel("level " + depth)
                    .setNext(level)
                    .build();
        }
        return level;
    }

    /**
     * A message with every field of its type set, such as {@code Wide300} with its 300.
     *
     * @param type a default instance
     */
    public static Message wide(Message type) {
        Seeded seeded = Seeded.of(SEED);
        Message.Builder builder = type.newBuilderForType();
        fill(builder, seeded);
        return parsed(builder.build());
    }

    private static void fill(Message.Builder builder, Seeded seeded) {
        for (FieldDescriptor field : builder.getDescriptorForType().getFields()) {
            switch (field.getJavaType()) {
                case MESSAGE -> fill(builder.getFieldBuilder(field), seeded);
                case ENUM -> builder.setField(field, field.getEnumType().findValueByNumber(seeded.between(1, 2)));
                case STRING -> builder.setField(field, seeded.pick(FAMILY_NAMES) + " " + seeded.below(1000));
                case BYTE_STRING -> builder.setField(field, ByteString.copyFrom(seeded.bytes(seeded.between(8, 24))));
                case INT -> builder.setField(field, seeded.nextInt() >>> seeded.between(1, 28));
                case LONG -> builder.setField(field, seeded.nextLong() >>> seeded.between(1, 60));
                case BOOLEAN -> builder.setField(field, true);
                case DOUBLE -> builder.setField(field, seeded.below(1_000_000) / 1000.0);
                default -> throw new IllegalArgumentException("no value for " + field);
            }
        }
    }

    /** A batch of 200 spans of a few services, as an exporter of OpenTelemetry sends it; 65 KB. */
    public static Message telemetry() {
        return parsed(Telemetry.batch(Seeded.of(SEED), 200, SERVICES, METHODS));
    }

    /** {@code count} small messages in a list, 40 bytes each. */
    public static Records records(int count) {
        Seeded seeded = Seeded.of(SEED);
        Records.Builder records = Records.newBuilder();
        for (int i = 0; i < count; i++) {
            Record.Builder record = records.addRecordsBuilder()
                    .setId(seeded.nextLong())
                    .setName(seeded.pick(SERVICES))
                    .setValue(seeded.below(1_000_000) / 1000.0)
                    .setCount(seeded.below(1000))
                    .setValid(true);
            for (int code = 0; code < 3; code++) {
                record.addCodes(seeded.below(300));
            }
        }
        return records.build();
    }

    /** {@code count} messages that hold one of {@link #records}, three numbers, and half of them a string. */
    public static Visits visits(int count) {
        Seeded seeded = Seeded.of(SEED);
        Visits.Builder visits = Visits.newBuilder();
        for (Record record : records(count).getRecordsList()) {
            Visit.Builder visit = visits.addVisitsBuilder().setRecord(record).addAllCodes(record.getCodesList());
            if (seeded.nextBoolean()) {
                visit.setNote(seeded.pick(GIVEN_NAMES));
            }
        }
        return visits.build();
    }

    /** A map of {@code count} entries, with keys of 8 to 15 bytes in no order. */
    public static Dictionary dictionary(int count) {
        Seeded seeded = Seeded.of(SEED);
        Dictionary.Builder dictionary = Dictionary.newBuilder();
        while (dictionary.getEntriesCount() < count) {
            dictionary.putEntries("key-" + Long.toString(seeded.nextLong() >>> 12, 36), seeded.below(1_000_000));
        }
        return dictionary.build();
    }

    /** A packed list of {@code count} numbers of 1 to 5 bytes. */
    public static Numbers numbers(int count) {
        Seeded seeded = Seeded.of(SEED);
        Numbers.Builder numbers = Numbers.newBuilder();
        for (int i = 0; i < count; i++) {
            numbers.addValues(seeded.nextLong() >>> seeded.between(30, 62));
        }
        return numbers.build();
    }

    /**
     * A message of one repeated field, filled until its payload, tags apart, has {@code size} bytes or up to 9 more.
     *
     * @param type a default instance of one of the messages in {@code kinds.proto}
     */
    public static Message values(Message type, int size) {
        Seeded seeded = Seeded.of(SEED);
        Message.Builder builder = type.newBuilderForType();
        FieldDescriptor field = type.getDescriptorForType().findFieldByNumber(1);
        int payload;
        do {
            Object value = switch (field.getJavaType()) {
                case INT -> seeded.nextInt() >> seeded.below(32);
                case LONG -> seeded.nextLong() >> seeded.below(64);
                case BOOLEAN -> seeded.nextBoolean();
                case ENUM -> field.getEnumType().findValueByNumber(seeded.below(3));
                case STRING -> seeded.pick(GIVEN_NAMES);
                case BYTE_STRING -> ByteString.copyFromUtf8(seeded.pick(GIVEN_NAMES));
                case MESSAGE -> point(seeded, builder.newBuilderForField(field));
                default -> throw new IllegalArgumentException("no value for " + field);
            };
            builder.addRepeatedField(field, value);
            int tags = builder.getRepeatedFieldCount(field);
            payload = builder.buildPartial().getSerializedSize() - tags;
        } while (payload < size);
        return parsed(builder.build());
    }

    private static Message point(Seeded seeded, Message.Builder point) {
        point.getDescriptorForType().getFields().forEach(field -> point.setField(field, seeded.below(300)));
        return point.build();
    }

    /** The message, read from its bytes. */
    private static Message parsed(Message message) {
        try {
            return message.getParserForType().parseFrom(message.toByteArray());
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }
}
