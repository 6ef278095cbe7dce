package dev.upb.conformance;

import dev.upb.reflection.DefPool;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Answers the requests of the conformance suite's runner: each is the size in four bytes, least significant first, then as many bytes of a
 * {@code conformance.ConformanceRequest}; so are the answers, {@code conformance.ConformanceResponse}. The program ends with its input.
 */
public final class Testee {
    private Testee() {}

    /**
     * Answers standard input on standard output.
     *
     * @param arguments one: a file with a {@code FileDescriptorSet} of the suite's files and all that they import
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            System.err.println("usage: Testee DESCRIPTOR_SET");
            System.exit(2);
        }
        DefPool pool = DefPool.ofFileDescriptorSet(Files.readAllBytes(Path.of(arguments[0])));
        serve(new Responder(pool), System.in, new BufferedOutputStream(System.out));
    }

    /** Answers all requests of a stream. */
    static void serve(Responder responder, InputStream requests, OutputStream responses) throws IOException {
        ByteBuffer size = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        while (true) {
            int read = requests.readNBytes(size.array(), 0, Integer.BYTES);
            if (read == 0) {
                return;
            }
            if (read < Integer.BYTES) {
                throw new EOFException("the input ends inside the size of a request");
            }
            byte[] response = responder.answer(readRequest(requests, size.getInt(0)));
            responses.write(size.putInt(0, response.length).array());
            responses.write(response);
            responses.flush();
        }
    }

    private static byte[] readRequest(InputStream requests, int size) throws IOException {
        if (size < 0) {
            throw new IOException("request of " + Integer.toUnsignedString(size) + " bytes");
        }
        byte[] request = requests.readNBytes(size);
        if (request.length < size) {
            throw new EOFException("the input ends after " + request.length + " bytes of a request of " + size);
        }
        return request;
    }
}
