package dev.upb.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StripedPoolTest {
    @Test
    void objectGivenBackIsTakenOnce() {
        StripedPool<Object> pool = new StripedPool<>();
        Object object = new Object();
        assertThat(pool.take()).isNull();

        pool.give(object);

        assertThat(pool.take()).isSameAs(object);
        assertThat(pool.take()).isNull();
    }

    @Test
    void objectHasOneUserAtATimeUnderManyThreads() throws Exception {
        StripedPool<AtomicInteger> pool = new StripedPool<>();
        int threads = 200; // More than there are stripes, so that threads share them.
        Callable<Integer> user = () -> {
            int most = 0;
            for (int i = 0; i < 500; i++) {
                AtomicInteger taken = pool.take();
                AtomicInteger users = taken == null ? new AtomicInteger() : taken;
                most = Math.max(most, users.incrementAndGet());
                Thread.onSpinWait();
                users.decrementAndGet();
                pool.give(users);
            }
            return most;
        };
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                results.add(executor.submit(user));
            }
            for (Future<Integer> result : results) {
                assertThat(result.get()).isEqualTo(1);
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
