package dev.upb.wire;

import dev.upb.base.DecodeException;
import dev.upb.base.DecodeStatus;
import dev.upb.base.LittleEndian;
import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.Slots;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectableChannel;

/**
 * Moves input into a heap, where it is decoded in place and where strings then stay. Results are offset and size as in {@link Slots}; zero
 * bytes follow, see {@link Heap#INPUT_PADDING}.
 */
final class InputLoader {
    private static final int FIRST_CHUNK = 8192;
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

    private static void clearPadding(byte[] b, int end) {
        LittleEndian.putLong(b, end, 0);
        LittleEndian.putLong(b, end + 8, 0);
    }

    /** Takes exactly {@code size} bytes, or fewer if the input ends before. Memory grows with what arrives, not with what is announced. */
    static long load(Heap heap, InputStream input, int size) throws IOException {
        return load(heap, size, new StreamSource(input));
    }

    static long load(Heap heap, ReadableByteChannel input) throws IOException {
        return load(heap, Integer.MAX_VALUE, new ChannelSource(input));
    }

    private interface Source {
        /** Reads 1 to {@code size} bytes; -1 at the end. */
        int read(byte[] target, int offset, int size) throws IOException;
    }

    private record StreamSource(InputStream input) implements Source {
        @Override
        public int read(byte[] target, int offset, int size) throws IOException {
            int count = input.read(target, offset, size);
            if (count != 0) {
                return count;
            }
            int single = input.read(); // Some streams answer 0 against their contract; this one blocks.
            if (single < 0) {
                return -1;
            }
            target[offset] = (byte) single;
            return 1;
        }
    }

    private record ChannelSource(ReadableByteChannel input) implements Source {
        @Override
        public int read(byte[] target, int offset, int size) throws IOException {
            while (true) {
                int count = input.read(ByteBuffer.wrap(target, offset, size));
                if (count != 0) {
                    return count;
                }
                if (input instanceof SelectableChannel channel && !channel.isBlocking()) {
                    throw new IllegalBlockingModeException();
                }
                Thread.onSpinWait();
            }
        }
    }

    private static long load(Heap heap, int size, Source source) throws IOException {
        int room = Math.min(size, FIRST_CHUNK);
        int at = heap.allocateInput(room);
        int filled = 0;
        while (true) {
            if (filled == room) {
                if (filled == size) {
                    break;
                }
                long larger = Math.min(size, 2L * room);
                if (larger == Integer.MAX_VALUE) {
                    larger = Math.min(larger, Heap.MAX_CAPACITY - Heap.INPUT_PADDING - (long) at);
                    if (larger <= room) {
                        throw new DecodeException(DecodeStatus.TOO_LARGE, filled, null, "an arena can't hold more");
                    }
                }
                at = heap.reallocate(at, room + Heap.INPUT_PADDING, heap.checkedSize(larger + Heap.INPUT_PADDING));
                room = (int) larger;
            }
            int count = source.read(heap.bytes, at + filled, room - filled);
            if (count < 0) {
                break;
            }
            filled += count;
        }
        heap.shrinkLast(at, room + Heap.INPUT_PADDING, filled + Heap.INPUT_PADDING);
        clearPadding(heap.bytes, at + filled);
        return Slots.string(at, filled);
    }
}
