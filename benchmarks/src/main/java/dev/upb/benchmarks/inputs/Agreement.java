package dev.upb.benchmarks.inputs;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.MapEntry;
import dev.upb.message.MapField;
import dev.upb.reflection.FieldDef;
import dev.upb.reflection.Message;
import java.util.Arrays;
import java.util.List;

/** Compares what two libraries made of one input. What disagrees is not worth measuring. */
public final class Agreement {
    private Agreement() {}

    /**
     * Compares a message of ours with one of protobuf-java's, field by field, all levels.
     *
     * @throws AssertionError if they differ; it names the field
     */
    public static void check(Message ours, com.google.protobuf.Message theirs) {
        check(ours, theirs, theirs.getDescriptorForType().getName());
    }

    private static void check(Message ours, com.google.protobuf.Message theirs, String path) {
        require(
                theirs.getUnknownFields().asMap().isEmpty()
                        && ours.unknownFields().isEmpty(),
                path,
                "unknown fields");
        int fields = theirs.getAllFields().size();
        require(ours.presentFields().size() == fields, path, "set fields: " + ours.presentFields() + ", not " + fields);
        theirs.getAllFields().forEach((field, value) -> {
            FieldDef def = ours.type().findField(field.getNumber());
            String below = path + "." + field.getName();
            require(def != null, below, "no such field");
            Object our = ours.get(def);
            if (field.isMapField()) {
                checkMap((MapField<?, ?>) our, field, (List<?>) value, below);
            } else if (field.isRepeated()) {
                checkList((List<?>) our, field, (List<?>) value, below);
            } else {
                checkValue(our, field, value, below);
            }
        });
    }

    private static void checkList(List<?> ours, FieldDescriptor field, List<?> theirs, String path) {
        require(ours.size() == theirs.size(), path, ours.size() + " elements, not " + theirs.size());
        for (int i = 0; i < theirs.size(); i++) {
            checkValue(ours.get(i), field, theirs.get(i), path + "[" + i + "]");
        }
    }

    private static void checkMap(MapField<?, ?> ours, FieldDescriptor field, List<?> theirs, String path) {
        FieldDescriptor valueField = field.getMessageType().findFieldByNumber(2);
        require(ours.size() == theirs.size(), path, ours.size() + " entries, not " + theirs.size());
        for (Object each : theirs) {
            MapEntry<?, ?> entry = (MapEntry<?, ?>) each;
            checkValue(ours.get(entry.getKey()), valueField, entry.getValue(), path + "[" + entry.getKey() + "]");
        }
    }

    private static void checkValue(Object ours, FieldDescriptor field, Object theirs, String path) {
        if (field.getJavaType() == JavaType.MESSAGE) {
            check((Message) ours, (com.google.protobuf.Message) theirs, path);
        } else if (theirs instanceof EnumValueDescriptor value) {
            require(ours.equals(value.getNumber()), path, ours + ", not " + value.getNumber());
        } else if (theirs instanceof ByteString bytes) {
            require(
                    Arrays.equals(((dev.upb.base.ByteString) ours).toByteArray(), bytes.toByteArray()),
                    path,
                    "other bytes");
        } else {
            require(theirs.equals(ours), path, ours + ", not " + theirs);
        }
    }

    /** Throws an {@link AssertionError} unless {@code agreed}. */
    public static void require(boolean agreed, String where, String what) {
        if (!agreed) {
            throw new AssertionError("the libraries disagree at " + where + ": " + what);
        }
    }
}
