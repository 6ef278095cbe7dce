package dev.upb.reflection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.api.AnnotationsProto;
import com.google.api.AuthProto;
import com.google.api.ClientProto;
import com.google.api.DistributionProto;
import com.google.api.FieldBehaviorProto;
import com.google.api.FieldInfoProto;
import com.google.api.MetricProto;
import com.google.api.MonitoredResourceProto;
import com.google.api.QuotaProto;
import com.google.api.ResourceProto;
import com.google.api.RoutingProto;
import com.google.api.ServiceProto;
import com.google.api.VisibilityProto;
import com.google.cloud.audit.AuditLogProto;
import com.google.longrunning.OperationsProto;
import com.google.protobuf.ApiProto;
import com.google.protobuf.DescriptorProtos;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.JavaFeaturesProto;
import com.google.protobuf.StructProto;
import com.google.protobuf.WrappersProto;
import com.google.rpc.ErrorDetailsProto;
import com.google.rpc.StatusProto;
import com.google.rpc.context.AttributeContextProto;
import com.google.type.DateTimeProto;
import com.google.type.MoneyProto;
import com.google.type.PhoneNumberProto;
import com.google.type.PostalAddressProto;
import dev.upb.testkit.corpus.Corpus;
import dev.upb.testkit.random.Seeded;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A pool takes the schemas that protoc takes, and rejects the others; but for differences that are explained. Writes a table of the agreements
 * and all differences to {@code schema-rules-against-protoc.txt}.
 */
final class SchemaRulesAgainstProtocTest {
    private static final int MUTATIONS = 800;

    private static final String MUTATED = "mutated: ";

    private static final List<FileDescriptor> COMMON_FILES = List.of(
            AnnotationsProto.getDescriptor(),
            AuthProto.getDescriptor(),
            ClientProto.getDescriptor(),
            DistributionProto.getDescriptor(),
            FieldBehaviorProto.getDescriptor(),
            FieldInfoProto.getDescriptor(),
            MetricProto.getDescriptor(),
            MonitoredResourceProto.getDescriptor(),
            QuotaProto.getDescriptor(),
            ResourceProto.getDescriptor(),
            RoutingProto.getDescriptor(),
            ServiceProto.getDescriptor(),
            VisibilityProto.getDescriptor(),
            AuditLogProto.getDescriptor(),
            OperationsProto.getDescriptor(),
            AttributeContextProto.getDescriptor(),
            ErrorDetailsProto.getDescriptor(),
            StatusProto.getDescriptor(),
            DateTimeProto.getDescriptor(),
            MoneyProto.getDescriptor(),
            PhoneNumberProto.getDescriptor(),
            PostalAddressProto.getDescriptor());

    private static final List<FileDescriptor> PROTOBUF_FILES = List.of(
            DescriptorProtos.getDescriptor(),
            ApiProto.getDescriptor(),
            JavaFeaturesProto.getDescriptor(),
            StructProto.getDescriptor(),
            WrappersProto.getDescriptor());

    /** A problem that explains by itself why only this library rejects a schema, whatever else is wrong. */
    private static final Pattern CONTRADICTION =
            Pattern.compile("has edition \\d+, but not syntax|unknown syntax|edition 99[89] is not one");

    /** Problems for which this library alone rejects a schema, and why. */
    private static final Map<String, String> STRICTER = Map.of(
            "has no known type",
            "a field without a type would silently be a double in protoc's library",
            "default .* does not fit",
            "numbers that do not fit, which protoc's library cuts off",
            "uninterpreted_option",
            "compilers leave no option uninterpreted",
            "a map entry is nested|map can't be a group|for the entries of one map",
            "no tables for such maps",
            "two different files of this name",
            "protoc takes the first one");

