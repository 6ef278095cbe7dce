package dev.upb.base;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Objects that wait for their next user, one for each stripe of threads at most. An object has one user at a time: taking and giving back are
 * atomic. A thread looks at its own stripe only, so taking may find nothing though other stripes hold something.
 *
 * @param <T> what is pooled
 */
public final class StripedPool<T> {
    private static final int STRIPES = stripes(Runtime.getRuntime().availableProcessors());
    /** Stripes lie a cache line apart. */
    private static final int SPACING = 16;

    private final AtomicReferenceArray<T> slots = new AtomicReferenceArray<>(STRIPES * SPACING);

    /** Makes an empty pool. */
    public StripedPool() {} // Said, because javac warns of a constructor that shows in an exported package by default.

    private static int stripes(int processors) {
        return Math.min(64, Integer.highestOneBit(Math.max(1, processors * 4 - 1)) * 2);
    }

    private static int slot() {
        return ((int) Thread.currentThread().getId() & STRIPES - 1) * SPACING;
    }

    /** Returns an object that is the caller's until it is given back, or null if there is none. */
    public T take() {
        return slots.getAndSet(slot(), null);
    }

    /** Hands over an object that the caller does not use any more. If the stripe holds one already, that one is dropped. */
    public void give(T object) {
        slots.lazySet(slot(), object);
    }
}
