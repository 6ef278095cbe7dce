/**
 * Real inputs for tests and benchmarks: descriptors, and a filled message of each type of the module's own schemas. All
 * of it comes from protobuf-java and is the same in every run. {@link dev.upb.testkit.corpus.NpmPackage} fetches larger real inputs.
 * Everything is immutable and may be shared by threads.
 */
package dev.upb.testkit.corpus;
