package dev.upb.testkit.wire;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/** Bytes as hexadecimal text. */
public final class Hex {
    private static final HexFormat PLAIN = HexFormat.of();
    private static final HexFormat SPACED = HexFormat.ofDelimiter(" ");

    private Hex() {}

    /**
     * Parses pairs of hexadecimal digits. White space may stand anywhere, so that a test can group its bytes.
     *
     * @throws IllegalArgumentException if a digit is missing or is not hexadecimal
     */
    public static byte[] bytes(String text) {
        return PLAIN.parseHex(text.replaceAll("\\s", ""));
    }

    /** Prints two lower-case digits per byte, without separators. */
    public static String string(byte[] bytes) {
        return PLAIN.formatHex(bytes);
    }

    /** Prints two lower-case digits per byte, with a space between bytes. */
    public static String spaced(byte[] bytes) {
        return SPACED.formatHex(bytes);
    }

    /** Joins the parts in order. */
    public static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
