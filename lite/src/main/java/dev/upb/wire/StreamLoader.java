package dev.upb.wire;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.base.DecodeException;
import dev.upb.base.DecodeStatus;
import dev.upb.mem.internal.Heap;
import dev.upb.message.internal.Slots;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectableChannel;

/**
 * Reads a stream or channel straight into a heap; one object for one input. Memory grows with what arrives, not with what is announced.
 *
 * <p>The source is the caller's code, and may itself put messages into the heap while it is read.
 */
final class StreamLoader {
    private static final int FIRST_CHUNK = 8192;

    private interface Source {
        /** Reads 1 to {@code size} bytes; -1 at the end. */
        int read(byte[] target, int offset, int size) throws IOException;
    }

    private final Heap heap;
    private final Source source;
    private final long epoch;

    private int mark;
    private int at;
    /** Bytes that fit at {@link #at}, and how many of them are there. */
    private int room;

    private int filled;

    private StreamLoader(Heap heap, Source source) {
        this.heap = heap;
        this.source = source;
        this.epoch = heap.epoch;
        this.mark = heap.position();
    }

    StreamLoader(Heap heap, InputStream input) {
        this(heap, new StreamSource(input));
    }

    StreamLoader(Heap heap, ReadableByteChannel input) {
        this(heap, new ChannelSource(input));
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

    /** Returns the position to which the heap may be rewound if what was loaded is no message. */
    int mark() {
        return mark;
    }

    /** Takes exactly {@code size} bytes, or fewer if the input ends before. If that fails, the heap is as it was. */
    long load(int size) throws IOException {
        try {
            room = Math.min(size, FIRST_CHUNK);
            at = heap.allocateInput(room);
            while (filled < size) {
                if (filled == room) {
                    grow(size);
                }
                int count = read();
                if (count < 0) {
                    break;
                }
                filled += count;
            }
            heap.shrinkLast(at, room + Heap.INPUT_PADDING, filled + Heap.INPUT_PADDING);
            InputLoader.clearPadding(heap.bytes, at + filled);
            return Slots.string(at, filled);
        } catch (IOException | RuntimeException e) {
            heap.rewind(mark);
            throw e;
        }
    }

    private void grow(int size) {
        long most = Math.min(size, Heap.MAX_CAPACITY - Heap.INPUT_PADDING - (long) at);
        if (most <= room) {
            throw new DecodeException(DecodeStatus.TOO_LARGE, filled, null, "an arena can't hold more");
        }
        try {
            growTo(Math.min(most, 2L * room));
        } catch (ArenaExhaustedException e) {
            growTo(Math.min(most, room + room / 8L)); // The end may be near: do not ask for much more than is needed.
        }
    }

    private void growTo(long larger) {
        at = heap.reallocate(at, room + Heap.INPUT_PADDING, heap.checkedSize(larger + Heap.INPUT_PADDING));
        room = (int) larger;
    }

    private int read() throws IOException {
        byte[] target = heap.bytes;
        int position = heap.position();
        int count;
        try {
            count = source.read(target, at + filled, room - filled);
        } finally {
            settle(target, position);
        }
        if (heap.epoch != epoch) {
            throw new IllegalStateException("the arena was reset or closed by the stream that is read into it");
        }
        return count;
    }

    /** Puts right what changed if the source has used the heap: others' messages stay, and the input moves behind them. */
    private void settle(byte[] target, int position) {
        if (heap.epoch != epoch) {
            mark = heap.position();
            return;
        }
        int moved = at;
        if (heap.position() != position) {
            mark = heap.position();
            moved = heap.allocateInput(room);
        }
        if (moved != at || heap.bytes != target) {
            System.arraycopy(target, at, heap.bytes, moved, room);
            at = moved;
        }
    }
}
