/**
 * The programs behind {@code benchmarks/run} and {@code benchmarks/compare}. They decide what is measured, drive JMH one forked process at a
 * time so that whatever is compared runs in turn, and print; {@code report} computes and writes.
 */
package dev.upb.benchmarks.runner;
