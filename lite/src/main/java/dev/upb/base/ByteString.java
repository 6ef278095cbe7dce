package dev.upb.base;

import java.util.Arrays;
import java.util.Objects;

/** An immutable sequence of bytes with value equality: what a {@code bytes} field is in generic code. */
public final class ByteString {
    public static final ByteString EMPTY = new ByteString(new byte[0]);

    private final byte[] bytes;

    private ByteString(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Copies the given bytes. */
    public static ByteString of(byte... bytes) {
        return bytes.length == 0 ? EMPTY : new ByteString(bytes.clone());
    }

    /** Copies {@code size} bytes from {@code offset} on. */
    public static ByteString of(byte[] bytes, int offset, int size) {
        Objects.checkFromIndexSize(offset, size, bytes.length);
        return size == 0 ? EMPTY : new ByteString(Arrays.copyOfRange(bytes, offset, offset + size));
    }

    /** Returns the UTF-8 form of the text. */
    public static ByteString ofUtf8(String text) {
        return new ByteString(Utf8.encode(text));
    }

    public int size() {
        return bytes.length;
    }

    public boolean isEmpty() {
        return bytes.length == 0;
    }

    public byte byteAt(int index) {
        return bytes[index];
    }

    /** Returns a fresh copy. */
    public byte[] toByteArray() {
        return bytes.clone();
    }

    /** Copies all bytes to {@code target} from {@code offset} on. */
    public void copyTo(byte[] target, int offset) {
        System.arraycopy(bytes, 0, target, offset, bytes.length);
    }

    /** Returns the text of these bytes read as UTF-8; malformed parts become U+FFFD. */
    public String toStringUtf8() {
        return Utf8.decode(bytes, 0, bytes.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ByteString that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Returns the size and up to 32 bytes in hex. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(96).append(bytes.length).append(" bytes");
        int shown = Math.min(bytes.length, 32);
        for (int i = 0; i < shown; i++) {
            text.append(i == 0 ? ": " : "")
                    .append(Character.forDigit(bytes[i] >> 4 & 15, 16))
                    .append(Character.forDigit(bytes[i] & 15, 16));
        }
        return text.append(shown < bytes.length ? "…" : "").toString();
    }
}
