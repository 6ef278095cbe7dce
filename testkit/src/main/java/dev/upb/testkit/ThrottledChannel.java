package dev.upb.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;

/**
 * A channel over an array that gives less than there is room for, and on request nothing at all at times, as a channel
 * in non-blocking mode does.
 *
 * <p>Not thread safe.
 */
public final class ThrottledChannel implements ReadableByteChannel {
    private final ByteBuffer bytes;
    private final IntSupplier pieceSize;
    private boolean open = true;

    private ThrottledChannel(byte[] bytes, IntSupplier pieceSize) {
        this.bytes = ByteBuffer.wrap(bytes.clone());
        this.pieceSize = pieceSize;
    }

    /** Gives one byte per read. */
    public static ThrottledChannel oneByte(byte[] bytes) {
        return new ThrottledChannel(bytes, () -> 1);
    }

    /** Gives 1 to {@code largestPiece} bytes per read; the sequence of sizes depends on {@code seed} alone. */
    public static ThrottledChannel pieces(byte[] bytes, int largestPiece, long seed) {
        return pieces(bytes, 1, largestPiece, seed);
    }

    /** As {@link #pieces}, but a read may also give 0 bytes though the end is not reached. */
    public static ThrottledChannel piecesAndPauses(byte[] bytes, int largestPiece, long seed) {
        return pieces(bytes, 0, largestPiece, seed);
    }

    private static ThrottledChannel pieces(byte[] bytes, int smallest, int largest, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new ThrottledChannel(bytes, () -> random.nextInt(smallest, largest + 1));
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (!open) {
            throw new ClosedChannelException();
        }
        if (!target.hasRemaining()) {
            return 0;
        }
        if (!bytes.hasRemaining()) {
            return -1;
        }
        int count = Math.min(Math.min(target.remaining(), pieceSize.getAsInt()), bytes.remaining());
        target.put(bytes.slice(bytes.position(), count));
        bytes.position(bytes.position() + count);
        return count;
    }

    /** Returns how many bytes were given. */
    public int position() {
        return bytes.position();
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() {
        open = false;
    }
}
