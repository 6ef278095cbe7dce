package dev.upb.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResponderTest {
    private final Responder responder = Suite.responder();

    private String answer(String request) {
        return Suite.text(responder.answer(Suite.request(request)));
    }

    @Test
    void binaryIsConvertedToBinary() {
        // The fields in the wrong order.
        assertThat(answer("message_type: 'conformance.Sample' test_category: BINARY_TEST"
                        + " protobuf_payload: '\\x12\\x02\\x08\\x03\\x08\\x07' requested_output_format: PROTOBUF"))
                .isEqualTo("protobuf_payload: \"\\b\\a\\022\\002\\b\\003\"");
    }

    @Test
    void binaryIsConvertedToJson() {
        assertThat(
                        answer(
                                "message_type: 'conformance.Sample' protobuf_payload: '\\x08\\x07' requested_output_format: JSON"))
                .isEqualTo("json_payload: \"{\\\"number\\\":7}\"");
    }

    @Test
    void jsonIsConvertedToBinary() {
        assertThat(
                        answer(
                                "message_type: 'conformance.Sample' json_payload: '{\"number\": 7}' requested_output_format: PROTOBUF"))
                .isEqualTo("protobuf_payload: \"\\b\\a\"");
    }

    @Test
    void unknownJsonMembersAreIgnoredOnlyInTestsOfThat() {
        String request = "message_type: 'conformance.Sample' json_payload: '{\"nomber\": 1, \"number\": 7}'"
                + " requested_output_format: JSON test_category: ";
        assertThat(answer(request + "JSON_IGNORE_UNKNOWN_PARSING_TEST"))
                .isEqualTo("json_payload: \"{\\\"number\\\":7}\"");
        assertThat(answer(request + "JSON_TEST")).startsWith("parse_error: \"").contains("nomber");
    }

    @Test
    void textIsConvertedToBinaryAndBack() {
        assertThat(
                        answer(
                                "message_type: 'conformance.Sample' text_payload: 'number: 7' requested_output_format: PROTOBUF"))
                .isEqualTo("protobuf_payload: \"\\b\\a\"");
        assertThat(
                        answer(
                                "message_type: 'conformance.Sample' text_payload: 'number:0x7' requested_output_format: TEXT_FORMAT"))
                .isEqualTo("text_payload: \"number: 7\\n\"");
    }

    @Test
    void unknownFieldsArePrintedOnRequest() {
        // Field 3, which the type does not have.
        String request = "message_type: 'conformance.Sample' protobuf_payload: '\\x18\\x05'"
                + " requested_output_format: TEXT_FORMAT print_unknown_fields: ";
        assertThat(answer(request + "true")).isEqualTo("text_payload: \"3: 5\\n\"");
        assertThat(answer(request + "false")).isEqualTo("text_payload: \"\"");
    }

    @Test
    void malformedPayloadIsParseError() {
        assertThat(
                        answer(
                                "message_type: 'conformance.Sample' protobuf_payload: '\\x08' requested_output_format: PROTOBUF"))
                .startsWith("parse_error: \"")
                .contains("at byte 0");
        assertThat(
                        answer(
                                "message_type: 'conformance.Sample' text_payload: 'nomber: 7' requested_output_format: PROTOBUF"))
                .startsWith("parse_error: \"")
                .contains("nomber");
    }

    @Test
    void messageThatTheFormatCannotExpressIsSerializeError() {
        // A duration of 2^62 seconds.
        assertThat(answer("message_type: 'conformance.Sample' requested_output_format: JSON"
                        + " protobuf_payload: '\\x12\\x0A\\x08\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x80\\x40'"))
                .startsWith("serialize_error: \"")
                .contains("duration");
    }

    @Test
    void jspbIsSkipped() {
        assertThat(answer("message_type: 'conformance.Sample' jspb_payload: '[1]' requested_output_format: JSPB"))
                .startsWith("skipped: ");
        assertThat(answer("message_type: 'conformance.Sample' protobuf_payload: '' requested_output_format: JSPB"))
                .startsWith("skipped: ");
    }

    @Test
    void noTestIsExpectedToFail() {
        assertThat(answer("message_type: 'conformance.FailureSet' protobuf_payload: ''"))
                .isEqualTo("protobuf_payload: \"\"");
    }

    @Test
    void whatIsWrongWithTheRequestIsRuntimeError() {
        assertThat(answer("message_type: 'conformance.Missing' protobuf_payload: ''"))
                .startsWith("runtime_error: ")
                .contains("conformance.Missing");
        assertThat(answer("message_type: 'conformance.Sample'"))
                .startsWith("runtime_error: ")
                .contains("no payload");
        assertThat(Suite.text(responder.answer(new byte[] {8}))).startsWith("runtime_error: ");
    }

    @Test
    void earlierRequestsLeaveNoTrace() {
        String sparse = "message_type: 'conformance.Sample' protobuf_payload: '' requested_output_format: JSON";
        answer("message_type: 'conformance.Sample' protobuf_payload: '\\x08\\x07' requested_output_format: JSON");
        assertThat(answer(sparse)).isEqualTo("json_payload: \"{}\"");
        answer("message_type: 'conformance.Sample' protobuf_payload: '\\x08\\x07\\x08' requested_output_format: JSON");
        assertThat(answer(sparse)).isEqualTo("json_payload: \"{}\"");
    }
}
