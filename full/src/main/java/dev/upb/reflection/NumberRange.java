package dev.upb.reflection;

/** Numbers from {@code first} to {@code last}, both included, whatever the descriptor's own way of writing the end. */
public record NumberRange(int first, int last) {
    public boolean contains(int number) {
        return number >= first && number <= last;
    }

    @Override
    public String toString() {
        return first == last ? Integer.toString(first) : first + " to " + last;
    }
}
