package dev.upb.benchmarks.runner;

import dev.upb.benchmarks.inputs.Tier;
import java.util.List;

/**
 * What is compared with each other: the answers to one question.
 *
 * @param name the question, such as {@code ParseDescriptor} or {@code DecodeInt32/64}
 */
record Group(String name, List<Contestant> ours, List<Contestant> rivals) {
    Group(List<Contestant> contestants) {
        this(
                contestants.get(0).group(),
                contestants.stream().filter(Contestant::isOurs).toList(),
                contestants.stream().filter(contestant -> !contestant.isOurs()).toList());
    }

    int size() {
        return ours.size() + rivals.size();
    }

    /** Returns the contestant that stands for us in a chart: in the fastest codec, and doing just what the rival does. */
    Contestant main() {
        for (String method : List.of("upb", "upbReused", "upbString")) {
            for (Contestant contestant : ours) {
                if (contestant.method().equals(method)
                        && (contestant.tier() == null || contestant.tier() == Tier.best())) {
                    return contestant;
                }
            }
        }
        return ours.get(0);
    }

    /** Returns the rivals that a chart compares us with: the strongest that do all of the work. */
    List<Contestant> mainRivals() {
        return rivals.stream()
                .filter(rival -> List.of("generated", "jsonFormat", "buildFrom").contains(rival.method()))
                .toList();
    }

    /** Whether the question is one of whole messages or schemas, and not of single values. */
    boolean isCharted(long inputBytes) {
        return inputBytes > 0 && ours.get(0).size() == null;
    }
}
