package dev.upb.cli;

/** What the process ends with. */
final class ExitCode {
    static final int OK = 0;
    /** The input is no such message, or can't be written in the format asked for. */
    static final int DATA = 1;
    /** The arguments are wrong. */
    static final int USAGE = 2;
    /** The schema can't be found, compiled or loaded. */
    static final int SCHEMA = 3;
    /** Reading or writing failed, or there was too little memory. */
    static final int IO = 4;
    /** A fault in this program; the value of EX_SOFTWARE in sysexits.h. */
    static final int INTERNAL = 70;

    private ExitCode() {}
}
