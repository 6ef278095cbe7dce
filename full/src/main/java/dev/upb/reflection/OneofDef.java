package dev.upb.reflection;

import java.util.List;

/** A oneof: fields of a message of which at most one is set. */
public final class OneofDef extends Def {
    List<FieldDef> fields = List.of();

    OneofDef(MessageDef parent) {
        super(parent);
    }

    @Override
    OptionsKind optionsKind() {
        return OptionsKind.ONEOF;
    }

    /** Returns the members in the order in which they are declared; at least one. */
    public List<FieldDef> fields() {
        return fields;
    }

    public MessageDef containingType() {
        return (MessageDef) parent;
    }

    /** Returns the place among the oneofs of the message, from 0 on. */
    public int index() {
        return index;
    }

    /** Whether this is no oneof of the source, but stands for a field that is {@code optional} in proto3. */
    public boolean isSynthetic() {
        return fields.size() == 1 && fields.get(0).isProto3Optional();
    }
}
