package dev.upb.ops;

import dev.upb.base.ByteString;
import dev.upb.base.DecodeException;
import dev.upb.base.LittleEndian;
import dev.upb.base.WireType;
import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.Extras;
import dev.upb.message.internal.Slots;
import dev.upb.wire.WireReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Unknown fields as a tree, sorted by tag where the order says nothing. */
final class UnknownTree {
    /** One field: a number's bits, the content of a delimited field, or the fields of a group. */
    private record Node(int number, int wireType, long value, ByteString content, List<Node> group) {
        boolean equal(Node other) {
            return number == other.number
                    && wireType == other.wireType
                    && value == other.value
                    && Objects.equals(content, other.content)
                    && (group == null || UnknownTree.equal(group, other.group));
        }
    }

    private UnknownTree() {}

    /** Whether the unknown fields of two messages are equal. */
    static boolean equal(Heap heapA, int a, Heap heapB, int b) {
        byte[] bytesA = unknown(heapA.bytes, a);
        byte[] bytesB = unknown(heapB.bytes, b);
        if (Arrays.equals(bytesA, bytesB)) {
            return true;
        }
        if (bytesA.length == 0 || bytesB.length == 0) {
            return false;
        }
        try {
            return equal(parse(WireReader.of(bytesA)), parse(WireReader.of(bytesB)));
        } catch (DecodeException malformed) {
            return false; // Somebody put in what is no field; only the very same bytes equal it.
        }
    }

    private static byte[] unknown(byte[] b, int message) {
        int size = 0;
        int count = Extras.count(b, message);
        for (int i = 0; i < count; i++) {
            if (Extras.isUnknown(b, message, i)) {
                size += Slots.size(LittleEndian.getLong(b, Extras.slot(b, message, i)));
            }
        }
        byte[] all = new byte[size];
        int at = 0;
        for (int i = 0; i < count && size > 0; i++) {
            if (Extras.isUnknown(b, message, i)) {
                long piece = LittleEndian.getLong(b, Extras.slot(b, message, i));
                System.arraycopy(b, Slots.offset(piece), all, at, Slots.size(piece));
                at += Slots.size(piece);
            }
        }
        return all;
    }

    private static boolean equal(List<Node> a, List<Node> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!a.get(i).equal(b.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Reads up to the end of the input or of the group that is open. */
    private static List<Node> parse(WireReader reader) {
        List<Node> nodes = new ArrayList<>();
        while (reader.next() && reader.wireType() != WireType.END_GROUP) {
            int number = reader.fieldNumber();
            int wireType = reader.wireType();
            switch (wireType) {
                case WireType.DELIMITED -> nodes.add(new Node(number, wireType, 0, ByteString.of(reader.data()), null));
                case WireType.START_GROUP -> nodes.add(new Node(number, wireType, 0, null, parse(reader)));
                default -> nodes.add(new Node(number, wireType, reader.value(), null, null));
            }
        }
        // Stable: fields of one number and wire type keep their order.
        nodes.sort(Comparator.comparingInt(Node::number).thenComparingInt(Node::wireType));
        return nodes;
    }
}
