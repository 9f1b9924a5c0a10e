package dev.gpukernel.device;

import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Where a thread of the grid stands when a kernel runs on the CPU: what the bodies of the intrinsics read. One object per
 * worker, its fields moved on from one thread of the grid to the next. Set by the CPU backend, not by users.
 */
public final class ThreadState {
    /** The state of what runs in a thread that is not a {@link Worker}; bound once for all that it runs. */
    public static final ScopedValue<ThreadState> CURRENT = ScopedValue.newInstance();

    /** Index of the thread in its block along x. */
    public int threadX;

    /** Index of the thread in its block along y. */
    public int threadY;

    /** Index of the thread in its block along z. */
    public int threadZ;

    /** Index of the block along x. */
    public int blockX;

    /** Index of the block along y. */
    public int blockY;

    /** Index of the block along z. */
    public int blockZ;

    /** Threads in a block along x. */
    public int blockDimX = 1;

    /** Threads in a block along y. */
    public int blockDimY = 1;

    /** Threads in a block along z. */
    public int blockDimZ = 1;

    /** Blocks in the grid along x. */
    public int gridDimX = 1;

    /** Blocks in the grid along y. */
    public int gridDimY = 1;

    /** Blocks in the grid along z. */
    public int gridDimZ = 1;

    /** What the thread does together with others, {@code null} where threads run one after another. */
    public @Nullable BlockThread together;

    /** Makes the state of the only thread of a grid of one. */
    public ThreadState() {}

    /**
     * The state of the thread of the grid that runs now.
     *
     * @return the state
     * @throws IllegalStateException if no kernel runs in this thread
     */
    static ThreadState current() {
        // First, because the JVM moves this read out of the loop over a grid's threads, and that of a scoped value not.
        if (Thread.currentThread() instanceof Worker worker) {
            return worker.state;
        }
        try {
            return CURRENT.get();
        } catch (NoSuchElementException e) {
            throw new IllegalStateException(
                    "grid indices exist only inside a running kernel; launch the kernel instead of calling its method",
                    e);
        }
    }

    /**
     * What the running thread does together with others.
     *
     * @param operation what is to be done, for the message
     * @return what does it
     * @throws IllegalStateException if no kernel runs in this thread
     */
    static BlockThread together(String operation) {
        BlockThread together = current().together;
        if (together == null) {
            throw new IllegalStateException(operation
                    + " exists only inside a running grid kernel; launch the kernel instead of calling its method");
        }
        return together;
    }

    /** Lets other threads run. */
    static void pause() {
        BlockThread together = inBlock();
        if (together == null) {
            Thread.onSpinWait();
        } else {
            together.pause();
        }
    }

    /**
     * Prints to {@link System#out}: at once, or in the order of threads where several run at a time.
     *
     * @param text what to print
     */
    public static void print(String text) {
        BlockThread together = inBlock();
        if (together == null) {
            System.out.print(text);
        } else {
            together.print(text);
        }
    }

    private static @Nullable BlockThread inBlock() {
        // Threads that meet others never run in a worker.
        return CURRENT.isBound() ? CURRENT.get().together : null;
    }

    /** A thread made to run kernels, which has a state of its own. */
    public static final class Worker extends Thread {
        private final ThreadState state = new ThreadState();

        /**
         * Makes a daemon thread.
         *
         * @param task what it runs
         * @param name its name
         */
        public Worker(Runnable task, String name) {
            // Without the context of whoever launches first, which would keep its classes.
            super(null, task, name, 0, false);
            setDaemon(true);
        }

        /** {@return the state that indices read in this thread} */
        public ThreadState state() {
            return state;
        }
    }
}
