/**
 * What every test of the project shares and no test may take from the code under test: inputs and their expected results
 * ({@link dev.upb.testkit.Cases}), ways to hand bytes to a decoder ({@link dev.upb.testkit.InputKind}), and a meter of
 * heap allocation ({@link dev.upb.testkit.AllocationMeter}).
 *
 * <p>The module is an oracle. It may use protobuf-java and the JDK, and must not import any package of the runtime.
 * Subpackages: {@code wire} (an independent wire format), {@code random} (seeded generators), {@code corpus} (real
 * inputs). Values are immutable unless a class says otherwise; byte arrays handed out belong to the caller.
 */
package dev.upb.testkit;
