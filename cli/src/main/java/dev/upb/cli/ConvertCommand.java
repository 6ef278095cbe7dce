package dev.upb.cli;

import dev.upb.cli.Inputs.Input;
import dev.upb.reflection.MessageDef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code upb convert}: finds out what goes where; {@link Converter} does the rest. */
final class ConvertCommand implements Subcommand {
    private final Console console;

    ConvertCommand(Console console) {
        this.console = console;
    }

    @Override
    public void declare(CommandSpec spec) {
        spec.usageMessage()
                .header("Converts messages between formats.")
                .description(
                        "",
                        "Formats go by file extension: .binpb .pb .bin (binary), .json, .jsonl .ndjson (JSON lines), .txtpb. Where "
                                + "an extension says nothing, input is binary, and output is JSON.",
                        "",
                        "A file is written as a whole or not at all. Of several inputs, those that fail are reported and the others "
                                + "converted. Extensions in the schema are known; unknown fields are kept from binary to binary.",
                        "");
        spec.addPositional(Subcommand.parameters(
                "IN",
                true,
                "Files, folders (all files below with a known extension), patterns in quotes ('data/**/*.pb'), or '-' for "
                        + "standard input (the default)."));
        SchemaOptions.declare(spec);
        SchemaOptions.declareType(spec);
        spec.addOption(Subcommand.option(
                        "OUT",
                        "A file, '-' for standard output (the default), or for several inputs a folder, which gets the tree of the "
                                + "inputs.",
                        "-o",
                        "--output")
                .build());
        spec.addOption(format("--from", "Format of the input: binpb, json, jsonl or txtpb."));
        spec.addOption(format("--to", "Format of the output: binpb, json, jsonl or txtpb."));
        spec.addOption(Subcommand.flag(
                "--delimited",
                "Binary input is a stream of messages, each with its size as a varint in front of it. The output of such a stream, as "
                        + "of JSON lines, is JSON lines or again such a stream."));
        ConvertOptions.declare(spec);
    }

    private static OptionSpec format(String name, String description) {
        return OptionSpec.builder(name)
                .type(Format.class)
                .converters(new Format.Converter())
                .paramLabel("FORMAT")
                .description(description)
                .build();
    }

    @Override
    public int run(ParseResult arguments) throws IOException {
        Format from = arguments.matchedOptionValue("--from", null);
        Format to = arguments.matchedOptionValue("--to", null);
        String output = arguments.matchedOptionValue("--output", null);
        boolean delimited = arguments.hasMatchedOption("--delimited");
        if (delimited && from != null && from != Format.BINPB) {
            throw CommandException.usage("--delimited is for binary input, not for " + from);
        }
        ConvertOptions options = ConvertOptions.of(arguments);
        List<String> named = Subcommand.parameters(arguments);
        Inputs found = Inputs.of(
                named.isEmpty() ? List.of(Console.DASH) : named, file -> isWanted(file, from), Format.allExtensions());
        List<Format> sources = found.list().stream()
                .map(input -> sourceFormat(input, from, delimited))
                .toList();
        boolean streams = delimited || sources.contains(Format.JSONL);
        Path target = output == null || output.equals(Console.DASH) ? null : Path.of(output);
        boolean toFolder = found.wantsFolder() || (target != null && Files.isDirectory(target));
        if (toFolder && target == null) {
            throw CommandException.usage("several inputs need a folder to write to: -o FOLDER");
        }
        if (toFolder && Files.exists(target) && !Files.isDirectory(target)) {
            throw CommandException.usage(target + " is no folder, which several inputs need as output");
        }
        Format format = to != null ? to : outputFormat(toFolder ? null : target, streams);
        if (streams && format == Format.JSON) {
            format = Format.JSONL;
        }
        if (streams && format == Format.TXTPB) {
            throw CommandException.usage("text format is for one message, not for a stream of them");
        }
        if (options.pretty() && format != Format.JSON) {
            throw CommandException.usage(
                    "--pretty is for JSON, not for " + (format == Format.JSONL ? "JSON lines" : format));
        }
        List<Path> targets = targets(found, target, toFolder, format);

        Schema schema = SchemaOptions.of(arguments).load(console);
        MessageDef message = schema.messageType(arguments.matchedOptionValue("--type", null));
        return new Converter(console, schema.pool(), message, format, delimited, options)
                .convert(found.list(), sources, targets);
    }

    private static Format sourceFormat(Input input, Format from, boolean delimited) {
        if (from != null || delimited || input.file() == null) {
            return from != null ? from : Format.BINPB;
        }
        Format format = Format.ofFile(input.file());
        return format != null ? format : Format.BINPB;
    }

    /** Which files of a folder are input. */
    private static boolean isWanted(Path file, Format from) {
        Format format = Format.ofFile(file);
        return from != null ? format == from : format != null;
    }

    private static Format outputFormat(Path target, boolean streams) {
        Format format = target == null ? null : Format.ofFile(target);
        return format != null ? format : streams ? Format.JSONL : Format.JSON;
    }

    /** Returns where the output of each input goes; null for standard output. */
    private static List<Path> targets(Inputs found, Path target, boolean toFolder, Format format) {
        List<Path> targets = new ArrayList<>();
        if (!toFolder) {
            targets.add(target);
            return targets;
        }
        Map<Path, Input> taken = new HashMap<>();
        for (Input input : found.list()) {
            Path place = input.place();
            Path file = target.resolve(place)
                    .resolveSibling(format.rename(place.getFileName().toString()));
            Input other = taken.putIfAbsent(file, input);
            if (other != null) {
                throw CommandException.usage(other + " and " + input + " would both be written to " + file);
            }
            targets.add(file);
        }
        return targets;
    }
}
