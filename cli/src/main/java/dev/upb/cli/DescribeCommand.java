package dev.upb.cli;

import dev.upb.reflection.Def;
import dev.upb.reflection.DefPool;
import dev.upb.reflection.EnumDef;
import dev.upb.reflection.FieldDef;
import dev.upb.reflection.FileDef;
import dev.upb.reflection.MessageDef;
import dev.upb.reflection.ServiceDef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code upb describe}: prints a schema, or parts of it. */
final class DescribeCommand implements Subcommand {
    private final Console console;

    DescribeCommand(Console console) {
        this.console = console;
    }

    @Override
    public void declare(CommandSpec spec) {
        spec.usageMessage()
                .header("Shows a schema, or parts of it, as .proto text.")
                .description("", "Without a name: the files, and what is defined at the top of each.", "");
        spec.addPositional(Subcommand.parameters(
                "NAME",
                true,
                "A file, message, enum, service, extension, field or method; the end of a name is enough."));
        SchemaOptions.declare(spec);
    }

    @Override
    public int run(ParseResult arguments) throws IOException {
        SchemaOptions schema = SchemaOptions.of(arguments);
        if (schema.schemas().isEmpty()) {
            throw CommandException.usage("--schema is missing");
        }
        List<String> names = Subcommand.parameters(arguments);
        DefPool pool = schema.load(console).pool();
        StringBuilder text = new StringBuilder();
        if (names.isEmpty()) {
            pool.files().forEach(file -> list(file, text));
        }
        List<Def> found = names.stream().map(name -> find(pool, name)).toList();
        for (Def def : found) {
            text.append(text.length() == 0 ? "" : "\n").append(new ProtoPrinter(pool).print(def));
        }
        console.print(text);
        return ExitCode.OK;
    }

    private static void list(FileDef file, StringBuilder text) {
        text.append(file.name()).append("  (").append(ProtoPrinter.editionName(file));
        text.append(file.packageName().isEmpty() ? "" : ", package " + file.packageName())
                .append(")\n");
        file.messages().forEach(def -> listOne("message", def, text));
        file.enums().forEach(def -> listOne("enum", def, text));
        file.services().forEach(def -> listOne("service", def, text));
        file.extensions().forEach(def -> listOne("extension", def, text));
    }

    private static void listOne(String kind, Def def, StringBuilder text) {
        text.append("  ").append(kind).append(' ').append(def.fullName()).append('\n');
    }

    private static Def find(DefPool pool, String name) {
        Def exact = pool.findFile(name);
        if (exact == null) {
            exact = pool.findSymbol(name);
        }
        if (exact != null) {
            return exact;
        }
        List<Def> ending = new ArrayList<>();
        for (FileDef file : pool.files()) {
            if (file.name().endsWith("/" + name)) {
                ending.add(file);
            }
            addEnding(file.messages(), file.enums(), file.extensions(), "." + name, ending);
            for (ServiceDef service : file.services()) {
                addIfEnding(service, "." + name, ending);
                service.methods().forEach(method -> addIfEnding(method, "." + name, ending));
            }
        }
        if (ending.size() == 1) {
            return ending.get(0);
        }
        throw CommandException.usage(
                ending.isEmpty()
                        ? "the schema has nothing named " + name + "; upb describe without a name lists what it has"
                        : name + " could be " + Schema.list(ending));
    }

    private static void addEnding(
            List<MessageDef> messages, List<EnumDef> enums, List<FieldDef> extensions, String end, List<Def> ending) {
        for (MessageDef message : messages) {
            if (!message.isMapEntry()) {
                addIfEnding(message, end, ending);
                message.fields().forEach(field -> addIfEnding(field, end, ending));
                addEnding(message.nestedMessages(), message.nestedEnums(), message.nestedExtensions(), end, ending);
            }
        }
        enums.forEach(def -> addIfEnding(def, end, ending));
        extensions.forEach(def -> addIfEnding(def, end, ending));
    }

    private static void addIfEnding(Def def, String end, List<Def> ending) {
        if (def.fullName().endsWith(end)) {
            ending.add(def);
        }
    }
}
