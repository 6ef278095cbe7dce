package dev.upb.testkit.random;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A source of random choices that knows its seed.
 *
 * <pre>{@code
 * Seeded.forEach(500, seeded -> {
 *     byte[] input = RandomWire.garbage(seeded, 64);
 *     ...
 * });
 * }</pre>
 *
 * <p>Not thread safe.
 */
public final class Seeded {
    /** System property with the one seed to run, decimal or with {@code 0x}, instead of all. */
    public static final String SEED_PROPERTY = "upb.seed";

    /** System property with a whole number by which {@link #forEach} multiplies its runs, for long nightly runs. */
    public static final String RUNS_FACTOR_PROPERTY = "upb.runs.factor";

    private final long seed;
    private final SplittableRandom random;

    private Seeded(long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
    }

    /** A test body that may throw anything. */
    @FunctionalInterface
    public interface ThrowingConsumer<T> {
        void accept(T value) throws Throwable;
    }

    public static Seeded of(long seed) {
        return new Seeded(seed);
    }

    /**
     * Runs {@code body} with the seeds 1 to {@code runs}, or only with the seed of the property {@value #SEED_PROPERTY}.
     * The first failure ends it.
     *
     * @throws AssertionError if the body throws; it names the seed and has the thrown object as its cause
     */
    public static void forEach(int runs, ThrowingConsumer<Seeded> body) {
        String only = System.getProperty(SEED_PROPERTY);
        if (only != null) {
            run(Long.decode(only), body);
            return;
        }
        long count = (long) runs * Integer.getInteger(RUNS_FACTOR_PROPERTY, 1);
        if (count < 1) {
            throw new IllegalArgumentException("runs < 1: " + count);
        }
        for (long seed = 1; seed <= count; seed++) {
            run(seed, body);
        }
    }

    private static void run(long seed, ThrowingConsumer<Seeded> body) {
        try {
            body.accept(new Seeded(seed));
        } catch (Throwable e) {
            throw new AssertionError(
                    "seed " + seed + " (repeat it with -D" + SEED_PROPERTY + "=" + seed + "): " + e, e);
        }
    }

    public long seed() {
        return seed;
    }

    /** Returns 0 to {@code bound - 1}. */
    public int below(int bound) {
        return random.nextInt(bound);
    }

    /** Returns {@code low} to {@code high}, both included. */
    public int between(int low, int high) {
        return (int) random.nextLong(low, high + 1L);
    }

    /** Returns {@code low} to {@code high}, both included; {@code high} below the largest long. */
    public long between(long low, long high) {
        return random.nextLong(low, high + 1);
    }

    public int nextInt() {
        return random.nextInt();
    }

    public long nextLong() {
        return random.nextLong();
    }

    public boolean nextBoolean() {
        return random.nextBoolean();
    }

    /** Returns true once in {@code times}, on average. */
    public boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    /** Returns true in {@code percent} of 100 calls, on average. */
    public boolean percent(int percent) {
        return random.nextInt(100) < percent;
    }

    public <T> T pick(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    public int pickInt(int... choices) {
        return choices[below(choices.length)];
    }

    public long pickLong(long... choices) {
        return choices[below(choices.length)];
    }

    public byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Returns the elements in random order. */
    public <T> List<T> shuffled(List<T> list) {
        List<T> shuffled = new ArrayList<>(list);
        for (int i = shuffled.size() - 1; i > 0; i--) {
            int other = below(i + 1);
            T kept = shuffled.get(i);
            shuffled.set(i, shuffled.get(other));
            shuffled.set(other, kept);
        }
        return shuffled;
    }

    /** Names the seed, for messages of assertions. */
    @Override
    public String toString() {
        return "seed " + seed;
    }
}
