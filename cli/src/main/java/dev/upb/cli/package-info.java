/**
 * The command line: {@link dev.upb.cli.Upb} starts a command, each command is a class of its own, and everything they share with the
 * process (streams, environment, where the program is installed) is in {@code Console}. Commands run on one thread, and {@code Upb.run}
 * can be called any number of times in a process. This is the only package that prints or exits; it may use all others.
 */
package dev.upb.cli;
