package dev.upb.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.base.FieldType;
import dev.upb.minitable.MiniTable;
import dev.upb.minitable.MiniTable.Cardinality;
import dev.upb.testkit.Cases;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The inputs of {@code cases/binary.tsv}, which other runtimes have got wrong. */
class BinaryCasesTest {
    private static final DecodeOptions OPTIONS = DecodeOptions.DEFAULT.withExtensions(Tables.CASE_EXTENSIONS);

    static List<Cases.Binary> cases() {
        return Cases.binary();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void caseHasItsResultOnEveryPath(Cases.Binary binary) {
        String result = EveryPath.of(Tables.ofCase(binary.type()), binary.input(), OPTIONS);

        if (binary.expected().isRejected()) {
            assertThat(result).doesNotStartWith("ok");
        } else {
            assertThat(result).isEqualTo(EveryPath.ok(binary.expected().bytes()));
        }
    }

    @Test
    void missingRequiredFieldOfMapValueIsNamedByItsKey() {
        DecodeOptions checked = OPTIONS.withRequiredCheck(true);

        assertThat(EveryPath.of(Tables.ofCase("p2.M"), "3a0408011200", checked))
                .isEqualTo("MISSING_REQUIRED at 6 in 7[1].1");
        assertThat(EveryPath.of(Tables.ofCase("p2.M"), "3a020801", checked))
                .isEqualTo("MISSING_REQUIRED at 4 in 7[1].1");
        assertThat(EveryPath.of(Tables.ofCase("p2.M"), "3a020801", OPTIONS)).isEqualTo("ok 3a0408011200");
    }

    @Test
    void truncatedFieldIsLocatedAtItsTag() {
        // A valid field, then the tag 0a whose length is missing.
        assertThat(EveryPath.of(Tables.ofCase("p3.E"), "0896010a")).isEqualTo("TRUNCATED at 3 in 1");
    }

    @Test
    void listGetsOneElementHoweverOftenItsTypeHasDecoded() {
        MiniTable table = MiniTable.builder()
                .field(1, FieldType.STRING, Cardinality.IMPLICIT, false, true, false)
                .field(2, FieldType.STRING, Cardinality.REPEATED, false, true, false)
                .build();
        for (int i = 0; i < 2000; i++) {
            assertThat(EveryPath.of(table, "0a0131 120161")).isEqualTo("ok 0a0131120161");
        }
    }
}
