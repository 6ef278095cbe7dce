package dev.upb.cli;

import dev.upb.base.DecodeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code upb raw}: reads the input; {@link RawPrinter} shows it. */
final class RawCommand implements Subcommand {
    private static final int MAX_DEPTH = 1000;

    private final Console console;

    RawCommand(Console console) {
        this.console = console;
    }

    @Override
    public void declare(CommandSpec spec) {
        spec.usageMessage()
                .header("Shows the fields of a binary message without a schema.")
                .description(
                        "",
                        "Each line has the offset of a field in bytes, its number, and its value. The binary format does not tell "
                                + "strings, bytes and sub-messages apart, nor signed, unsigned and floating numbers: what is a guess "
                                + "has a '?'.",
                        "",
                        "Of broken input, all that can be read is shown, then the error and its offset.",
                        "");
        spec.addPositional(Subcommand.parameters("IN", false, "A file, or '-' for standard input (the default)."));
        spec.addOption(Subcommand.flag(
                "--delimited", "The input is a stream of messages, each with its size as a varint in front of it."));
        spec.addOption(Subcommand.number(
                "--depth",
                100,
                "How deep groups may nest, and how deep sub-messages are looked for. Default: ${DEFAULT-VALUE}; at most "
                        + MAX_DEPTH + "."));
        spec.addOption(Subcommand.flag("--full", "Long strings and bytes in full."));
    }

    @Override
    public int run(ParseResult arguments) throws IOException {
        int depth = Subcommand.number(arguments, "--depth", MAX_DEPTH);
        List<String> named = Subcommand.parameters(arguments);
        String input = named.isEmpty() ? Console.DASH : named.get(0);
        String name = input.equals(Console.DASH) ? "standard input" : input;
        byte[] bytes;
        try {
            bytes = input.equals(Console.DASH) ? console.in().readAllBytes() : Files.readAllBytes(Path.of(input));
        } catch (IOException e) {
            throw FileProblems.of(name, e);
        }
        RawPrinter printer = new RawPrinter(bytes, console.out(), depth, arguments.hasMatchedOption("--full"));
        try {
            if (arguments.hasMatchedOption("--delimited")) {
                printer.printStream();
            } else {
                printer.printMessage();
            }
        } catch (DecodeException e) {
            console.out().flush(); // What could be read comes first.
            throw new CommandException(ExitCode.DATA, name + ": " + e.getMessage(), e);
        }
        return ExitCode.OK;
    }
}
