package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.cuda.CudaContext;
import dev.gpukernel.internal.cuda.CudaStream;
import dev.gpukernel.internal.cuda.HeapArray;
import dev.gpukernel.internal.cuda.HostCopy;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Places for the faults of launches, made when there are too few and used again. Guarded by the {@link LaunchLog}. */
final class FaultSlots {
    private final HostCopy copy;
    private final CudaStream stream;
    private final ArrayDeque<FaultSlot> idle = new ArrayDeque<>();

    FaultSlots(CudaContext context, HostCopy copy) {
        this.copy = copy;
        this.stream = CudaStream.create(context);
    }

    /** {@return one that is there, null if there is none} */
    @Nullable FaultSlot poll() {
        return idle.poll();
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

    /** Reads the record at an address, of a launch that is done. */
    void read(long[] words, long address) {
        copy.copyOut(HeapArray.of(words, 0, words.length), address, stream);
    }

    /** Writes the record at an address, of a launch that is done. */
    void write(long[] words, long address) {
        copy.copyIn(HeapArray.of(words, 0, words.length), address, stream);
        stream.synchronize();
    }
}
