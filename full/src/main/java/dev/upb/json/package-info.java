/**
 * ProtoJSON: messages as JSON text, straight between an arena and UTF-8, with no tree and no string per value in between.
 *
 * <p>Key types: {@link dev.upb.json.JsonPrinter}, {@link dev.upb.json.JsonParser}, {@link dev.upb.json.JsonLinesReader}. What a format of its own means in JSON stands in one class each, for both directions:
 * {@code TimeText} (Timestamp, Duration), {@code FieldMaskText}, {@code TypeUrls} (Any), {@code Base64Text}, {@code Digits} and
 * {@code ShortestDecimal} (numbers), {@code EnumNames}, and {@code JsonTable} (the fields of a type); {@code NearestBinary} and
 * {@code JsonParseTable} are the way back of the last two kinds. Those tables are made once per type and kept with its definition.
 *
 * <p>Printers and parsers are immutable and may be shared; a frozen message may be printed by many threads at once. A parsed text stays in the
 * arena of its message. Imports {@code base}, {@code mem}, {@code message}, their internal packages, {@code minitable}, {@code wire} and
 * {@code reflection}.
 *
 * @see <a href="https://protobuf.dev/programming-guides/json/">ProtoJSON Format</a>
 */
package dev.upb.json;
