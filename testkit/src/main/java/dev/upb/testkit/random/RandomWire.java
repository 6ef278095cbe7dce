package dev.upb.testkit.random;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.WireFormat;
import dev.upb.testkit.wire.Hex;
import dev.upb.testkit.wire.WireField;
import dev.upb.testkit.wire.WireMessage;
import dev.upb.testkit.wire.WireValue;
import dev.upb.testkit.wire.WireValue.Delimited;
import dev.upb.testkit.wire.WireValue.Fixed32;
import dev.upb.testkit.wire.WireValue.Fixed64;
import dev.upb.testkit.wire.WireValue.Group;
import dev.upb.testkit.wire.WireValue.Varint;
import dev.upb.testkit.wire.WireWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Random bytes for decoders, from well-formed messages that no encoder would write to plain garbage. */
public final class RandomWire {
    private static final int MAX_FIELDS = 12;
    private static final int MAX_DEPTH = 4;

    private RandomWire() {}

    /** Returns a well-formed message of a type that nobody knows: all wire types, groups, overlong tags and varints. */
    public static WireMessage valid(Seeded seeded) {
        return anything(seeded, 0);
    }

    /**
     * Returns a well-formed message in which most fields are those of {@code type}, in any order, repeated at will, in
     * part overlong, packed or not whatever is declared, at times with a wire type that the field does not take, mixed
     * with unknown fields. Strings are well-formed UTF-8. Required fields may be missing.
     */
    public static WireMessage valid(Seeded seeded, Descriptor type) {
        return ofType(seeded, type, 0);
    }

    /**
     * Returns bytes that a decoder must refuse whatever the type: {@link #valid(Seeded)} followed by one malformed
     * element.
     */
    public static byte[] malformed(Seeded seeded) {
        return Hex.concat(valid(seeded).encode(), malformedElement(seeded));
    }

