package dev.upb.benchmarks.growth;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.AdsFiles;
import dev.upb.benchmarks.inputs.Agreement;
import dev.upb.benchmarks.inputs.Schemas;
import dev.upb.benchmarks.inputs.Tier;
import dev.upb.benchmarks.inputs.Workloads;
import dev.upb.benchmarks.proto.Records;
import dev.upb.benchmarks.proto.Wide300;
import dev.upb.mem.Arena;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.AllocationMeter;
import dev.upb.testkit.random.Seeded;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A process that measures one curve, and prints a line a step with tabs: curve, codec, step, and three numbers.
 *
 * <pre>{@code
 * Probe AXIS CODEC SECONDS     step, bytes of message, ns to parse, ns to serialise
 * Probe memory CODEC SECONDS   name, bytes of message, bytes of heap kept alive, bytes of arena
 * Probe reuse CODEC SECONDS    messages so far, bytes of arena, bytes of heap allocated since the last line, ns a message
 * }</pre>
 */
final class Probe {
    static final String MEMORY = "memory";
    static final String REUSE = "reuse";

    /** Heap to fill when measuring how much messages keep alive: much more than what else comes and goes. */
    private static final int KEPT_BYTES = 20_000_000;

    private static final int MOST_KEPT = 100_000;

    /** Up to this size each value is compared with protobuf-java's, beyond only the bytes. */
    private static final int CHECKED_BYTES = 1_000_000;

    private Probe() {}

    public static void main(String[] arguments) throws Exception {
        String curve = arguments[0];
        String codec = arguments[1];
        double seconds = Double.parseDouble(arguments[2]);
        switch (curve) {
            case MEMORY -> memory(codec);
            case REUSE -> reuse(codec, seconds);
            default -> growth(Axis.valueOf(curve.toUpperCase(Locale.ROOT)), codec, seconds);
        }
    }

    private static void growth(Axis axis, String name, double seconds) throws Exception {
        Stopwatch stopwatch = new Stopwatch(seconds);
        for (int value : axis.values) {
            Message message = axis.message(value);
            byte[] bytes = message.toByteArray();
            Codec codec = Codec.of(name, message);
            check(codec, message, bytes);
            double parse = stopwatch.measure(() -> codec.parse(bytes));
            Object parsed = codec.parse(bytes);
            double serialize = stopwatch.measure(() -> codec.serialize(parsed));
            print(axis.id(), name, value, bytes.length, parse, serialize);
        }
    }

    private static void check(Codec codec, Message message, byte[] bytes) throws Exception {
        Object parsed = codec.parse(bytes);
        Agreement.require(
                Arrays.equals(codec.serialize(parsed), bytes),
                message.getClass().getName(),
                "bytes");
        if (parsed instanceof dev.upb.reflection.Message ours && bytes.length <= CHECKED_BYTES) {
            Agreement.check(ours, message);
        }
    }

    private static void memory(String name) throws Exception {
        Map<String, Supplier<Message>> messages = new LinkedHashMap<>();
        messages.put("descriptor", Workloads::descriptor);
        messages.put("vector tile", Workloads::vectorTile);
        messages.put("telemetry", Workloads::telemetry);
        messages.put("packed doubles", Workloads::packedDoubles);
        messages.put("small strings", Workloads::smallStrings);
        messages.put("map heavy", Workloads::mapHeavy);
        messages.put("wide (300 fields)", () -> Workloads.wide(Wide300.getDefaultInstance()));
        messages.put("deep (90 levels)", Workloads::deep);
        messages.put("one record", () -> Workloads.records(1));
        for (Map.Entry<String, Supplier<Message>> entry : messages.entrySet()) {
            Message message = entry.getValue().get();
            byte[] bytes = message.toByteArray();
            Codec codec = Codec.of(name, message);
            codec.parse(bytes);
            double kept = Retained.bytes(
                    Math.max(10, Math.min(MOST_KEPT, KEPT_BYTES / bytes.length)), () -> codec.parseToKeep(bytes));
            long arena = codec instanceof Codec.Ours ours ? ours.spaceUsed() : 0;
            print(MEMORY, name, entry.getKey(), bytes.length, kept, arena);
        }
        byte[] ads = AdsFiles.set().toByteArray();
        double kept = name.equals("generated")
                ? Retained.bytes(3, () -> AdsFiles.build(AdsFiles.set().getFileList()))
                : name.startsWith("upb") ? Retained.bytes(3, () -> DefPool.ofFileDescriptorSet(ads)) : 0;
        if (kept > 0) {
            print(MEMORY, name, "schema of Google Ads", ads.length, kept, 0);
        }
    }

    /** One arena for a million messages, of 1 to 500 records in no order. */
    private static void reuse(String name, double seconds) throws Exception {
        MessageDef type = Schemas.load(Records.getDescriptor());
        Seeded seeded = Seeded.of(1);
        byte[][] inputs = new byte[1000][];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = Workloads.records(seeded.between(1, 500)).toByteArray();
        }
        // A million takes about ten seconds; a quick run is content with fewer.
        int messages = seconds < 1 ? 100_000 : 1_000_000;
        Arena arena = Arena.create();
        int done = 0;
        for (int next = 1; next <= messages; next *= 10) {
            int from = done;
            int to = next;
            long start = System.nanoTime();
            long allocated = AllocationMeter.measure(() -> {
                for (int i = from; i < to; i++) {
                    arena.reset();
                    type.decode(arena, inputs[i % inputs.length]);
                }
            });
            double nanos = (double) (System.nanoTime() - start) / (to - from);
            print(REUSE, name, to, arena.spaceAllocated(), allocated, nanos);
            done = to;
        }
    }

    private static void print(String curve, String codec, Object step, Object... numbers) {
        StringBuilder line =
                new StringBuilder(curve).append('\t').append(codec).append('\t').append(step);
        for (Object number : numbers) {
            line.append('\t').append(number instanceof Double d ? String.format(Locale.ROOT, "%.1f", d) : number);
        }
        System.out.println(line);
    }

    /** Whether a curve is one that a codec has a part in. */
    static boolean concerns(String curve, String codec) {
        return !curve.equals(REUSE) || codec.equals("upb/" + Tier.best().label());
    }
}
