package dev.upb.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the module descriptors promise. */
class ModulesTest {
    @Test
    void liteNeedsOnlyTheBaseModule() {
        assertThat(required(Jars.LITE)).containsExactly("java.base");
    }

    @Test
    void fullNeedsLiteAndPassesItOn() {
        assertThat(required(Jars.FULL)).containsExactly("dev.upb.lite", "java.base");
        assertThat(Jars.FULL.descriptor().requires())
                .filteredOn(requires -> requires.name().equals("dev.upb.lite"))
                .singleElement()
                .satisfies(requires -> assertThat(requires.modifiers()).containsExactly(Requires.Modifier.TRANSITIVE));
    }

    @ParameterizedTest
    @EnumSource(names = {"LITE", "FULL"})
    void internalPackagesAreSeenByOurOwnModulesOnly(Jars jar) {
        ModuleDescriptor descriptor = jar.descriptor();
        assertThat(descriptor.exports())
                .filteredOn(exports -> isInternal(exports.source()))
                .allSatisfy(exports -> assertThat(exports.targets())
                        .as("readers of %s", exports.source())
                        .isNotEmpty()
                        .allMatch(target -> target.startsWith("dev.upb")));
        assertThat(descriptor.opens()).isEmpty();
        assertThat(descriptor.isOpen()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"LITE", "FULL"})
    void everyOtherPackageIsSeenByAll(Jars jar) {
        ModuleDescriptor descriptor = jar.descriptor();
        Set<String> open = descriptor.packages().stream()
                .filter(name -> !isInternal(name))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(descriptor.exports().stream()
                        .filter(exports -> !exports.isQualified())
                        .map(Exports::source))
                .containsExactlyInAnyOrderElementsOf(open);
    }

    private static boolean isInternal(String packageName) {
        return packageName.endsWith(".internal") || packageName.contains(".internal.");
    }

    private static Set<String> required(Jars jar) {
        return jar.descriptor().requires().stream().map(Requires::name).collect(Collectors.toCollection(TreeSet::new));
    }
}
