/**
 * Seeded generators. {@link dev.upb.testkit.random.Seeded#forEach} runs a test over many seeds and names the one that
 * failed; {@link dev.upb.testkit.random.RandomValues}, {@link dev.upb.testkit.random.RandomMessage},
 * {@link dev.upb.testkit.random.RandomSchema} and {@link dev.upb.testkit.random.RandomWire} draw from it, and
 * {@link dev.upb.testkit.random.Mutations} damages bytes.
 *
 * <p>All values lean to the edges: zero, one, the extremes, empty, very long. The same seed gives the same values on
 * every machine. A {@code Seeded} is for one thread; the generators are immutable. Imports {@code wire} and
 * protobuf-java.
 */
package dev.upb.testkit.random;
