package dev.upb.benchmarks.inputs;

import com.google.ads.googleads.v17.services.GoogleAdsServiceProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The schema of Google Ads v17: {@code google_ads_service.proto} and the hundreds of files that it imports, 1,409 messages in all. */
public final class AdsFiles {
    private AdsFiles() {}

    /** Returns the files, every one behind its imports. */
    public static FileDescriptorSet set() {
        byte[] bytes = CachedFile.bytes("google-ads-v17.binpb", () -> {
            FileDescriptorSet.Builder set = FileDescriptorSet.newBuilder();
            Schemas.withImports(GoogleAdsServiceProto.getDescriptor()).forEach(file -> set.addFile(file.toProto()));
            return set.build().toByteArray();
        });
        try {
            return FileDescriptorSet.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("target/inputs has no set of files; delete it", e);
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
}
