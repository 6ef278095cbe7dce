package dev.upb.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code upb help}: shows what {@code --help} shows. */
final class HelpCommand implements Subcommand {
    private final Console console;

    HelpCommand(Console console) {
        this.console = console;
    }

    @Override
    public void declare(CommandSpec spec) {
        spec.usageMessage().header("Shows the help of a command.");
        spec.addPositional(Subcommand.parameters("COMMAND", false, "Which one."));
    }

    @Override
    public int run(ParseResult arguments) throws IOException {
        CommandLine line = arguments.commandSpec().root().commandLine();
        List<String> named = Subcommand.parameters(arguments);
        if (!named.isEmpty()) {
            line = line.getSubcommands().get(named.get(0));
            if (line == null) {
                throw CommandException.usage("'" + named.get(0) + "' is no command; see upb --help");
            }
        }
        console.print(line.getUsageMessage());
        return ExitCode.OK;
    }
}
