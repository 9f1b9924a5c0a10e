package dev.gpukernel.internal.cuda;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for events in place of virtual threads. A driver call that waits would hold the carrier, and with as many of them as there are
 * carriers no virtual thread of the process would run. So one platform thread asks for the events of all that wait, in turn. It ends
 * when nobody has waited for a while.
 */
final class EventWatch {
    private static final long PAUSE_NANOS = 10_000;
    private static final long LINGER_NANOS = 50_000_000;

    private static final ConcurrentLinkedQueue<Waiter> ADDED = new ConcurrentLinkedQueue<>();
    private static final AtomicBoolean RUNS = new AtomicBoolean();

    private EventWatch() {}

    /** Who waits for an event that nobody closes meanwhile. */
    private record Waiter(CudaEvent event, CompletableFuture<Boolean> done) {
        /** {@return whether it waits no longer} */
        boolean ask() {
            try {
                return event.isDone() && done.complete(true);
            } catch (RuntimeException | Error failed) {
                return done.completeExceptionally(failed);
            }
        }
    }

    /** Parks the calling virtual thread until the work that an event marks is done. */
    static void await(CudaEvent event) {
        if (event.isDone()) {
            return;
        }
        Waiter waiter = new Waiter(event, new CompletableFuture<>());
        ADDED.add(waiter);
        if (RUNS.compareAndSet(false, true)) {
            // Without the context of whoever waits first, which would keep its classes.
            Thread.ofPlatform()
                    .daemon()
                    .inheritInheritableThreadLocals(false)
                    .name("gpukernel-events")
                    .start(EventWatch::watch);
        }
        try {
            waiter.done.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException exception) {
                exception.fillInStackTrace();
                throw exception;
            }
            throw failed;
        }
    }

    private static void watch() {
        List<Waiter> waiting = new ArrayList<>();
        long idleSince = System.nanoTime();
        while (true) {
            for (Waiter added = ADDED.poll(); added != null; added = ADDED.poll()) {
                waiting.add(added);
            }
            if (!waiting.isEmpty()) {
                idleSince = System.nanoTime();
                for (Iterator<Waiter> each = waiting.iterator(); each.hasNext(); ) {
                    if (each.next().ask()) {
                        each.remove();
                    }
                }
            } else if (System.nanoTime() - idleSince > LINGER_NANOS) {
                RUNS.set(false);
                // Who was added before that may count on this thread.
                if (ADDED.isEmpty() || !RUNS.compareAndSet(false, true)) {
                    return;
                }
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
