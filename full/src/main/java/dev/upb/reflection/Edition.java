package dev.upb.reflection;

/** The rules that a file follows: a legacy syntax or an edition. */
public enum Edition {
    PROTO2(998),
    PROTO3(999),
    EDITION_2023(1000),
    EDITION_2024(1001),
    EDITION_2026(1002),
    /** What is being worked on for the next edition; only tests use it. */
    EDITION_UNSTABLE(9999);

    private final int number;

    Edition(int number) {
        this.number = number;
    }

    /** Returns the number in {@code google.protobuf.Edition}. */
    public int number() {
        return number;
    }

    /** Whether features can be set in the file, which they can't in {@code proto2} and {@code proto3}. */
    public boolean hasFeatures() {
        return number >= 1000;
    }

    /** Returns the edition with this number, or null if it is not one that this library knows. */
    public static Edition ofNumber(int number) {
        for (Edition edition : values()) {
            if (edition.number == number) {
                return edition;
            }
        }
        return null;
    }
}
