/**
 * How cost grows with the work: the program behind {@code benchmarks/growth}. One thing is made larger at a time, step by step, and time and
 * memory are divided by it; a straight line is what one hopes for. Not JMH: single operations take from 100 ns to a second, and all steps of
 * a curve run in one process, as they do in a service. {@link dev.upb.benchmarks.growth.Probe} is that process,
 * {@link dev.upb.benchmarks.growth.Growth} starts it for each curve and draws.
 */
package dev.upb.benchmarks.growth;
