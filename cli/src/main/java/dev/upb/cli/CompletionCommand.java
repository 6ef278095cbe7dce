package dev.upb.cli;

import java.io.IOException;
import picocli.AutoComplete;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code upb completion}: lets a shell complete commands and options. */
final class CompletionCommand implements Subcommand {
    private final Console console;

    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public void declare(CommandSpec spec) {
        spec.usageMessage()
                .header("Prints a script with which bash and zsh complete this command.")
                .description("", "Use it with: source <(upb completion)", "");
    }

    @Override
    public int run(ParseResult arguments) throws IOException {
        console.print(AutoComplete.bash(Upb.NAME, arguments.commandSpec().root().commandLine()));
        return ExitCode.OK;
    }
}
