package dev.upb.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ExceptionsTest {
    @Test
    void textOfADecodeExceptionNamesStatusDetailOffsetAndField() {
        DecodeException e = new DecodeException(DecodeStatus.MALFORMED, 7, "a.b[2]", "wire type 6");

        assertThat(e).hasMessage(DecodeStatus.MALFORMED.text() + ": wire type 6 at byte 7 in field a.b[2]");
        assertThat(e.status()).isEqualTo(DecodeStatus.MALFORMED);
        assertThat(e.offset()).isEqualTo(7);
        assertThat(e.fieldPath()).isEqualTo("a.b[2]");
    }

    @Test
    void unknownPathAndTopLevelAreNotInTheText() {
        assertThat(new DecodeException(DecodeStatus.TRUNCATED, 0, null, null)).hasMessage("truncated at byte 0");
        assertThat(new DecodeException(DecodeStatus.TRUNCATED, 0, "", null)).hasMessage("truncated at byte 0");
    }

    @Test
    void movedAndLocatedExceptionsKeepTheOtherFacts() {
        DecodeException e = new DecodeException(DecodeStatus.BAD_UTF8, 3, "a", "x");

        assertThat(e.movedBy(4_000_000_000L)).hasMessage("invalid UTF-8: x at byte 4000000003 in field a");
        assertThat(e.withFieldPath("b")).hasMessage("invalid UTF-8: x at byte 3 in field b");
    }

    @Test
    void depthsOutsideTheLimitsAreRefused() {
        assertThat(Depths.check(0)).isZero();
        assertThat(Depths.check(Depths.MAX)).isEqualTo(10_000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Depths.check(-1))
                .withMessageContaining("-1")
                .withMessageContaining("10000");
        assertThatIllegalArgumentException().isThrownBy(() -> Depths.check(10_001));
    }
}
