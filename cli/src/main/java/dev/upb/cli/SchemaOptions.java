package dev.upb.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * Where the schema is.
 *
 * @param schemas sets, sources and folders of either
 * @param includes where sources look for imports
 * @param protoc the compiler, or null
 */
record SchemaOptions(List<Path> schemas, List<Path> includes, Path protoc) {
    static void declare(CommandSpec spec) {
        spec.addOption(Subcommand.list(
                "S",
                "A FileDescriptorSet (as protoc --include_imports -o writes it), a .proto file, or a folder of either. May be "
                        + "given several times.",
                "-s",
                "--schema"));
        spec.addOption(Subcommand.list("DIR", "Where .proto files look for imports.", "-I", "--proto-path"));
        spec.addOption(Subcommand.option(
                        "FILE",
                        "The compiler for .proto files. Default: $PROTOC, or protoc on the PATH, or the copy that comes with upb.",
                        "--protoc")
                .build());
    }

    /** Declares {@code --type}. */
    static void declareType(CommandSpec spec) {
        spec.addOption(Subcommand.option(
                        "T",
                        "The message type; the end of its name is enough. May be left out if the schema has only one.",
                        "-t",
                        "--type")
                .build());
    }

    static SchemaOptions of(ParseResult arguments) {
        String protoc = arguments.matchedOptionValue("--protoc", null);
        return new SchemaOptions(
                paths(arguments, "--schema"), paths(arguments, "--proto-path"), protoc == null ? null : path(protoc));
    }

    private static List<Path> paths(ParseResult arguments, String option) {
        List<Path> paths = new ArrayList<>();
        for (String name : arguments.matchedOptionValue(option, List.<String>of())) {
            paths.add(path(name));
        }
        return paths;
    }

    private static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw CommandException.usage("'" + name + "' is no name of a file");
        }
    }

    /** Loads the schema. */
    Schema load(Console console) {
        return Schema.load(this, console);
    }
}
