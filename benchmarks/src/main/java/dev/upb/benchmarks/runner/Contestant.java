package dev.upb.benchmarks.runner;

import dev.upb.benchmarks.inputs.Tier;
import java.util.Locale;

/**
 * One thing to be timed.
 *
 * @param type the full name of the benchmark class
 * @param method its method
 * @param size the value of the parameter of that name, or null if the class has none
 * @param tier in which codec's process it runs, or null if that doesn't matter
 */
record Contestant(String type, String method, String size, Tier tier) {
    private static final String OURS = "upb";

    /** Whether it measures our library. */
    boolean isOurs() {
        return method.startsWith(OURS);
    }

    /** Returns the question that it answers, such as {@code ParseDescriptor} or {@code DecodeInt32/64}. */
    String group() {
        return type.substring(type.lastIndexOf('.') + 1) + (size == null ? "" : "/" + size);
    }

    /** Returns what tells it from the others of its group: {@code reused/table}, {@code generated}. May be empty if it is ours. */
    String label() {
        if (!isOurs()) {
            return method;
        }
        String variant = method.substring(OURS.length());
        String lower = variant.isEmpty() ? "" : variant.substring(0, 1).toLowerCase(Locale.ROOT) + variant.substring(1);
        return tier == null ? lower : lower.isEmpty() ? tier.label() : lower + "/" + tier.label();
    }

    /** Returns group and label, such as {@code ParseDescriptor/reused/table}. */
    String name() {
        return label().isEmpty() ? group() : group() + "/" + label();
    }
}
