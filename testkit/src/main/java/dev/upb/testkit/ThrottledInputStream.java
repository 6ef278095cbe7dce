package dev.upb.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;

/**
 * A stream over an array that gives less than it is asked for, as sockets do. It keeps to the contract of
 * {@link InputStream}: at least one byte per read, unless none was asked for; {@code available()} is always 0.
 *
 * <p>Not thread safe.
 */
public final class ThrottledInputStream extends InputStream {
    private final byte[] bytes;
    private final IntSupplier pieceSize;
    /** Offset at which reading fails; {@code bytes.length + 1} for never. */
    private final int failureOffset;

    private int position;
    private boolean closed;

    private ThrottledInputStream(byte[] bytes, IntSupplier pieceSize, int failureOffset) {
        this.bytes = bytes.clone();
        this.pieceSize = pieceSize;
        this.failureOffset = failureOffset;
    }

    /** Gives one byte per read. */
    public static ThrottledInputStream oneByte(byte[] bytes) {
        return new ThrottledInputStream(bytes, () -> 1, bytes.length + 1);
    }

    /** Gives 1 to {@code largestPiece} bytes per read; the sequence of sizes depends on {@code seed} alone. */
    public static ThrottledInputStream pieces(byte[] bytes, int largestPiece, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new ThrottledInputStream(bytes, () -> random.nextInt(1, largestPiece + 1), bytes.length + 1);
    }

    /**
     * Gives the first {@code offset} bytes, then throws {@link IOException} on each read.
     *
     * @param offset 0 to the number of bytes
     */
    public static ThrottledInputStream failingAt(byte[] bytes, int offset) {
        Objects.checkIndex(offset, bytes.length + 1);
        return new ThrottledInputStream(bytes, () -> Integer.MAX_VALUE, offset);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        requireOpen();
        if (length == 0) {
            return 0;
        }
        if (position == failureOffset) {
            throw new IOException("connection lost after " + position + " bytes");
        }
        int end = Math.min(bytes.length, failureOffset);
        if (position == end) {
            return -1;
        }
        int count = Math.min(Math.min(length, pieceSize.getAsInt()), end - position);
        System.arraycopy(bytes, position, target, offset, count);
        position += count;
        return count;
    }

    /** Skips at most one piece. */
    @Override
    public long skip(long count) throws IOException {
        requireOpen();
        if (count <= 0 || position == Math.min(bytes.length, failureOffset)) {
            return 0;
        }
        return read(new byte[(int) Math.min(count, bytes.length)]);
    }

    @Override
    public void close() {
        closed = true;
    }

    /** Returns how many bytes were given or skipped. */
    public int position() {
        return position;
    }

    public boolean isClosed() {
        return closed;
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new IOException("stream is closed");
        }
    }
}