    /** What protoc says where it alone rejects a schema, and why. */
    private static final Map<String, String> LAXER = Map.of(
            "STYLE_LEGACY can be used to opt out", "the style of names is for compilers",
            "It defaulted to local", "the default of visibility is for compilers, and not in descriptors",
            "LEGACY_NO_EXPLICIT_LIMITS can be used", "limits are for compilers");

    /** What protoc says because it has rejected an import, or does not have it. */
    private static final Pattern CONSEQUENCE = Pattern.compile("Import .* was not found|is not defined");

    /** What a group of schemas came to. */
    private static final class Tally {
        int taken;
        int rejected;
        int explained;
    }

    private static final Map<String, Tally> TALLIES = new LinkedHashMap<>();
    private static final Set<String> DIFFERENCES = new TreeSet<>();

    @TempDir
    private Path folder;

    private Protoc protoc;

    @BeforeEach
    void findProtoc() {
        protoc = Protoc.find(folder);
    }

    private void assumeProtoc() {
        assumeThat(protoc).as("there is a protoc for this platform").isNotNull();
    }

    @AfterAll
    static void writeTable() throws IOException {
        if (TALLIES.isEmpty()) {
            return;
        }
        Tally all = new Tally();
        List<String> lines =
                new ArrayList<>(List.of("both take | both reject | agree | differ, explained | total | schemas"));
        TALLIES.forEach((group, tally) -> {
            all.taken += tally.taken;
            all.rejected += tally.rejected;
            all.explained += tally.explained;
            lines.add(row(tally, group));
        });
        lines.add(row(all, "all"));
        lines.add("");
        lines.add("Differences, explained:");
        lines.addAll(DIFFERENCES);
        Path file = Path.of(System.getProperty("upb.reports", "target"), "schema-rules-against-protoc.txt");
        Files.write(file, lines, StandardCharsets.UTF_8);
        int agree = all.taken + all.rejected;
        System.out.printf(
                "schemas given to this library and to protoc: %d; agree: %d (both take %d, both reject %d); differ, explained: %d; "
                        + "mutations: seeds 1 to %d; table in %s%n",
                agree + all.explained, agree, all.taken, all.rejected, all.explained, MUTATIONS, file);
    }

    private static String row(Tally tally, String group) {
        int agree = tally.taken + tally.rejected;
        return "%9d | %11d | %5d | %17d | %5d | %s"
                .formatted(tally.taken, tally.rejected, agree, tally.explained, agree + tally.explained, group);
    }

    /** Counts a schema, and notes what explains a difference, which is null where there is none. */
    private static void count(String group, boolean taken, String difference) {
        Tally tally = TALLIES.computeIfAbsent(group, each -> new Tally());
        if (difference != null) {
            tally.explained++;
            DIFFERENCES.add(difference);
        } else if (taken) {
            tally.taken++;
        } else {
            tally.rejected++;
        }
    }

    private static List<String> problems(FileDescriptorSet set) {
        try {
            DefPool.ofFileDescriptorSet(set.toByteArray());
            return List.of();
        } catch (SchemaException e) {
            return e.problems().stream().map(problem -> problem.toString()).toList();
        }
    }

    @Test
    void theCasesAreJudgedAsIsWrittenBesideThem() {
        assertThat(SchemaCases.all()).hasSizeGreaterThan(300).allSatisfy(schema -> {
            boolean accepted = schema.accepted() == (schema.explanation() == null);
            assertThat(problems(schema.set()).isEmpty()).as(schema.toString()).isEqualTo(accepted);
        });
    }

