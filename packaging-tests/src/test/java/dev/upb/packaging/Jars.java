package dev.upb.packaging;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;

/** The published jars of this build. */
enum Jars {
    LITE("dev.upb.lite", "upb.jar.lite"),
    FULL("dev.upb", "upb.jar.full"),
    JIT("dev.upb.jit", "upb.jar.jit"),
    CLI("dev.upb.cli", "upb.jar.cli");

    /** The name a user writes after {@code requires}. */
    final String module;

    private final String property;

    Jars(String module, String property) {
        this.module = module;
        this.property = property;
    }

    /**
     * The jar's file.
     *
     * @throws IllegalStateException if it was not built
     */
    Path path() {
        String value = System.getProperty(property);
        if (value == null || !Files.isRegularFile(Path.of(value))) {
            throw new IllegalStateException("no jar at " + property + " = " + value + "; run mvn verify");
        }
        return Path.of(value).normalize();
    }

    /** The module descriptor inside the jar. */
    ModuleDescriptor descriptor() {
        return ModuleFinder.of(path())
                .find(module)
                .orElseThrow(() -> new IllegalStateException(path() + " holds no module " + module))
                .descriptor();
    }
}
