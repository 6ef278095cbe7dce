package dev.upb.reflection;

import dev.upb.reflection.SchemaException.Problem;
import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with a schema. */
final class Problems {
    /** Where collecting ends, so that hostile input does not fill the memory with its own faults. */
    private static final int MAX = 1000;

    private final List<Problem> list = new ArrayList<>();

    /**
     * Adds a problem.
     *
     * @throws SchemaException with all of them, if there are too many to go on
     */
    void add(String file, String element, String text) {
        list.add(new Problem(file, element, text));
        if (list.size() == MAX) {
            list.add(new Problem(file, "", "too many problems, the search ends here"));
            check();
        }
    }

    void add(Def def, String text) {
        add(def.file().name(), def instanceof FileDef ? "" : def.fullName(), text);
    }

    boolean isEmpty() {
        return list.isEmpty();
    }

    /** Throws if there is any problem. */
    void check() {
        if (!list.isEmpty()) {
            throw new SchemaException(list);
        }
    }

    static SchemaException of(String file, String element, String text) {
        return new SchemaException(List.of(new Problem(file, element, text)));
    }
}