    @Test
    void protocJudgesTheCasesAsIsWrittenBesideThem() {
        assumeProtoc();
        List<String> wrong = new ArrayList<>();
        for (SchemaCases.Case schema : SchemaCases.all()) {
            String text = protoc.problems(schema.set());
            if (text.isEmpty() != schema.accepted() || text.startsWith(Protoc.CRASHED)) {
                wrong.add(schema + " -> " + text);
            }
            String reason = schema.explanation();
            count(
                    schema.rule(),
                    schema.accepted(),
                    reason == null
                            ? null
                            : "only " + (schema.accepted() ? "this library" : "protoc") + " rejects it: " + reason
                                    + "\n    " + schema);
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void mutatedSchemasAreJudgedAsProtocJudgesThem() {
        assumeProtoc();
        List<FileDescriptorSet> written = SchemaCases.all().stream()
                .filter(schema -> schema.accepted() && schema.explanation() == null)
                .map(SchemaCases.Case::set)
                .toList();
        Map<String, List<FileDescriptorSet>> bases = new LinkedHashMap<>();
        bases.put("cases above", written);
        bases.put("files of all syntaxes", sets(Corpus.ownFiles()));
        bases.put("files of protobuf", sets(PROTOBUF_FILES));
        bases.put("common files of Google APIs", sets(COMMON_FILES));
        List<String> names = List.copyOf(bases.keySet());
        Seeded.forEach(MUTATIONS, seeded -> {
            String name = names.get((int) (seeded.seed() % names.size()));
            FileDescriptorSet set = SchemaMutations.mutate(seeded, seeded.pick(bases.get(name)));
            List<String> own = problems(set);
            String difference = difference(own, protoc.problems(set), set);
            count(MUTATED + name, own.isEmpty(), difference == null ? null : difference + "\n    " + seeded);
        });
        for (String name : names) {
            Tally tally = TALLIES.get(MUTATED + name);
            assertThat(Math.min(tally.taken, tally.rejected)).as(name).isGreaterThan(MUTATIONS / names.size() / 6);
        }
    }

    /** Returns each file with all that it imports. */
    private static List<FileDescriptorSet> sets(List<FileDescriptor> files) {
        return files.stream()
                .map(file -> FileDescriptorSet.newBuilder()
                        .addAllFile(DescriptorComparison.withImports(List.of(file)).stream()
                                .map(FileDescriptor::toProto)
                                .toList())
                        .build())
                .toList();
    }

    /** Returns why the two differ, null if they do not; fails if that is not explained. */
    private static String difference(List<String> own, String theirs, FileDescriptorSet set) {
        if (theirs.startsWith(Protoc.CRASHED)) {
            return theirs.strip() + "\n    this library " + (own.isEmpty() ? "takes it" : "rejects it: " + own);
        }
        if (own.isEmpty() == theirs.isEmpty()) {
            return null;
        }
        List<String> problems = own.isEmpty() ? theirs.strip().lines().toList() : own;
        return "only " + (own.isEmpty() ? "protoc" : "this library") + " rejects it: "
                + String.join("; ", new TreeSet<>(own.isEmpty() ? laxer(problems, set) : stricter(problems)))
                + "\n    " + String.join("\n    ", problems);
    }

    private static List<String> stricter(List<String> own) {
        return own.stream().anyMatch(problem -> CONTRADICTION.matcher(problem).find())
                ? List.of("syntax and edition contradict each other")
                : own.stream().map(problem -> explanation(problem, STRICTER)).toList();
    }

    private static List<String> laxer(List<String> theirs, FileDescriptorSet set) {
        List<String> causes = theirs.stream()
                .filter(line -> !CONSEQUENCE.matcher(line).find())
                .toList();
        if (causes.isEmpty()) {
            assertThat(set.getFileList())
                    .as("a difference without an explanation: " + theirs)
                    .anyMatch(file -> file.getWeakDependencyCount() > 0);
            return List.of("a weak import may be missing");
        }
        return causes.stream().map(line -> explanation(line, LAXER)).toList();
    }

    private static String explanation(String problem, Map<String, String> explanations) {
        List<String> found = explanations.entrySet().stream()
                .filter(entry ->
                        Pattern.compile(entry.getKey()).matcher(problem).find())
                .map(Map.Entry::getValue)
                .toList();
        assertThat(found).as("a difference without an explanation: " + problem).isNotEmpty();
        return found.get(0);
    }
}
