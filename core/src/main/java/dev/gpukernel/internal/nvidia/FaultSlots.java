package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.cuda.CudaContext;
import dev.gpukernel.internal.cuda.CudaStream;
import dev.gpukernel.internal.cuda.HostCopy;
import java.util.ArrayDeque;

/** Places for the faults of launches, made when there are too few and used again. Guarded by the {@link LaunchLog}. */
final class FaultSlots {
    private final HostCopy copy;
    private final CudaStream stream;
    private final ArrayDeque<FaultSlot> idle = new ArrayDeque<>();

    FaultSlots(CudaContext context, HostCopy copy) {
        this.copy = copy;
        this.stream = CudaStream.create(context);
    }

    FaultSlot take() {
        if (idle.isEmpty()) {
            FaultSlot.make(idle, copy, stream);
        }
        return idle.pop();
    }

    /** Takes back what has no fault in it. */
    void giveBack(FaultSlot slot) {
        idle.push(slot);
    }

    /** Reads the fault of a launch that is done. */
    FaultSlot.Words read(FaultSlot slot) {
        return slot.take(copy, stream);
    }

    /** Forgets the fault of a launch that is done. */
    void clear(FaultSlot slot) {
        slot.clear(copy, stream);
    }
}
