package dev.upb.reflection;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.ads.googleads.v17.services.GoogleAdsServiceProto;
import com.google.api.AnnotationsProto;
import com.google.api.HttpProto;
import com.google.api.ResourceProto;
import com.google.longrunning.OperationsProto;
import com.google.protobuf.AnyProto;
import com.google.protobuf.ApiProto;
import com.google.protobuf.DescriptorProtos;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.EmptyProto;
import com.google.protobuf.FieldMaskProto;
import com.google.protobuf.JavaFeaturesProto;
import com.google.protobuf.StructProto;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.TypeProto;
import com.google.protobuf.WrappersProto;
import com.google.rpc.ErrorDetailsProto;
import com.google.rpc.StatusProto;
import com.google.rpc.context.AttributeContextProto;
import dev.upb.base.DecodeException;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.random.RandomMessage;
import dev.upb.testkit.random.RandomSchema;
import dev.upb.testkit.random.Seeded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every property of every definition, against protobuf-java's own descriptors. */
final class DefPoolAgainstProtobufJavaTest {
    private static void compare(FileDescriptor... roots) throws Exception {
        List<FileDescriptor> files = DescriptorComparison.withImports(List.of(roots));
        DefPool pool = DefPool.ofFileDescriptorSet(DescriptorComparison.set(files));
        assertThat(pool.files().stream().map(FileDef::name))
                .containsExactlyElementsOf(
                        files.stream().map(FileDescriptor::getName).toList());
        DescriptorComparison comparison = new DescriptorComparison(pool);
        for (FileDescriptor file : files) {
            comparison.file(file);
        }
    }

    @Test
    void descriptorProtoIsTheSame() throws Exception {
        compare(DescriptorProtos.getDescriptor());
    }

    @Test
    void theWellKnownPoolIsDescriptorProto() throws Exception {
        new DescriptorComparison(DefPool.wellKnown()).file(DescriptorProtos.getDescriptor());
        assertThat(DefPool.wellKnown().files()).hasSize(1);
    }

    @Test
    void wellKnownTypesAreTheSame() throws Exception {
        compare(
                AnyProto.getDescriptor(),
                ApiProto.getDescriptor(),
                DurationProto.getDescriptor(),
                EmptyProto.getDescriptor(),
                FieldMaskProto.getDescriptor(),
                StructProto.getDescriptor(),
                TimestampProto.getDescriptor(),
                TypeProto.getDescriptor(),
                WrappersProto.getDescriptor());
    }

    @Test
    void filesOfAllSyntaxesAndEditionsAreTheSame() throws Exception {
        compare(Corpus.ownFiles().toArray(FileDescriptor[]::new));
    }

    @Test
    void filesWithFeaturesOfAnotherLanguageAreTheSame() throws Exception {
        compare(JavaFeaturesProto.getDescriptor());
    }

    @Test
    void commonFilesOfGoogleApisAreTheSame() throws Exception {
        compare(
                AnnotationsProto.getDescriptor(),
                HttpProto.getDescriptor(),
                ResourceProto.getDescriptor(),
                OperationsProto.getDescriptor(),
                StatusProto.getDescriptor(),
                ErrorDetailsProto.getDescriptor(),
                AttributeContextProto.getDescriptor());
    }

    @Test
    void hundredsOfFilesAreTheSame() throws Exception {
        compare(GoogleAdsServiceProto.getDescriptor());
    }

    @Test
    void theOrderOfFilesDoesNotMatter() throws Exception {
        List<FileDescriptor> files =
                new ArrayList<>(DescriptorComparison.withImports(List.of(GoogleAdsServiceProto.getDescriptor())));
        Collections.reverse(files);
        DefPool pool = DefPool.ofFileDescriptorSet(DescriptorComparison.set(files));
        List<String> names = pool.files().stream().map(FileDef::name).toList();
        assertThat(names).hasSameSizeAs(files);
        for (FileDef file : pool.files()) {
            for (FileDef dependency : file.dependencies()) {
                assertThat(names.indexOf(dependency.name())).isLessThan(names.indexOf(file.name()));
            }
        }
        new DescriptorComparison(pool).file(GoogleAdsServiceProto.getDescriptor());
    }

    @ParameterizedTest
    @EnumSource
    void drawnSchemasAreTheSameAndSoAreTheirMessages(RandomSchema.Syntax syntax) {
        Seeded.forEach(60, seeded -> {
            FileDescriptorProto proto = RandomSchema.next(seeded, syntax);
            FileDescriptor file = RandomSchema.build(proto);
            DefPool pool = DefPool.builder().addFile(proto.toByteArray()).build();
            new DescriptorComparison(pool).file(file);
            for (var type : file.getMessageTypes()) {
                DynamicMessage expected = RandomMessage.defaults().next(seeded, type);
                byte[] bytes = expected.toByteArray();
                Message message;
                try {
                    message = pool.message(type.getFullName()).decode(bytes);
                } catch (DecodeException e) {
                    throw new AssertionError(type.getFullName() + ": " + e.getMessage(), e);
                }
                assertThat(DynamicMessage.parseFrom(type, message.encode())).isEqualTo(expected);
                assertThat(message.presentFields().stream().map(FieldDef::fullName))
                        .containsAll(expected.getAllFields().keySet().stream()
                                .filter(field -> !field.isExtension())
                                .map(field -> field.getFullName())
                                .toList());
            }
        });
    }
}
