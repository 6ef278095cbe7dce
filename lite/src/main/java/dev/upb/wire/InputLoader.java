package dev.upb.wire;

import dev.upb.base.LittleEndian;
import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.Slots;
import java.nio.ByteBuffer;

/**
 * Moves input into a heap, where it is decoded in place and where strings then stay. Results are offset and size as in {@link Slots}; zero
 * bytes follow, see {@link Heap#INPUT_PADDING}.
 */
final class InputLoader {
    /** Room kept for the message itself where the input is larger than this; smaller input gets twice its own size. */
    private static final int MAX_RESERVE = 1 << 17;

    private InputLoader() {}

    static long load(Heap heap, byte[] input, int inputOffset, int size) {
        int at = allocate(heap, size);
        System.arraycopy(input, inputOffset, heap.bytes, at, size);
        return Slots.string(at, size);
    }

    /** Takes what lies between position and limit, and moves neither. */
    static long load(Heap heap, ByteBuffer input) {
        int size = input.remaining();
        int at = allocate(heap, size);
        input.get(input.position(), heap.bytes, at, size);
        return Slots.string(at, size);
    }

    private static int allocate(Heap heap, int size) {
        heap.reserve((long) size + Math.min(2L * size, MAX_RESERVE) + Heap.INPUT_PADDING);
        int at = heap.allocateInput(size);
        clearPadding(heap.bytes, at + size);
        return at;
    }

    static void clearPadding(byte[] b, int end) {
        LittleEndian.putLong(b, end, 0);
        LittleEndian.putLong(b, end + 8, 0);
    }
}
