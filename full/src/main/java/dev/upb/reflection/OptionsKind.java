package dev.upb.reflection;

/** The options of each kind of definition: their message in {@code descriptor.proto}, and where they are. */
final class OptionsKind {
    static final OptionsKind FILE = new OptionsKind(1, "google.protobuf.FileOptions", 8, 50);
    static final OptionsKind EXTENSION_RANGE = new OptionsKind(2, "google.protobuf.ExtensionRangeOptions", 3, 50);
    static final OptionsKind MESSAGE = new OptionsKind(3, "google.protobuf.MessageOptions", 7, 12);
    static final OptionsKind FIELD = new OptionsKind(4, "google.protobuf.FieldOptions", 8, 21);
    static final OptionsKind ONEOF = new OptionsKind(5, "google.protobuf.OneofOptions", 2, 1);
    static final OptionsKind ENUM = new OptionsKind(6, "google.protobuf.EnumOptions", 3, 7);
    static final OptionsKind ENUM_VALUE = new OptionsKind(7, "google.protobuf.EnumValueOptions", 3, 2);
    static final OptionsKind SERVICE = new OptionsKind(8, "google.protobuf.ServiceOptions", 3, 34);
    static final OptionsKind METHOD = new OptionsKind(9, "google.protobuf.MethodOptions", 4, 35);

    /** Number in {@code FieldOptions.OptionTargetType}. */
    final int target;

    /** Full name of the options message. */
    final String typeName;
    /** Number of field {@code options} in the definition's own message. */
    final int number;
    /** Number of field {@code features} in the options message. */
    final int featuresNumber;

    private OptionsKind(int target, String typeName, int number, int featuresNumber) {
        this.target = target;
        this.typeName = typeName;
        this.number = number;
        this.featuresNumber = featuresNumber;
    }
}
