package dev.upb.conformance;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TextFormat;
import dev.upb.reflection.DefPool;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** The runner's side of the protocol: requests and responses as text format, by means of protobuf-java. */
final class Suite {
    private static final byte[] SET = load();
    private static final FileDescriptor PROTOCOL = link();

    private Suite() {}

    private static byte[] load() {
        try (InputStream in = Suite.class.getResourceAsStream("protocol.binpb")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static FileDescriptor link() {
        List<FileDescriptor> linked = new ArrayList<>();
        try {
            for (FileDescriptorProto file : FileDescriptorSet.parseFrom(SET).getFileList()) {
                linked.add(FileDescriptor.buildFrom(file, linked.toArray(new FileDescriptor[0])));
            }
        } catch (InvalidProtocolBufferException | DescriptorValidationException e) {
            throw new AssertionError(e);
        }
        return linked.get(linked.size() - 1);
    }

    static Responder responder() {
        return new Responder(DefPool.ofFileDescriptorSet(SET));
    }

    /** Returns the request that the text describes, in binary. */
    static byte[] request(String text) {
        Descriptor type = PROTOCOL.findMessageTypeByName("ConformanceRequest");
        DynamicMessage.Builder request = DynamicMessage.newBuilder(type);
        try {
            TextFormat.merge(text, request);
        } catch (TextFormat.ParseException e) {
            throw new AssertionError(text, e);
        }
        return request.build().toByteArray();
    }

    /** Returns the response as one line of text. */
    static String text(byte[] response) {
        Descriptor type = PROTOCOL.findMessageTypeByName("ConformanceResponse");
        try {
            return TextFormat.printer()
                    .emittingSingleLine(true)
                    .printToString(DynamicMessage.parseFrom(type, response))
                    .strip();
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }
}
