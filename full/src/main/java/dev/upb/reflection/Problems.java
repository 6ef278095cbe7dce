package dev.upb.reflection;

import dev.upb.base.DecodeException;
import dev.upb.reflection.SchemaException.Problem;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what is wrong with a schema. */
final class Problems {
    /** Where collecting ends, so that hostile input does not fill the memory with its own faults. */
    private static final int MAX = 1000;

    /** Most steps of what takes longer than the schema is large; a second or so. */
    private static final int MAX_STEPS = 1 << 25;

    static final String UNDECODED = "the options can't be decoded: ";

    private final Set<Problem> set = new LinkedHashSet<>();
    private int steps;

    /**
     * Adds a problem, unless it is there already.
     *
     * @throws SchemaException with all of them, if there are too many to go on
     */
    void add(String file, String element, String text) {
        set.add(new Problem(file, element, text));
        if (set.size() == MAX) {
            set.add(new Problem(file, "", "too many problems, the search ends here"));
            check();
        }
    }

    /** Adds a problem of a definition, and marks it and the message that it is a part of. */
    void add(Def def, String text) {
        def.set(Def.BROKEN, true);
        if (def instanceof FieldDef || def instanceof OneofDef) {
            def.parent.set(Def.BROKEN, true);
        }
        add(def.file().name(), def instanceof FileDef ? "" : def.fullName(), text);
    }

    void addUndecoded(Def def, DecodeException e) {
        add(def, UNDECODED + e.getMessage());
    }

    /**
     * Counts steps of a search that schemas made for it can draw out.
     *
     * @throws SchemaException if there were so many that somebody seems to do that
     */
    void spend(Def def, int more) {
        steps += more;
        if (steps > MAX_STEPS) {
            add(def, "the schema takes too long to check");
            check();
        }
    }

    /** Throws if there is any problem. */
    void check() {
        if (!set.isEmpty()) {
            throw new SchemaException(List.copyOf(set));
        }
    }

    static SchemaException of(String file, String element, String text) {
        return new SchemaException(List.of(new Problem(file, element, text)));
    }
}