    /** Returns up to {@code maxSize} bytes, in half of the calls with values that mean much on the wire. */
    public static byte[] garbage(Seeded seeded, int maxSize) {
        byte[] bytes = seeded.bytes(seeded.between(0, maxSize));
        if (seeded.nextBoolean()) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] =
                        (byte) seeded.pickInt(0x00, 0x01, 0x02, 0x03, 0x08, 0x0a, 0x0b, 0x0c, 0x0d, 0x12, 0x80, 0xff);
            }
        }
        return bytes;
    }

    private static byte[] malformedElement(Seeded seeded) {
        WireWriter writer = new WireWriter();
        int number = fieldNumber(seeded);
        switch (seeded.below(11)) {
            case 0 -> writer.raw(continued(seeded.between(1, 4)));
            case 1 -> writer.tag(number, WireWriter.VARINT).raw(continued(seeded.between(0, 9)));
            case 2 -> writer.tag(number, WireWriter.VARINT).varint(seeded.nextLong(), seeded.between(11, 14));
            case 3 -> writer.tag(number, WireWriter.FIXED64).raw(seeded.bytes(seeded.below(8)));
            case 4 -> writer.tag(number, WireWriter.FIXED32).raw(seeded.bytes(seeded.below(4)));
            case 5 -> {
                byte[] payload = RandomValues.bytes(seeded);
                writer.tag(number, WireWriter.DELIMITED)
                        .varint(payload.length + (long) seeded.between(1, 1000))
                        .raw(payload);
            }
            case 6 ->
                writer.tag(number, WireWriter.DELIMITED)
                        .varint(seeded.pickLong(-1, Long.MIN_VALUE, Integer.MAX_VALUE, 1L << 31, 1L << 32));
            case 7 ->
                writer.tag(number, WireWriter.START_GROUP).raw(valid(seeded).encode());
            case 8 ->
                writer.tag(number, WireWriter.START_GROUP).tag(number == 1 ? 2 : number - 1, WireWriter.END_GROUP);
            case 9 ->
                writer.tag(number, seeded.pickInt(WireWriter.END_GROUP, 6, 7)).varint(0);
            default -> writer.tag(0, seeded.below(6)).varint(0);
        }
        return writer.toByteArray();
    }

    private static byte[] continued(int size) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) 0x80);
        return bytes;
    }

    private static WireMessage anything(Seeded seeded, int depth) {
        List<WireField> fields = new ArrayList<>();
        int count = seeded.below(MAX_FIELDS >> (depth / 2));
        for (int i = 0; i < count; i++) {
            fields.add(field(seeded, fieldNumber(seeded), anyValue(seeded, depth)));
        }
        return new WireMessage(fields);
    }

    private static WireMessage ofType(Seeded seeded, Descriptor type, int depth) {
        List<WireField> fields = new ArrayList<>();
        int count = seeded.below(MAX_FIELDS >> (depth / 2));
        for (int i = 0; i < count; i++) {
            if (type.getFields().isEmpty() || seeded.oneIn(8)) {
                fields.add(field(seeded, unknownNumber(seeded, type), anyValue(seeded, depth)));
                continue;
            }
            FieldDescriptor known = seeded.pick(type.getFields());
            WireValue value = seeded.oneIn(16) ? otherType(seeded, known, depth) : valueOf(seeded, known, depth);
            fields.add(field(seeded, known.getNumber(), value));
        }
        return new WireMessage(fields);
    }

    private static WireField field(Seeded seeded, int number, WireValue value) {
        WireField field = new WireField(number, value);
        return seeded.oneIn(16) ? field.withTagSize(seeded.between(field.tagSize(), 5)) : field;
    }

    private static WireValue valueOf(Seeded seeded, FieldDescriptor field, int depth) {
        switch (field.getJavaType()) {
            case STRING -> {
                return Delimited.of(RandomValues.string(seeded));
            }
            case BYTE_STRING -> {
                return new Delimited(RandomValues.bytes(seeded));
            }
            case MESSAGE -> {
                WireMessage message =
                        depth < MAX_DEPTH ? ofType(seeded, field.getMessageType(), depth + 1) : WireMessage.empty();
                return field.getType() == FieldDescriptor.Type.GROUP ? new Group(message) : Delimited.of(message);
            }
            default -> {
                if (!field.isPackable() || seeded.nextBoolean()) {
                    return scalar(seeded, field);
                }
                WireWriter payload = new WireWriter();
                int count = seeded.below(6);
                for (int i = 0; i < count; i++) {
                    WireValue element = scalar(seeded, field);
                    if (element instanceof Varint varint) {
                        payload.varint(varint.bits(), varint.size());
                    } else if (element instanceof Fixed32 fixed) {
                        payload.fixed32(fixed.bits());
                    } else if (element instanceof Fixed64 fixed) {
                        payload.fixed64(fixed.bits());
                    }
                }
                return new Delimited(payload.toByteArray());
            }
        }
    }

    private static WireValue scalar(Seeded seeded, FieldDescriptor field) {
        int wireType = field.getLiteType().getWireType();
        if (wireType == WireFormat.WIRETYPE_FIXED32) {
            return new Fixed32(RandomValues.bits32(seeded));
        }
        if (wireType == WireFormat.WIRETYPE_FIXED64) {
            return new Fixed64(RandomValues.bits64(seeded));
        }
        if (field.getJavaType() == FieldDescriptor.JavaType.ENUM && !seeded.oneIn(4)) {
            return new Varint(seeded.pick(field.getEnumType().getValues()).getNumber());
        }
        return varint(seeded);
    }

    /** Returns a value of a wire type that the field does not take, packed or not, so that it must become unknown. */
    private static WireValue otherType(Seeded seeded, FieldDescriptor field, int depth) {
        while (true) {
            WireValue value = anyValue(seeded, depth);
            boolean packed = field.isPackable() && value instanceof Delimited;
            if (value.wireType() != field.getLiteType().getWireType() && !packed) {
                return value;
            }
        }
    }

    private static WireValue anyValue(Seeded seeded, int depth) {
        return switch (seeded.below(depth < MAX_DEPTH ? 7 : 5)) {
            case 0 -> varint(seeded);
            case 1 -> new Fixed32(RandomValues.bits32(seeded));
            case 2 -> new Fixed64(RandomValues.bits64(seeded));
            case 3 -> new Delimited(RandomValues.bytes(seeded));
            case 4 -> Delimited.of(RandomValues.string(seeded));
            case 5 -> Delimited.of(anything(seeded, depth + 1));
            default -> new Group(anything(seeded, depth + 1));
        };
    }

    private static Varint varint(Seeded seeded) {
        Varint shortest = new Varint(RandomValues.bits64(seeded));
        return seeded.oneIn(8) ? new Varint(shortest.bits(), seeded.between(shortest.size(), 10)) : shortest;
    }

    private static int fieldNumber(Seeded seeded) {
        return seeded.nextBoolean()
                ? seeded.between(1, 20)
                : seeded.pickInt(15, 16, 2047, 2048, 18_999, 20_000, 262_144, 33_554_432, WireField.MAX_NUMBER);
    }

    private static int unknownNumber(Seeded seeded, Descriptor type) {
        while (true) {
            int number = seeded.oneIn(8) ? seeded.between(1, WireField.MAX_NUMBER) : fieldNumber(seeded);
            if (type.findFieldByNumber(number) == null && !type.isExtensionNumber(number)) {
                return number;
            }
        }
    }
}
