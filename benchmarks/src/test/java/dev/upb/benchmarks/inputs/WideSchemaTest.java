package dev.upb.benchmarks.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code wide.proto} is written by this class, not by hand: run the test with {@code -Dwide.update=true} to write it anew. */
class WideSchemaTest {
    private static final Path FILE = Path.of("src/main/protobuf/wide.proto");

    private static final int[] FIELDS = {1, 3, 10, 30, 100, 300, 1000};

    /** About what real schemas have: strings and messages most often, then whole numbers, then the rest. */
    private static final String[] TYPES = {
        "string", "WideLeaf", "int64", "string", "bool", "int32", "WideColour", "double", "bytes", "fixed32"
    };

    private static String text() {
        StringBuilder text = new StringBuilder("""
                // Messages of 1 to 1,000 fields, ten types in turn. Written by WideSchemaTest.

                syntax = "proto3";

                package upb.benchmarks;

                option java_package = "dev.upb.benchmarks.proto";
                option java_outer_classname = "WideProto";
                option java_multiple_files = true;

                enum WideColour {
                  WIDE_COLOUR_UNSPECIFIED = 0;
                  WIDE_COLOUR_RED = 1;
                  WIDE_COLOUR_GREEN = 2;
                }

                message WideLeaf {
                  int32 id = 1;
                  string label = 2;
                }
                """);
        for (int fields : FIELDS) {
            text.append("\nmessage Wide").append(fields).append(" {\n");
            for (int number = 1; number <= fields; number++) {
                String type = TYPES[(number - 1) % TYPES.length];
                String label = type.equals("WideLeaf") ? "" : "optional ";
                text.append("  %s%s f%d = %d;\n".formatted(label, type, number, number));
            }
            text.append("}\n");
        }
        return text.toString();
    }

    @Test
    void wideProtoIsWhatTheGeneratorWrites() throws IOException {
        if (Boolean.getBoolean("wide.update")) {
            Files.writeString(FILE, text());
        }
        assertThat(Files.readString(FILE)).isEqualTo(text());
    }
}
