package dev.upb.reflection;

import java.util.List;

/** A schema that can't be used. Holds all that was found to be wrong with it, not only the first problem. */
public final class SchemaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /**
     * One thing that is wrong.
     *
     * @param file the name of the file, or what is known of it
     * @param element the full name of the definition; empty if it is the file itself
     * @param text what is wrong
     */
    public record Problem(String file, String element, String text) {
        @Override
        public String toString() {
            return element.isEmpty() ? file + ": " + text : file + ": " + element + ": " + text;
        }
    }

    SchemaException(List<Problem> problems) {
        super(text(problems));
        this.problems = List.copyOf(problems);
    }

    private static String text(List<Problem> problems) {
        if (problems.size() == 1) {
            return problems.get(0).toString();
        }
        StringBuilder text =
                new StringBuilder("the schema has ").append(problems.size()).append(" problems:");
        for (Problem problem : problems) {
            text.append("\n  ").append(problem);
        }
        return text.toString();
    }

    /** Returns the problems in the order in which they were found; at least one. After deserialization there are none. */
    public List<Problem> problems() {
        return problems == null ? List.of() : problems;
    }
}
