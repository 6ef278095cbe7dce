/**
 * Mini-descriptors: a mini-table as a short string of printable ASCII, read and written.
 *
 * <p>Key types: {@link dev.upb.minidescriptor.MiniDescriptor} reads and links, {@link dev.upb.minidescriptor.MiniDescriptorWriter} writes. A
 * string says nothing of the types that fields refer to; these are linked afterwards. Strings are checked in full: a bad one gives a {@link
 * dev.upb.minidescriptor.MiniDescriptorException}. Imports {@code base} and {@code minitable}.
 */
package dev.upb.minidescriptor;
