/**
 * What JSON and text format share: the output of a print and what their walks over messages have in common, kinds of fields, digits,
 * floating-point numbers, paths in errors. Not exported.
 *
 * <p>Key types: {@link dev.upb.format.internal.PrintOutput}, {@link dev.upb.format.internal.Operation}, {@link dev.upb.format.internal.PathFailure},
 * {@link dev.upb.format.internal.ShortestDecimal}. Imports {@code base}, {@code mem.internal}, {@code message.internal}, {@code minitable},
 * {@code wire} and {@code reflection}.
 */
package dev.upb.format.internal;
