package dev.upb.minitable;

import java.util.Arrays;

/** The numbers of a closed enum: a bit mask for the dense part from 0 on, a sorted list for the rest. Immutable. */
public final class MiniTableEnum {
    private final long[] mask;
    /** What the mask does not cover, ascending as unsigned numbers; the highest bits flipped, which makes that the order of signed ones. */
    private final int[] rest;

    private final int count;

    private MiniTableEnum(long[] mask, int[] rest, int count) {
        this.mask = mask;
        this.rest = rest;
        this.count = count;
    }

    /** Makes the set of the given numbers; order and repetition don't matter. */
    public static MiniTableEnum of(int... values) {
        int[] sorted = values.clone();
        Arrays.sort(sorted);
        int distinct = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                sorted[distinct++] = sorted[i];
            }
        }
        int firstPositive = 0;
        while (firstPositive < distinct && sorted[firstPositive] < 0) {
            firstPositive++;
        }
        // The mask reaches as far as at least one in 32 numbers is taken: then it is no larger than the list would be.
        int limit = 64;
        int covered = firstPositive;
        for (int i = firstPositive; i < distinct; i++) {
            int inMask = i - firstPositive + 1;
            if (sorted[i] < 64 || sorted[i] / 32 < inMask) {
                limit = Math.max(limit, (sorted[i] | 63) + 1);
                covered = i + 1;
            }
        }
        long[] mask = new long[limit >>> 6];
        for (int i = firstPositive; i < covered; i++) {
            mask[sorted[i] >>> 6] |= 1L << sorted[i];
        }
        int[] rest = new int[distinct - (covered - firstPositive)];
        System.arraycopy(sorted, covered, rest, 0, distinct - covered);
        System.arraycopy(sorted, 0, rest, distinct - covered, firstPositive); // Negative numbers sort last as unsigned.
        flip(rest);
        return new MiniTableEnum(mask, rest, distinct);
    }

    /** Whether the enum declares this number. */
    public boolean contains(int value) {
        if (Integer.compareUnsigned(value >>> 6, mask.length) < 0) {
            return (mask[value >>> 6] >>> value & 1) != 0;
        }
        return Arrays.binarySearch(rest, value ^ Integer.MIN_VALUE) >= 0;
    }

    /** Returns how many different numbers there are. */
    public int count() {
        return count;
    }

    /** Returns the numbers, ascending as unsigned. */
    public int[] values() {
        int[] values = new int[count];
        int at = 0;
        for (int word = 0; word < mask.length; word++) {
            for (long bits = mask[word]; bits != 0; bits &= bits - 1) {
                values[at++] = (word << 6) + Long.numberOfTrailingZeros(bits);
            }
        }
        System.arraycopy(flip(rest.clone()), 0, values, at, rest.length);
        return values;
    }

    private static int[] flip(int[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] ^= Integer.MIN_VALUE;
        }
        return numbers;
    }
}
