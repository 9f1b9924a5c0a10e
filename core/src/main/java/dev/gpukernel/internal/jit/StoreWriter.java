package dev.gpukernel.internal.jit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Keeps kernels behind the launches that compiled them: in a thread that lives as long as there is something to keep. A process that ends
 * meanwhile waits for it; one that is killed loses nothing but what was not kept yet.
 */
final class StoreWriter implements Executor {
    private static final System.Logger LOGGER = System.getLogger(StoreWriter.class.getName());

    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private @Nullable Thread writer;

    @Override
    public synchronized void execute(Runnable task) {
        waiting.add(task);
        if (writer == null) {
            writer = start();
        }
    }

    private Thread start() {
        Hook hook = new Hook();
        Thread started = Thread.ofPlatform().daemon().name("gpukernel-store").unstarted(() -> run(hook));
        // Else it would keep the class loader of whoever launched first.
        started.setContextClassLoader(null);
        hook.waitFor(started);
        started.start();
        return started;
    }

    /** Waits until all that was to be kept is. */
    void finish() {
        Thread running = running();
        if (running != null) {
            join(running);
        }
    }

    private synchronized @Nullable Thread running() {
        return writer;
    }

    private static void join(Thread running) {
        try {
            running.join();
        } catch (InterruptedException _) {
            // Whoever ends a process does not wait longer than it wants to.
            Thread.currentThread().interrupt();
        }
    }

    private void run(Hook hook) {
        for (Runnable task = next(); task != null; task = next()) {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOGGER.log(System.Logger.Level.DEBUG, "cannot keep compiled code", e);
            }
        }
        hook.remove();
    }

    private synchronized @Nullable Runnable next() {
        Runnable task = waiting.poll();
        if (task == null) {
            writer = null;
        }
        return task;
    }

    /** Lets a process that ends wait for a thread. */
    private static final class Hook {
        private @Nullable Thread hook;

        void waitFor(Thread thread) {
            Thread waiting = Thread.ofPlatform().unstarted(() -> join(thread));
            waiting.setContextClassLoader(null);
            try {
                Runtime.getRuntime().addShutdownHook(waiting);
                hook = waiting;
            } catch (IllegalStateException _) {
                // The process ends already.
            }
        }

        void remove() {
            try {
                if (hook != null) {
                    Runtime.getRuntime().removeShutdownHook(hook);
                }
            } catch (IllegalStateException _) {
                // It runs, and waits for this thread.
            }
        }
    }
}
