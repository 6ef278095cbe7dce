/**
 * What the benchmarks read and write: real messages, and messages drawn by generators with a fixed seed, the same in every run. A
 * {@link dev.upb.benchmarks.inputs.Specimen} is one message with everything that each library needs for it;
 * {@link dev.upb.benchmarks.inputs.Agreement} shows that the libraries mean the same by it. Nothing here measures.
 */
package dev.upb.benchmarks.inputs;
