/**
 * ProtoJSON: messages as JSON text, straight between an arena and UTF-8, with no tree and no string per value in between.
 *
 * <p>Key types: {@link dev.upb.json.JsonPrinter}, {@link dev.upb.json.JsonParser}, {@link dev.upb.json.JsonLinesReader}. What JSON knows of a type is in
 * {@code JsonTable}, {@code JsonField} and {@code EnumNames}, made once per type and kept with its definition; the forms of well-known types
 * are in {@code WellKnownText}, that of bytes in {@code Base64Text}, all for both directions.
 *
 * <p>Printers and parsers are immutable and may be shared; a frozen message may be printed by many threads at once. A parsed text stays in the
 * arena of its message. Imports {@code base}, {@code mem}, {@code message}, their internal packages, {@code minitable}, {@code wire},
 * {@code reflection} and {@code format.internal}.
 *
 * @see <a href="https://protobuf.dev/programming-guides/json/">ProtoJSON Format</a>
 */
package dev.upb.json;
