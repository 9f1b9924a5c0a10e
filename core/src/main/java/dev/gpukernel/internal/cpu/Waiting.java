package dev.gpukernel.internal.cpu;

import java.util.concurrent.CountDownLatch;

/** Waiting for a launch that must not be left before its end. */
final class Waiting {
    private Waiting() {}

    /** Waits. An interrupt must not let the caller go on while its arrays are still written; it finds it afterwards. */
    static void uninterruptibly(CountDownLatch done) {
        boolean interrupted = false;
        while (true) {
            try {
                done.await();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
