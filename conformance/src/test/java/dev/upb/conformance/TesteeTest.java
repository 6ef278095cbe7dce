package dev.upb.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TesteeTest {
    private static final byte[] REQUEST = Suite.request(
            "message_type: 'conformance.Sample' protobuf_payload: '\\x08\\x07' requested_output_format: PROTOBUF");
    private static final byte[] LONG_REQUEST = Suite.request("message_type: 'conformance.Sample' protobuf_payload: '"
            + "\\x08\\x07".repeat(40_000) + "' requested_output_format: JSON");

    private static byte[] framed(byte[]... requests) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] request : requests) {
            for (int shift = 0; shift < 32; shift += 8) {
                out.write(request.length >>> shift);
            }
            out.writeBytes(request);
        }
        return out.toByteArray();
    }

    private static List<String> serve(byte[] input) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Testee.serve(Suite.responder(), new ByteArrayInputStream(input), out);
        byte[] bytes = out.toByteArray();
        List<String> responses = new ArrayList<>();
        for (int at = 0; at < bytes.length; ) {
            int size = bytes[at] & 0xFF | (bytes[at + 1] & 0xFF) << 8;
            assertThat(bytes[at + 2] | bytes[at + 3]).isZero();
            at += 4;
            responses.add(Suite.text(Arrays.copyOfRange(bytes, at, at + size)));
            at += size;
        }
        return responses;
    }

    @Test
    void eachRequestHasItsResponseInTurn() throws IOException {
        assertThat(serve(framed(REQUEST, LONG_REQUEST, REQUEST)))
                .containsExactly(
                        "protobuf_payload: \"\\b\\a\"",
                        "json_payload: \"{\\\"number\\\":7}\"",
                        "protobuf_payload: \"\\b\\a\"");
    }

    @Test
    void endOfInputBetweenRequestsIsTheEnd() throws IOException {
        assertThat(serve(new byte[0])).isEmpty();
    }

    @Test
    void inputThatEndsInsideRequestIsAnError() {
        byte[] input = framed(REQUEST);
        for (int size = 1; size < input.length; size++) {
            byte[] part = Arrays.copyOf(input, size);
            assertThatThrownBy(() -> serve(part)).as("%d bytes", size).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void sizeBeyondAnArrayIsAnError() {
        assertThatThrownBy(() -> serve(new byte[] {0, 0, 0, (byte) 0x80}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("2147483648");
    }
}
