package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.analysis.HostTraffic;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Where the arrays of launches of a kernel are while it runs, one launch after another: {@link #begin}, what a script asks for, {@link
 * #finish} if that went well, {@link #end}.
 */
interface LaunchArrays {
    /**
     * Begins a launch. If this fails, nothing is to be ended.
     *
     * @param plan the kernel on the device
     * @param asked the stream that is asked for, {@code null} for none in particular
     */
    void begin(Plan plan, @Nullable DeviceStream asked);

    /**
     * Tells that the script failed, other than by what a thread threw.
     *
     * @throws KernelFault what a thread threw before that; the failure is suppressed in it
     */
    default void settleAfter(Throwable failure) throws KernelFault {}

    /**
     * Lets the arrays be what the launch made them, as far as the caller may look at them once it returns.
     *
     * @return times of its steps, {@code null} if they were not taken
     * @throws KernelFault what a thread threw
     */
    default @Nullable Times finish() throws KernelFault {
        return null;
    }

    /**
     * Ends the launch.
     *
     * @param failure with what it failed, {@code null} for nothing
     */
    default void end(@Nullable Throwable failure) {}

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
     * @param traffic how many bytes a launch moves at most that is all that is done with the arrays, if they stay in the host's memory;
     *     {@link HostTraffic#UNKNOWN} if more is done with them
     */
    void bring(BitSet overwritten, long threads, long traffic);

    /**
     * Cuts a loop into pieces, where that is better than to bring whole arrays, which nothing was done with yet.
     *
     * @param pieces the loop
     * @param arguments of the launch
     * @param counts numbers of iterations along x, y and z, each at least 1
     * @return the pieces, null if it runs as a whole
     */
    default @Nullable LoopCut cut(PiecePlan pieces, HostExpression.Arguments arguments, long[] counts) {
        return null;
    }

    /** Runs a loop that was cut. */
    default void run(LoopCut cut, PieceRun.Launcher launcher) throws KernelFault {
        throw new IllegalStateException("nothing is cut");
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

    /** Does what {@link #make} does for an array of arrays, the elements of which are in one of a length. */
    default void makeRows(int parameter, ElementType element, int[] sizes, int length) {
        make(parameter, element, length);
    }

    /**
     * Makes an array of zeros that is a parameter's from then on. What the kernel made for that parameter before is given up.
     *
     * @param parameter one that no caller passes
     * @param element what it holds
     * @param length number of elements, at least 0
     */
    void make(int parameter, ElementType element, int length);

    /**
     * {@return the array that the kernel returns: a host array, or a {@code GpuArray} where its arrays are those} Called at most once,
     * after {@link #finish}.
     *
     * @param parameter which it is
     * @param onHost whether it is a host array in any case, a copy of a {@code GpuArray}
     */
    Object result(int parameter, boolean onHost);

    /**
     * Takes what the kernel's method returned where the device ran the method itself. Called at most once for an array.
     *
     * @param array one of the host arrays that it was called with, memory of a slice among them, or a new array
     * @return the parameter that it is
     */
    default int take(Object array) {
        throw new UnsupportedOperationException();
    }
}
