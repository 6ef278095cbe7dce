package dev.upb.ops;

import dev.upb.base.ByteString;
import dev.upb.base.DecodeException;
import dev.upb.base.WireType;
import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.Extras;
import dev.upb.wire.WireReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Unknown fields as a tree, sorted by tag where the order says nothing. */
final class UnknownTree {
    /** One field; its content is null for a number, a {@link ByteString} for a delimited field, a list of nodes for a group. */
    private record Node(int tag, long value, Object content) {}

    private UnknownTree() {}

    /** Whether the unknown fields of two messages are equal. */
    static boolean equal(Heap heapA, int a, Heap heapB, int b) {
        byte[] bytesA = Extras.unknown(heapA.bytes, a);
        byte[] bytesB = Extras.unknown(heapB.bytes, b);
        if (Arrays.equals(bytesA, bytesB)) {
            return true;
        }
        if (bytesA.length == 0 || bytesB.length == 0) {
            return false;
        }
        try {
            return parse(WireReader.of(bytesA)).equals(parse(WireReader.of(bytesB)));
        } catch (DecodeException malformed) {
            return false; // Somebody put in what is no field; only the very same bytes equal it.
        }
    }

    /** Reads up to the end of the input or of the group that is open. */
    private static List<Node> parse(WireReader reader) {
        List<Node> nodes = new ArrayList<>();
        while (reader.next() && reader.wireType() != WireType.END_GROUP) {
            int tag = WireType.tag(reader.fieldNumber(), reader.wireType());
            switch (reader.wireType()) {
                case WireType.DELIMITED -> nodes.add(new Node(tag, 0, ByteString.of(reader.data())));
                case WireType.START_GROUP -> nodes.add(new Node(tag, 0, parse(reader)));
                default -> nodes.add(new Node(tag, reader.value(), null));
            }
        }
        // Stable: fields of one number and wire type keep their order.
        nodes.sort((a, b) -> Integer.compareUnsigned(a.tag, b.tag));
        return nodes;
    }
}
