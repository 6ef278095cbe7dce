/** Tests that run commands in this process, as a shell would run them, and look at their output and exit code. */
package dev.upb.cli;
