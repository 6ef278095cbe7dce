package dev.upb.text;

/** Floating-point numbers as text that reads back as the same number; the form is that of {@link Double#toString(double)}. */
final class NumberText {
    /** Most bytes that are written for one number. */
    static final int MAX_SIZE = 26;

    private NumberText() {}

    /** Writes a finite number and returns the offset behind it. */
    static int put(byte[] target, int at, double value) {
        return put(target, at, Double.toString(value));
    }

    /** Writes a finite number with the digits that a float needs, and returns the offset behind it. */
    static int put(byte[] target, int at, float value) {
        return put(target, at, Float.toString(value));
    }

    private static int put(byte[] target, int at, String digits) {
        for (int i = 0; i < digits.length(); i++) {
            target[at + i] = (byte) digits.charAt(i);
        }
        return at + digits.length();
    }
}
