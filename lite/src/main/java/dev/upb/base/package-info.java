/**
 * Codes and byte-level facts that every other package shares: field and wire types, the statuses and exceptions of the library, UTF-8,
 * varint arithmetic and the little-endian view of byte arrays.
 *
 * <p>Key types: {@link dev.upb.base.FieldType}, {@link dev.upb.base.DecodeException}, {@link dev.upb.base.Utf8}, {@link
 * dev.upb.base.LittleEndian}. Everything here is immutable or static and may be used by any thread. Imports nothing of the library.
 */
package dev.upb.base;
