package dev.upb.benchmarks;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.upb.benchmarks.inputs.Agreement;
import dev.upb.benchmarks.inputs.Specimen;
import dev.upb.benchmarks.inputs.Workloads;
import dev.upb.json.JsonPrinter;
import java.io.OutputStream;
import org.openjdk.jmh.annotations.Benchmark;

/** The descriptor of {@link ParseDescriptor} as JSON without white space, 35 KB. */
public class JsonPrint extends Benchmarked {
    private final JsonFormat.Printer printer = JsonFormat.printer().omittingInsignificantWhitespace();
    private dev.upb.reflection.Message ours;
    private Message theirs;

    @Override
    public void setUp() throws Exception {
        Specimen specimen = Specimen.of(Workloads.descriptor());
        ours = specimen.type().decode(specimen.bytes());
        theirs = specimen.message();
        // The texts differ in the order of fields, and in what is escaped.
        FileDescriptorProto.Builder read = FileDescriptorProto.newBuilder();
        JsonFormat.parser().merge(upbString(), read);
        Agreement.require(read.build().equals(theirs), "JSON", "values");
    }

    @Override
    public long inputBytes() {
        return JsonPrinter.DEFAULT.printBytes(ours).length;
    }

    /** To a string, as the rival does. */
    @Benchmark
    public String upbString() {
        return JsonPrinter.DEFAULT.print(ours);
    }

    /** To a stream: what a server does. */
    @Benchmark
    public void upbStream() throws Exception {
        JsonPrinter.DEFAULT.print(ours, OutputStream.nullOutputStream());
    }

    @Benchmark
    public String jsonFormat() throws Exception {
        return printer.print(theirs);
    }
}
