package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import java.util.BitSet;
import java.util.function.Supplier;

/** Where the arrays of one launch of a kernel are while it runs. */
interface LaunchArrays {
    /** {@return the stream to enqueue on} */
    Stream stream();

    /**
     * Claims the arrays for what is enqueued next, after waiting for others that use them. Nobody else enqueues anything on them that
     * does not agree with it until the claim is given up.
     */
    void claim();

    /** Gives the claim up, if there is one. */
    void giveUpClaim();

    /**
     * Waits for everything that was launched on the arrays.
     *
     * @throws KernelFault if a thread of it faulted
     */
    void settle() throws KernelFault;

    /**
     * Ends the launch early where it is known that what was launched on the arrays faulted: in Java, nothing after that runs.
     *
     * @throws KernelFault what a thread of it threw
     */
    void settleIfFaulty() throws KernelFault;

    /**
     * Brings the arrays to the device if they are not there yet. Called before {@link #memory}.
     *
     * @param overwritten parameters whose old contents do not matter if there are enough threads
     * @param threads how many there are
     */
    void bring(BitSet overwritten, long threads);

    /**
     * Runs a loop in pieces, where that is better than to bring whole arrays, which nothing was done with yet.
     *
     * @param pieces the loop
     * @param arguments of the loop
     * @param counts numbers of iterations along x, y and z, each at least 1
     * @param launchers makes what launches pieces, once the loop is cut
     * @return whether it ran
     * @throws KernelFault what its first iteration threw that threw anything
     */
    default boolean runInPieces(
            PiecePlan pieces, HostExpression.Arguments arguments, long[] counts, Supplier<PieceRun.Launcher> launchers)
            throws KernelFault {
        return false;
    }

    /** {@return whether what the device writes stays where a launch ends early, and is not thrown away} */
    boolean isLasting();

    /**
     * Fails where launches are recorded instead of done, before what needs them to be done.
     *
     * @param what a noun
     * @param advice what to do instead
     * @throws IllegalStateException then
     */
    default void requireNotRecorded(String what, String advice) {}

    /** {@return an array on the device} */
    Memory memory(int parameter);
}
