/**
 * The memory behind an arena, for the modules of this library only: every message, array, map and string is an offset into one {@code byte[]}
 * of a {@link dev.upb.mem.internal.Heap}.
 *
 * <p>Rule: nobody keeps the array in a local variable across a call that may allocate. Imports {@code base}.
 */
package dev.upb.mem.internal;
