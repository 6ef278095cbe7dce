package dev.upb.benchmarks.inputs;

import dev.upb.reflection.MessageDef;
import java.util.List;
import java.util.Locale;

/** Which of our codecs serves: a Java process measures one of them, the one that its system property names. */
public enum Tier {
    /** The codec that is driven by tables. */
    TABLE("0") {
        @Override
        void compile(MessageDef type) {
            // Tables are there as soon as the type is.
        }
    },
    /** The codec that is compiled for the type. */
    COMPILED("1") {
        @Override
        void compile(MessageDef type) {
            if (!type.compile()) {
                throw new IllegalStateException(type + " was not compiled");
            }
        }
    };

    /** The property that the library reads, too: 0 keeps it from compiling types, 1 compiles them before they are used. */
    private static final String PROPERTY = "dev.upb.compileAfter";

    private final String setting;

    Tier(String setting) {
        this.setting = setting;
    }

    abstract void compile(MessageDef type);

    /** Returns the tiers that there are, the fastest last. */
    public static List<Tier> available() {
        return List.of(values());
    }

    /** Returns the fastest tier. */
    public static Tier best() {
        return values()[values().length - 1];
    }

    /** Returns the tier of this process, the best one if nothing is set. */
    public static Tier current() {
        String setting = System.getProperty(PROPERTY);
        for (Tier tier : values()) {
            if (tier.setting.equals(setting)) {
                return tier;
            }
        }
        return best();
    }

    /** Returns the argument of a JVM that makes this the current tier there. */
    public String jvmArgument() {
        return "-D" + PROPERTY + "=" + setting;
    }

    /** Makes a type, with all types below it, ready to be decoded and encoded by this tier. */
    public MessageDef prepare(MessageDef type) {
        compile(type);
        return type;
    }

    /** Returns the name in results. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
