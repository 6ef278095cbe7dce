package dev.upb.mem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Arenas of many threads share one pool of blocks. */
class ArenaThreadsTest {
    private static final int THREADS = 100;

    /** Fills an arena with the thread's mark, and returns how many bytes were not zero before, or not the mark afterwards. */
    private static int foreignBytes(long mark) {
        int foreign = 0;
        try (Arena arena = Arena.create()) {
            int[] offsets = new int[60];
            for (int i = 0; i < offsets.length; i++) {
                offsets[i] = arena.allocate(8 * (i % 5 + 1));
                foreign += arena.getLong(offsets[i]) != 0 ? 1 : 0;
                arena.putLong(offsets[i], mark);
            }
            Thread.onSpinWait();
            for (int offset : offsets) {
                foreign += arena.getLong(offset) != mark ? 1 : 0;
            }
        }
        return foreign;
    }

    @Test
    void arenaIsNeverSeenByTwoThreads() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Integer>> results = new ArrayList<>();
            for (int thread = 1; thread <= THREADS; thread++) {
                long mark = 0x0101010101010101L * thread;
                Callable<Integer> user = () -> {
                    int foreign = 0;
                    for (int i = 0; i < 300; i++) {
                        foreign += foreignBytes(mark);
                    }
                    return foreign;
                };
                results.add(executor.submit(user));
            }
            for (Future<Integer> result : results) {
                assertThat(result.get()).isZero();
            }
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void arenaMayBeClosedByAnotherThreadThanItsMaker() throws Exception {
        Arena arena = Arena.create();
        arena.putLong(arena.allocate(8), -1);
        Thread closer = new Thread(arena::close);
        closer.start();
        closer.join();

        assertThat(arena.isClosed()).isTrue();
        try (Arena next = Arena.create()) {
            assertThat(next.getLong(next.allocate(8))).isZero();
        }
    }
}
