package dev.gpukernel.internal.cpu;

import dev.gpukernel.device.ThreadState;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** One thread for each core, shared by all launches; those that idle for a while end. */
final class WorkerPool {
    static final int SIZE = Runtime.getRuntime().availableProcessors();

    private static final int IDLE_SECONDS = 10;
    private static final ThreadPoolExecutor EXECUTOR = newExecutor();

    private WorkerPool() {}

    private static ThreadPoolExecutor newExecutor() {
        AtomicInteger count = new AtomicInteger();
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                SIZE,
                SIZE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> new ThreadState.Worker(task, "gpukernel-cpu-" + count.getAndIncrement()));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /**
     * Runs a task in every worker, sooner or later.
     *
     * @param task what to run with the worker's state
     */
    static void everywhere(Consumer<ThreadState> task) {
        some(SIZE, task);
    }

    /**
     * Runs a task in some workers, sooner or later.
     *
     * @param count how often
     * @param task what to run with the worker's state
     */
    static void some(int count, Consumer<ThreadState> task) {
        for (int i = 0; i < count; i++) {
            EXECUTOR.execute(() -> task.accept(((ThreadState.Worker) Thread.currentThread()).state()));
        }
    }
}
