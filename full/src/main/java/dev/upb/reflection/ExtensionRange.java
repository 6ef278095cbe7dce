package dev.upb.reflection;

import java.util.List;

/** Numbers of a message that are open to extensions. */
public final class ExtensionRange {
    /** Values of {@link #verification}. */
    static final int DECLARATION = 0;

    static final int UNVERIFIED = 1;

    final MessageDef message;
    /** Where it is in the bytes of the file, as {@link Def#start}. */
    int start;

    int end;
    NumberRange numbers;
    /** Of its options: {@link Def#OWN_FEATURES}, {@link Def#UNKNOWN_FEATURE}, {@link Def#UNINTERPRETED}. */
    int flags;
    /** Whether all extensions must be declared; negative if it is not said. */
    int verification = -1;

    /** What it says of the extensions in it: fields with full name and type as text, and {@link Def#RESERVED}. */
    List<FieldDef> declarations = List.of();

    ExtensionRange(MessageDef message) {
        this.message = message;
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
