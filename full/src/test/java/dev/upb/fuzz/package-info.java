/**
 * Fuzz tests: whatever the bytes are, only the documented exception comes, and what is accepted survives a round trip.
 *
 * <p>A normal build gives each test the inputs that are kept under {@code src/test/resources/dev/upb/fuzz}, and needs no fuzzer. A fuzzer calls
 * {@code fuzzerTestOneInput}; how to search for new inputs is in {@code CONTRIBUTING.md}. Inputs called {@code finding-N} once failed.
 * {@code GrowthTest} has those that are made to be slow.
 */
package dev.upb.fuzz;
