package dev.upb.base;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.upb.testkit.random.RandomValues;
import dev.upb.testkit.random.Seeded;
import dev.upb.testkit.wire.Hex;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {
    private static final CharsetDecoder STRICT = UTF_8.newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);

    private static final CharBuffer DECODED = CharBuffer.allocate(8192);

    private static boolean jdkAccepts(byte[] bytes, int offset, int size) {
        DECODED.clear();
        CoderResult result = STRICT.reset().decode(ByteBuffer.wrap(bytes, offset, size), DECODED, true);
        if (result.isOverflow()) {
            throw new AssertionError("text of more than 8192 characters");
        }
        return !result.isError();
    }

    private static void check(byte[] bytes) {
        if (Utf8.isValid(bytes, 0, bytes.length) != jdkAccepts(bytes, 0, bytes.length)) {
            throw new AssertionError("differs from the JDK for " + Hex.string(bytes));
        }
    }

    @Test
    void everySequenceOfUpToThreeBytesIsJudgedAsByTheJdk() {
        check(new byte[0]);
        for (int a = 0; a < 256; a++) {
            check(new byte[] {(byte) a});
            for (int b = 0; b < 256; b++) {
                check(new byte[] {(byte) a, (byte) b});
            }
        }
        for (int a = 0xC0; a < 256; a++) { // The first byte decides which rules apply.
            for (int b = 0; b < 256; b++) {
                for (int c = 0x70; c < 0xD0; c++) {
                    check(new byte[] {(byte) a, (byte) b, (byte) c});
                }
            }
        }
    }

    @Test
    void everyFourByteSequenceWithEdgeBytesIsJudgedAsByTheJdk() {
        int[] edges = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xFF};
        for (int a = 0xE0; a < 256; a++) {
            for (int b : edges) {
                for (int c : edges) {
                    for (int d : edges) {
                        check(new byte[] {(byte) a, (byte) b, (byte) c, (byte) d});
                    }
                }
            }
        }
    }

    @Test
    void everyCodePointIsEncodedAsByTheJdkAndAccepted() {
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
                continue;
            }
            String text = Character.toString(codePoint);
            byte[] expected = text.getBytes(UTF_8);
            if (!Arrays.equals(Utf8.encode(text), expected)
                    || !Utf8.isValid(expected, 0, expected.length)
                    || Utf8.sequenceSize(expected, 0, expected.length) != expected.length
                    || Utf8.encodedSize(text) != expected.length) {
                throw new AssertionError("differs for U+" + Integer.toHexString(codePoint));
            }
        }
    }

    @Test
    void partOfALargerArrayIsJudgedByItself() {
        Seeded.forEach(3000, seeded -> {
            byte[] text = seeded.nextBoolean()
                    ? RandomValues.string(seeded).getBytes(UTF_8)
                    : RandomValues.malformedUtf8(seeded);
            int before = seeded.below(9);
            byte[] larger = seeded.bytes(before + text.length + seeded.below(9));
            System.arraycopy(text, 0, larger, before, text.length);

            assertThat(Utf8.isValid(larger, before, text.length))
                    .as("%s in %s", seeded, Hex.string(text))
                    .isEqualTo(jdkAccepts(larger, before, text.length));
        });
    }

    @Test
    void textWithOneByteChangedIsJudgedAsByTheJdk() {
        Seeded.forEach(3000, seeded -> {
            byte[] text = RandomValues.string(seeded).getBytes(UTF_8);
            if (text.length > 0) {
                text[seeded.below(text.length)] = (byte) seeded.nextInt();
            }
            assertThat(Utf8.isValid(text, 0, text.length)).isEqualTo(jdkAccepts(text, 0, text.length));
        });
    }

    @ParameterizedTest
    @CsvSource({"41, 1", "c2a2, 2", "e0a080, 3", "f0908080, 4", "80, 0", "c080, 0", "c1bf, 0", "c2, 0", "eda080, 0"})
    void sizeOfASequenceIsThatOfItsCodePointOrZero(String hex, int expected) {
        byte[] bytes = Hex.bytes(hex);

        assertThat(Utf8.sequenceSize(bytes, 0, bytes.length)).isEqualTo(expected);
    }

    @Test
    void sequenceThatGoesPastTheEndHasNoSize() {
        byte[] bytes = Hex.bytes("f09f9880");

        assertThat(Utf8.sequenceSize(bytes, 0, 3)).isZero();
        assertThat(Utf8.isValid(bytes, 0, 3)).isFalse();
    }

    @Test
    void randomTextIsEncodedAndDecodedAsByTheJdk() {
        Seeded.forEach(2000, seeded -> {
            String text = RandomValues.string(seeded);
            byte[] expected = text.getBytes(UTF_8);

            assertThat(Utf8.encode(text)).isEqualTo(expected);
            assertThat(Utf8.decode(expected, 0, expected.length)).isEqualTo(text);
        });
    }

    @Test
    void encodingWritesFromTheOffsetOnAndReturnsTheEnd() {
        byte[] target = new byte[10];

        assertThat(Utf8.encode("aé€😀", target, 0)).isEqualTo(10);
        assertThat(Hex.string(target)).isEqualTo("61c3a9e282acf09f9880");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ab\ud800", "ab\udc00", "ab\ud800x", "ab\udc00\ud800", "ab\ud800\ud800\udc00"})
    void unpairedSurrogateIsRefusedWithItsIndex(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Utf8.encode(text))
                .withMessageContaining("unpaired surrogate at index 2");
    }

    @Test
    void malformedPartsAreDecodedAsReplacementCharacters() {
        byte[] bytes = Hex.bytes("61ff62");

        assertThat(Utf8.decode(bytes, 0, 3)).isEqualTo("a\ufffdb");
    }
}
