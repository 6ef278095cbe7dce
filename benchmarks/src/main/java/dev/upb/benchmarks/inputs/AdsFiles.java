package dev.upb.benchmarks.inputs;

import com.google.ads.googleads.v17.services.GoogleAdsServiceProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The schema of Google Ads v17: {@code google_ads_service.proto} and the hundreds of files that it imports, 1,409 messages in all. */
public final class AdsFiles {
    /** Kept as bytes: to get them from generated classes takes seconds, which every process would spend. */
    private static final Path CACHE = Path.of("target", "inputs", "google-ads-v17.binpb");

    private AdsFiles() {}

    /** Returns the files, every one behind its imports. */
    public static FileDescriptorSet set() {
        try {
            if (!Files.exists(CACHE)) {
                FileDescriptorSet.Builder set = FileDescriptorSet.newBuilder();
                files().forEach(file -> set.addFile(file.toProto()));
                Files.createDirectories(CACHE.getParent());
                // Moved when it is whole: another process may make it at the same time.
                Path part = Files.createTempFile(CACHE.getParent(), "ads", ".part");
                Files.write(part, set.build().toByteArray());
                Files.move(part, CACHE, StandardCopyOption.REPLACE_EXISTING);
            }
            return FileDescriptorSet.parseFrom(Files.readAllBytes(CACHE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Builds descriptors by protobuf-java, every file behind its imports. */
    public static Map<String, FileDescriptor> build(List<FileDescriptorProto> protos)
            throws DescriptorValidationException {
        Map<String, FileDescriptor> built = new HashMap<>();
        for (FileDescriptorProto proto : protos) {
            FileDescriptor[] imports =
                    proto.getDependencyList().stream().map(built::get).toArray(FileDescriptor[]::new);
            built.put(proto.getName(), FileDescriptor.buildFrom(proto, imports));
        }
        return built;
    }

    private static List<FileDescriptor> files() {
        return Schemas.withImports(GoogleAdsServiceProto.getDescriptor());
    }
}
