/**
 * What tests of several packages of this module share. May import everything of this module, the testkit and protobuf-java.
 *
 * <p>Key type: {@link dev.upb.testing.DescriptorTables}, which turns protobuf-java's descriptors into mini-tables.
 */
package dev.upb.testing;
