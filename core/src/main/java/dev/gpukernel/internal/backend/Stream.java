package dev.gpukernel.internal.backend;

import dev.gpukernel.internal.ir.ElementType;
import org.jspecify.annotations.Nullable;

/** A queue of work on a device, done in order. */
public interface Stream extends AutoCloseable {
    /**
     * Waits until everything enqueued is done, and takes the faults of the kernels enqueued here: each is thrown once.
     *
     * @throws KernelFault if a thread of such a kernel faulted: that of the first such launch with the lowest index, those of other
     *     launches as suppressed exceptions of it
     */
    void synchronize() throws KernelFault;

    /**
     * Waits for the kernels and the copies of a {@link StagingBuffer} that were enqueued here, unless it is known that they are done, and
     * takes faults as {@link #synchronize} does.
     *
     * @throws KernelFault as there
     */
    default void settle() throws KernelFault {
        synchronize();
    }

    /**
     * Whether it is known, without waiting, that a kernel enqueued here faulted and that nothing took the fault. It need not be known at
     * once: what launches in a loop asks each time, so as not to go on for long.
     */
    default boolean isFaulty() {
        return false;
    }

    /**
     * Takes memory for one element that the host sees as soon as what is enqueued is done, without another copy. Free it.
     *
     * @param element what it holds
     * @return the memory, {@code null} if there is none left
     */
    @Nullable Memory cell(ElementType element);

    /** Makes what is enqueued from now on come after an event. */
    void follow(Event event);

    /** Does the same, and whatever waits for this later takes the faults of the kernels that the event waits for, too. */
    void waitFor(Event event);

    @Override
    void close();

    /** Begins a call: what the current thread enqueues until {@link #endCall} runs in Java only if nothing before it in the call throws. */
    default void beginCall() {}

    /** Ends what began with {@link #beginCall}. */
    default void endCall() {}
}
