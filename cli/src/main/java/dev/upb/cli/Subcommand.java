package dev.upb.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * A command of {@code upb}. Options are declared by calls: reading them from annotations would take longer than most commands run.
 */
interface Subcommand {
    /** Declares the options, the parameters and the help text. */
    void declare(CommandSpec spec);

    /**
     * Does what it is for.
     *
     * @return one of {@link ExitCode}
     * @throws CommandException for what the user has to know
     * @throws IOException if standard output fails
     */
    int run(ParseResult arguments) throws IOException;

    /** Makes an option without a value. */
    static OptionSpec flag(String name, String description) {
        return OptionSpec.builder(name)
                .type(boolean.class)
                .description(description)
                .build();
    }

    /** Makes an option with a text as its value; absent, it is null. */
    static OptionSpec.Builder option(String label, String description, String... names) {
        return OptionSpec.builder(names).type(String.class).paramLabel(label).description(description);
    }

    /** Makes an option that may be given several times. */
    static OptionSpec list(String label, String description, String... names) {
        return OptionSpec.builder(names)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .paramLabel(label)
                .description(description)
                .build();
    }

    /** Makes an option with a number as its value. */
    static OptionSpec number(String name, int defaultValue, String description) {
        return OptionSpec.builder(name)
                .type(int.class)
                .paramLabel("N")
                .defaultValue(Integer.toString(defaultValue))
                .description(description)
                .build();
    }

    /** Declares the parameters of a command: any number of them, or at most one. */
    static PositionalParamSpec parameters(String label, boolean many, String description) {
        return PositionalParamSpec.builder()
                .paramLabel(label)
                .index(many ? "0..*" : "0")
                .arity(many ? "0..*" : "0..1")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description(description)
                .build();
    }

    /** Returns the parameters of a command. */
    static List<String> parameters(ParseResult arguments) {
        return arguments.matchedPositionalValue(0, List.of());
    }

    /** Returns the number given to an option, or its default. */
    static int number(ParseResult arguments, String name, int max) {
        int number = arguments.commandSpec().findOption(name).getValue();
        if (number < 0 || number > max) {
            throw CommandException.usage(name + " " + number + " is not in 0 to " + max);
        }
        return number;
    }
}
