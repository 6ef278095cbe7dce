package dev.upb.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ComparisonTablesTest {
    /** Four forks each without overlap: 2 of 70 orders, p = 0.029. */
    @Test
    void timesShowTheChangeWhereItIsSignificantAndATildeElsewhere() {
        Delta faster = new Delta("Parse", Samples.of(200, 202, 204, 206), Samples.of(100, 101, 102, 103));
        Delta same = new Delta("SerializeAll", Samples.of(1e6, 3e6), Samples.of(2e6, 4e6));
        assertThat(ComparisonTables.times(List.of(faster, same))).isEqualTo("""
                name            old time/op   new time/op    delta
                Parse            202ns ± 1%    101ns ± 1%  -50.00%  (p=0.029, n=4+4)
                SerializeAll  1.00ms ± 100%  2.00ms ± 50%        ~  (p=0.667, n=2+2)
                """);
    }

    @Test
    void sizesShowWhatIsNewAndWhatIsGone() {
        Map<String, Long> old = Map.of("upb", 1000L, "upb: a", 600L, "upb: b", 400L);
        Map<String, Long> now = Map.of("upb", 1010L, "upb: a", 600L, "upb: c", 410L);
        assertThat(ComparisonTables.sizes(new TreeMap<>(old), new TreeMap<>(now)))
                .isEqualTo("""
                name    old size  new size     delta
                upb        1,000     1,010    +1.00%
                upb: a       600       600         =
                upb: b       400         0  -100.00%
                upb: c         0       410       new
                """);
    }
}
