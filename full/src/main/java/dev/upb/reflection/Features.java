package dev.upb.reflection;

/**
 * The features of editions that change how a message behaves, packed in an {@code int}: four bits each, zero where a feature is not set. The
 * numbers are those of {@code google.protobuf.FeatureSet}.
 */
final class Features {
    static final int PRESENCE = 0;
    static final int ENUM_TYPE = 4;
    static final int REPEATED_ENCODING = 8;
    static final int UTF8 = 12;
    static final int MESSAGE_ENCODING = 16;
    static final int JSON = 20;
    /** Not known if it is zero: compilers leave it out of descriptors. */
    static final int VISIBILITY = 28;

    /** The highest number of a feature. */
    static final int LAST_NUMBER = 9;

    static final int EXPLICIT = 1;
    static final int IMPLICIT = 2;
    static final int LEGACY_REQUIRED = 3;
    static final int CLOSED = 2;
    static final int PACKED = 1;
    static final int EXPANDED = 2;
    static final int VERIFY = 2;
    static final int NONE = 3;
    static final int DELIMITED = 2;
    static final int ALLOW = 1;
    static final int EXPORT_TOP_LEVEL = 2;
    static final int LOCAL_ALL = 3;
    static final int STRICT = 4;

    // From the right: field 1, presence, and so on.
    private static final int PROTO2 = 0x213221;
    private static final int PROTO3 = 0x112112;
    private static final int EDITIONS = 0x112111;

    private Features() {}

    /** Returns what holds in a file that sets no feature. */
    static int defaults(Edition edition) {
        return edition.hasFeatures() ? EDITIONS : edition == Edition.PROTO3 ? PROTO3 : PROTO2;
    }

    static int get(int features, int feature) {
        return features >>> feature & 15;
    }

    static int with(int features, int feature, int value) {
        return features & ~(15 << feature) | value << feature;
    }

    /** Returns the features with the number that {@code FeatureSet} gives to a feature; as before if there is no such value. */
    static int withField(int features, int fieldNumber, long value) {
        int feature = (fieldNumber - 1) * 4;
        boolean known = switch (feature) {
            case PRESENCE -> value >= EXPLICIT && value <= LEGACY_REQUIRED;
            case UTF8 -> value == VERIFY || value == NONE;
            case VISIBILITY -> value >= 1 && value <= STRICT;
            case ENUM_TYPE, REPEATED_ENCODING, MESSAGE_ENCODING, JSON -> value == 1 || value == 2;
            default -> false; // Of no effect on messages, or not known yet.
        };
        return known ? with(features, feature, (int) value) : features;
    }

    /** Returns the features of an element: its own, and for the rest those of the element that it is in. */
    static int merge(int parent, int own) {
        int set = (own | own >>> 1 | own >>> 2 | own >>> 3) & 0x11111111;
        return parent & ~(set * 15) | own;
    }
}
