package dev.upb.cli;

import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows how far a command is on standard error, if somebody watches and it takes a while; what is quick shows nothing. */
final class Progress implements AutoCloseable {
    private static final long DELAY_NANOS = 400_000_000L;

    private final Console console;
    private final String task;
    private final long total;
    private final String unit;
    private final long unitSize;
    private final long begin = System.nanoTime();
    private Bar bar;

    /**
     * Makes progress that is not shown yet.
     *
     * @param total number of steps, or -1 if that is not known
     * @param unit what is counted, with a space in front
     * @param unitSize how many steps are one unit
     */
    Progress(Console console, String task, long total, String unit, long unitSize) {
        this.console = console;
        this.task = task;
        this.total = total;
        this.unit = unit;
        this.unitSize = unitSize;
    }

    /** Takes note that so many steps are done. */
    void stepTo(long steps) {
        if (!console.showsProgress()) {
            return;
        }
        if (bar != null) {
            bar.bar.stepTo(steps);
        } else if (System.nanoTime() - begin > DELAY_NANOS) {
            bar = new Bar(this);
            bar.bar.stepTo(steps);
        }
    }

    /** Makes room for a line on standard error; the bar comes back below it. */
    void hide() {
        if (bar != null) {
            bar.line.clear();
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.bar.close();
        }
    }

    /** The classes of the bar's library are loaded with this one, and not before. */
    private static final class Bar {
        final Line line;
        final ProgressBar bar;

        Bar(Progress progress) {
            line = new Line(progress.console.err());
            bar = new ProgressBarBuilder()
                    .setTaskName(progress.task)
                    .setInitialMax(progress.total)
                    .setUnit(progress.unit, progress.unitSize)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setConsumer(line)
                    .setUpdateIntervalMillis(200)
                    .clearDisplayOnFinish()
                    .build();
        }
    }

    /** One line of a terminal. The library's own would load native code to learn its width. */
    private static final class Line implements ProgressBarConsumer {
        private static final int WIDTH = 79;

        private final PrintStream target;

        Line(PrintStream target) {
            this.target = target;
        }

        @Override
        public int getMaxRenderedLength() {
            return WIDTH;
        }

        @Override
        public synchronized void accept(String text) {
            target.print('\r' + text);
            target.flush();
        }

        @Override
        public synchronized void clear() {
            target.print('\r' + " ".repeat(WIDTH) + '\r');
            target.flush();
        }

        @Override
        public void close() {
            // The stream is the process's.
        }
    }
}
