package dev.upb.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.util.JsonFormat;
import dev.upb.testkit.Cases;
import dev.upb.testkit.wire.WireMessage;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Prints what the accepted cases are when parsed; here protobuf-java parses, or the message is made by hand where it is wrong. */
class JsonPrinterCasesTest {
    private static final Map<String, WireMessage.Builder> BY_HAND =
            Map.of("double-neg-zero", WireMessage.builder().floating(4, -0.0));

    static Stream<Cases.Json> accepted() {
        return Cases.json().stream().filter(row -> !row.expected().isRejected());
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void acceptedCasesPrintAsExpected(Cases.Json row) throws Exception {
        byte[] bytes;
        if (BY_HAND.containsKey(row.id())) {
            bytes = BY_HAND.get(row.id()).encode();
        } else {
            DynamicMessage.Builder message = DynamicMessage.newBuilder(descriptor(row.type()));
            JsonFormat.parser().merge(row.input(), message);
            bytes = message.build().toByteArray();
        }
        assertThat(JsonPrinter.DEFAULT.print(JsonTypes.CASES.message(row.type()).decode(bytes)))
                .isEqualTo(row.expected().text());
    }

    private static Descriptor descriptor(String fullName) throws Exception {
        Map<String, FileDescriptor> files = new HashMap<>();
        for (FileDescriptorProto file :
                FileDescriptorSet.parseFrom(Cases.schemaBytes()).getFileList()) {
            FileDescriptor[] dependencies =
                    file.getDependencyList().stream().map(files::get).toArray(FileDescriptor[]::new);
            files.put(file.getName(), FileDescriptor.buildFrom(file, dependencies));
        }
        return files.values().stream()
                .flatMap(file -> file.getMessageTypes().stream())
                .filter(type -> type.getFullName().equals(fullName))
                .findFirst()
                .orElseThrow();
    }
}
