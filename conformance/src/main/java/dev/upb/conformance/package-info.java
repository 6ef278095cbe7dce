/**
 * The testee of protobuf's official conformance suite.
 *
 * <p>The runner of the suite starts {@link dev.upb.conformance.Testee} and sends it one request after the other; {@code Responder} answers a
 * request, {@code Formats} knows how each format is read and written. All types, those of requests and responses too, are loaded from a
 * descriptor set when the program starts: there is no generated class. One thread, one arena.
 *
 * <p>Imports anything of the library; nothing imports it.
 */
package dev.upb.conformance;
