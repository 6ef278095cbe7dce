/**
 * Mini-tables: what the binary format needs to know of a message type and nothing more. Field numbers, types, offsets, presence; no names.
 *
 * <p>Key types: {@link dev.upb.minitable.MiniTable}, {@link dev.upb.minitable.MiniTableField}, {@link dev.upb.minitable.MiniTableExtension},
 * {@link dev.upb.minitable.MiniTableEnum}, {@link dev.upb.minitable.ExtensionRegistry}. Tables are built, then linked to the tables of
 * their sub-messages and closed enums, then shared between threads; linking itself is for one thread. Imports {@code base}.
 */
package dev.upb.minitable;
