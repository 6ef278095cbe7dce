package dev.upb.benchmarks.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
    private static Options parse(String... arguments) {
        return Options.parse(List.of(arguments));
    }

    @Test
    void withoutArgumentsEverythingIsMeasuredThoroughly() {
        Options options = parse();
        assertThat(options.quick()).isFalse();
        assertThat(options.forks()).isEqualTo(5);
        assertThat(options.pattern().matcher("anything").find()).isTrue();
    }

    @Test
    void quickTakesTwoForksUnlessToldOtherwise() {
        assertThat(parse("--quick").forks()).isEqualTo(2);
        assertThat(parse("--forks", "3", "--quick").forks()).isEqualTo(3);
    }

    @Test
    void severalPatternsFindWhatAnyOfThemFinds() {
        Options options = parse("Wide", "--output", "out", "Deep");
        assertThat(options.pattern().matcher("ParseDeep").find()).isTrue();
        assertThat(options.pattern().matcher("ParseWide").find()).isTrue();
        assertThat(options.pattern().matcher("ParseJson").find()).isFalse();
        assertThat(options.output()).isEqualTo(Path.of("out"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --fast          | no option --fast
            --forks         | --forks needs a value
            --forks many    | --forks needs a number, not "many"
            --forks 0       | --forks is 0, but must be from 1
            Parse(          | "Parse(" is no pattern
            """)
    void wrongArgumentsAreExplained(String arguments, String message) {
        assertThatThrownBy(() -> parse(arguments.split(" ", -1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
