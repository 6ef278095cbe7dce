package dev.upb.benchmarks.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.upb.benchmarks.inputs.Tier;
import org.junit.jupiter.api.Test;

class ContestantTest {
    @Test
    void oursAreNamedByVariantAndTier() {
        Contestant variant = new Contestant("a.b.ParseX", "upbReused", null, Tier.TABLE);
        assertThat(variant.isOurs()).isTrue();
        assertThat(variant.name()).isEqualTo("ParseX/reused/table");
        assertThat(new Contestant("a.b.ParseX", "upb", null, Tier.TABLE).name()).isEqualTo("ParseX/table");
        assertThat(new Contestant("a.b.ParseX", "upbCallersBlock", null, null).name())
                .isEqualTo("ParseX/callersBlock");
        assertThat(new Contestant("a.b.ReadInt", "upb", null, null).name()).isEqualTo("ReadInt");
    }

    @Test
    void rivalsAreNamedByMethodAndSizesBelongToTheGroup() {
        Contestant rival = new Contestant("a.b.DecodeX", "generated", "64", null);
        assertThat(rival.isOurs()).isFalse();
        assertThat(rival.group()).isEqualTo("DecodeX/64");
        assertThat(rival.name()).isEqualTo("DecodeX/64/generated");
    }
}
