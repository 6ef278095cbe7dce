package dev.upb.benchmarks.runner;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What {@code benchmarks/run} was asked for.
 *
 * @param forks of each contestant
 * @param seconds that a fork measures, warm-up included, unless {@code quick}
 */
record Options(boolean quick, boolean list, int forks, double seconds, Path output, Pattern pattern) {
    static final int QUICK_FORKS = 2;
    private static final int FORKS = 5;
    private static final double SECONDS = 4;

    /** @throws IllegalArgumentException if the arguments are wrong; its message says how */
    static Options parse(List<String> arguments) {
        boolean quick = false;
        boolean list = false;
        int forks = 0;
        double seconds = SECONDS;
        Path output = Path.of("target", "results");
        String pattern = "";
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            switch (argument) {
                case "--quick" -> quick = true;
                case "--list" -> list = true;
                case "--forks" -> forks = (int) number(arguments, ++i, 1, 1000);
                case "--seconds" -> seconds = number(arguments, ++i, 0.1, 3600);
                case "--output" -> output = Path.of(value(arguments, ++i));
                default -> {
                    if (argument.startsWith("-")) {
                        throw new IllegalArgumentException("no option " + argument);
                    }
                    pattern += (pattern.isEmpty() ? "" : "|") + argument;
                }
            }
        }
        int chosen = forks != 0 ? forks : quick ? QUICK_FORKS : FORKS;
        return new Options(quick, list, chosen, seconds, output, compile(pattern));
    }

    private static Pattern compile(String pattern) {
        try {
            return Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("\"" + pattern + "\" is no pattern: " + e.getDescription(), e);
        }
    }

    private static String value(List<String> arguments, int index) {
        if (index >= arguments.size()) {
            throw new IllegalArgumentException(arguments.get(index - 1) + " needs a value");
        }
        return arguments.get(index);
    }

    private static double number(List<String> arguments, int index, double least, double most) {
        String text = value(arguments, index);
        try {
            double number = Double.parseDouble(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(arguments.get(index - 1) + " needs a number, not \"" + text + '"', e);
        }
        throw new IllegalArgumentException(
                arguments.get(index - 1) + " is " + text + ", but must be from " + least + " to " + most);
    }
}
