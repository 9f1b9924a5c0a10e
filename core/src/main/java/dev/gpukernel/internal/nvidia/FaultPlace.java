package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.KernelFault;
import java.util.List;

/** Where a launch leaves its faults, for one launch at a time. Guarded by the {@link LaunchLog}. */
interface FaultPlace {
    /** {@return whether a thread faulted; certain only once the launch is done} */
    boolean isRaised();

    /**
     * Takes the faults of a launch that is done.
     *
     * @param slots where they are read
     * @return the faults, in the order of the kernels
     */
    List<KernelFault> take(FaultSlots slots);

    /** Forgets the faults of a launch that is done. */
    void clear(FaultSlots slots);

    /** Makes the place ready for another launch, once there is no fault in it. */
    void giveBack(FaultSlots slots);
}
