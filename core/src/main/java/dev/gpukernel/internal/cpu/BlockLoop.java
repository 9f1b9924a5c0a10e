package dev.gpukernel.internal.cpu;

import dev.gpukernel.device.ThreadState;
import java.lang.invoke.MethodHandle;

/** Runs threads of a grid one after another by calling a kernel's method for each. */
sealed interface BlockLoop {
    /**
     * Runs the thread where the state stands and those after it. A thread that throws ends the call, and the state then still
     * stands at it.
     *
     * @param state where to begin; its dimensions are not 0
     * @param arguments one for each parameter, scalars boxed
     * @param blocks number of blocks that the threads belong to, at least 1; the first may have begun
     * @throws Throwable what a thread threw
     */
    void run(ThreadState state, Object[] arguments, int blocks) throws Throwable;

    /**
     * Goes through a class made for one kernel, which the JVM compiles together with it.
     *
     * @param loop of type {@code (ThreadState, Object[], int)void}
     */
    record Spun(MethodHandle loop) implements BlockLoop {
        @Override
        public void run(ThreadState state, Object[] arguments, int blocks) throws Throwable {
            loop.invokeExact(state, arguments, blocks);
        }
    }

    /**
     * Goes through a handle for each thread: what works where no class can be made.
     *
     * @param kernel of type {@code (Object[])void}
     */
    record Spread(MethodHandle kernel) implements BlockLoop {
        @Override
        public void run(ThreadState state, Object[] arguments, int blocks) throws Throwable {
            for (int left = blocks; left > 0; ) {
                kernel.invokeExact(arguments);
                if (GridPosition.advance(state)) {
                    left--;
                }
            }
        }
    }
}
