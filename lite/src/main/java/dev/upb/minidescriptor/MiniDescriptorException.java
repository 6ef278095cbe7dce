package dev.upb.minidescriptor;

/** A string that is no mini-descriptor. */
public final class MiniDescriptorException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int position;

    MiniDescriptorException(String problem, String descriptor, int position) {
        super(problem + " at position " + position + " of mini-descriptor \"" + excerpt(descriptor) + "\"");
        this.position = position;
    }

    private static String excerpt(String descriptor) {
        return descriptor.length() <= 80 ? descriptor : descriptor.substring(0, 80) + "…";
    }

    /** Returns the index of the character where reading stopped. */
    public int position() {
        return position;
    }
}
