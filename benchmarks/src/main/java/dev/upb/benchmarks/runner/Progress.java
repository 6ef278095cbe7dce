package dev.upb.benchmarks.runner;

/** Tells a person on standard error what is going on. */
final class Progress {
    /** A line that is written over and over; only where somebody watches. */
    private static final boolean WATCHED = Boolean.getBoolean("upb.terminal");

    private static final String ERASE_LINE = "\r\033[K";

    private Progress() {}

    /** Writes a line that stays. */
    static void say(String text) {
        clear();
        System.err.println("benchmarks: " + text);
    }

    /** Shows what is being done now. */
    static void show(String text) {
        if (WATCHED) {
            System.err.print(ERASE_LINE + text);
        } else {
            System.err.println("benchmarks: " + text);
        }
    }

    /** Takes away what was shown. */
    static void clear() {
        if (WATCHED) {
            System.err.print(ERASE_LINE);
        }
    }
}
