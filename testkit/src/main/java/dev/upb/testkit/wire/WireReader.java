package dev.upb.testkit.wire;

import dev.upb.testkit.wire.WireValue.Delimited;
import dev.upb.testkit.wire.WireValue.Fixed32;
import dev.upb.testkit.wire.WireValue.Fixed64;
import dev.upb.testkit.wire.WireValue.Group;
import dev.upb.testkit.wire.WireValue.Varint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads one message from an array, front to back. Not thread safe. */
final class WireReader {
    private static final int MAX_TAG_SIZE = 5;
    private static final int MAX_VARINT_SIZE = 10;

    private final byte[] bytes;
    private int position;

    WireReader(byte[] bytes) {
        this.bytes = bytes;
    }

    WireMessage readAll() {
        List<WireField> fields = new ArrayList<>();
        while (position < bytes.length) {
            int start = position;
            long tag = readTag();
            if ((int) (tag & 7) == WireWriter.END_GROUP) {
                throw new WireFormatException("end tag of group " + (tag >>> 3) + " that was not started", start);
            }
            fields.add(readField(start, tag, 0));
        }
        return new WireMessage(fields);
    }

    private WireField readField(int start, long tag, int depth) {
        int number = (int) (tag >>> 3);
        int tagSize = position - start;
        int wireType = (int) (tag & 7);
        return switch (wireType) {
            case WireWriter.VARINT -> new WireField(number, readVarint("varint"), tagSize);
            case WireWriter.FIXED64 -> new WireField(number, new Fixed64(readFixed(8)), tagSize);
            case WireWriter.DELIMITED -> new WireField(number, readDelimited(), tagSize);
            case WireWriter.START_GROUP -> new WireField(number, readGroup(start, number, depth + 1), tagSize);
            case WireWriter.FIXED32 -> new WireField(number, new Fixed32((int) readFixed(4)), tagSize);
            default -> throw new WireFormatException("wire type " + wireType, start);
        };
    }

    private Group readGroup(int start, int number, int depth) {
        if (depth > WireMessage.MAX_GROUP_DEPTH) {
            throw new WireFormatException("groups nested more than " + WireMessage.MAX_GROUP_DEPTH + " deep", start);
        }
        List<WireField> fields = new ArrayList<>();
        while (position < bytes.length) {
            int tagStart = position;
            long tag = readTag();
            if ((int) (tag & 7) == WireWriter.END_GROUP) {
                if (tag >>> 3 != number) {
                    throw new WireFormatException("end tag of group " + (tag >>> 3) + " in group " + number, tagStart);
                }
                int endTagSize = position - tagStart;
                boolean shortest = endTagSize == WireField.minimumTagSize(number);
                return new Group(new WireMessage(fields), shortest ? 0 : endTagSize);
            }
            fields.add(readField(tagStart, tag, depth));
        }
        throw new WireFormatException("group " + number + " without an end tag", start);
    }

    private long readTag() {
        int start = position;
        Varint tag = readVarint("tag");
        if (tag.size() > MAX_TAG_SIZE) {
            throw new WireFormatException("tag of " + tag.size() + " bytes", start);
        }
        if (tag.bits() >>> 32 != 0) {
            throw new WireFormatException("tag " + Long.toUnsignedString(tag.bits()) + " above 32 bits", start);
        }
        if (tag.bits() >>> 3 == 0) {
            throw new WireFormatException("field number 0", start);
        }
        return tag.bits();
    }

    private Varint readVarint(String what) {
        int start = position;
        long bits = 0;
        for (int i = 0; i < MAX_VARINT_SIZE; i++) {
            if (position == bytes.length) {
                throw new WireFormatException(what + " cut short", start);
            }
            byte next = bytes[position++];
            bits |= (long) (next & 0x7f) << (7 * i);
            if (next >= 0) {
                return new Varint(bits, i + 1);
            }
        }
        throw new WireFormatException(what + " of more than " + MAX_VARINT_SIZE + " bytes", start);
    }

    private long readFixed(int size) {
        if (size > bytes.length - position) {
            throw new WireFormatException("fixed value of " + size + " bytes cut short", position);
        }
        long bits = 0;
        for (int i = 0; i < size; i++) {
            bits |= (bytes[position++] & 0xffL) << (8 * i);
        }
        return bits;
    }

    private Delimited readDelimited() {
        int start = position;
        Varint length = readVarint("length");
        if (length.bits() < 0 || length.bits() > bytes.length - position) {
            throw new WireFormatException(
                    "length " + Long.toUnsignedString(length.bits()) + " with " + (bytes.length - position)
                            + " bytes left",
                    start);
        }
        int end = position + (int) length.bits();
        byte[] payload = Arrays.copyOfRange(bytes, position, end);
        position = end;
        return new Delimited(payload, length.size());
    }
}
