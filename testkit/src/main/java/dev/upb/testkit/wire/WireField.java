package dev.upb.testkit.wire;

/**
 * One field on the wire.
 *
 * @param number 1 to 536870911
 * @param tagSize the number of bytes of the tag, 1 to 5 for valid messages; more than needed makes the tag overlong
 */
public record WireField(int number, WireValue value, int tagSize) {
    public static final int MAX_NUMBER = 536_870_911;

    public WireField {
        if (number < 1 || number > MAX_NUMBER) {
            throw new IllegalArgumentException("field number " + number + " is not in 1.." + MAX_NUMBER);
        }
        int needed = minimumTagSize(number);
        if (tagSize < needed) {
            throw new IllegalArgumentException(
                    "size of the tag of field " + number + " is " + tagSize + ", it needs " + needed);
        }
    }

    /** Creates a field with the shortest tag. */
    public WireField(int number, WireValue value) {
        this(number, value, minimumTagSize(number));
    }

    /** Returns the same field with a tag of {@code size} bytes; for a group, both tags. */
    public WireField withTagSize(int size) {
        int endTagSize = size == minimumTagSize(number) ? 0 : size;
        WireValue resized =
                value instanceof WireValue.Group group ? new WireValue.Group(group.message(), endTagSize) : value;
        return new WireField(number, resized, size);
    }

    static int minimumTagSize(int number) {
        return WireWriter.varintSize(WireWriter.tagValue(number, 0));
    }
}
