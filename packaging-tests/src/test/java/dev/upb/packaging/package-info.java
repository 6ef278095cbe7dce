/**
 * The packaged jars as their users meet them: which package may use which, how large the jars are, and that a program on
 * the module path compiles and runs against them. The tests read the jars as files; none of their classes is called here.
 */
package dev.upb.packaging;
