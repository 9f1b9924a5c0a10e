package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.RecordArrayContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class CpuRecordArrayTest extends RecordArrayContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }

    @Override
    protected boolean leavesAsJava() {
        return true;
    }
}
