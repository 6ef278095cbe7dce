package dev.upb.jit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.ads.googleads.v17.services.GoogleAdsServiceProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.FileDescriptor;
import dev.upb.base.FieldType;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.minitable.MiniTableEnum;
import dev.upb.minitable.MiniTableField;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.random.RandomSchema;
import dev.upb.testkit.random.Seeded;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** HotSpot leaves methods above 8,000 bytes of code to the interpreter, so none may be that large. Each test prints the largest to its report. */
class CodeSizeTest {
    /** HotSpot's {@code HugeMethodLimit}. */
    private static final int LIMIT = 8000;

    /** The shapes of a field. */
    private enum Shape {
        OPTIONAL,
        IMPLICIT,
        ONEOF,
        REPEATED,
        PACKED,
        MAP
    }

    private static final MiniTableEnum SPARSE = MiniTableEnum.of(0, 5, 300);

    private static void check(String what, List<MiniTable> tables) {
        int largest = CodeSizes.largest(tables);
        System.out.printf("%s: %,d types, largest method %,d bytes%n", what, tables.size(), largest);
        assertThat(largest).as(what).isBetween(1, LIMIT);
    }

    private static List<MiniTable> tables(DefPool pool) {
        return pool.messages().stream()
                .filter(type -> !type.isMapEntry())
                .map(MessageDef::miniTable)
                .toList();
    }

    private static void addWithImports(FileDescriptor file, Map<String, FileDescriptorProto> files) {
        if (!files.containsKey(file.getName())) {
            file.getDependencies().forEach(dependency -> addWithImports(dependency, files));
            files.put(file.getName(), file.toProto());
        }
    }

    private static DefPool pool(Iterable<FileDescriptorProto> files) {
        return DefPool.ofFileDescriptorSet(
                FileDescriptorSet.newBuilder().addAllFile(files).build().toByteArray());
    }

    @Test
    void schemaOfGoogleAds() {
        Map<String, FileDescriptorProto> files = new LinkedHashMap<>();
        addWithImports(GoogleAdsServiceProto.getDescriptor(), files);
        List<MiniTable> tables = tables(pool(files.values()));
        assertThat(tables).hasSizeGreaterThan(1300);
        check("Google Ads", tables);
    }

    @Test
    void schemasOfTheTests() {
        check(
                "descriptor.proto",
                tables(DefPool.ofFileDescriptorSet(Corpus.descriptorSet().toByteArray())));
        check(
                "types of the tests",
                tables(DefPool.ofFileDescriptorSet(Corpus.ownSet().toByteArray())));
    }

    @Test
    void drawnSchemas() {
        List<MiniTable> tables = new ArrayList<>();
        Seeded.forEach(100, seeded -> tables.addAll(tables(pool(List.of(RandomSchema.next(seeded))))));
        check("drawn schemas", tables);
    }

    @Test
    void aThousandFieldsOfEveryType() {
        check("1,000 fields of every type", List.of(wide(1000, FieldType.values(), Shape.values())));
        check("3,000 fields of every type", List.of(wide(3000, FieldType.values(), Shape.values())));
    }

    /** As many as go into one decoder or encoder method, one more, and many: what is largest depends on the type. */
    @ParameterizedTest
    @EnumSource
    void fieldsOfOneType(FieldType type) {
        for (Shape shape : Shape.values()) {
            if (shape == Shape.PACKED && !type.isPackable()) {
                continue;
            }
            for (int width : new int[] {40, 41, 48, 49, 1000}) {
                check(
                        width + " fields of " + type + " " + shape,
                        List.of(wide(width, new FieldType[] {type}, new Shape[] {shape})));
            }
        }
    }

    /** A type with all types and shapes in turn; numbers, and so tags, are near each other first and then far apart. */
    private static MiniTable wide(int width, FieldType[] types, Shape[] shapes) {
        MiniTable.Builder builder = MiniTable.builder();
        List<Integer> oneof = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            FieldType type = types[i % types.length];
            Shape shape = shapes[i / types.length % shapes.length];
            int number = i < 500 ? i + 1 : i * 1009;
            Cardinality cardinality = switch (shape) {
                case OPTIONAL, ONEOF -> Cardinality.OPTIONAL;
                case IMPLICIT ->
                    type == FieldType.MESSAGE || type == FieldType.GROUP ? Cardinality.OPTIONAL : Cardinality.IMPLICIT;
                case REPEATED, PACKED, MAP -> Cardinality.REPEATED;
            };
            FieldType fieldType = shape == Shape.MAP ? FieldType.MESSAGE : type;
            builder.field(number, fieldType, cardinality, shape == Shape.PACKED && type.isPackable(), true, false);
            if (shape == Shape.ONEOF) {
                oneof.add(number);
            }
        }
        if (!oneof.isEmpty()) {
            builder.oneof(oneof.stream().mapToInt(number -> number).toArray());
        }
        MiniTable table = builder.build();
        for (int i = 0; i < width; i++) {
            MiniTableField field = table.field(i);
            FieldType type = types[i % types.length];
            if (shapes[i / types.length % shapes.length] == Shape.MAP) {
                table.linkSubMessage(field, entry(type, table));
            } else if (type == FieldType.MESSAGE || type == FieldType.GROUP) {
                table.linkSubMessage(field, table);
            } else if (type == FieldType.ENUM) {
                table.linkSubEnum(field, SPARSE);
            }
        }
        return table;
    }

    private static MiniTable entry(FieldType type, MiniTable message) {
        FieldType valueType = type == FieldType.GROUP ? FieldType.MESSAGE : type;
        MiniTable entry = MiniTable.builder()
                .mapEntry()
                .field(1, FieldType.STRING, Cardinality.OPTIONAL, false, false, false)
                .field(2, valueType, Cardinality.OPTIONAL, false, false, false)
                .build();
        if (valueType == FieldType.MESSAGE) {
            entry.linkSubMessage(entry.mapValue(), message);
        } else if (valueType == FieldType.ENUM) {
            entry.linkSubEnum(entry.mapValue(), SPARSE);
        }
        return entry;
    }
}
