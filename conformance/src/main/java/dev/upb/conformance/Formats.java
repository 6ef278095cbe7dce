package dev.upb.conformance;

import dev.upb.base.DecodeException;
import dev.upb.json.JsonParseException;
import dev.upb.json.JsonParser;
import dev.upb.json.JsonPrinter;
import dev.upb.mem.Arena;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.EnumDef;
import dev.upb.reflection.EnumValueDef;
import dev.upb.reflection.FieldDef;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import dev.upb.text.TextParseException;
import dev.upb.text.TextParser;
import dev.upb.text.TextPrinter;

/** Reads and writes the messages that requests and responses carry, in every format that the library has. */
final class Formats {
    private final EnumDef wireFormat;
    private final EnumDef testCategory;
    private final JsonParser jsonParser;
    private final JsonPrinter jsonPrinter;
    private final TextParser textParser;
    private final TextPrinter textPrinter;

    /** Takes the enums of the protocol from the pool, and types in {@code Any}. */
    Formats(DefPool pool) {
        wireFormat = pool.enumeration("conformance.WireFormat");
        testCategory = pool.enumeration("conformance.TestCategory");
        jsonParser = JsonParser.of(pool);
        jsonPrinter = JsonPrinter.of(pool);
        textParser = TextParser.of(pool);
        textPrinter = TextPrinter.of(pool);
    }

    /** Parses the payload of a request. */
    Message parse(MessageDef type, Message request, Arena arena) throws ParseFailure, SkippedFormat {
        FieldDef payload = request.whichOneof("payload");
        if (payload == null) {
            throw new IllegalArgumentException("the request has no payload");
        }
        byte[] bytes = request.getBytes(payload);
        try {
            return switch (payload.name()) {
                case "protobuf_payload" -> type.decode(arena, bytes);
                case "json_payload" ->
                    jsonParser.withIgnoreUnknown(ignoresUnknown(request)).parse(type, arena, bytes);
                case "text_payload" -> textParser.parse(type, arena, bytes);
                default -> throw new SkippedFormat(payload.name());
            };
        } catch (DecodeException | JsonParseException | TextParseException e) {
            throw new ParseFailure(e);
        }
    }

    private boolean ignoresUnknown(Message request) {
        return valueName(testCategory, request.getEnum("test_category")).equals("JSON_IGNORE_UNKNOWN_PARSING_TEST");
    }

    /** Prints a message to a response, as the request asks for. */
    void print(Message message, Message request, Message response) throws SkippedFormat {
        String format = valueName(wireFormat, request.getEnum("requested_output_format"));
        switch (format) {
            case "PROTOBUF" -> response.setBytes("protobuf_payload", message.encode());
            case "JSON" -> response.setBytes("json_payload", jsonPrinter.printBytes(message));
            case "TEXT_FORMAT" -> {
                TextPrinter printer = textPrinter.withUnknownFields(request.getBool("print_unknown_fields"));
                response.setBytes("text_payload", printer.printBytes(message));
            }
            default -> throw new SkippedFormat(format);
        }
    }

    private static String valueName(EnumDef type, int number) {
        EnumValueDef value = type.findValue(number);
        return value == null ? type.name() + ' ' + number : value.name();
    }
}
