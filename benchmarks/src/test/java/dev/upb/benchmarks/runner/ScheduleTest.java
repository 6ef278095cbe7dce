package dev.upb.benchmarks.runner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScheduleTest {
    private long now;

    private void spend(Schedule schedule, double measured, double overhead) {
        now += (long) ((measured + overhead) * 1e9);
        schedule.finished(measured, measured + overhead);
    }

    @Test
    void withoutADeadlineAllForksMeasureTheSame() {
        Schedule schedule = Schedule.unhurried(4);
        schedule.finished(4, 60);
        assertThat(schedule.secondsPerFork()).isEqualTo(4);
        assertThat(schedule.allows(1_000_000)).isTrue();
    }

    @Test
    void timeIsSharedAmongTheForksThatAreLeft() {
        Schedule schedule = Schedule.until(45, 20, () -> now);
        // 45 s for 20 forks, less what is assumed for starting.
        assertThat(schedule.secondsPerFork()).isBetween(1.0, 1.3);
    }

    @Test
    void aFewForksDoNotTakeLongerThanTheyShould() {
        assertThat(Schedule.until(45, 2, () -> now).secondsPerFork()).isEqualTo(Schedule.LONGEST_QUICK_FORK);
    }

    @Test
    void aSlowMachineGetsFewerForksAndStillEndsInTime() {
        for (double overhead : new double[] {0.5, 1, 2, 3}) {
            for (int contestants : new int[] {3, 6, 10}) {
                now = 0;
                Schedule schedule = Schedule.until(45, 2 * contestants, () -> now);
                int rounds = 0;
                for (; rounds < 2 && (rounds == 0 || schedule.allows(contestants)); rounds++) {
                    double seconds = schedule.secondsPerFork();
                    for (int i = 0; i < contestants; i++) {
                        spend(schedule, seconds, overhead);
                    }
                }
                assertThat(now / 1e9)
                        .as("%d contestants, %f s each", contestants, overhead)
                        .isLessThan(48);
            }
        }
    }

    @Test
    void forksThatAreLeftOutLeaveTheirTimeToOthers() {
        Schedule schedule = Schedule.until(45, 30, () -> now);
        double before = schedule.secondsPerFork();
        schedule.skipped(15);
        assertThat(schedule.secondsPerFork()).isGreaterThan(before);
    }
}
