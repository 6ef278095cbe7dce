/** Tests of text format: by hand, after the rules of the specification, and against protobuf-java where that follows them. */
package dev.upb.text;
