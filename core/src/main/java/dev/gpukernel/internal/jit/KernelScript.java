package dev.gpukernel.internal.jit;

import dev.gpukernel.Launch;
import dev.gpukernel.internal.backend.KernelFault;
import org.jspecify.annotations.Nullable;

/**
 * A kernel on a device as a host program whose steps are launches, ready to be run again and again. Where arrays are, and what has to
 * be moved, is not its business. Used by one thread at a time.
 */
sealed interface KernelScript permits HostScript, MethodScript {
    /** What a kernel returns that returns nothing. */
    long[] NOTHING = {};

    /**
     * Prepares a script for a plan.
     *
     * @param plan the kernel on the device
     * @param loader where the classes of exceptions are found
     */
    static KernelScript of(KernelPlan plan, @Nullable ClassLoader loader) {
        return plan.isWhole() ? new MethodScript(plan) : new HostScript(plan, loader);
    }

    /**
     * Checks a launch before anything is done for it.
     *
     * @param launch its shape, null for a kernel of plain loops
     * @return whether there is anything to do
     * @throws IllegalArgumentException if the shape is beyond a limit
     */
    boolean begin(@Nullable Launch launch);

    /**
     * Runs the kernel once.
     *
     * @param arguments its arguments
     * @param arrays where its arrays are
     * @return the bits of what it returns, of an array which parameter it is, of a record one after another; until the next run
     * @throws KernelFault what it throws, as far as it is known by then
     */
    long[] run(Arguments arguments, LaunchArrays arrays) throws KernelFault;
}
