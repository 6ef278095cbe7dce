package dev.upb.benchmarks.runner;

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
}
