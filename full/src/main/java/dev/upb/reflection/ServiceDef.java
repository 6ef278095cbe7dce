package dev.upb.reflection;

import java.util.List;

/** A service: a set of methods. */
public final class ServiceDef extends Def {
    String fullName;
    List<MethodDef> methods = List.of();
    NameTable names;

    ServiceDef(FileDef parent) {
        super(parent);
    }

    @Override
    public String fullName() {
        return fullName;
    }

    @Override
    OptionsKind optionsKind() {
        return OptionsKind.SERVICE;
    }

    /** Returns the methods in the order in which they are declared. */
    public List<MethodDef> methods() {
        return methods;
    }

    /** Returns the method of this name, or null. */
    public MethodDef findMethod(String name) {
        return (MethodDef) names.find(name);
    }

    /** Returns the {@code ServiceDescriptorProto} that this was made from, every byte of it. */
    public byte[] toServiceDescriptorProto() {
        return descriptor();
    }
}
