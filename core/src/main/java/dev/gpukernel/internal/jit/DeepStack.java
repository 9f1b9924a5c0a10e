package dev.gpukernel.internal.jit;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.internal.backend.ClassInitialisers;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** Runs what calls itself as often as code is long: a value may have as many operands of operands as a method has operations. */
final class DeepStack {
    /** Code that is not longer fits the stack of any thread. */
    private static final int SHORT = 500;

    /** For each operation, also those that the code is unrolled to. The system provides what of it is used. */
    private static final long BYTES = 16 * 1024;

    private static final long MOST = 1L << 30;

    private DeepStack() {}

    /**
     * Runs something.
     *
     * @param length of the code it is about, in operations
     * @param work what to run; if it throws, so does this, as if it ran in the current thread
     * @return its result
     */
    static <T> T call(int length, Supplier<T> work) {
        // Another thread cannot use the class that this one initialises, if it does.
        if (length <= SHORT || ClassInitialisers.areRunning()) {
            return work.get();
        }
        FutureTask<T> task = new FutureTask<>(work::get);
        new Thread(null, task, "gpukernel-compiler", Math.min(length * BYTES, MOST)).start();
        return resultOf(task);
    }

    private static <T> T resultOf(FutureTask<T> task) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw rethrown(Objects.requireNonNull(e.getCause()));
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException rethrown(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        RuntimeException exception = (RuntimeException) thrown;
        if (exception instanceof KernelRejectedException) {
            // Who launches a kernel looks for the place where he did; of a fault of the compiler, the place in the
            // compiler is told.
            exception.fillInStackTrace();
        }
        return exception;
    }
}
