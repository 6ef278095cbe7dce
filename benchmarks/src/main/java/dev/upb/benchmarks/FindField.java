package dev.upb.benchmarks;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.upb.benchmarks.inputs.Agreement;
import dev.upb.benchmarks.inputs.Schemas;
import dev.upb.benchmarks.proto.Wide100;
import dev.upb.reflection.MessageDef;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Which field has this name or number: 100 fields, each asked for once, in an order that no predictor knows. */
@OperationsPerInvocation(FindField.FIELDS)
public abstract class FindField extends Benchmarked {
    static final int FIELDS = 100;

    /** A step that has no factor in common with {@link #FIELDS}, so that it meets every field. */
    private static final int STEP = 37;

    final Descriptor theirs = Wide100.getDescriptor();
    final String[] names = new String[FIELDS];
    final int[] numbers = new int[FIELDS];
    MessageDef ours;

    @Override
    public void setUp() {
        ours = Schemas.load(theirs);
        for (int i = 0; i < FIELDS; i++) {
            FieldDescriptor field = theirs.getFields().get(i * STEP % FIELDS);
            // A copy, whose hash is not known yet once: names come from outside.
            names[i] = new String(field.getName().toCharArray());
            numbers[i] = field.getNumber();
            Agreement.require(ours.findField(names[i]).number() == field.getNumber(), names[i], "by name");
            Agreement.require(ours.findField(numbers[i]).name().equals(field.getName()), names[i], "by number");
        }
    }
}
