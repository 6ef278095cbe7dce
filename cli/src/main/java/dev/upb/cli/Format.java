package dev.upb.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How messages are written in a file. */
enum Format {
    /** The binary format. */
    BINPB(".binpb", ".pb", ".bin"),
    /** ProtoJSON, one message. */
    JSON(".json"),
    /** ProtoJSON, one message a line. */
    JSONL(".jsonl", ".ndjson"),
    /** Text format. */
    TXTPB(".txtpb", ".textproto");

    private static final List<Format> ALL = List.of(values());

    @SuppressWarnings("ImmutableEnumChecker") // It is: made by List.of.
    private final List<String> extensions;

    Format(String... extensions) {
        this.extensions = List.of(extensions);
    }

    /** Returns the format that the file's extension names, or null. */
    static Format ofFile(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        for (Format format : ALL) {
            if (format.extensions.stream().anyMatch(name::endsWith)) {
                return format;
            }
        }
        return null;
    }

    /** Returns the extensions, with their dot; the first is the one that output files get. */
    List<String> extensions() {
        return extensions;
    }

    /** Returns the extensions of all formats, for an error text. */
    static String allExtensions() {
        return String.join(
                ", ", ALL.stream().flatMap(format -> format.extensions.stream()).toList());
    }

    /** Returns a file name with the extension of this format in place of the one of another. */
    String rename(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (Format format : ALL) {
            for (String extension : format.extensions) {
                if (lower.endsWith(extension) && lower.length() > extension.length()) {
                    return name.substring(0, name.length() - extension.length()) + extensions.get(0);
                }
            }
        }
        return name + extensions.get(0);
    }

    /** Returns the name as it is given to {@code --from} and {@code --to}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads the argument of {@code --from} and {@code --to}. */
    static final class Converter implements ITypeConverter<Format> {
        @Override
        public Format convert(String text) {
            for (Format format : ALL) {
                if (format.toString().equalsIgnoreCase(text)) {
                    return format;
                }
            }
            throw new TypeConversionException("'" + text + "' is no format; there are "
                    + Arrays.toString(values()).replaceAll("[\\[\\]]", ""));
        }
    }
}
