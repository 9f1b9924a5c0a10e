package dev.gpukernel.internal.nvidia;

import java.time.Duration;
import java.util.List;

/**
 * Looks from time to time whether launches are done whose arrays are all closed, so that their faults are logged though nobody waits
 * for them. Has a thread only while there are such launches.
 */
final class AbandonedLaunches {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final LaunchLog log;
    private boolean running;

    AbandonedLaunches(LaunchLog log) {
        this.log = log;
    }

    /** Takes note that there is such a launch. */
    synchronized void watch() {
        if (!running) {
            running = true;
            Thread.ofPlatform()
                    .daemon()
                    .inheritInheritableThreadLocals(false)
                    .name("gpukernel-faults")
                    .start(this::look);
        }
    }

    private void look() {
        boolean regular = false;
        try {
            while (!isOver()) {
                Thread.sleep(PAUSE);
                for (NvidiaStream stream : log.withAbandoned()) {
                    log.done(stream, stream.doneIfIdle());
                }
            }
            regular = true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            if (!regular) {
                stopped();
            }
        }
    }

    /** Decides with the log's lock first, as {@link #watch} does, that nothing is left to look at. */
    private boolean isOver() {
        synchronized (log) {
            List<NvidiaStream> left = log.withAbandoned();
            if (left.isEmpty()) {
                stopped();
            }
            return left.isEmpty();
        }
    }

    private synchronized void stopped() {
        running = false;
    }
}
