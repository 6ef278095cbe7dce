package dev.upb.fuzz;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import dev.upb.base.FieldType;
import dev.upb.minitable.ExtensionMode;
import dev.upb.minitable.ExtensionRegistry;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTableExtension;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.MessageDef;
import dev.upb.testkit.random.RandomSchema;
import dev.upb.testkit.random.Seeded;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The types that both tiers read inputs as: the first byte of an input chooses, below {@code 'A'} a type with that many fields, all of which have
 * presence; then one of {@link FuzzTypes}; from 128 on one of a schema that is drawn with that byte as its seed.
 */
final class TierTypes {
    private static final int FIRST_NAMED = 'A';
    private static final int FIRST_DRAWN = 128;

    private static final List<FieldDescriptorProto.Type> WIDE = List.of(
            FieldDescriptorProto.Type.TYPE_INT32,
            FieldDescriptorProto.Type.TYPE_STRING,
            FieldDescriptorProto.Type.TYPE_BOOL,
            FieldDescriptorProto.Type.TYPE_DOUBLE,
            FieldDescriptorProto.Type.TYPE_ENUM,
            FieldDescriptorProto.Type.TYPE_MESSAGE,
            FieldDescriptorProto.Type.TYPE_SINT64,
            FieldDescriptorProto.Type.TYPE_FIXED32,
            FieldDescriptorProto.Type.TYPE_BYTES);

    private static final Map<Integer, TierTypes> KNOWN = new ConcurrentHashMap<>();
    private static final ExtensionRegistry OF_ANOTHER_TYPE = ofAnotherType();

    final MessageDef type;
    private final ExtensionRegistry every;
    private final ExtensionRegistry some;

    private TierTypes(MessageDef type) {
        if (!type.compile()) {
            throw new AssertionError("not compiled: " + type);
        }
        this.type = type;
        List<MiniTableExtension> known = type.pool().extensionRegistry().extensions();
        every = ExtensionRegistry.of(known).with(OF_ANOTHER_TYPE.extensions());
        some = OF_ANOTHER_TYPE.with(IntStream.range(0, known.size())
                .filter(i -> i % 2 == 0)
                .mapToObj(known::get)
                .toList());
    }

    static TierTypes of(byte[] input) {
        return KNOWN.computeIfAbsent(input[0] & 0xff, choice -> new TierTypes(chosen(choice)));
    }

    static TierTypes of(MessageDef type) {
        return new TierTypes(type);
    }

    private static MessageDef chosen(int choice) {
        if (choice >= FIRST_NAMED && choice < FIRST_DRAWN) {
            return FuzzTypes.typeOf(new byte[] {(byte) choice});
        }
        FileDescriptorProto file = choice < FIRST_NAMED ? wide(choice) : RandomSchema.next(Seeded.of(choice));
        return pool(file).message(file.getPackage() + ".M" + choice % file.getMessageTypeCount());
    }

    /** A schema of one message, {@code M0}, with so many fields that have presence. */
    static FileDescriptorProto wide(int fields) {
        DescriptorProto.Builder message = DescriptorProto.newBuilder().setName("M0");
        for (int number = 1; number <= fields; number++) {
            FieldDescriptorProto.Builder field = message.addFieldBuilder()
                    .setName("f" + number)
                    .setNumber(number)
                    .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
                    .setType(WIDE.get(number % WIDE.size()));
            switch (field.getType()) {
                case TYPE_ENUM -> field.setTypeName(".wide.E");
                case TYPE_MESSAGE -> field.setTypeName(".wide.M0");
                default -> {}
            }
        }
        EnumDescriptorProto.Builder closed = EnumDescriptorProto.newBuilder().setName("E");
        closed.addValueBuilder().setName("ZERO").setNumber(0);
        closed.addValueBuilder().setName("FAR").setNumber(-300);
        return FileDescriptorProto.newBuilder()
                .setName("wide.proto")
                .setPackage("wide")
                .addEnumType(closed)
                .addMessageType(message)
                .build();
    }

    static DefPool pool(FileDescriptorProto file) {
        return DefPool.ofFileDescriptorSet(
                FileDescriptorSet.newBuilder().addFile(file).build().toByteArray());
    }

    /** Returns all, some or none of the extensions of the type's pool, and one of another type: for an empty list the pool's own would be taken. */
    ExtensionRegistry extensions(int choice) {
        return switch (choice) {
            case 0 -> OF_ANOTHER_TYPE;
            case 1 -> some;
            default -> every;
        };
    }

    private static ExtensionRegistry ofAnotherType() {
        MiniTable extendee =
                MiniTable.builder().extensionMode(ExtensionMode.EXTENDABLE).build();
        return ExtensionRegistry.of(
                List.of(MiniTableExtension.of(extendee, 1, FieldType.INT32, false, false, false, false)));
    }
}
