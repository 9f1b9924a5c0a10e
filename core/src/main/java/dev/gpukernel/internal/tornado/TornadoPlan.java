package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.backend.KernelFault;
import java.util.List;

/**
 * A plan of TornadoVM's with the arrays that it is bound to. They are filled again for every launch. For one thread at a time.
 */
final class TornadoPlan {
    private final PlanKey key;
    private final PlanArrays arrays;
    private final TornadoApi.Plan plan;

    TornadoPlan(TornadoExecutable executable, PlanKey key) {
        this.key = key;
        this.arrays = new PlanArrays(executable, executable.ofAny(), key);
        this.plan = arrays.movingPlan();
    }

    PlanKey key() {
        return key;
    }

    /**
     * Runs the kernel once, and waits for it.
     *
     * @param values by parameter: the bits of a scalar, or the length of an array
     * @param memories the arrays that it touches
     * @throws KernelFault if a thread ended with an exception: that of the lowest; no array is changed then
     */
    void run(long[] values, List<TornadoMemory> memories) throws KernelFault {
        for (PlanArrays.Passed array : arrays.passed()) {
            HostTransfer.in(memories.get(array.index()).atHome(), array.data());
        }
        arrays.setNumbers(values);
        plan.execute();
        KernelFault fault = arrays.fault(plan);
        if (fault != null) {
            throw fault;
        }
        for (PlanArrays.Passed array : arrays.passed()) {
            if (array.isWritten()) {
                TornadoMemory memory = memories.get(array.index());
                HostTransfer.out(array.data(), memory.heap());
                memory.changed();
            }
        }
    }

    void close() {
        plan.close();
    }
}
