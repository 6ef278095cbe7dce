package dev.upb.testkit.wire;

import dev.upb.testkit.wire.WireValue.Delimited;
import dev.upb.testkit.wire.WireValue.Fixed32;
import dev.upb.testkit.wire.WireValue.Fixed64;
import dev.upb.testkit.wire.WireValue.Group;
import dev.upb.testkit.wire.WireValue.Varint;
import java.util.ArrayList;
import java.util.List;

/**
 * A message without a schema: its fields in the order of the wire. Immutable.
 *
 * <p>Two messages are equal when their bytes are. To compare without regard to overlong varints, compare
 * {@link #canonical()} forms.
 */
public record WireMessage(List<WireField> fields) {
    /** How deep {@link #parse} follows groups: messages of this package are written and compared by recursion. */
    public static final int MAX_GROUP_DEPTH = 500;

    private static final WireMessage EMPTY = new WireMessage(List.of());

    public WireMessage {
        fields = List.copyOf(fields);
    }

    public static WireMessage empty() {
        return EMPTY;
    }

    public static WireMessage of(WireField... fields) {
        return new WireMessage(List.of(fields));
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * Reads a message. Tags may take up to 5 bytes, varints up to 10, and bits of a varint above the 64th are dropped;
     * groups may be nested {@value #MAX_GROUP_DEPTH} deep. {@code parse(x).encode()} gives {@code x} again,
     * unless such bits were dropped.
     *
     * @throws WireFormatException if the bytes are not a message
     */
    public static WireMessage parse(byte[] bytes) {
        return new WireReader(bytes).readAll();
    }

    /** Tells whether {@link #parse} accepts the bytes. */
    public static boolean isValid(byte[] bytes) {
        try {
            parse(bytes);
            return true;
        } catch (WireFormatException e) {
            return false;
        }
    }

    public byte[] encode() {
        WireWriter writer = new WireWriter();
        writeTo(writer);
        return writer.toByteArray();
    }

    /** Appends the bytes of this message. */
    public void writeTo(WireWriter writer) {
        for (WireField field : fields) {
            write(field, writer);
        }
    }

    /** Returns the values of one field number, in order. */
    public List<WireValue> values(int number) {
        return fields.stream()
                .filter(field -> field.number() == number)
                .map(WireField::value)
                .toList();
    }

    /** Returns the fields of this message followed by those of {@code other}: merging, as the wire sees it. */
    public WireMessage plus(WireMessage other) {
        List<WireField> all = new ArrayList<>(fields);
        all.addAll(other.fields);
        return new WireMessage(all);
    }

    /** Returns this message with each tag, varint and length in its shortest form. Payloads stay as they are. */
    public WireMessage canonical() {
        return new WireMessage(fields.stream()
                .map(field -> new WireField(field.number(), canonical(field.value())))
                .toList());
    }

    private static WireValue canonical(WireValue value) {
        if (value instanceof Varint varint) {
            return new Varint(varint.bits());
        }
        if (value instanceof Delimited delimited) {
            return new Delimited(delimited.payload());
        }
        if (value instanceof Group group) {
            return new Group(group.message().canonical());
        }
        return value;
    }

    private static void write(WireField field, WireWriter writer) {
        WireValue value = field.value();
        writer.tag(field.number(), value.wireType(), field.tagSize());
        if (value instanceof Varint varint) {
            writer.varint(varint.bits(), varint.size());
        } else if (value instanceof Fixed32 fixed) {
            writer.fixed32(fixed.bits());
        } else if (value instanceof Fixed64 fixed) {
            writer.fixed64(fixed.bits());
        } else if (value instanceof Delimited delimited) {
            byte[] payload = delimited.payload();
            writer.varint(payload.length, delimited.lengthSize()).raw(payload);
        } else if (value instanceof Group group) {
            group.message().writeTo(writer);
            int endTagSize = Math.max(group.endTagSize(), WireField.minimumTagSize(field.number()));
            writer.tag(field.number(), WireWriter.END_GROUP, endTagSize);
        }
    }

    /** Collects fields in the order of the calls. Not thread safe. */
    public static final class Builder {
        private final List<WireField> fields = new ArrayList<>();

        private Builder() {}

        public Builder add(int number, WireValue value) {
            return add(new WireField(number, value));
        }

        public Builder add(WireField field) {
            fields.add(field);
            return this;
        }

        public Builder addAll(WireMessage message) {
            fields.addAll(message.fields());
            return this;
        }

        /** Adds {@code int32}, {@code int64}, {@code uint32}, {@code uint64}, {@code bool} or an enum. */
        public Builder varint(int number, long bits) {
            return add(number, new Varint(bits));
        }

        /** Adds {@code sint32} or {@code sint64}. */
        public Builder zigZag(int number, long value) {
            return add(number, Varint.zigZag(value));
        }

        public Builder fixed32(int number, int bits) {
            return add(number, new Fixed32(bits));
        }

        public Builder fixed64(int number, long bits) {
            return add(number, new Fixed64(bits));
        }

        public Builder floating(int number, float value) {
            return add(number, Fixed32.of(value));
        }

        public Builder floating(int number, double value) {
            return add(number, Fixed64.of(value));
        }

        public Builder bytes(int number, byte[] payload) {
            return add(number, new Delimited(payload));
        }

        public Builder string(int number, String text) {
            return add(number, Delimited.of(text));
        }

        public Builder message(int number, WireMessage message) {
            return add(number, Delimited.of(message));
        }

        public Builder group(int number, WireMessage message) {
            return add(number, new Group(message));
        }

        /** Adds a packed list of varints in their shortest form. */
        public Builder packedVarints(int number, long... values) {
            WireWriter payload = new WireWriter();
            for (long value : values) {
                payload.varint(value);
            }
            return bytes(number, payload.toByteArray());
        }

        public Builder packedFixed32(int number, int... values) {
            WireWriter payload = new WireWriter();
            for (int value : values) {
                payload.fixed32(value);
            }
            return bytes(number, payload.toByteArray());
        }

        public Builder packedFixed64(int number, long... values) {
            WireWriter payload = new WireWriter();
            for (long value : values) {
                payload.fixed64(value);
            }
            return bytes(number, payload.toByteArray());
        }

        /** Adds a map entry: a message with the key as field 1 and the value as field 2. */
        public Builder entry(int number, WireValue key, WireValue value) {
            return message(number, WireMessage.of(new WireField(1, key), new WireField(2, value)));
        }

        public WireMessage build() {
            return new WireMessage(fields);
        }

        /** Returns the bytes of the message built so far. */
        public byte[] encode() {
            return build().encode();
        }
    }
}
