/**
 * The questions, one class each: how long does it take us, and how long protobuf-java, for the same work on the same input. Method names
 * that begin with {@code upb} are ours, the others name the rival. Each class checks in its {@code setUp}, before anything is timed, that
 * all answers agree.
 *
 * <p>Run them with {@code benchmarks/run}, which pairs the results; {@code runner} is that program, {@code inputs} has the messages.
 */
package dev.upb.benchmarks;
