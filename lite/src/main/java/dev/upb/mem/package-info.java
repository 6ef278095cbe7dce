/**
 * Arenas: where messages live. An arena hands out memory by moving a cursor and gives all of it back at once.
 *
 * <p>Key type: {@link dev.upb.mem.Arena}. An arena and everything in it belong to one thread at a time; frozen messages may be read by many.
 * Imports {@code base} and {@code mem.internal}.
 */
package dev.upb.mem;
