package dev.upb.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.upb.testkit.wire.Hex;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InputKindTest {
    private static final byte[] BYTES = Hex.bytes("08 96 01 12 07 74 65 73 74 69 6e 67 ff 00 80 18 01");

    /** Takes the bytes from whatever holds them. */
    private static final class Collector implements InputKind.Sink<byte[]> {
        @Override
        public byte[] array(byte[] array, int offset, int length) {
            return Arrays.copyOfRange(array, offset, offset + length);
        }

        @Override
        public byte[] buffer(ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return bytes;
        }

        @Override
        public byte[] stream(InputStream stream) throws IOException {
            return stream.readAllBytes();
        }

        @Override
        public byte[] channel(ReadableByteChannel channel) throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteBuffer chunk = ByteBuffer.allocate(5);
            while (channel.read(chunk) >= 0) {
                out.write(chunk.array(), 0, chunk.position());
                chunk.clear();
            }
            return out.toByteArray();
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachKindDeliversTheBytes(InputKind kind) throws IOException {
        assertThat(kind.feed(BYTES, new Collector())).isEqualTo(BYTES);
        assertThat(kind.feed(new byte[0], new Collector())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void eachKindCopiesTheBytes(InputKind kind) throws IOException {
        byte[] bytes = BYTES.clone();
        kind.feed(bytes, new InputKind.Sink<Void>() {
            @Override
            public Void array(byte[] array, int offset, int length) {
                array[offset] = 99;
                return null;
            }

            @Override
            public Void buffer(ByteBuffer buffer) {
                if (!buffer.isReadOnly()) {
                    buffer.put((byte) 99);
                }
                return null;
            }

            @Override
            public Void stream(InputStream stream) {
                return null;
            }

            @Override
            public Void channel(ReadableByteChannel channel) {
                return null;
            }
        });
        assertThat(bytes).isEqualTo(BYTES);
    }

    @Test
    void rangesAndSlicesLieInsideSomethingLarger() {
        InputKind.Range range = InputKind.ARRAY_RANGE.range(BYTES);
        assertThat(range.offset() % 2).isEqualTo(1);
        assertThat(range.array().length).isGreaterThan(range.offset() + range.length());

        ByteBuffer slice = InputKind.HEAP_BUFFER_SLICE.buffer(BYTES);
        assertThat(slice.arrayOffset()).isPositive();
        assertThat(slice.position()).isPositive();
        assertThat(slice.capacity()).isGreaterThan(slice.limit());

        ByteBuffer readOnly = InputKind.READ_ONLY_BUFFER.buffer(BYTES);
        assertThat(readOnly.hasArray()).isFalse();
        assertThat(readOnly.position()).isPositive();

        ByteBuffer direct = InputKind.DIRECT_BUFFER.buffer(BYTES);
        assertThat(direct.isDirect()).isTrue();
        assertThat(direct.position()).isPositive();
        assertThat(direct.capacity()).isGreaterThan(direct.limit());
    }

    @Test
    void aKindRefusesTheFormsOfOthers() {
        assertThatThrownBy(() -> InputKind.STREAM.buffer(BYTES))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("STREAM has form STREAM, not BUFFER");
        assertThatThrownBy(() -> InputKind.ARRAY.stream(BYTES)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> InputKind.ARRAY.channel(BYTES)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> InputKind.CHANNEL.range(BYTES)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void oneByteStreamGivesOneByteWhateverIsAsked() throws IOException {
        try (ThrottledInputStream stream = ThrottledInputStream.oneByte(BYTES)) {
            byte[] target = new byte[8];
            assertThat(stream.read(target, 2, 6)).isEqualTo(1);
            assertThat(target).containsExactly(0, 0, 0x08, 0, 0, 0, 0, 0);
            assertThat(stream.read()).isEqualTo(0x96);
            assertThat(stream.skip(10)).isEqualTo(1);
            assertThat(stream.position()).isEqualTo(3);
            assertThat(stream.available()).isZero();
        }
    }

    @Test
    void streamPiecesVaryFromOneToTheLargest() throws IOException {
        boolean[] seen = new boolean[9];
        try (ThrottledInputStream stream = ThrottledInputStream.pieces(new byte[500], 8, 1)) {
            int count;
            while ((count = stream.read(new byte[100])) >= 0) {
                seen[count] = true;
            }
        }
        assertThat(seen).containsExactly(false, true, true, true, true, true, true, true, true);
    }

    @Test
    void readingNothingGivesNothingEvenAtTheEnd() throws IOException {
        try (ThrottledInputStream stream = ThrottledInputStream.oneByte(new byte[1])) {
            assertThat(stream.read(new byte[4], 0, 0)).isZero();
            assertThat(stream.read()).isZero();
            assertThat(stream.read(new byte[4], 0, 0)).isZero();
            assertThat(stream.read()).isEqualTo(-1);
            assertThat(stream.read(new byte[4])).isEqualTo(-1);
            assertThat(stream.skip(1)).isZero();
        }
    }

    @Test
    void failingStreamGivesItsBytesFirst() throws IOException {
        try (ThrottledInputStream stream = ThrottledInputStream.failingAt(BYTES, 3)) {
            assertThat(stream.read(new byte[10])).isEqualTo(3);
            assertThatThrownBy(() -> stream.read(new byte[10]))
                    .isInstanceOf(IOException.class)
                    .hasMessage("connection lost after 3 bytes");
            assertThatThrownBy(stream::read).isInstanceOf(IOException.class);
        }
    }

    @Test
    void closedSourcesRefuseToRead() {
        ThrottledInputStream stream = ThrottledInputStream.oneByte(BYTES);
        stream.close();
        assertThat(stream.isClosed()).isTrue();
        assertThatThrownBy(stream::read).isInstanceOf(IOException.class);
        ThrottledChannel channel = ThrottledChannel.oneByte(BYTES);
        channel.close();
        assertThat(channel.isOpen()).isFalse();
        assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1))).isInstanceOf(IOException.class);
    }

    @Test
    void channelPiecesVaryFromOneToTheLargest() throws IOException {
        boolean[] seen = new boolean[9];
        try (ThrottledChannel channel = ThrottledChannel.pieces(new byte[500], 8, 1)) {
            int count;
            while ((count = channel.read(ByteBuffer.allocate(100))) >= 0) {
                seen[count] = true;
            }
            assertThat(channel.position()).isEqualTo(500);
        }
        assertThat(seen).containsExactly(false, true, true, true, true, true, true, true, true);
    }

    @Test
    void pausingChannelAlsoGivesNothing() throws IOException {
        int pauses = 0;
        try (ThrottledChannel channel = ThrottledChannel.piecesAndPauses(new byte[500], 3, 1)) {
            int count;
            while ((count = channel.read(ByteBuffer.allocate(100))) >= 0) {
                pauses += count == 0 ? 1 : 0;
            }
        }
        assertThat(pauses).isPositive();
    }
}
