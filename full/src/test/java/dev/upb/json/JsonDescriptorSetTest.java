package dev.upb.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.ads.googleads.v17.services.GoogleAdsServiceProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.util.JsonFormat;
import dev.upb.mem.Arena;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One large message of real data: the descriptors of Google Ads. */
class JsonDescriptorSetTest {
    private static void addWithImports(FileDescriptor file, Map<String, FileDescriptor> files) {
        if (!files.containsKey(file.getName())) {
            file.getDependencies().forEach(dependency -> addWithImports(dependency, files));
            files.put(file.getName(), file);
        }
    }

    @Test
    void descriptorsOfGoogleAdsComeBackFromJsonThroughBinary() throws Exception {
        Map<String, FileDescriptor> files = new LinkedHashMap<>();
        addWithImports(GoogleAdsServiceProto.getDescriptor(), files);
        FileDescriptorSet.Builder builder = FileDescriptorSet.newBuilder();
        files.values().forEach(file -> builder.addFile(file.toProto()));
        // Read again, so that custom options are unknown fields, for protobuf-java as well.
        FileDescriptorSet set = FileDescriptorSet.parseFrom(builder.build().toByteArray());
        String json = JsonFormat.printer().print(set);
        assertThat(files).hasSizeGreaterThan(400);

        MessageDef type = DefPool.wellKnown().message("google.protobuf.FileDescriptorSet");
        try (Arena arena = Arena.create()) {
            byte[] binary =
                    JsonParser.DEFAULT.parse(type, arena, json.getBytes(UTF_8)).encode();
            Message message = type.decode(arena, binary);
            for (JsonPrinter printer : List.of(JsonPrinter.DEFAULT, JsonPrinter.DEFAULT.withIndent(true))) {
                assertThat(JsonValues.differences(printer.print(message), json)).isEmpty();
            }
            Message original = type.decode(arena, set.toByteArray());
            original.discardUnknownFields();
            assertThat(message).isEqualTo(original);
        }
    }
}
