package dev.upb.cli;

import dev.upb.base.ArenaExhaustedException;
import dev.upb.reflection.SchemaException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code upb} command. */
public final class Upb {
    static final String NAME = "upb";

    /** If this variable of the environment is set, errors come with a stack trace. */
    private static final String DEBUG = "UPB_DEBUG";

    private static final List<String> COMMANDS = List.of("convert", "raw", "describe", "layout", "completion", "help");

    private static final int HELP_WIDTH = 100;

    private final Console console;

    private Upb(Console console) {
        this.console = console;
    }

    public static void main(String[] args) {
        System.exit(run(Console.ofProcess(), args));
    }

    /** Runs a command as the process would, without ending the process. Returns its {@link ExitCode}. */
    static int run(String[] args, InputStream in, OutputStream out, PrintStream err) {
        return run(Console.of(in, out, err, false), args);
    }

    static int run(Console console, String... args) {
        Upb upb = new Upb(console);
        int exitCode;
        try {
            exitCode = upb.execute(args);
        } catch (IOException | RuntimeException | Error e) {
            exitCode = upb.report(e);
        }
        try {
            console.out().flush();
        } catch (IOException e) {
            exitCode = Math.max(exitCode, upb.report(e));
        }
        console.err().flush();
        return exitCode;
    }

    private Subcommand subcommand(String name) {
        return switch (name) {
            case "convert" -> new ConvertCommand(console);
            case "raw" -> new RawCommand(console);
            case "describe" -> new DescribeCommand(console);
            case "layout" -> new LayoutCommand(console);
            case "completion" -> new CompletionCommand(console);
            default -> new HelpCommand(console);
        };
    }

    private int execute(String[] args) throws IOException {
        CommandSpec root = root();
        // Only the command that is called is put together, unless all are listed.
        String first = args.length == 0 ? "" : args[0];
        boolean one = COMMANDS.contains(first) && !first.equals("completion") && !first.equals("help");
        Map<String, Subcommand> commands = new LinkedHashMap<>();
        for (String name : one ? List.of(first) : COMMANDS) {
            Subcommand command = subcommand(name);
            CommandSpec spec = CommandSpec.create().name(name);
            spec.usageMessage().sortOptions(false);
            command.declare(spec);
            addHelp(spec);
            root.addSubcommand(name, spec);
            commands.put(name, command);
        }
        CommandLine line = new CommandLine(root);
        line.setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF));
        line.setUsageHelpWidth(HELP_WIDTH);
        ParseResult all = line.parseArgs(args);
        ParseResult arguments = all.hasSubcommand() ? all.subcommand() : all;
        if (arguments.isUsageHelpRequested()) {
            console.print(arguments.commandSpec().commandLine().getUsageMessage());
            return ExitCode.OK;
        }
        if (arguments.isVersionHelpRequested()) {
            console.print(NAME + " " + version() + System.lineSeparator());
            return ExitCode.OK;
        }
        if (!all.hasSubcommand()) {
            throw new ParameterException(line, "a command is missing");
        }
        return commands.get(arguments.commandSpec().name()).run(arguments);
    }

    private static void addHelp(CommandSpec spec) {
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help and exit.")
                .build());
        spec.addOption(OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("Show the version and exit.")
                .build());
    }

    private static CommandSpec root() {
        CommandSpec root = CommandSpec.create().name(NAME);
        addHelp(root);
        Map<String, String> exitCodes = new LinkedHashMap<>();
        exitCodes.put("0", "done");
        exitCodes.put("1", "the input is malformed, or can't be written in the format asked for");
        exitCodes.put("2", "the arguments are wrong");
        exitCodes.put("3", "the schema can't be found, compiled or loaded");
        exitCodes.put("4", "reading or writing failed, or there was too little memory");
        UsageMessageSpec usage = root.usageMessage();
        usage.header("Converts, inspects and describes protobuf messages.")
                .synopsisSubcommandLabel("COMMAND")
                .commandListHeading("%nCommands:%n")
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(exitCodes)
                .footer(
                        "",
                        "Errors are lines on standard error: the file, what is wrong, the offset in bytes, and the field. Of several "
                                + "exit codes the highest counts.",
                        "",
                        "Examples:",
                        "  upb convert --schema weather.proto --type Report report.binpb -o report.json",
                        "  upb raw report.binpb");
        return root;
    }

    /** Returns the version of the build. */
    private static String version() throws IOException {
        try (InputStream in = Upb.class.getResourceAsStream("version.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    private int report(Throwable problem) {
        if (problem instanceof Console.BrokenPipeException) {
            return ExitCode.OK; // Whoever wanted the output has had enough of it.
        }
        if (console.environment().containsKey(DEBUG)) {
            problem.printStackTrace(console.err());
        }
        if (problem instanceof ParameterException e) {
            CommandSpec spec = e.getCommandLine().getCommandSpec();
            String text = e instanceof UnmatchedArgumentException unmatched
                            && spec.parent() == null
                            && !unmatched.isUnknownOption()
                    ? "'" + unmatched.getUnmatched().get(0) + "' is no command"
                    : e.getMessage();
            console.complain(text + "; see " + spec.qualifiedName() + " --help");
            return ExitCode.USAGE;
        }
        if (problem instanceof CommandException e) {
            console.complain(e.getMessage());
            return e.exitCode();
        }
        if (problem instanceof SchemaException e) {
            e.problems().forEach(each -> console.complain(each.toString()));
            return ExitCode.SCHEMA;
        }
        if (problem instanceof ArenaExhaustedException) {
            console.complain(problem.getMessage());
            return ExitCode.IO;
        }
        if (problem instanceof IOException e) {
            console.complain(FileProblems.of("standard output", e).getMessage());
            return ExitCode.IO;
        }
        if (problem instanceof OutOfMemoryError) {
            long megabytes = Runtime.getRuntime().maxMemory() >> 20;
            console.complain("out of memory: the Java heap is limited to " + megabytes
                    + " MB; UPB_JAVA_OPTS=-Xmx4g allows for more");
            return ExitCode.IO;
        }
        console.complain("internal error, please report it: " + problem + " (" + DEBUG + "=1 shows where)");
        return ExitCode.INTERNAL;
    }
}
