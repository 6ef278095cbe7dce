package dev.upb.benchmarks;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import dev.upb.benchmarks.inputs.Agreement;
import dev.upb.benchmarks.inputs.Specimen;
import dev.upb.benchmarks.inputs.Workloads;
import dev.upb.benchmarks.proto.Record;
import dev.upb.benchmarks.proto.Records;
import dev.upb.reflection.FieldDef;
import dev.upb.reflection.Message;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** One field of each of many messages, all of them in the processor's cache. */
@OperationsPerInvocation(FieldAccess.MESSAGES)
public abstract class FieldAccess extends Benchmarked {
    static final int MESSAGES = 256;

    /** What a program would write that needs no protocol. */
    static final class Plain {
        int count;
        String name;
    }

    final Message[] ours = new Message[MESSAGES];
    final Record.Builder[] builders = new Record.Builder[MESSAGES];
    final Record[] generated = new Record[MESSAGES];
    final DynamicMessage[] dynamic = new DynamicMessage[MESSAGES];
    final Plain[] plain = new Plain[MESSAGES];
    final FieldDescriptor theirCount = Record.getDescriptor().findFieldByName("count");
    final FieldDescriptor theirName = Record.getDescriptor().findFieldByName("name");
    FieldDef count;
    FieldDef name;

    @Override
    public void setUp() throws Exception {
        Specimen specimen = Specimen.of(Workloads.records(MESSAGES));
        Message list = specimen.type().decode(specimen.bytes());
        Records records = Records.parseFrom(specimen.bytes());
        FieldDef field = specimen.type().field("records");
        count = field.messageType().field("count");
        name = field.messageType().field("name");
        for (int i = 0; i < MESSAGES; i++) {
            ours[i] = list.getMessages(field).get(i);
            generated[i] = records.getRecords(i);
            builders[i] = generated[i].toBuilder();
            dynamic[i] = DynamicMessage.parseFrom(Record.getDescriptor(), generated[i].toByteString());
            plain[i] = new Plain();
            plain[i].count = generated[i].getCount();
            plain[i].name = generated[i].getName();
            Agreement.require(ours[i].getInt(count) == plain[i].count, "count", "values");
            Agreement.require(ours[i].getString(name).equals(plain[i].name), "name", "values");
        }
    }
}
