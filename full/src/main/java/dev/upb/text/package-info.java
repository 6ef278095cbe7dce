/**
 * Protobuf's text format: messages as text for people, printed and parsed straight between an arena and UTF-8.
 *
 * <p>Key types: {@link dev.upb.text.TextPrinter}, {@link dev.upb.text.TextParser}, {@link dev.upb.text.TextParseException}. Inside,
 * {@code TextReader} knows the tokens of the format, {@code ParseState} the fields of a message; {@code PrintState} walks over a message,
 * and {@code TextOutput} is what it writes to. Parsers and printers are immutable and may be shared; a frozen message may be printed by many threads at
 * once, and a message that is parsed belongs to the thread of its arena. Imports {@code base}, {@code mem}, {@code mem.internal},
 * {@code message}, {@code message.internal}, {@code minitable}, {@code wire}, {@code reflection} and {@code format.internal}.
 *
 * @see <a href="https://protobuf.dev/reference/protobuf/textformat-spec/">Text Format Language Specification</a>
 */
package dev.upb.text;
