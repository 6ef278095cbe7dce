package dev.upb.wire;

import dev.upb.minitable.MiniTable;
import dev.upb.wire.internal.CodecCompiler;
import dev.upb.wire.internal.MessageCodec;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Compiles message types to bytecode, so that they are read and written faster; nothing else changes. Needs {@code upb-jit}, found as a
 * service; without it, or where classes can't be made at run time, everything runs from tables.
 *
 * <p>A type that was decoded or encoded often enough is compiled by a background thread, with all types that it can hold; meanwhile the tables
 * serve. How often is set by {@link #compileAfter} or the system property {@code dev.upb.compileAfter}. The code goes when its type goes.
 *
 * <p>All methods may be called by any thread.
 */
public final class CompiledTier {
    /** Uses of a type after which it is compiled, unless said otherwise. */
    public static final int DEFAULT_USES = 1000;

    private static volatile int threshold = Integer.getInteger("dev.upb.compileAfter", DEFAULT_USES);

    private CompiledTier() {}

    /** Counts uses of a type until it is compiled. Counted without care for races: it only has to come about. */
    private static final class Uses {
        int count;
    }

    /** Found when it is first needed. */
    private static final class Found {
        static final CodecCompiler COMPILER = find();

        private static CodecCompiler find() {
            try {
                return ServiceLoader.load(CodecCompiler.class, CodecCompiler.class.getClassLoader())
                        .findFirst()
                        .orElse(null);
            } catch (RuntimeException | LinkageError | ServiceConfigurationError e) {
                return null; // Not usable is as good as absent.
            }
        }
    }

    /** The thread that compiles; it ends when it has nothing to do. */
    private static final class Background {
        static final ThreadPoolExecutor EXECUTOR = executor();

        private static ThreadPoolExecutor executor() {
            ThreadPoolExecutor executor =
                    new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                        Thread thread = new Thread(task, "upb-compiler");
                        thread.setDaemon(true);
                        thread.setContextClassLoader(null);
                        return thread;
                    });
            executor.allowCoreThreadTimeOut(true);
            return executor;
        }
    }

    /** Whether there is a compiler. */
    public static boolean isAvailable() {
        return Found.COMPILER != null;
    }

    /** Whether a type is compiled. */
    public static boolean isCompiled(MiniTable table) {
        return table.codec() instanceof MessageCodec;
    }

    /**
     * Compiles a type now, on this thread, with all types that its messages can hold; takes milliseconds.
     *
     * @return whether the type is compiled now
     */
    public static boolean compile(MiniTable table) {
        if (!isCompiled(table) && isAvailable()) {
            Found.COMPILER.compile(table);
        }
        return isCompiled(table);
    }

    /**
     * Sets how many uses of a type, decoding or encoding, make the background thread compile it. 1 compiles before the first use, on the thread
     * that uses it; 0 or less never. Applies to types from their next use on.
     */
    public static void compileAfter(int uses) {
        threshold = uses;
    }

    /** Notes that a type is about to be decoded or encoded. */
    static void use(MiniTable table) {
        Object codec = table.codec();
        int wanted = threshold;
        if (codec instanceof MessageCodec || wanted <= 0) {
            return;
        }
        Uses uses;
        if (codec instanceof Uses known) {
            uses = known;
        } else {
            uses = new Uses();
            table.setCodec(uses);
        }
        if (++uses.count < wanted) {
            return;
        }
        uses.count = Integer.MIN_VALUE; // Asked for once.
        if (wanted == 1) {
            compile(table);
            return;
        }
        try {
            Background.EXECUTOR.execute(() -> compileOrGiveUp(table));
        } catch (OutOfMemoryError noThread) {
            threshold = 0; // Reading and writing goes on without it.
        }
    }

    private static void compileOrGiveUp(MiniTable table) {
        if (isAvailable()) {
            compile(table);
        } else {
            threshold = 0; // No other type needs to be counted.
        }
    }
}
