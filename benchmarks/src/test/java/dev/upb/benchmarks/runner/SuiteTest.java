package dev.upb.benchmarks.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.benchmarks.Benchmarked;
import dev.upb.benchmarks.inputs.Tier;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;

class SuiteTest {
    private static final List<Group> GROUPS = Suite.groups();
    private static final String TIER = Tier.best().label();

    private static List<String> select(String pattern) {
        return Suite.select(GROUPS, Pattern.compile(pattern)).stream()
                .flatMap(group -> group.ours().stream())
                .map(Contestant::name)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ParseDescriptor",
                "SerializeDescriptor",
                "VectorTile",
                "Telemetry",
                "PackedDoubles",
                "SmallStrings",
                "MapHeavy",
                "Wide",
                "Deep",
                "JsonPrint",
                "JsonParse",
                "Json",
                "CreateArena",
                "LoadAdsDescriptor",
                "DecodeInt32",
                "DecodeOpenEnum",
                "DecodeBytes",
                "DecodeMessage",
                "DecodeGroup",
                "FindFieldByName",
                "FindFieldByNumber",
                "ReadInt",
                "ReadString",
                "ReadPresence",
                "ReadMessage",
                "ReadElement",
                "WriteInt"
            })
    void documentedPatternsFindSomething(String pattern) {
        assertThat(select(pattern)).isNotEmpty().allMatch(name -> name.contains(pattern));
    }

    @Test
    void everyGroupHasBothSides() {
        assertThat(GROUPS).isNotEmpty().allSatisfy(group -> {
            assertThat(group.ours()).as(group.name()).isNotEmpty();
            assertThat(group.rivals()).as(group.name()).isNotEmpty();
        });
    }

    @Test
    void messagesAreFoundForBothDirections() {
        assertThat(select("Wide")).contains("ParseWide/reused/" + TIER, "SerializeWide/" + TIER);
    }

    @Test
    void oneOfOurResultsIsFoundWithAllItsRivals() {
        List<Group> found = Suite.select(GROUPS, Pattern.compile("^ParseDescriptor/reused/" + TIER + "$"));
        assertThat(found).singleElement().satisfies(group -> {
            assertThat(group.ours()).extracting(Contestant::name).containsExactly("ParseDescriptor/reused/" + TIER);
            assertThat(group.rivals())
                    .extracting(Contestant::label)
                    .containsExactlyInAnyOrder("generated", "dynamicMessage");
        });
    }

    @Test
    void sizesAreOrderedByValue() {
        assertThat(GROUPS.stream().map(Group::name).filter(name -> name.startsWith("DecodeInt32/")))
                .containsExactly("DecodeInt32/8", "DecodeInt32/64", "DecodeInt32/512");
    }

    @Test
    void chartsShowOneOfOursForEachQuestion() {
        Group group =
                Suite.select(GROUPS, Pattern.compile("^SerializeDescriptor$")).get(0);
        assertThat(group.main().name()).isEqualTo("SerializeDescriptor/" + TIER);
        assertThat(group.mainRivals()).extracting(Contestant::label).containsExactly("generated");
        assertThat(group.isCharted(14_056)).isTrue();
        assertThat(Suite.select(GROUPS, Pattern.compile("^ParseDescriptor$"))
                        .get(0)
                        .main()
                        .name())
                .isEqualTo("ParseDescriptor/reused/" + TIER);
        assertThat(Suite.select(GROUPS, Pattern.compile("^DecodeBool/8$"))
                        .get(0)
                        .isCharted(16))
                .isFalse();
    }

    @Test
    void anUnknownNameFindsNothing() {
        assertThat(select("ParseDescription")).isEmpty();
    }

    /** Everything that would be timed is called once, after the answers were compared. */
    @TestFactory
    Stream<DynamicTest> answersAgreeAndAllMethodsRun() {
        return GROUPS.stream()
                .map(group -> DynamicTest.dynamicTest(group.name(), () -> {
                    Benchmarked benchmark = Suite.prepare(group.ours().get(0));
                    int called = 0;
                    for (Method method : benchmark.getClass().getMethods()) {
                        if (method.isAnnotationPresent(Benchmark.class)) {
                            Object[] arguments = arguments(method);
                            Object result = method.invoke(benchmark, arguments);
                            assertThat(method.getReturnType() == void.class || result != null)
                                    .as(method.getName())
                                    .isTrue();
                            called++;
                        }
                    }
                    long methods = Stream.concat(group.ours().stream(), group.rivals().stream())
                            .map(Contestant::method)
                            .distinct()
                            .count();
                    assertThat(called).isEqualTo((int) methods);
                }));
    }

    private static Object[] arguments(Method method) throws ReflectiveOperationException {
        List<Object> arguments = new ArrayList<>();
        for (Parameter parameter : method.getParameters()) {
            if (parameter.getType() == Blackhole.class) {
                arguments.add(new Blackhole(
                        "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous."));
                continue;
            }
            Object state = parameter.getType().getConstructor().newInstance();
            for (Method setup : parameter.getType().getMethods()) {
                Setup annotation = setup.getAnnotation(Setup.class);
                if (annotation != null && annotation.value() == Level.Invocation) {
                    setup.invoke(state);
                }
            }
            arguments.add(state);
        }
        return arguments.toArray();
    }
}
