package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.UnloadingContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class CpuUnloadingTest extends UnloadingContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }
}
