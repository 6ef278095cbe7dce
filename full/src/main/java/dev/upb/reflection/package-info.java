/**
 * Schemas as data: a pool of definitions made from descriptors, and messages with names.
 *
 * <p>Key types: {@link dev.upb.reflection.DefPool}, {@link dev.upb.reflection.MessageDef}, {@link dev.upb.reflection.FieldDef}, {@link
 * dev.upb.reflection.Message}. Pools and definitions are immutable and safe to share; they keep the descriptor's bytes and decode options only
 * when asked. A message belongs to the thread of its arena. What is wrong with a schema comes as one {@link
 * dev.upb.reflection.SchemaException}. Imports the packages of {@code lite}.
 */
package dev.upb.reflection;
