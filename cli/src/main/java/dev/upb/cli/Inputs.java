package dev.upb.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * The inputs that arguments name.
 *
 * @param list in the order of the arguments, those of a folder or pattern by name
 * @param wantsFolder whether there may be several outputs, so that they need a folder
 */
record Inputs(List<Input> list, boolean wantsFolder) {
    /**
     * An input.
     *
     * @param file null for standard input
     * @param place where its output belongs in an output folder, still with the input's own name
     */
    record Input(Path file, Path place) {
        static final Input STANDARD = new Input(null, Path.of("stdin"));

        /** Returns how errors name it. */
        @Override
        public String toString() {
            return file == null ? "standard input" : file.toString();
        }
    }

    /**
     * Finds out what is meant: {@code -}, a file, a folder with all files below it that {@code wanted} takes, or a pattern of names.
     *
     * @param wantedText says what {@code wanted} takes, for an error
     */
    static Inputs of(List<String> arguments, Predicate<Path> wanted, String wantedText) {
        List<Input> list = new ArrayList<>();
        boolean wantsFolder = arguments.size() > 1;
        for (String argument : arguments) {
            if (argument.equals(Console.DASH)) {
                list.add(Input.STANDARD);
                continue;
            }
            Path path = path(argument);
            if (path != null && Files.isDirectory(path)) {
                wantsFolder = true;
                int before = list.size();
                addBelow(path, wanted, list);
                if (list.size() == before) {
                    throw new CommandException(
                            ExitCode.IO, argument + ": no file below this folder has a known extension: " + wantedText);
                }
            } else if (isPattern(argument) && (path == null || !Files.exists(path))) {
                wantsFolder = true;
                addMatching(argument, list);
            } else if (path == null) {
                throw CommandException.usage("'" + argument + "' is no name of a file");
            } else {
                list.add(new Input(path, path.getFileName() == null ? path : path.getFileName()));
            }
        }
        return new Inputs(List.copyOf(list), wantsFolder);
    }

    private static Path path(String argument) {
        try {
            return Path.of(argument);
        } catch (InvalidPathException e) {
            return null; // On Windows, '*' can't be in a name.
        }
    }

    private static boolean isPattern(String argument) {
        return argument.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
    }

    /** Returns the regular files below a folder, links followed, by name. */
    static List<Path> filesBelow(Path folder) {
        try (Stream<Path> files = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw FileProblems.of(folder, e);
        } catch (java.io.UncheckedIOException e) {
            throw FileProblems.of(folder, e.getCause());
        }
    }

    private static void addBelow(Path folder, Predicate<Path> wanted, List<Input> list) {
        for (Path file : filesBelow(folder)) {
            if (wanted.test(file)) {
                list.add(new Input(file, folder.relativize(file)));
            }
        }
    }

    private static void addMatching(String pattern, List<Input> list) {
        // The folders in front of the first wildcard are where to look, and what the places are relative to.
        int wildcard = 0;
        while ("*?[{".indexOf(pattern.charAt(wildcard)) < 0) {
            wildcard++;
        }
        int slash = Math.max(pattern.lastIndexOf('/', wildcard), pattern.lastIndexOf(File.separatorChar, wildcard));
        Path root = Path.of(pattern.substring(0, slash + 1));
        List<PathMatcher> matchers = matchers(pattern.substring(slash + 1));
        int before = list.size();
        Path folder = root.toString().isEmpty() ? Path.of(".") : root;
        if (Files.isDirectory(folder)) {
            for (Path file : filesBelow(folder)) {
                Path place = folder.relativize(file);
                if (matchers.stream().anyMatch(matcher -> matcher.matches(place))) {
                    list.add(new Input(root.resolve(place), place));
                }
            }
        }
        if (list.size() == before) {
            throw new CommandException(ExitCode.IO, pattern + ": no such file, and none matches it as a pattern");
        }
    }

    private static List<PathMatcher> matchers(String pattern) {
        try {
            return Stream.of(pattern, pattern.replace("**/", "")) // "**/" also means: in no folder at all.
                    .map(text -> FileSystems.getDefault().getPathMatcher("glob:" + text))
                    .toList();
        } catch (PatternSyntaxException e) {
            throw CommandException.usage("'" + pattern + "' is no pattern: " + e.getDescription());
        }
    }
}
