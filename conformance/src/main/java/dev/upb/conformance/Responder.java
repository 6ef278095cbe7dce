package dev.upb.conformance;

import dev.upb.base.EncodeException;
import dev.upb.mem.Arena;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Answers one request after the other. For one thread. */
final class Responder {
    /** Asked for first of all: the tests that are known to fail. There are none. */
    private static final String FAILURE_SET = "conformance.FailureSet";

    private final DefPool pool;
    private final MessageDef requestType;
    private final MessageDef responseType;
    private final Formats formats;
    /** For all requests, so that what one leaves behind would spoil the next. */
    private final Arena arena = Arena.create();

    /**
     * Makes a responder.
     *
     * @param pool has the types of requests and responses, and those that requests name
     * @throws IllegalArgumentException if it lacks the former
     */
    Responder(DefPool pool) {
        this.pool = pool;
        requestType = pool.message("conformance.ConformanceRequest");
        responseType = pool.message("conformance.ConformanceResponse");
        formats = new Formats(pool);
    }

    /** Returns the response to a request, both in binary. Whatever goes wrong is said in the response. */
    byte[] answer(byte[] request) {
        try {
            arena.reset();
            Message response = responseType.newMessage(arena);
            respond(requestType.decode(arena, request), response);
            return response.encode();
        } catch (Throwable e) { // Even a StackOverflowError: one test has failed, not all that follow.
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            Message response = responseType.newMessage();
            response.setString("runtime_error", trace.toString());
            return response.encode();
        }
    }

    private void respond(Message request, Message response) {
        String typeName = request.getString("message_type");
        if (typeName.equals(FAILURE_SET)) {
            response.setBytes(
                    "protobuf_payload", pool.message(FAILURE_SET).emptyMessage().encode());
            return;
        }
        try {
            Message message = formats.parse(pool.message(typeName), request, arena);
            formats.print(message, request, response);
        } catch (ParseFailure e) {
            response.setString("parse_error", e.getMessage());
        } catch (EncodeException e) {
            response.setString("serialize_error", e.getMessage());
        } catch (SkippedFormat e) {
            response.setString("skipped", e.getMessage());
        }
    }
}
