package dev.upb.cli;

import dev.upb.base.DecodeException;
import dev.upb.mem.Arena;
import dev.upb.reflection.MessageDef;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code upb layout}: shows a type's layout, or what a message of it takes in memory. */
final class LayoutCommand implements Subcommand {
    private final Console console;

    LayoutCommand(Console console) {
        this.console = console;
    }

    @Override
    public void declare(CommandSpec spec) {
        spec.usageMessage()
                .header("Shows how a message is laid out in memory.")
                .description(
                        "",
                        "Prints where each field is, in bytes from the start of the message, how its presence is known, and the "
                                + "mini-descriptor of the type. With a file: how much memory the message in it takes.",
                        "");
        spec.addPositional(
                Subcommand.parameters("FILE", false, "A binary message to decode, or '-' for standard input."));
        SchemaOptions.declare(spec);
        SchemaOptions.declareType(spec);
    }

    @Override
    public int run(ParseResult arguments) throws IOException {
        Schema schema = SchemaOptions.of(arguments).load(console);
        MessageDef message = schema.messageType(arguments.matchedOptionValue("--type", null));
        List<String> named = Subcommand.parameters(arguments);
        String file = named.isEmpty() ? null : named.get(0);
        if (file == null) {
            console.print(new LayoutPrinter(message).print());
            return ExitCode.OK;
        }
        String name = file.equals(Console.DASH) ? "standard input" : file;
        byte[] bytes;
        try (InputStream in = file.equals(Console.DASH) ? console.in() : Files.newInputStream(Path.of(file))) {
            bytes = in.readAllBytes();
        } catch (IOException e) {
            throw FileProblems.of(name, e);
        }
        try (Arena arena = Arena.create()) {
            message.decode(arena, bytes);
            console.print(name + ": " + bytes.length + " bytes of input, " + arena.spaceUsed()
                    + " bytes of arena, input included\n");
        } catch (DecodeException e) {
            throw new CommandException(ExitCode.DATA, name + ": " + e.getMessage(), e);
        }
        return ExitCode.OK;
    }
}
