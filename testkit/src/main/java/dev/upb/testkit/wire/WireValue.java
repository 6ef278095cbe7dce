package dev.upb.testkit.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The value of one field on the wire, by wire type. Immutable. */
public sealed interface WireValue {
    /** Returns the wire type, 0 to 5; for a group that of its start tag. */
    int wireType();

    /**
     * Wire type 0.
     *
     * @param bits the 64 bits written
     * @param size the number of bytes they take, 1 to 10 for valid messages; more than needed makes the varint overlong
     */
    record Varint(long bits, int size) implements WireValue {
        public Varint {
            requireSize("varint", bits, size);
        }

        /** Creates the shortest form. */
        public Varint(long bits) {
            this(bits, WireWriter.varintSize(bits));
        }

        /** Creates the shortest form of a {@code sint32} or {@code sint64}. */
        public static Varint zigZag(long value) {
            return new Varint(WireWriter.zigZag(value));
        }

        /** Creates a varint of ten bytes, the longest form that decoders accept. */
        public static Varint longest(long bits) {
            return new Varint(bits, 10);
        }

        @Override
        public int wireType() {
            return WireWriter.VARINT;
        }
    }

    /** Wire type 5. */
    record Fixed32(int bits) implements WireValue {
        public static Fixed32 of(float value) {
            return new Fixed32(Float.floatToRawIntBits(value));
        }

        @Override
        public int wireType() {
            return WireWriter.FIXED32;
        }
    }

    /** Wire type 1. */
    record Fixed64(long bits) implements WireValue {
        public static Fixed64 of(double value) {
            return new Fixed64(Double.doubleToRawLongBits(value));
        }

        @Override
        public int wireType() {
            return WireWriter.FIXED64;
        }
    }

    /**
     * Wire type 2: a string, bytes, a message, or a packed list. Copies what it is given and what it gives.
     *
     * @param lengthSize the number of bytes of the length varint
     */
    @SuppressWarnings("ArrayRecordComponent") // equals, hashCode and toString go by content.
    record Delimited(byte[] payload, int lengthSize) implements WireValue {
        public Delimited {
            requireSize("length", payload.length, lengthSize);
            payload = payload.clone();
        }

        public Delimited(byte[] payload) {
            this(payload, WireWriter.varintSize(payload.length));
        }

        public static Delimited of(String text) {
            return new Delimited(text.getBytes(StandardCharsets.UTF_8));
        }

        public static Delimited of(WireMessage message) {
            return new Delimited(message.encode());
        }

        @Override
        public byte[] payload() {
            return payload.clone();
        }

        /**
         * Reads the payload as a message.
         *
         * @throws WireFormatException if it is none
         */
        public WireMessage message() {
            return WireMessage.parse(payload);
        }

        /** Returns the payload decoded as UTF-8, malformed parts replaced. */
        public String text() {
            return new String(payload, StandardCharsets.UTF_8);
        }

        @Override
        public int wireType() {
            return WireWriter.DELIMITED;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Delimited that
                    && lengthSize == that.lengthSize
                    && Arrays.equals(payload, that.payload);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(payload) * 31 + lengthSize;
        }

        @Override
        public String toString() {
            return "Delimited[" + Hex.spaced(payload) + ", lengthSize=" + lengthSize + "]";
        }
    }

    /**
     * Wire types 3 and 4: fields between a start and an end tag of one number.
     *
     * @param endTagSize the number of bytes of the end tag; 0 for as many as the number needs
     */
    record Group(WireMessage message, int endTagSize) implements WireValue {
        public Group(WireMessage message) {
            this(message, 0);
        }

        @Override
        public int wireType() {
            return WireWriter.START_GROUP;
        }
    }

    private static void requireSize(String what, long value, int size) {
        if (size < WireWriter.varintSize(value)) {
            throw new IllegalArgumentException("size of " + what + " " + Long.toUnsignedString(value) + " is " + size
                    + ", it needs " + WireWriter.varintSize(value));
        }
    }
}
