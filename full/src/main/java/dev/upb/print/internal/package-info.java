/**
 * What the codecs that write text share: growing output of UTF-8, decimal digits, floating-point numbers. Not exported.
 *
 * <p>Key types: {@link dev.upb.print.internal.Utf8Output}, {@link dev.upb.print.internal.Digits}, {@link dev.upb.print.internal.ShortestDecimal}. Imports {@code base}.
 */
package dev.upb.print.internal;
