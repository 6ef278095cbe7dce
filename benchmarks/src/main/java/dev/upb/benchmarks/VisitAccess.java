package dev.upb.benchmarks;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import dev.upb.benchmarks.inputs.Agreement;
import dev.upb.benchmarks.inputs.Specimen;
import dev.upb.benchmarks.inputs.Workloads;
import dev.upb.benchmarks.proto.Record;
import dev.upb.benchmarks.proto.Visit;
import dev.upb.benchmarks.proto.Visits;
import dev.upb.reflection.FieldDef;
import dev.upb.reflection.Message;
import dev.upb.reflection.MessageDef;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** As {@link FieldAccess}, for fields that are no plain values: one with presence, a message in the message, a list. */
@OperationsPerInvocation(VisitAccess.MESSAGES)
public abstract class VisitAccess extends Benchmarked {
    static final int MESSAGES = FieldAccess.MESSAGES;

    /** The element that is read. */
    static final int ELEMENT = 1;

    /** What a program would write that needs no protocol. */
    static final class Plain {
        String note;
        FieldAccess.Plain record;
        int[] codes;
    }

    final Message[] ours = new Message[MESSAGES];
    final Visit[] generated = new Visit[MESSAGES];
    final DynamicMessage[] dynamic = new DynamicMessage[MESSAGES];
    final Plain[] plain = new Plain[MESSAGES];
    final FieldDescriptor theirNote = Visit.getDescriptor().findFieldByName("note");
    final FieldDescriptor theirRecord = Visit.getDescriptor().findFieldByName("record");
    final FieldDescriptor theirCodes = Visit.getDescriptor().findFieldByName("codes");
    final FieldDescriptor theirCount = Record.getDescriptor().findFieldByName("count");
    FieldDef note;
    FieldDef record;
    FieldDef codes;
    FieldDef count;

    @Override
    public void setUp() throws Exception {
        Specimen specimen = Specimen.of(Workloads.visits(MESSAGES));
        Message list = specimen.type().decode(specimen.bytes());
        Visits visits = Visits.parseFrom(specimen.bytes());
        Agreement.check(list, visits);
        FieldDef field = specimen.type().field("visits");
        MessageDef type = field.messageType();
        note = type.field("note");
        record = type.field("record");
        codes = type.field("codes");
        count = record.messageType().field("count");
        for (int i = 0; i < MESSAGES; i++) {
            ours[i] = list.getMessages(field).get(i);
            generated[i] = visits.getVisits(i);
            dynamic[i] = DynamicMessage.parseFrom(Visit.getDescriptor(), generated[i].toByteString());
            plain[i] = new Plain();
            plain[i].note = generated[i].hasNote() ? generated[i].getNote() : null;
            plain[i].record = new FieldAccess.Plain();
            plain[i].record.count = generated[i].getRecord().getCount();
            plain[i].codes =
                    generated[i].getCodesList().stream().mapToInt(code -> code).toArray();
        }
        int expected = generated();
        Agreement.require(upb() == expected, getClass().getSimpleName(), "sum of ours");
        Agreement.require(dynamicMessage() == expected, getClass().getSimpleName(), "sum of DynamicMessage");
        Agreement.require(plainField() == expected, getClass().getSimpleName(), "sum of fields");
    }

    public abstract int upb();

    public abstract int generated();

    public abstract int dynamicMessage();

    public abstract int plainField();
}
