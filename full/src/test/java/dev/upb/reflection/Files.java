package dev.upb.reflection;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TextFormat.ParseException;

/** Descriptors written as text. */
final class Files {
    private Files() {}

    /** Returns a file with the given fields of {@code FileDescriptorProto}, named {@code test.proto} unless they say otherwise. */
    static FileDescriptorProto file(String text) {
        FileDescriptorProto.Builder file = FileDescriptorProto.newBuilder();
        merge(text, file);
        return file.hasName() ? file.build() : file.setName("test.proto").build();
    }

    static DescriptorProto message(String text) {
        DescriptorProto.Builder message = DescriptorProto.newBuilder();
        merge(text, message);
        return message.build();
    }

    static EnumDescriptorProto enumeration(String text) {
        EnumDescriptorProto.Builder enumeration = EnumDescriptorProto.newBuilder();
        merge(text, enumeration);
        return enumeration.build();
    }

    private static void merge(String text, com.google.protobuf.Message.Builder target) {
        try {
            TextFormat.merge(text, target);
        } catch (ParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    static DefPool pool(FileDescriptorProto... files) {
        DefPool.Builder builder = DefPool.builder();
        for (FileDescriptorProto file : files) {
            builder.addFile(file.toByteArray());
        }
        return builder.build();
    }

    static DefPool pool(String file) {
        return pool(file(file));
    }
}
