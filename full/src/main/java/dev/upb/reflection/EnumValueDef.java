package dev.upb.reflection;

/** A value of an enum. */
public final class EnumValueDef extends Def {

    EnumValueDef(EnumDef parent) {
        super(parent);
    }

    /** Returns the full name, which is in the scope that the enum is in: {@code pkg.VALUE}, not {@code pkg.Enum.VALUE}. */
    @Override
    public String fullName() {
        return join(parent.parent.scope(), name);
    }

    @Override
    OptionsKind optionsKind() {
        return OptionsKind.ENUM_VALUE;
    }

    public int number() {
        return number;
    }

    /** Returns the place among the values of the enum, from 0 on, in the order of declaration. */
    public int index() {
        return index;
    }

    public EnumDef enumType() {
        return (EnumDef) parent;
    }

    /** Returns the name in JSON: that of option {@code (pb.enumvalue.json).string} if there is one, otherwise the name. */
    public String jsonName() {
        String custom = customJsonName();
        return custom != null ? custom : name;
    }

    /** Returns the name that an option gives to this in JSON, or null. */
    String customJsonName() {
        return is(HAS_OPTIONS) ? DescriptorReader.jsonName(optionsBytes()) : null;
    }
}
