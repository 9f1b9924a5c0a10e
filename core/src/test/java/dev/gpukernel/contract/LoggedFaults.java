package dev.gpukernel.contract;

import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Counts the faults that are logged, and keeps them from the console. */
final class LoggedFaults extends Handler implements AutoCloseable {
    private static final int MOST_WAITS = 200;

    private final Logger logger = Logger.getLogger("dev.gpukernel");
    private final AtomicLong count = new AtomicLong();

    LoggedFaults() {
        logger.setUseParentHandlers(false);
        logger.addHandler(this);
    }

    /** {@return how many were logged, after waiting a while for as many as expected} */
    long awaited(long expected) throws InterruptedException {
        for (int i = 0; i < MOST_WAITS && count.get() < expected; i++) {
            Thread.sleep(50);
        }
        return count.get();
    }

    @Override
    public void publish(LogRecord logRecord) {
        if (logRecord.getThrown() instanceof IndexOutOfBoundsException) {
            count.incrementAndGet();
        }
    }

    @Override
    public void flush() {
        // Nothing is kept.
    }

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }
}
