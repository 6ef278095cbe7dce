package dev.upb.testkit.random;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.upb.testkit.wire.Hex;
import java.util.List;

/** Random values of the scalar types, edges first. */
public final class RandomValues {
    /** ASCII, two and three bytes of UTF-8, astral characters, what JSON and text format must escape, and edges of each. */
    private static final List<String> CHARACTERS = List.of(
            "a",
            "Z",
            "0",
            " ",
            "\"",
            "\\",
            "/",
            "'",
            "\n",
            "\r",
            "\t",
            "\b",
            "\f",
            "\0",
            "\u0001",
            "\u001f",
            "\u007f",
            "\u0080",
            "é",
            "ß",
            "\u07ff",
            "\u0800",
            "日",
            "\u2028",
            "\u2029",
            "\ud7ff",
            "\ue000",
            "\ufeff",
            "\uffff",
            "\ud800\udc00",
            "😀",
            "\udbff\udfff",
            "<",
            ">",
            "&",
            "=");

    /** Malformed UTF-8: stray and missing continuation bytes, overlong forms, surrogates, and above U+10FFFF. */
    private static final List<byte[]> BAD_UTF8 = List.of(
            bytes(0x80),
            bytes(0xbf),
            bytes(0xc0, 0x80),
            bytes(0xc1, 0xbf),
            bytes(0xc3),
            bytes(0xc3, 0x28),
            bytes(0xe0, 0x80, 0x80),
            bytes(0xe0, 0x9f, 0xbf),
            bytes(0xe6, 0x97),
            bytes(0xed, 0xa0, 0x80),
            bytes(0xed, 0xbf, 0xbf),
            bytes(0xf0, 0x80, 0x80, 0x80),
            bytes(0xf0, 0x8f, 0xbf, 0xbf),
            bytes(0xf0, 0x9f, 0x98),
            bytes(0xf4, 0x90, 0x80, 0x80),
            bytes(0xf5, 0x80, 0x80, 0x80),
            bytes(0xfe),
            bytes(0xff));

    private static final int LONG_STRING = 5000;

    private RandomValues() {}

    /** Returns 32 bits: an edge of a signed, unsigned or varint range in half of the calls. */
    public static int bits32(Seeded seeded) {
        if (seeded.nextBoolean()) {
            return seeded.pickInt(
                    0,
                    1,
                    -1,
                    2,
                    127,
                    128,
                    16_383,
                    16_384,
                    2_097_151,
                    2_097_152,
                    268_435_455,
                    268_435_456,
                    Integer.MAX_VALUE,
                    Integer.MIN_VALUE,
                    Integer.MIN_VALUE + 1,
                    -128,
                    -129);
        }
        return seeded.nextInt() >> seeded.below(32);
    }

    /** Returns 64 bits: an edge of a signed, unsigned, varint or {@code double} range in half of the calls. */
    public static long bits64(Seeded seeded) {
        if (seeded.nextBoolean()) {
            if (seeded.nextBoolean()) {
                long powerOf128 = 1L << (7 * seeded.between(1, 9));
                return seeded.nextBoolean() ? powerOf128 : powerOf128 - 1;
            }
            return seeded.pickLong(
                    0,
                    1,
                    -1,
                    Integer.MAX_VALUE,
                    Integer.MIN_VALUE,
                    0xffff_ffffL,
                    0x1_0000_0000L,
                    Long.MAX_VALUE,
                    Long.MIN_VALUE,
                    (1L << 53) + 1,
                    -(1L << 53) - 1);
        }
        return seeded.nextLong() >> seeded.below(64);
    }

    /** Returns a float; of the NaNs only the canonical one. */
    public static float float32(Seeded seeded) {
        return switch (seeded.below(20)) {
            case 0, 1, 2 -> 0f;
            case 3 -> -0f;
            case 4 -> Float.NaN;
            case 5 -> Float.POSITIVE_INFINITY;
            case 6 -> Float.NEGATIVE_INFINITY;
            case 7 -> Float.MAX_VALUE;
            case 8 -> Float.MIN_VALUE;
            case 9 -> -Float.MIN_NORMAL;
            case 10 -> 0.1f;
            case 11 -> 16_777_216f;
            case 12 -> seeded.between(-1000, 1000);
            default -> {
                float any = Float.intBitsToFloat(seeded.nextInt());
                yield Float.isNaN(any) ? Float.NaN : any;
            }
        };
    }

    /** Returns a double; of the NaNs only the canonical one. */
    public static double float64(Seeded seeded) {
        return switch (seeded.below(20)) {
            case 0, 1, 2 -> 0d;
            case 3 -> -0d;
            case 4 -> Double.NaN;
            case 5 -> Double.POSITIVE_INFINITY;
            case 6 -> Double.NEGATIVE_INFINITY;
            case 7 -> Double.MAX_VALUE;
            case 8 -> Double.MIN_VALUE;
            case 9 -> -Double.MIN_NORMAL;
            case 10 -> 0.1;
            case 11 -> 1e21;
            case 12 -> seeded.between(-1000, 1000);
            case 13 -> Float.MAX_VALUE * 2d;
            default -> {
                double any = Double.longBitsToDouble(seeded.nextLong());
                yield Double.isNaN(any) ? Double.NaN : any;
            }
        };
    }

    /**
     * Returns well-formed text: empty, ASCII, mixed, or rarely thousands of characters long. It has characters of each
     * UTF-8 length and those that need escaping, and never a lone surrogate.
     */
    public static String string(Seeded seeded) {
        return switch (seeded.below(16)) {
            case 0, 1 -> "";
            case 2, 3, 4, 5 -> ascii(seeded, seeded.between(1, 40));
            case 6 -> ascii(seeded, seeded.pickInt(126, 127, 128, 129));
            case 7 -> seeded.oneIn(8) ? mixed(seeded, seeded.between(1, LONG_STRING)) : mixed(seeded, 1);
            default -> mixed(seeded, seeded.between(1, 20));
        };
    }

    /** Returns bytes that need not be UTF-8: empty, short, or around the length where the length takes two bytes. */
    public static byte[] bytes(Seeded seeded) {
        return seeded.bytes(
                switch (seeded.below(8)) {
                    case 0 -> 0;
                    case 1 -> seeded.pickInt(126, 127, 128, 129);
                    case 2 -> seeded.oneIn(8) ? seeded.between(1, LONG_STRING) : 1;
                    default -> seeded.between(1, 24);
                });
    }

    /** Returns bytes that are not UTF-8: one malformed sequence between well-formed text, ASCII after it. */
    public static byte[] malformedUtf8(Seeded seeded) {
        byte[] before = mixed(seeded, seeded.below(20)).getBytes(UTF_8);
        byte[] after = ascii(seeded, seeded.below(20)).getBytes(UTF_8);
        return Hex.concat(before, seeded.pick(BAD_UTF8), after);
    }

    private static String ascii(Seeded seeded, int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) seeded.between(' ', '~'));
        }
        return text.toString();
    }

    private static String mixed(Seeded seeded, int characters) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < characters; i++) {
            text.append(seeded.oneIn(4) ? "x" : seeded.pick(CHARACTERS));
        }
        return text.toString();
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
