package dev.upb.packaging;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.conditions.ArchConditions.accessField;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethod;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethodWhere;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The rules that the compiler can't hold: who may use whom, and what only one place may do. */
class ArchitectureTest {
    private static final String ROOT = "dev.upb.";

    /** One row of the table: a package may use itself and the rows above, unless they are named in {@code except}. */
    private record Row(Jars jar, String name, Set<String> except) {
        Row(Jars jar, String name, String... except) {
            this(jar, name, Set.of(except));
        }
    }

    /** All packages, in the order in which they may be used; a new package gets its row here first. */
    private static final List<Row> TABLE = List.of(
            new Row(Jars.LITE, "base"),
            new Row(Jars.LITE, "mem.internal"),
            new Row(Jars.LITE, "mem"),
            new Row(Jars.LITE, "minitable"),
            new Row(Jars.LITE, "minidescriptor"),
            new Row(Jars.LITE, "message.internal"),
            new Row(Jars.LITE, "message"),
            new Row(Jars.LITE, "wire.internal"),
            new Row(Jars.LITE, "wire"),
            new Row(Jars.LITE, "ops"),
            new Row(Jars.JIT, "jit"),
            new Row(Jars.FULL, "reflection"),
            new Row(Jars.FULL, "format.internal"),
            new Row(Jars.FULL, "json"),
            new Row(Jars.FULL, "text", "json"),
            new Row(Jars.CLI, "cli"));

    private static JavaClasses lite;
    private static JavaClasses full;
    private static JavaClasses jit;
    private static JavaClasses cli;
    private static JavaClasses all;

    @BeforeAll
    static void readJars() throws IOException {
        lite = read(Jars.LITE);
        full = read(Jars.FULL);
        jit = read(Jars.JIT);
        cli = read(Jars.CLI);
        all = read(Jars.values());
    }

    private static JavaClasses read(Jars... jars) throws IOException {
        var files = new ArrayList<JarFile>();
        try {
            for (Jars jar : jars) files.add(new JarFile(jar.path().toFile()));
            JavaClasses classes = new ClassFileImporter().importJars(files);
            assertThat(classes).as("classes in %s", List.of(jars)).isNotEmpty();
            return classes;
        } finally {
            for (JarFile file : files) file.close();
        }
    }

    @Test
    void eachPackageUsesOnlyRowsAboveIt() {
        classes().should(useOnlyRowsAbove()).check(all);
    }

    @Test
    void eachPackageIsInTheJarItsRowNames() {
        assertThat(packages(lite)).isSubsetOf(rows(Jars.LITE));
        assertThat(packages(full)).isSubsetOf(rows(Jars.FULL));
        assertThat(packages(jit)).isSubsetOf(rows(Jars.JIT));
        assertThat(packages(cli)).isSubsetOf(rows(Jars.CLI));
    }

    @Test
    void onlyTheCommandPrintsOrExits() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "cli..")
                .should(accessField(System.class, "out"))
                .orShould(accessField(System.class, "err"))
                .orShould(callMethodWhere(target(name("printStackTrace"))))
                .orShould(callMethod(System.class, "exit", int.class))
                .orShould(callMethod(Runtime.class, "exit", int.class))
                .orShould(callMethod(Runtime.class, "halt", int.class));
        rule.check(all);
        // The command does print and exit, so the rule without its exception must see that.
        assertThatThrownBy(() -> noClasses()
                        .should(callMethod(System.class, "exit", int.class))
                        .check(cli))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void onlyLittleEndianReachesBytesByHandle() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(ROOT + "base.LittleEndian")
                .and()
                .resideOutsideOfPackage(ROOT + "jit") // Which makes classes.
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.lang\\.invoke\\.(VarHandle|MethodHandles?).*")
                .check(all);
    }

    @Test
    void nothingUsesUnsafe() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching("(sun|jdk\\.internal)\\.misc\\..*")
                .check(all);
    }

    @Test
    void liteDoesWithoutReflectionLoggingAndFormat() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.lang.reflect..", "java.util.logging..")
                .orShould(callMethod(String.class, "format", String.class, Object[].class))
                .orShould(callMethod(String.class, "formatted", Object[].class))
                .orShould(callMethod(PrintStream.class, "printf", String.class, Object[].class))
                .check(lite);
    }

    private static ArchCondition<JavaClass> useOnlyRowsAbove() {
        return new ArchCondition<>("use only the rows above their own in the table of packages") {
            @Override
            public void check(JavaClass user, ConditionEvents events) {
                int row = row(user);
                if (row < 0) {
                    if (!user.getSimpleName().equals("module-info")) {
                        events.add(SimpleConditionEvent.violated(
                                user, user.getName() + " is in a package that the table does not name"));
                    }
                    return;
                }
                for (Dependency use : user.getDirectDependenciesFromSelf()) {
                    JavaClass used = use.getTargetClass().getBaseComponentType();
                    if (!used.getName().startsWith(ROOT)) continue;
                    int usedRow = row(used);
                    boolean allowed = usedRow >= 0
                            && usedRow <= row
                            && !TABLE.get(row)
                                    .except()
                                    .contains(TABLE.get(usedRow).name());
                    if (!allowed) events.add(SimpleConditionEvent.violated(use, use.getDescription()));
                }
            }
        };
    }

    /** The row of a class, or -1 if the table does not name its package. */
    private static int row(JavaClass type) {
        for (int i = 0; i < TABLE.size(); i++) {
            if (type.getPackageName().equals(ROOT + TABLE.get(i).name())) return i;
        }
        return -1;
    }

    private static Set<String> packages(JavaClasses classes) {
        return classes.stream()
                .filter(type -> !type.getSimpleName().equals("module-info"))
                .map(JavaClass::getPackageName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> rows(Jars jar) {
        return TABLE.stream()
                .filter(row -> row.jar() == jar)
                .map(row -> ROOT + row.name())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
