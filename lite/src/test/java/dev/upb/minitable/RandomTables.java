package dev.upb.minitable;

import dev.upb.base.FieldType;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.testkit.random.Seeded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

/** Draws the fields of a message: 1 to 200 of mixed types, with oneofs first, last and many. */
public final class RandomTables {
    /** A field as it was asked for. */
    public record Draft(
            int number,
            FieldType type,
            Cardinality cardinality,
            boolean packed,
            boolean validateUtf8,
            boolean openEnum,
            int oneof) {}

    /** A message as it was asked for; fields by ascending number. */
    public record Shape(List<Draft> fields, int oneofs, ExtensionMode mode) {
        public MiniTable build(Seeded seeded) {
            MiniTable.Builder builder = MiniTable.builder().extensionMode(mode);
            for (Draft field : seeded.shuffled(fields)) {
                builder.field(
                        field.number, field.type, field.cardinality, field.packed, field.validateUtf8, field.openEnum);
            }
            for (int oneof = 0; oneof < oneofs; oneof++) {
                builder.oneof(members(oneof));
            }
            return builder.build();
        }

        public int[] members(int oneof) {
            return fields.stream()
                    .filter(field -> field.oneof == oneof)
                    .mapToInt(Draft::number)
                    .toArray();
        }
    }

    private RandomTables() {}

    public static Shape next(Seeded seeded) {
        int count = seeded.oneIn(3) ? seeded.between(1, 200) : seeded.between(1, 20);
        List<Integer> numbers = numbers(seeded, count);
        int[] oneofOf = new int[count];
        Arrays.fill(oneofOf, -1);
        int oneofs = 0;
        int placement = seeded.below(4); // None, at the first field, at the last, anywhere.
        for (int i = 0; i < count; i++) {
            boolean starts = switch (placement) {
                case 0 -> false;
                case 1 -> i == 0;
                case 2 -> i == count - 1 || i == count - 3;
                default -> seeded.oneIn(5);
            };
            if (starts) {
                int end = Math.min(count, i + seeded.between(1, 5));
                for (; i < end; i++) {
                    oneofOf[i] = oneofs;
                }
                oneofs++;
            }
        }
        List<Draft> fields = new ArrayList<>();
        int required = 0;
        for (int i = 0; i < count; i++) {
            FieldType type = seeded.pick(List.of(FieldType.values()));
            Cardinality cardinality = oneofOf[i] >= 0 ? Cardinality.OPTIONAL : cardinality(seeded, type);
            if (cardinality == Cardinality.REQUIRED && ++required > MiniTable.MAX_REQUIRED) {
                cardinality = Cardinality.OPTIONAL;
            }
            boolean packed = cardinality == Cardinality.REPEATED && type.isPackable() && seeded.nextBoolean();
            boolean validate = type == FieldType.STRING && seeded.nextBoolean();
            boolean open = type == FieldType.ENUM && seeded.nextBoolean();
            fields.add(new Draft(numbers.get(i), type, cardinality, packed, validate, open, oneofOf[i]));
        }
        return new Shape(fields, oneofs, seeded.oneIn(3) ? ExtensionMode.EXTENDABLE : ExtensionMode.NONE);
    }

    private static Cardinality cardinality(Seeded seeded, FieldType type) {
        Cardinality drawn = seeded.pick(List.of(Cardinality.values()));
        return drawn == Cardinality.IMPLICIT && type.isMessage() ? Cardinality.OPTIONAL : drawn;
    }

    private static List<Integer> numbers(Seeded seeded, int count) {
        TreeSet<Integer> numbers = new TreeSet<>();
        int shape = seeded.below(3); // Without gaps, small gaps, all over the range.
        int next = 1;
        while (numbers.size() < count) {
            next = switch (shape) {
                case 0 -> next;
                case 1 -> next + seeded.below(4);
                default -> seeded.nextBoolean() ? seeded.between(1, 400) : seeded.between(1, (1 << 29) - 1);
            };
            numbers.add(next++);
        }
        return Collections.unmodifiableList(new ArrayList<>(numbers));
    }
}
