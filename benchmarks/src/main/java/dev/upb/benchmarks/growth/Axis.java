package dev.upb.benchmarks.growth;

import com.google.protobuf.Message;
import dev.upb.benchmarks.inputs.Workloads;
import dev.upb.benchmarks.proto.Wide1;
import dev.upb.benchmarks.proto.Wide10;
import dev.upb.benchmarks.proto.Wide100;
import dev.upb.benchmarks.proto.Wide1000;
import dev.upb.benchmarks.proto.Wide3;
import dev.upb.benchmarks.proto.Wide30;
import dev.upb.benchmarks.proto.Wide300;
import java.util.List;
import java.util.Locale;

/** What is made larger. */
enum Axis {
    BYTES(
            "bytes of message, in records of 40",
            "byte",
            List.of(100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000)) {
        @Override
        Message message(int value) {
            return Workloads.records(Math.max(1, value / 42));
        }
    },
    FIELDS("fields of one message, all set", "field", List.of(1, 3, 10, 30, 100, 300, 1000)) {
        @Override
        Message message(int value) {
            return Workloads.wide(wide(value));
        }
    },
    NESTING("levels of nesting", "level", List.of(1, 3, 10, 30, 90)) {
        @Override
        Message message(int value) {
            return Workloads.levels(value);
        }
    },
    MAP("entries of one map, string to int64", "entry", powersOfTen()) {
        @Override
        Message message(int value) {
            return Workloads.dictionary(value);
        }
    },
    ELEMENTS("elements of one packed field", "element", powersOfTen()) {
        @Override
        Message message(int value) {
            return Workloads.numbers(value);
        }
    };

    /** What grows, in words, and one of it. */
    final String label;

    final String unit;

    /** The steps, ascending; unmodifiable. */
    @SuppressWarnings("ImmutableEnumChecker")
    final List<Integer> values;

    Axis(String label, String unit, List<Integer> values) {
        this.label = label;
        this.unit = unit;
        this.values = values;
    }

    /** Returns the message at a step, of a generated class. */
    abstract Message message(int value);

    /** Returns the name on the command line and in results. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static List<Integer> powersOfTen() {
        return List.of(1, 10, 100, 1000, 10_000, 100_000, 1_000_000);
    }

    private static Message wide(int fields) {
        return switch (fields) {
            case 1 -> Wide1.getDefaultInstance();
            case 3 -> Wide3.getDefaultInstance();
            case 10 -> Wide10.getDefaultInstance();
            case 30 -> Wide30.getDefaultInstance();
            case 100 -> Wide100.getDefaultInstance();
            case 300 -> Wide300.getDefaultInstance();
            case 1000 -> Wide1000.getDefaultInstance();
            default -> throw new IllegalArgumentException("no type of " + fields + " fields");
        };
    }
}
