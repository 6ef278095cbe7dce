package dev.upb.reflection;

/**
 * The options of each kind of definition: their message in {@code descriptor.proto}, and where they are. In the order of {@code
 * FieldOptions.OptionTargetType}, which begins with 1.
 */
enum OptionsKind {
    FILE("FileOptions", 8, 50),
    EXTENSION_RANGE("ExtensionRangeOptions", 3, 50),
    MESSAGE("MessageOptions", 7, 12),
    FIELD("FieldOptions", 8, 21),
    ONEOF("OneofOptions", 2, 1),
    ENUM("EnumOptions", 3, 7),
    ENUM_VALUE("EnumValueOptions", 3, 2),
    SERVICE("ServiceOptions", 3, 34),
    METHOD("MethodOptions", 4, 35);

    /** Full name of the options message. */
    final String typeName;
    /** Number of field {@code options} in the definition's own message. */
    final int number;
    /** Number of field {@code features} in the options message. */
    final int featuresNumber;

    OptionsKind(String name, int number, int featuresNumber) {
        this.typeName = "google.protobuf." + name;
        this.number = number;
        this.featuresNumber = featuresNumber;
    }
}
