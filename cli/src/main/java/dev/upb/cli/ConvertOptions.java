package dev.upb.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Options that change what is read and written, not where. */
record ConvertOptions(
        boolean pretty,
        boolean defaults,
        boolean protoNames,
        boolean enumsAsNumbers,
        boolean int64AsNumbers,
        boolean deterministic,
        boolean discardUnknown,
        boolean ignoreUnknown,
        boolean required,
        int maxDepth) {
    private static final int MAX_DEPTH = 10_000;

    static void declare(CommandSpec spec) {
        spec.addOption(Subcommand.flag("--pretty", "JSON with line breaks and indentation; otherwise it is compact."));
        spec.addOption(Subcommand.flag("--defaults", "JSON: also fields that are not set, if they have no presence."));
        spec.addOption(Subcommand.flag("--proto-names", "JSON: field names as in the .proto file, not in camelCase."));
        spec.addOption(Subcommand.flag("--enums-as-numbers", "JSON: enum values as numbers, not as names."));
        spec.addOption(Subcommand.flag("--int64-as-numbers", "JSON: 64-bit integers as numbers, not as strings."));
        spec.addOption(Subcommand.flag(
                "--deterministic", "Maps and extensions sorted, so that equal messages give equal output."));
        spec.addOption(Subcommand.flag("--discard-unknown", "Drop unknown fields."));
        spec.addOption(
                Subcommand.flag("--ignore-unknown", "JSON and text input: pass over fields that the schema lacks."));
        spec.addOption(Subcommand.flag("--required", "Refuse messages that lack a required field."));
        spec.addOption(Subcommand.number(
                "--max-depth",
                100,
                "How deep messages may nest. Default: ${DEFAULT-VALUE}; at most " + MAX_DEPTH + "."));
    }

    static ConvertOptions of(ParseResult arguments) {
        return new ConvertOptions(
                arguments.hasMatchedOption("--pretty"),
                arguments.hasMatchedOption("--defaults"),
                arguments.hasMatchedOption("--proto-names"),
                arguments.hasMatchedOption("--enums-as-numbers"),
                arguments.hasMatchedOption("--int64-as-numbers"),
                arguments.hasMatchedOption("--deterministic"),
                arguments.hasMatchedOption("--discard-unknown"),
                arguments.hasMatchedOption("--ignore-unknown"),
                arguments.hasMatchedOption("--required"),
                Subcommand.number(arguments, "--max-depth", MAX_DEPTH));
    }
}
