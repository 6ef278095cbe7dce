package dev.upb.reflection;

import static dev.upb.reflection.DescriptorReader.tag;

import dev.upb.base.DecodeException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The bytes of one file's descriptor in an array, with the name that they give. */
final class DescriptorSource {
    /** What problems call the bytes as long as no file name is known. */
    private static final String INPUT = "the input";

    /** Empty if the bytes do not give one. */
    final String name;

    final byte[] bytes;
    final int start;
    final int end;

    DescriptorSource(String name, byte[] bytes, int start, int end) {
        this.name = name;
        this.bytes = bytes;
        this.start = start;
        this.end = end;
    }

    /**
     * Finds the name in a {@code FileDescriptorProto}.
     *
     * @throws SchemaException if the bytes are none
     */
    static DescriptorSource ofFile(byte[] bytes) {
        try {
            String name = nameIn(bytes, 0, bytes.length);
            if (name.startsWith("\n") && isSet(bytes)) {
                throw bad("is a FileDescriptorSet, not a FileDescriptorProto: add it as a set");
            }
            if (name.isEmpty()) {
                throw bad("is no FileDescriptorProto, or one without the name of the file");
            }
            return new DescriptorSource(name, bytes, 0, bytes.length);
        } catch (DecodeException e) {
            throw bad("is no FileDescriptorProto: " + e.getMessage());
        }
    }

    /**
     * Finds the files of a {@code FileDescriptorSet}.
     *
     * @throws SchemaException if the bytes are none
     */
    static List<DescriptorSource> ofSet(byte[] bytes) {
        List<DescriptorSource> sources = new ArrayList<>();
        boolean file = false;
        try {
            file = isFile(bytes);
            for (DescriptorSource part : partsOfSet(bytes)) {
                String name = part.name();
                if (name.isEmpty()) {
                    break;
                }
                sources.add(new DescriptorSource(name, bytes, part.start, part.end));
            }
            if (sources.size() == partsOfSet(bytes).size() && !(file && sources.isEmpty())) {
                return sources;
            }
        } catch (DecodeException e) {
            if (!file) {
                throw bad("is no FileDescriptorSet: in file " + sources.size() + " of it: " + e.getMessage());
            }
        }
        throw bad(
                file
                        ? "is a FileDescriptorProto, not a FileDescriptorSet: add it as a file"
                        : "is no FileDescriptorSet, or one whose file " + sources.size() + " has no name");
    }

    private static SchemaException bad(String text) {
        return Problems.of(INPUT, "", text);
    }

    /** Returns the parts of a {@code FileDescriptorSet}, their names not read yet. */
    private static List<DescriptorSource> partsOfSet(byte[] bytes) {
        List<DescriptorSource> parts = new ArrayList<>();
        WireCursor in = new WireCursor(bytes, 0, bytes.length);
        while (in.next()) {
            if (in.tag() == tag(1)) {
                int outer = in.enter();
                parts.add(new DescriptorSource("", bytes, in.at(), in.limit()));
                in.leave(outer);
            } else {
                in.skip();
            }
        }
        return parts;
    }

    private String name() {
        return nameIn(bytes, start, end);
    }

    private static String nameIn(byte[] bytes, int start, int end) {
        String name = "";
        WireCursor in = new WireCursor(bytes, start, end);
        while (in.next()) {
            if (in.tag() == tag(1)) {
                name = in.string();
            } else {
                in.skip();
            }
        }
        return name;
    }

    /** Whether the bytes have what a file has and a set has not: a package, messages, enums or a syntax. */
    private static boolean isFile(byte[] bytes) {
        WireCursor in = new WireCursor(bytes, 0, bytes.length);
        boolean found = false;
        while (in.next()) {
            found |= in.tag() == tag(2) || in.tag() == tag(4) || in.tag() == tag(5) || in.tag() == tag(12);
            in.skip();
        }
        return found;
    }

    /** Whether the bytes are a set, and not a file whose name only begins as the first file of a set does. */
    private static boolean isSet(byte[] bytes) {
        try {
            return !isFile(bytes) && !partsOfSet(bytes).get(0).name().isEmpty();
        } catch (DecodeException e) {
            return false;
        }
    }

    /** Whether the other is the same file, comments and positions apart. */
    boolean isSame(DescriptorSource other) {
        return Arrays.equals(bytes, start, end, other.bytes, other.start, other.end)
                || Arrays.equals(withoutSourceInfo(), other.withoutSourceInfo());
    }

    private byte[] withoutSourceInfo() {
        ByteArrayOutputStream rest = new ByteArrayOutputStream(end - start);
        WireCursor in = new WireCursor(bytes, start, end);
        for (int from = in.at(); in.next(); from = in.at()) {
            in.skip();
            if (in.tag() != tag(9)) {
                rest.write(bytes, from, in.at() - from);
            }
        }
        return rest.toByteArray();
    }
}
