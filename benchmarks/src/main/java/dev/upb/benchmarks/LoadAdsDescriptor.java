package dev.upb.benchmarks;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import dev.upb.benchmarks.inputs.AdsFiles;
import dev.upb.benchmarks.inputs.Agreement;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.MessageDef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;

/** From the bytes of the hundreds of files of Google Ads to types that can be used. */
public class LoadAdsDescriptor extends Benchmarked {
    private byte[] set;
    private List<byte[]> files;
    private List<FileDescriptorProto> parsed;

    @Override
    public void setUp() throws Exception {
        parsed = AdsFiles.set().getFileList();
        set = AdsFiles.set().toByteArray();
        files = parsed.stream().map(FileDescriptorProto::toByteArray).toList();
        DefPool pool = upb();
        int messages = 0;
        for (FileDescriptor file : buildFrom().values()) {
            messages += check(pool, file.getMessageTypes());
        }
        Agreement.require(
                pool.messages().size() == messages, "pool", pool.messages().size() + " messages");
    }

    private static int check(DefPool pool, List<Descriptor> types) {
        int messages = 0;
        for (Descriptor type : types) {
            if (!type.getOptions().getMapEntry()) {
                MessageDef ours = pool.message(type.getFullName());
                type.getFields()
                        .forEach(field -> Agreement.require(
                                ours.field(field.getName()).number() == field.getNumber(),
                                field.getFullName(),
                                "number"));
                Agreement.require(
                        ours.fields().size() == type.getFields().size(), type.getFullName(), "number of fields");
                messages += 1 + check(pool, type.getNestedTypes());
            }
        }
        return messages;
    }

    @Override
    public long inputBytes() {
        return set.length;
    }

    @Benchmark
    public DefPool upb() {
        return DefPool.ofFileDescriptorSet(set);
    }

    /** From bytes as well. */
    @Benchmark
    public Map<String, FileDescriptor> buildFrom() throws Exception {
        List<FileDescriptorProto> protos = new ArrayList<>(files.size());
        for (byte[] file : files) {
            protos.add(FileDescriptorProto.parseFrom(file));
        }
        return AdsFiles.build(protos);
    }

    /** From messages that are parsed already: half of the work. */
    @Benchmark
    public Map<String, FileDescriptor> buildFromParsed() throws Exception {
        return AdsFiles.build(parsed);
    }
}
