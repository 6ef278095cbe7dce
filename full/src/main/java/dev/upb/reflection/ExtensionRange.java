package dev.upb.reflection;

/** Numbers of a message that are open to extensions. */
public final class ExtensionRange {
    private final MessageDef message;
    private final int start;
    private final int end;
    final NumberRange numbers;

    ExtensionRange(MessageDef message, int start, int end, NumberRange numbers) {
        this.message = message;
        this.start = start;
        this.end = end;
        this.numbers = numbers;
    }

    /** Returns the first number of the range. */
    public int first() {
        return numbers.first();
    }

    /** Returns the last number of the range, which belongs to it. */
    public int last() {
        return numbers.last();
    }

    /** Returns the options, see {@link Def#options()}; of type {@code google.protobuf.ExtensionRangeOptions}. */
    public Message options() {
        return Def.options(message, OptionsKind.EXTENSION_RANGE, optionsBytes());
    }

    /** Returns the options as they are in the descriptor; empty if there are none. */
    public byte[] optionsBytes() {
        return Def.optionsBytes(message.file().bytes, start, end, OptionsKind.EXTENSION_RANGE.number);
    }

    @Override
    public String toString() {
        return numbers.toString();
    }
}
